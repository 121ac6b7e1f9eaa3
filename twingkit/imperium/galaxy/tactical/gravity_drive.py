"""Gravity Drive in a movement: the one ship of a plan that uses it, and the route of every ship (IM-TECH-gd).

The ship is chosen automatically: the one that would not arrive otherwise or, if all arrive, the one that
avoids the most dice in gravity rifts.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from twingkit.imperium.galaxy.map.reach import Route
from twingkit.imperium.galaxy.tactical.movement_plan import Move, MovementPlan, ShipGroup


@attrs.frozen
class GravityDriveShip:
    """The ship of a movement that uses Gravity Drive.

    `group_index` and `ship_class_index` locate the ship in the plan. `rift_dice_saved` is the number of rift
    dice that the drive avoids (0: it needs the drive to arrive).
    """

    group_index: int
    ship_class_index: int
    route: Route
    rift_dice_saved: int = 0


def gravity_drive_ship(move: Move, plan: MovementPlan) -> GravityDriveShip | None:
    """Return the ship of a plan that uses Gravity Drive; None if the player lacks it or no ship benefits.

    It is the first ship that needs the drive to arrive, or else the first that avoids the most dice in
    gravity rifts.
    """
    if not move.table.players[move.player].has_technology("gd"):
        return None
    best = None
    for index, group in enumerate(plan):
        stops = move.cargo_systems(group)
        for ship, (name, _, _) in enumerate(group.ships):
            way = move.route_without_drive(name, group.start_system, stops)
            faster = (
                move.route_without_drive(name, group.start_system, stops, bonus=1)
                if way is None or way.rift_count
                else None
            )
            if faster is None:
                continue
            if way is None:
                return GravityDriveShip(index, ship, faster)
            spared = way.rift_count - faster.rift_count
            if spared > (best.rift_dice_saved if best else 0):
                best = GravityDriveShip(index, ship, faster, spared)
    return best


def ship_routes(move: Move, plan: MovementPlan) -> Iterator[tuple[ShipGroup, int, tuple[Route, ...]]]:
    """Yield the routes of the ships of a plan: group, index of the class in it, and the route of each ship.

    The ship with Gravity Drive comes first. A forbidden plan yields fewer routes, since not all ships arrive.
    """
    driven = gravity_drive_ship(move, plan)
    for index, group in enumerate(plan):
        stops = move.cargo_systems(group)
        for ship, (name, count, _) in enumerate(group.ships):
            ways: tuple[Route, ...] = ()
            if driven is not None and (driven.group_index, driven.ship_class_index) == (index, ship):
                ways = (driven.route,)
            if (
                len(ways) < count
                and (way := move.route_without_drive(name, group.start_system, stops)) is not None
            ):
                ways += (way,) * (count - len(ways))
            yield group, ship, ways
