"""The tab on holding: which fleets could attack there next, from where, and with what chance."""

from __future__ import annotations

from twingkit.imperium.galaxy.outlook.take_and_hold import Taking, hold_system
from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.imperium.lab.back_link import LabFromStrike, battle_link
from twingkit_widgets.imperium.pictures.threats import threats_html
from twingkit_widgets.lab.tab import Tab
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.panel.wording import percent


class HoldTab(Tab):
    """The answers of the others, the most dangerous first."""

    def view(self) -> Markup:
        """Each other player's best fleet, with the battle that it would be."""
        taking: Taking = self.lab.odds
        draft = self.lab.settled
        held = hold_system(draft.game, taking)
        if not held.threats:
            return el("div", el("p", el("b", self.say("hold.safe"))), self._note(), cls="tk-stack")
        chance = percent(held.hold, 1)
        return el(
            "div",
            el("p", self.say("hold.chance"), " ", el("b", chance)),
            threats_html(held.threats, self._who, self._href),
            self._note(),
            cls="tk-stack",
        )

    def _who(self, seat: str) -> str:
        return rulebook().words.name(seat)

    def _href(self, line: str) -> str:
        """The way to a battle; on the site only."""
        return battle_link(line, LabFromStrike.back) if self.lab.site else ""

    def _note(self) -> Markup:
        return el("p", self.say("hold.exact"), cls="tk-small tk-soft")
