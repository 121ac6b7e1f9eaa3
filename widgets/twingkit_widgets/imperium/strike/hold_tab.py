"""The tab on holding: the fleets that could attack the system next, with their chances."""

from __future__ import annotations

from twingkit.imperium.galaxy.outlook.take_and_hold import SystemTakingOdds, counterattack_odds
from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.imperium.lab.back_link import MOVE_PAGE, battle_href
from twingkit_widgets.imperium.pictures.threats import threats_html
from twingkit_widgets.lab.tab import DataFrame, LabTab, as_frame, require_odds
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.panel.wording import percent


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
        return battle_href(line, MOVE_PAGE) if self.lab.is_site_page else ""

    def _note(self) -> Markup:
        return el("p", self.say("hold.exact"), cls="tk-small tk-soft")
