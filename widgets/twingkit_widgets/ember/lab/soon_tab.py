"""The tab on the next turns: the chance of every creature of the Pool with the best discards."""

from __future__ import annotations

from twingkit import ember
from twingkit.ember.exact_odds.pool_chances import CONJURING_CHANCE_COLUMNS, ConjuringChance, pool_slices
from twingkit_widgets.ember.lab.draw_tab import DrawTab, chance_html
from twingkit_widgets.ember.pictures.cards import card_html, card_name
from twingkit_widgets.ember.words import say
from twingkit_widgets.lab.tab import DataFrame, as_frame
from twingkit_widgets.panel.chart import folded_chart
from twingkit_widgets.panel.controls import column_heads, table_with_heads
from twingkit_widgets.panel.markup import Markup, button, el

_MAX_SHOWN_CREATURES = 12
"""Maximum number of creatures listed at first."""


class ConjureSoonTab(DrawTab):
    """The lab tab that lists the creatures with their chances to be conjured within one or two turns, by
    expected Victory Points.
    """

    figure_kind = "reach"
    shows_all_creatures = False
    """True if every creature is listed."""

    def frame(self) -> DataFrame:
        """Return the creatures with their chances, as `ember.pool_chances` does."""
        draft = self.draft
        return as_frame(
            ember.pool_chances(draft.hand, turns=self.turns, creatures=draft.pool, seen=draft.seen_elsewhere)
        )

    def act_toggle_all(self, value: object) -> None:
        """Switch between listing every creature and only the first ones."""
        self.shows_all_creatures = not self.shows_all_creatures

    def view(self) -> Markup:
        """Render the creatures with their chances. Raises `Unfinished` until they are computed."""
        draft = self.draft
        rows = self.computed(pool_slices, draft.hand, self.turns, draft.pool, seen=draft.seen_elsewhere)
        rows = sorted(rows, key=lambda row: (-row.chance * row.creature.value, -row.creature.value))
        shown = rows if self.shows_all_creatures else rows[:_MAX_SHOWN_CREATURES]
        titles = column_heads(self.say(f"soon.{name}") for name in ("creature", "chance", "first"))
        body = [self._row(row) for row in shown]
        table = table_with_heads(titles, body, "em-chances")
        more = None
        if len(rows) > _MAX_SHOWN_CREATURES:
            label = self.say("soon.fewer") if self.shows_all_creatures else self.say("soon.all", n=len(rows))
            more = button(label, "toggle_all", key="toggle_all")
        picture = None
        if shown:
            columns = CONJURING_CHANCE_COLUMNS
            picture = folded_chart("reach", shown, columns, key="soon-chart", omitted_columns=("turns",))
        exact = el("p", self.say("exact"), cls="tk-small tk-soft")
        how = el("p", self.say("soon.how"))
        return el("div", self.turn_buttons_html(), how, table, more, picture, exact, cls="tk-stack")

    def _row(self, row: ConjuringChance) -> Markup:
        creature = row.creature
        points = say("creature.points", n=creature.value)
        opens = button(creature.name(), "keep_for", creature.id, cls="tk-button tk-quiet em-link")
        first = self.say("soon.now") if row.chance >= 1 else self.say("soon.nothing")
        if row.discard and row.chance:
            shown = [card_html(card) for card in row.discard.split()]
            first = el("span", shown, el("span", card_name(row.discard), cls="tk-hidden"), cls="em-pay")
        cost = el("small", points, " ", el("span", str(creature.cost), cls="em-cost"), cls="tk-soft")
        return el(
            "tr",
            el("th", opens, cost, scope="row"),
            el("td", chance_html(row.chance)),
            el("td", first if 0 < row.chance < 1 or row.chance >= 1 else "–"),
        )

    def act_keep_for(self, value: object) -> None:
        """Open the tab on keeping cards for a creature."""
        self.act_wanted_creature(value)
        self.lab.get_part("keep").turns = self.turns
        self.lab.act_tab("keep")
