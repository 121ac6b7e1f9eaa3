"""How a side takes hits: the order of its losses, and the cost of each hit. No widgets here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from twingkit.imperium.battle.rules.force import Fight, Roster
from twingkit.imperium.battle.rules.losses.assign import PendingHits, assign
from twingkit.imperium.battle.rules.losses.loss_order import SUSTAIN, Policy, with_ground_forces
from twingkit.imperium.box.units import GROUND_FORCES, SHIPS, Unit

MANY_HITS = 40
"""The number of hits followed one after the other; a fleet that takes more is not followed to its end."""


def ship_classes(roster: Roster) -> list[str]:
    """The classes whose order a side can choose, in that order: ships, and ground forces that fight as
    ships.
    """
    as_ships = roster.flagship >= 0  # ground forces take part only with such a flagship
    return [name for name in loss_order(roster) if as_ships or name in SHIPS]


def fixed_classes(roster: Roster) -> list[str]:
    """The classes of a side that come after all others, whatever its order."""
    chosen = ship_classes(roster)
    return [name for name in loss_order(roster) if name not in chosen]


def loss_order(roster: Roster) -> list[str]:
    """The classes of units that fight for a side, in the order in which it loses them."""
    pairs = zip(roster.units, roster.counts, strict=True)
    return list(dict.fromkeys(kind.unit_class for kind, count in pairs if count))


def reordered(order: Sequence[str], preferred: Sequence[str]) -> tuple[str, ...]:
    """An order of all classes with those that are wanted in their new order, all others where they were.

    Ground forces stand after the fighters in an order that does not name them.

    >>> reordered(("fighter", "destroyer", "cruiser", "carrier"), ["cruiser", "fighter"])
    ('cruiser', 'destroyer', 'fighter', 'carrier')
    """
    if set(preferred) & set(GROUND_FORCES):
        order = with_ground_forces(tuple(order))
    moved = iter(preferred)
    return tuple(next(moved) if name in preferred else name for name in order)


def canonical_policy(policy: Policy, roster: Roster, able: Sequence[int]) -> Policy:
    """Return one policy for all policies that are equivalent for these units.

    Absent classes take their default place, and a side that cannot take damage (`able` is empty) has the
    first rule for it.
    """
    present = ship_classes(roster)
    order = policy.order
    if set(present) & set(GROUND_FORCES):
        order = with_ground_forces(order)
    chosen = [name for name in order if name in present]
    return Policy(reordered(SHIPS, chosen), policy.sustain if able else SUSTAIN[0])


def hits_in_order(fight: Fight, index: int) -> Iterator[tuple[int, int, Unit, bool]]:
    """The cost of the hits on a side, one after the other: the first and the last of equal ones, the kind of
    unit, and whether it is lost (else damaged)."""
    roster = fight.rosters[index]
    force = roster.all_units()
    state = list(fight.start())
    single: list[tuple[int, bool]] = []
    while force.size and len(single) < MANY_HITS:
        state[index] = force
        force, taken = assign(fight, (state[0], state[1]), index, PendingHits(free=1))
        lost = any(taken.destroyed)
        counts = taken.destroyed if lost else taken.sustained
        single.append((next(kind for kind, n in enumerate(counts) if n), lost))
    first = 1
    for (kind, lost), same in groupby(single):
        last = first + len(list(same)) - 1
        yield first, last, roster.units[kind], lost
        first = last + 1
