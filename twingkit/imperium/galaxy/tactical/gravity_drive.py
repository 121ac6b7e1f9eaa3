"""Gravity Drive in a movement: the one ship of a plan that uses it, and the route of every ship (IM-TECH-gd).

The ship is chosen automatically: the one that would not arrive otherwise or, if all arrive, the one that
avoids the most dice in gravity rifts; of equal ones the most valuable, with what it can carry.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from twingkit.imperium.galaxy.map.reach import Route
from twingkit.imperium.galaxy.tactical.movement_plan import Move, MovementPlan, ShipGroup


@attrs.frozen
class GravityDriveShip:
    """The ship in a movement plan that uses Gravity Drive: its place in the plan, its route, and the rift
    dice it avoids.

    `group_index` and `ship_class_index` locate the ship in the plan. `rift_dice_saved` is the number of rift
    dice that the drive avoids (0: it needs the drive to arrive).
    """

    group_index: int
    ship_class_index: int
    route: Route
    rift_dice_saved: int = 0


def gravity_drive_ship(question: Move, plan: MovementPlan) -> GravityDriveShip | None:
    """Return the ship of a plan that uses Gravity Drive; None if the player lacks it or no ship benefits.

    It is the first ship that needs the drive to arrive, or else the one that avoids the most dice in gravity
    rifts, then the one with the highest cost plus cargo, then the first.
    """
    if not question.table.players[question.player].has_technology("gd"):
        return None
    stats = question.table.players[question.player].unit_type_on_board
    best, most = None, (0, 0.0)
    for index, group in enumerate(plan):
        stops = question.cargo_systems(group)
        for ship, (name, _, _) in enumerate(group.ships):
            way = question.route_without_drive(name, group.start_system, stops)
            faster = (
                question.route_without_drive(name, group.start_system, stops, bonus=1)
                if way is None or way.rift_count
                else None
            )
            if faster is None:
                continue
            if way is None:
                return GravityDriveShip(index, ship, faster)
            spared, kind = way.rift_count - faster.rift_count, stats(name)
            worth = spared, kind.cost + min(kind.capacity, sum(item.count for item in group.cargo))
            if spared and worth > most:
                best, most = GravityDriveShip(index, ship, faster, spared), worth
    return best


def ship_routes(question: Move, plan: MovementPlan) -> Iterator[tuple[ShipGroup, int, tuple[Route, ...]]]:
    """Yield the routes of the ships of a plan: group, index of the class in it, and the route of each ship.

    The ship with Gravity Drive comes first. A forbidden plan yields fewer routes, since not all ships arrive.
    """
    driven = gravity_drive_ship(question, plan)
    for index, group in enumerate(plan):
        stops = question.cargo_systems(group)
        for ship, (name, count, _) in enumerate(group.ships):
            ways: tuple[Route, ...] = ()
            if driven is not None and (driven.group_index, driven.ship_class_index) == (index, ship):
                ways = (driven.route,)
            if (
                len(ways) < count
                and (way := question.route_without_drive(name, group.start_system, stops)) is not None
            ):
                ways += (way,) * (count - len(ways))
            yield group, ship, ways
