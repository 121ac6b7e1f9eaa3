"""The tab on a tie: the hand against random hands of each size."""

from __future__ import annotations

from twingkit.ember.exact_odds.tie_odds import TieOdds, tie_odds, tie_worth
from twingkit.ember.rules.table import LARGEST_HAND
from twingkit_widgets.ember.lab.draft import HandDraft
from twingkit_widgets.ember.lab.draw_tab import chance_html
from twingkit_widgets.ember.words import chance_text
from twingkit_widgets.lab.tab import Tab
from twingkit_widgets.panel.controls import column_heads, table_with_heads
from twingkit_widgets.panel.markup import Markup, el


class TieTab(Tab):
    """The chances of the hand in a tie, one row for each size of the other hand."""

    def view(self) -> Markup:
        """Render the sum of the hand and its chances."""
        draft = HandDraft(self.lab.last_allowed_battle)
        total = sum(map(tie_worth, draft.hand))
        titles = column_heads(self.say(f"tie.{name}") for name in ("cards", "wins", "shares"))
        body = [
            self._row(cards, tie_odds(draft.hand, cards, seen=draft.seen))
            for cards in range(1, min(LARGEST_HAND, draft.unseen_count) + 1)
        ]
        table = table_with_heads(titles, body, "em-chances")
        worth_text = el("p", self.say("tie.worth", n=total), " ", self.lab.rule_button("EM-CALL-5"))
        exact = el("p", self.say("tie.exact"), cls="tk-small tk-soft")
        return el("div", worth_text, table if body else None, exact, cls="tk-stack")

    def _row(self, cards: int, odds: TieOdds) -> Markup:
        return el(
            "tr",
            el("th", str(cards), scope="row"),
            el("td", chance_html(float(odds.higher))),
            el("td", chance_text(float(odds.equal))),
        )
