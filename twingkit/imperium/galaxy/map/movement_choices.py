"""Choices of units that can move into a system, counted by kinds of units.

Equal units are interchangeable (IM-ASK-4): a choice says how many of each kind move, and the transported
units must fit into the capacity of the ships (IM-MOVE-4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

import attrs


@attrs.frozen
class EqualUnits:
    """A number of equal units in one system, with their movement properties.

    `count` is the number of units, `capacity` the number of units that each can transport. Units with
    `needs_transport` move only with other ships; all others move by themselves if they `can_reach` the
    target."""

    name: str
    count: int
    capacity: int = 0
    needs_transport: bool = False
    can_reach: bool = True


def movement_choices(movers: tuple[EqualUnits, ...]) -> Iterator[Mapping[str, int]]:
    """Yield every choice of units that can move together, including none.

    >>> ships = (EqualUnits("carrier", 1, 4), EqualUnits("destroyer", 1, can_reach=False))
    >>> fleet = (*ships, EqualUnits("infantry", 5, needs_transport=True))
    >>> len(list(movement_choices(fleet)))
    6
    """
    ships = [mover for mover in movers if not mover.needs_transport]
    cargo = [mover for mover in movers if mover.needs_transport]
    for moved in product(*(range(mover.count + 1 if mover.can_reach else 1) for mover in ships)):
        room = sum(mover.capacity * count for mover, count in zip(ships, moved, strict=True))
        for carried in product(*(range(min(mover.count, room) + 1) for mover in cargo)):
            if sum(carried) <= room:
                yield dict(zip([mover.name for mover in (*ships, *cargo)], (*moved, *carried), strict=True))
