"""The tab on building: the units that could be built in the target, and the cheapest payment."""

from __future__ import annotations

from typing import ClassVar

from twingkit import imperium
from twingkit.imperium.box.tiles import planets_by_id
from twingkit.imperium.galaxy.economy.builds import product_rows
from twingkit.imperium.galaxy.economy.ways_to_pay import possible_payments
from twingkit.imperium.galaxy.tactical.production_step import production_site
from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.imperium.pictures.names import planet_name
from twingkit_widgets.imperium.strike.draft import StrikeDraft
from twingkit_widgets.lab.tab import DataFrame, LabFault, LabTab, as_frame
from twingkit_widgets.panel.controls import column_heads, table_with_heads
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.panel.wording import capitalize_first

_SCARCE_SHIPS = ("dreadnought", "carrier", "cruiser", "destroyer")
"""The ships of which a player may have built all figures."""


class ProductionTab(LabTab):
    """A tab of the move lab with the units that the player could produce in the target system after the
    movement.
    """

    accepts_any_draft: ClassVar[bool] = True
    needs_odds: ClassVar[bool] = False

    def frame(self) -> DataFrame:
        """Return the units that the player can build, as `imperium.products` does.

        Raises `LabFault` if nothing can be built in the target system.
        """
        draft: StrikeDraft = self.lab.draft
        table, seat = draft.table, draft.seat_index
        if production_site(table, seat, table.galaxy.system(draft.target_tile).index) is None:
            raise LabFault("fault.no_table")
        player = table.players[seat]
        return as_frame(imperium.products(player.faction, player.technologies, self._counts_on_board()))

    def _counts_on_board(self) -> dict[str, int]:
        """Return the number of the player's units on the board, for each class of ships with few figures."""
        table, seat = self.lab.draft.table, self.lab.draft.seat_index
        return {name: table.count_on_board(seat, name) for name in _SCARCE_SHIPS}

    def view(self) -> Markup:
        """Return the production limit, the resources, and each unit with its cheapest payment."""
        draft: StrikeDraft = self.lab.draft
        table, seat = draft.table, draft.seat_index
        place = table.galaxy.system(draft.target_tile).index
        there = production_site(table, seat, place)
        if there is None:
            return el("p", self.say("build.none"), " ", self.lab.rule_button("IM-PROD-1", "build:none"))
        player = table.players[seat]
        ready = table.ready_planets(seat)
        worth = {planet: table.resources(planet) for planet in ready}
        budget = sum(worth.values()) + player.goods
        rows = []
        for product in product_rows(player.faction, player.technologies, self._counts_on_board()):
            if product.figures_left == 0:
                continue
            price = product.price(1)
            ways = possible_payments(worth, player.goods, price)
            name = capitalize_first(rulebook().words.name(product.name, ""))
            cheapest = next(iter(ways), None)
            paid = (
                self.say("build.cannot") if cheapest is None else self._paid(cheapest.planets, cheapest.goods)
            )
            most = min(there.unit_limit, budget // price * product.batch_size if price else there.unit_limit)
            rows.append(
                el("tr", el("th", name, scope="row"), el("td", price), el("td", most), el("td", paid))
            )
        head = column_heads([self.say(f"build.{key}") for key in ("unit", "price", "most", "pay")])
        own = ", ".join(planets_by_id()[planet].name for planet in ready) or self.say("build.no_planet")
        return el(
            "div",
            el(
                "p",
                self.say("build.limit", n=there.unit_limit),
                " ",
                self.lab.rule_button("IM-PROD-1", "build:limit"),
            ),
            el("p", self.say("build.budget", n=budget, planets=own, goods=player.goods)),
            None if there.can_build_ships else el("p", self.say("build.blocked"), cls="tk-note"),
            table_with_heads(head, rows, "tk-strike-build"),
            cls="tk-stack",
        )

    def _paid(self, paying: tuple[str, ...], goods: int) -> str:
        parts = [planet_name(planet) for planet in paying]
        parts += [self.say("build.goods" if goods > 1 else "build.good", n=goods)] if goods else []
        return ", ".join(parts)
