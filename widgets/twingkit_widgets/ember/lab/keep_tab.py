"""The tab on keeping cards: each possible discard for one creature, the best first."""

from __future__ import annotations

from twingkit import ember
from twingkit.ember.exact_odds.chance_within import KEEP_COLUMNS, KeepChoice
from twingkit_widgets.ember.lab.draw_tab import DrawTab, chance_html
from twingkit_widgets.ember.pictures.cards import card_html, card_name
from twingkit_widgets.lab.tab import DataFrame, as_frame
from twingkit_widgets.panel.chart import folded_chart
from twingkit_widgets.panel.controls import column_heads, table_with_heads
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.panel.wording import join_names


class CardsToKeepTab(DrawTab):
    """The lab tab that shows which cards to keep for the best chance to conjure a creature within one to
    three turns.
    """

    figure_kind = "keep"
    turn_choices = (1, 2, 3)

    def frame(self) -> DataFrame:
        """Return each choice of cards to keep with its chance, as `ember.keep_choices_table` does."""
        hand, seen = self.draft.hand, self.draft.seen_elsewhere
        return as_frame(ember.keep_choices_table(hand, cost=self._cost(), turns=self.turns, seen=seen))

    def view(self) -> Markup:
        """Render each choice of cards to keep with its chance. Raises `Unfinished` until three turns are
        computed.
        """
        creature = self.builder.wanted_creature()
        if creature is None:
            return el("p", self.say("keep.empty"))
        rows = self.keep_choices()
        head = [self.creature_select_html(creature), self.turn_buttons_html()]
        if not rows:
            return el("div", head, el("p", self.say("keep.paid", creature=creature.name())), cls="tk-stack")
        titles = column_heads(self.say(f"keep.{name}") for name in ("away", "kept", "chance"))
        body = [self._row(row, place) for place, row in enumerate(rows)]
        table = table_with_heads(titles, body, "em-chances")
        picture = folded_chart("keep", rows, KEEP_COLUMNS, key="keep-chart", omitted_columns=("count", "of"))
        exact = el("p", self.say("exact"), cls="tk-small tk-soft")
        return el("div", head, table, picture, exact, cls="tk-stack")

    def _row(self, row: KeepChoice, place: int) -> Markup:
        away = self.say("keep.none_away")
        if row.discard:
            away = el(
                "span",
                card_html(row.discard),
                el("span", card_name(row.discard), cls="tk-hidden"),
                cls="em-pay",
            )
        kept = el("span", [card_html(card) for card in row.kept_cards], cls="em-pay")
        names = el("span", join_names([card_name(card) for card in row.kept_cards]), cls="tk-hidden")
        best = el("b", self.say("keep.best"), cls="tk-chip") if not place else None
        return el(
            "tr",
            el("th", away, best, scope="row"),
            el("td", kept, names),
            el("td", chance_html(row.chance)),
            cls="em-best" if not place else "",
        )
