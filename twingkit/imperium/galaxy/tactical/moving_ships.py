"""The routes of a player's ships into a system: anomalies they can enter, blockades, and their range."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from twingkit.imperium.box.units import GROUND_FORCES, Unit
from twingkit.imperium.galaxy.map.adjacency import LINKABLE_WORMHOLES
from twingkit.imperium.galaxy.map.reach import Route, ShipMobility, best_routes
from twingkit.imperium.galaxy.table.game_table import GameTable


def passable_anomalies(table: GameTable, seat: int, target: int) -> frozenset[str]:
    """Return the anomalies that a player's ships may enter on the way to a system (IM-MOVE-9, IM-MOVE-12).

    Ships of Muaat can pass supernovas, but only Magmus Reactor lets ships end in one.
    """
    player = table.players[seat]
    names = {"asteroid_field"} if player.has_technology("amd") else set()
    ends_there = table.galaxy.systems[target].tile.anomaly == "supernova"
    if player.has_technology("mr") if ends_there else player.faction == "muaat":
        names.add("supernova")
    if table.is_law_in_force("shared_research"):
        names.add("nebula")
    return frozenset(names)


def blocked_systems(table: GameTable, seat: int) -> frozenset[int]:
    """Return the systems that a player's ships cannot pass because of other players' ships (IM-MOVE-3)."""
    if table.players[seat].has_technology("lwd"):
        return frozenset()
    fighters = table.variant.fighters_block == "yes"
    return frozenset(
        system
        for system, there in enumerate(table.space)
        if any(
            other != seat and (units.ship_count if fighters else units.nonfighter_count)
            for other, units in there.items()
        )
    )


class TravelConditions:
    """The systems that block a player's ships, the passable anomalies and the wormholes, computed once for an
    unchanging table.

    It is the same for all ships and targets, so callers that check many systems create it once: each type of
    ship then looks once for its routes from a system to all others.
    """

    def __init__(self, table: GameTable, seat: int) -> None:
        self.table, self.seat = table, seat
        self.blocked_systems = blocked_systems(table, seat)
        self.wormholes = table.wormhole_state(seat)
        self.movable_fleets = [
            (system, [(name, units[name]) for name in units if name not in GROUND_FORCES])
            for system, there in enumerate(table.space)
            if (units := there.get(seat)) and seat not in table.command_tokens[system]
        ]
        """The player's ships and floating docks that can leave their system: system, classes, numbers."""
        self._routes: dict[tuple[str, int, int, bool], Mapping[int, Route]] = {}

    def route(self, unit_class: str, start: int, target: int, bonus: int = 0) -> Route | None:
        """Return the best route of a ship type between two systems; None if there is none."""
        ends_in_supernova = self.table.galaxy.systems[target].tile.anomaly == "supernova"
        key = unit_class, start, bonus, ends_in_supernova
        found = self._routes.get(key)
        if found is None:
            unit = self.table.players[self.seat].unit_type_on_board(unit_class)
            ship = ship_mobility(self.table, self.seat, unit, start, target, bonus, self)
            found = self._routes[key] = best_routes(self.table.galaxy, start, ship) if unit.move else {}
        return found.get(target)


_ship = lru_cache(maxsize=512)(ShipMobility)  # one object for equal ships, which knows its hash


def ship_mobility(
    table: GameTable,
    seat: int,
    unit: Unit,
    start: int,
    target: int,
    bonus: int = 0,
    travel_conditions: TravelConditions | None = None,
) -> ShipMobility:
    """Return what decides how far a unit type of a player can move from one system to another, including
    bonuses to its move value.

    `travel_conditions` are the travel conditions, if the caller has already computed them.
    """
    if table.players[seat].faction == "ghost":  # Slipstream
        bonus += start == table.home_system(seat) or not table.wormholes_in(start).isdisjoint(
            LINKABLE_WORMHOLES
        )
    bonus += len(table.effect_subjects("fs", seat))
    silent = table.tile_number(start) in table.effect_subjects("silence_space", seat)
    unbarred = silent or unit.id == "yssaril_flagship"
    travel_conditions = travel_conditions or TravelConditions(table, seat)
    bars = frozenset[int]() if unbarred else travel_conditions.blocked_systems
    return _ship(unit.move, bonus, passable_anomalies(table, seat, target), bars, travel_conditions.wormholes)
