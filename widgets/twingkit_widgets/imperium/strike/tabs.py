"""The tabs of the move lab: taking the target system, holding it, and building there."""

from __future__ import annotations

from typing import ClassVar

from twingkit import imperium
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.core.tables.row_table import as_frame
from twingkit.imperium.box.tiles import planets_by_id
from twingkit.imperium.galaxy.economy.builds import product_rows
from twingkit.imperium.galaxy.economy.ways_to_pay import possible_payments
from twingkit.imperium.galaxy.outlook.take_and_hold import SystemTakingOdds, counterattack_odds
from twingkit.imperium.galaxy.table.game_table import MECATOL_REX, SEATS
from twingkit.imperium.galaxy.tactical.production_step import production_limits
from twingkit.imperium.galaxy.view import GameView
from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.imperium.lab.back_link import MOVE_PAGE, battle_href
from twingkit_widgets.imperium.pictures.names import planet_name, seat_and_faction_name, units_text
from twingkit_widgets.imperium.pictures.threats import threats_html
from twingkit_widgets.imperium.strike.draft import StrikeDraft
from twingkit_widgets.lab.tab import LabFault, LabTab, require_odds
from twingkit_widgets.panel.controls import column_heads, table_with_heads
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.panel.wording import capitalize_first, percent

_SCARCE_SHIPS = ("dreadnought", "carrier", "cruiser", "destroyer")
"""The ships of which a player may have built all figures."""


class TakeTab(LabTab):
    """A tab of the move lab with the chances to win the target system and to take each of its planets."""

    def frame(self) -> DataFrame:
        """Return the chances in space and on each planet, as `imperium.take_odds` does."""
        return as_frame(require_odds(self.lab))

    def view(self) -> Markup:
        """Return the chances to take the system and its planets, and a link to the battle in the fleet
        lab.
        """
        taking: SystemTakingOdds = self.lab.odds
        steps: list[Child] = [self._space(taking)]
        for planet, chance in taking.planet_probabilities:
            share = dict(taking.units_by_planet).get(planet, "")
            steps.append(
                self._row(
                    self.say("take.planet", planet=planet_name(planet)), chance, self._units(planet, share)
                )
            )
        if len(taking.planet_probabilities) > 1:
            steps.append(self._row(self.say("take.all"), taking.take_probability))
        notes = [self.say("take.exact"), self.say("take.rifts") if taking.crosses_rifts else ""]
        return el(
            "div",
            el("ul", steps, cls="tk-list tk-chances"),
            self._left(taking),
            el("p", " ".join(note for note in notes if note), cls="tk-small tk-soft"),
            cls="tk-stack",
        )

    def _space(self, taking: SystemTakingOdds) -> Markup:
        if not taking.battle_line:
            return self._row(self.say("take.free"), taking.space_win_probability)
        link = battle_href(taking.battle_line, MOVE_PAGE) if self.lab.is_site_page else ""
        way = (
            el("a", self.say("take.battle"), href=link, cls="tk-button", data_key="battle") if link else None
        )
        line = el("code", taking.battle_line, cls="tk-code")
        return self._row(self.say("take.space"), taking.space_win_probability, [line, way])

    def _row(self, label: str, chance: float, more: Child = None) -> Markup:
        meter = el("progress", value=f"{chance:.4f}", max=1, aria_hidden="true")
        number = el("b", percent(chance, 1), cls="tk-number")
        return el("li", el("span", label), number, meter, el("div", more) if more else None)

    def _units(self, planet: str, share: str) -> str:
        """Return the units best sent to a planet, or the reason why nobody lands, such as the custodians'
        price."""
        draft = self.lab.analysed_subject
        guarded = draft.table.has_custodians and planet == MECATOL_REX
        if not share:
            troops = any(group.cargo for group in draft.parse_plan())
            nobody = self.say("take.nobody" if troops else "take.no_troops")
            return f"{nobody} {self.say('take.custodians')}" if guarded else nobody
        units = [(part.split()[1], int(part.split()[0]), 0) for part in share.split(", ")]
        sent = self.say("take.with", units=units_text(units))
        return f"{sent}. {self.say('take.custodians')}" if guarded else sent

    def _left(self, taking: SystemTakingOdds) -> Markup | None:
        if not taking.surviving_fleet:
            return None
        return el("p", self.say("take.left", units=units_text(taking.surviving_fleet)))


class CounterattackTab(LabTab):
    """A tab of the move lab with each opponent's best counterattack on the target system, most dangerous
    first.
    """

    def frame(self) -> DataFrame:
        """Return the possible counterattacks, as `imperium.counterattack_odds` does."""
        return as_frame(counterattack_odds(self.lab.analysed_subject.game, require_odds(self.lab)))

    def view(self) -> Markup:
        """Return each other player's best fleet with its battle."""
        taking: SystemTakingOdds = self.lab.odds
        draft = self.lab.analysed_subject
        held = counterattack_odds(draft.game, taking)
        if not held.threats:
            return el("div", el("p", el("b", self.say("hold.safe"))), self._note(), cls="tk-stack")
        chance = percent(held.space_hold_probability, 1)
        view = GameView.from_game(draft.game, draft.seat_index)

        def who(seat: str) -> str:
            return seat_and_faction_name(SEATS.index(seat), view)

        return el(
            "div",
            el("p", self.say("hold.chance"), " ", el("b", chance)),
            threats_html(held.threats, who, self._href),
            self._note(),
            cls="tk-stack",
        )

    def _href(self, line: str) -> str:
        return battle_href(line, MOVE_PAGE) if self.lab.is_site_page else ""

    def _note(self) -> Markup:
        return el("p", self.say("hold.exact"), cls="tk-small tk-soft")


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
        if production_limits(table, seat, draft.move.target) is None:
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
        there = production_limits(table, seat, draft.move.target)
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
