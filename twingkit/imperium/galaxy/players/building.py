"""The units that a computer player builds: transport for troops, combat ships, then troops to fill the
capacity."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from twingkit.imperium.box.units import GROUND_FORCES
from twingkit.imperium.galaxy.economy.builds import Product
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.tactical.fleet_limits import ship_capacity
from twingkit.imperium.galaxy.tactical.production_step import Build

CARRIER_FIGURES = 4
"""The number of carrier figures."""

_TRANSPORT_PRIORITY_ROUNDS = 2

_COMBAT_SHIPS = ("dreadnought", "cruiser", "destroyer")
"""The strongest first."""


class _BuildOrder:
    """A list of units to produce, within the budget, the production limit and the fleet pool."""

    def __init__(self, table: GameTable, question: Build, budget: int) -> None:
        seat, system = question.player, question.site.system
        self.products: dict[str, Product] = {product.name: product for product in question.products}
        self.budget, self.limit = budget, question.site.unit_limit
        self.room = table.fleet_limit(seat) - table.units_in_space(seat, system).nonfighter_count
        self.counts: Counter[str] = Counter()

    @property
    def cost(self) -> int:
        """The cost of the ordered units."""
        return sum(self.products[name].price(count) for name, count in self.counts.items())

    def add_units(self, name: str, count: int = 1) -> int:
        """Order up to this many units of a class, and return how many were ordered."""
        product = self.products.get(name)
        if product is None:
            return 0
        ordered = 0
        ship = name not in ("fighter", *GROUND_FORCES)
        for _ in range(count):
            full = self.counts.total() >= self.limit or (ship and self.room <= 0)
            none_left = product.figures_left is not None and self.counts[name] >= product.figures_left
            self.counts[name] += 1
            if full or none_left or self.cost > self.budget:
                self.counts[name] -= 1
                break
            ordered += 1
            self.room -= ship
        return ordered


def _movable_troops(table: GameTable, seat: int, system: int) -> int:
    """Return the number of ground forces that can leave a system: all but one on each planet."""
    waiting = table.units_in_space(seat, system).ground_force_count
    for planet in table.planets_of(system):
        waiting += max(table.units_on_planet(seat, planet.id).ground_force_count - 1, 0)
    return waiting


def plan_build(
    table: GameTable, question: Build, budget: int, priority_units: Mapping[str, int] | None = None
) -> dict[str, int]:
    """Return the number of units of each class that a computer player builds within a budget.

    The order is: the units in `priority_units`, a carrier with troops if transport is missing, combat ships,
    then troops and fighters up to the capacity.
    """
    seat, system = question.player, question.site.system
    order = _BuildOrder(table, question, budget)
    for name, count in (priority_units or {}).items():
        order.add_units(name, count)
    aboard, waiting = ship_capacity(table, seat, system), _movable_troops(table, seat, system)
    carriers, early = table.count_on_board(seat, "carrier"), table.round <= _TRANSPORT_PRIORITY_ROUNDS
    for _ in range(2 if early else 1):
        if (aboard < 4 or early) and carriers < CARRIER_FIGURES and order.add_units("carrier"):
            aboard += table.players[seat].unit_type_on_board("carrier").capacity
            carriers += 1
    troops = max(0, min(aboard - waiting, 4))
    order.add_units("infantry", min(troops, 2))
    for name in _COMBAT_SHIPS:
        order.add_units(name)
    order.add_units("infantry", max(troops - order.counts["infantry"], 0))
    for name in _COMBAT_SHIPS:
        order.add_units(name)
    spare = aboard - waiting - order.counts["infantry"] - table.units_in_space(seat, system)["fighter"]
    order.add_units("fighter", max(0, min(spare, 2)))
    return {name: count for name, count in order.counts.items() if count}
