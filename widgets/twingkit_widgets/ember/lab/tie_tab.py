"""The tab on a tie: the hand against random hands of each size."""

from __future__ import annotations

from twingkit.ember.exact_odds.tie_odds import TieOdds, odds_in_tie, tie_worth
from twingkit.ember.rules.table import LARGEST_HAND
from twingkit_widgets.ember.lab.draft import PositionDraft
from twingkit_widgets.ember.lab.draw_tab import chance_html
from twingkit_widgets.ember.words import chance_text
from twingkit_widgets.lab.tab import DataFrame, LabTab, as_frame, joined_tables
from twingkit_widgets.panel.controls import column_heads, table_with_heads
from twingkit_widgets.panel.markup import Markup, el


class TieTab(LabTab):
    """The lab tab that shows the hand's chances in a tie, one row for each size of the other hand."""

    def frame(self) -> DataFrame:
        """Return the chances in a tie for each size of the other hand, as `ember.odds_in_tie` does."""
        draft = PositionDraft(self.lab.analysed_subject)
        return joined_tables(
            [
                as_frame(odds_in_tie(draft.hand, cards, seen=draft.seen_elsewhere))
                for cards in self._sizes(draft)
            ]
        )

    def _sizes(self, draft: PositionDraft) -> range:
        """Return the possible sizes of the other hand."""
        return range(1, min(LARGEST_HAND, draft.unseen_count) + 1)

    def view(self) -> Markup:
        """Render the sum of the hand and its chances."""
        draft = PositionDraft(self.lab.analysed_subject)
        total = sum(map(tie_worth, draft.hand))
        titles = column_heads(self.say(f"tie.{name}") for name in ("cards", "wins", "shares"))
        body = [
            self._row(cards, odds_in_tie(draft.hand, cards, seen=draft.seen_elsewhere))
            for cards in self._sizes(draft)
        ]
        table = table_with_heads(titles, body, "em-chances")
        worth_text = el("p", self.say("tie.worth", n=total), " ", self.lab.rule_button("EM-CALL-5"))
        exact = el("p", self.say("tie.exact"), cls="tk-small tk-soft")
        return el("div", worth_text, table if body else None, exact, cls="tk-stack")

    def _row(self, cards: int, odds: TieOdds[float]) -> Markup:
        return el(
            "tr",
            el("th", str(cards), scope="row"),
            el("td", chance_html(odds.higher)),
            el("td", chance_text(odds.equal)),
        )
