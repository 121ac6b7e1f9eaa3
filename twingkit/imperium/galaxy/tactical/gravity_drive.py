"""Gravity Drive in a movement: the one ship of a plan that uses it, and the route of every ship (IM-TECH-gd).

The ship is chosen automatically: the one that would not arrive otherwise or, if all arrive, the one that
avoids the most dice in gravity rifts.
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
    """Return the ship of a plan that uses Gravity Drive; None if the player lacks it or no ship benefits.

    It is the first ship that needs the drive to arrive, or else the first that avoids the most dice in
    gravity rifts.
    """
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
    """Yield the routes of the ships of a plan: the group, the place of a class in it, and the route of each
    ship of the class.

    The ship with the drive comes first. A forbidden plan yields fewer routes, since not all ships arrive.
    """
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
