"""The tab on taking: the chances in space and on each planet, and the units for each planet."""

from __future__ import annotations

from twingkit.imperium.galaxy.outlook.take_and_hold import SystemTakingOdds
from twingkit.imperium.galaxy.table.game_table import MECATOL_REX
from twingkit_widgets.imperium.lab.back_link import MOVE_PAGE, battle_href
from twingkit_widgets.imperium.pictures.names import planet_name, units_text
from twingkit_widgets.lab.tab import DataFrame, LabTab, as_frame, require_odds
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.panel.wording import percent


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
