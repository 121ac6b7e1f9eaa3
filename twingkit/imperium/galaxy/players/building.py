"""The units that a player builds: transport for troops, ships that fight, then troops to fill the room."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from twingkit.imperium.box.units import GROUND_FORCES
from twingkit.imperium.galaxy.economy.builds import Product
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.tactical.fleet_limits import ship_capacity
from twingkit.imperium.galaxy.tactical.production_step import Build

MAX_CARRIERS = 4
"""The number of figures of carriers."""

EXPANDING = 2
"""The rounds in which transport comes before all else."""

FIGHTING = ("dreadnought", "cruiser", "destroyer")
"""The ships that are built to fight, the strongest first."""


class BuildOrder:
    """Units that are ordered of a yard, while the money, its limit and the fleet pool last."""

    def __init__(self, table: GameTable, question: Build, budget: int) -> None:
        seat, system = question.player, question.yard.system
        self.products: dict[str, Product] = {product.name: product for product in question.products}
        self.budget, self.limit = budget, question.yard.limit
        self.room = table.fleet_limit(seat) - table.units_in_space(seat, system).nonfighters
        self.counts: Counter[str] = Counter()

    @property
    def cost(self) -> int:
        """The cost of the ordered units."""
        return sum(self.products[name].price(count) for name, count in self.counts.items())

    def add(self, name: str, count: int = 1) -> int:
        """Order up to this many units of a class, and return how many were ordered."""
        product = self.products.get(name)
        if product is None:
            return 0
        ordered = 0
        ship = name not in ("fighter", *GROUND_FORCES)
        for _ in range(count):
            full = self.counts.total() >= self.limit or (ship and self.room <= 0)
            none_left = product.left is not None and self.counts[name] >= product.left
            self.counts[name] += 1
            if full or none_left or self.cost > self.budget:
                self.counts[name] -= 1
                break
            ordered += 1
            self.room -= ship
        return ordered


def waiting_troops(table: GameTable, seat: int, system: int) -> int:
    """The ground forces of a player in a system that could leave it: all but one on each planet."""
    waiting = table.units_in_space(seat, system).ground_forces
    for planet in table.planets_of(system):
        waiting += max(table.units_on_planet(seat, planet.id).ground_forces - 1, 0)
    return waiting


def plan_build(
    table: GameTable, question: Build, budget: int, first: Mapping[str, int] | None = None
) -> dict[str, int]:
    """Return the units to build within a budget.

    The order is: the units in `first`, a carrier with troops if transport is missing, ships that fight, then
    troops and fighters up to the room aboard.
    """
    seat, system = question.player, question.yard.system
    order = BuildOrder(table, question, budget)
    for name, count in (first or {}).items():
        order.add(name, count)
    aboard, waiting = ship_capacity(table, seat, system), waiting_troops(table, seat, system)
    carriers, early = table.count_on_board(seat, "carrier"), table.round <= EXPANDING
    for _ in range(2 if early else 1):
        if (aboard < 4 or early) and carriers < MAX_CARRIERS and order.add("carrier"):
            aboard += table.players[seat].unit_on_board("carrier").capacity
            carriers += 1
    troops = max(0, min(aboard - waiting, 4))
    order.add("infantry", min(troops, 2))
    for name in FIGHTING:
        order.add(name)
    order.add("infantry", max(troops - order.counts["infantry"], 0))
    for name in FIGHTING:
        order.add(name)
    spare = aboard - waiting - order.counts["infantry"] - table.units_in_space(seat, system)["fighter"]
    order.add("fighter", max(0, min(spare, 2)))
    return {name: count for name, count in order.counts.items() if count}
