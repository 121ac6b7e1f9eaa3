"""Gravity Drive in a movement: the one ship of a plan that has it, and the way of every ship (IM-TECH-gd).

Nobody is asked: the ship that would not arrive without it has the drive; where all arrive, the one that it
spares most dice in gravity rifts.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from twingkit.imperium.galaxy.map.reach import Route
from twingkit.imperium.galaxy.tactical.movement_plan import Group, Move, Plan


@attrs.frozen
class DrivenShip:
    """The ship with the drive: the first of a class in a group of the plan (both by their place there), its
    way, and the number of dice in rifts that it is `spared`; 0 where it needs the drive to arrive."""

    group: int
    ship: int
    route: Route
    spared: int = 0


def driven_ship(move: Move, plan: Plan) -> DrivenShip | None:
    """The ship of a plan that has Gravity Drive: the first that needs it to arrive, else the first that it
    spares most dice in gravity rifts; None if the player lacks it, or nobody has a use for it."""
    if not move.table.players[move.player].has("gd"):
        return None
    best = None
    for index, group in enumerate(plan):
        stops = move.stops(group)
        for ship, (name, _, _) in enumerate(group.ships):
            way = move.route(name, group.start, stops)
            faster = move.route(name, group.start, stops, bonus=1) if way is None or way.rifts else None
            if faster is None:
                continue
            if way is None:
                return DrivenShip(index, ship, faster)
            spared = way.rifts - faster.rifts
            if spared > (best.spared if best else 0):
                best = DrivenShip(index, ship, faster, spared)
    return best


def ship_routes(move: Move, plan: Plan) -> Iterator[tuple[Group, int, tuple[Route, ...]]]:
    """Yield the ways of the ships of a plan: the group, the place of a class in it, and the way of each ship
    of the class, the one with the drive first; fewer where the plan is forbidden, since not all arrive."""
    driven = driven_ship(move, plan)
    for index, group in enumerate(plan):
        stops = move.stops(group)
        for ship, (name, count, _) in enumerate(group.ships):
            ways: tuple[Route, ...] = ()
            if driven is not None and (driven.group, driven.ship) == (index, ship):
                ways = (driven.route,)
            if len(ways) < count and (way := move.route(name, group.start, stops)) is not None:
                ways += (way,) * (count - len(ways))
            yield group, ship, ways
