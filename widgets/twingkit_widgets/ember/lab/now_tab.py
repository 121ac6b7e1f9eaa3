"""The tab on conjuring now: the creatures that the hand can pay for, and the payments."""

from __future__ import annotations

from twingkit import ember
from twingkit.ember.exact_odds.pool_chances import ConjurableCreature, conjurable_rows
from twingkit_widgets.ember.lab.draft import PositionDraft
from twingkit_widgets.ember.pictures.cards import card_html
from twingkit_widgets.ember.pictures.creature import creature_tile_html
from twingkit_widgets.ember.words import say
from twingkit_widgets.lab.tab import DataFrame, LabTab, as_frame
from twingkit_widgets.panel.markup import Child, Markup, el

_MAX_SHOWN_PAYMENTS = 6
"""Maximum number of payments shown at first."""


class ConjureNowTab(LabTab):
    """The lab tab that lists the creatures which the hand can conjure now, the highest first."""

    def frame(self) -> DataFrame:
        """Return the creatures with their payments, as `ember.conjurable_creatures` does."""
        draft = PositionDraft(self.lab.analysed_subject)
        return as_frame(ember.conjurable_creatures(draft.hand, creatures=draft.pool))

    def view(self) -> Markup:
        """Render the creatures with their payments."""
        draft = PositionDraft(self.lab.analysed_subject)
        rows = conjurable_rows(draft.hand, creatures=draft.pool)
        if not rows:
            return el("p", self.say("now.none"))
        items = [el("li", self._creature(row)) for row in rows]
        return el(
            "div",
            el("p", self.say("now.some", n=len(rows))),
            el("ul", items, cls="tk-list em-rows"),
            cls="tk-stack",
        )

    def _creature(self, row: ConjurableCreature) -> list[Child]:
        creature = row.creature
        ways = sorted(row.payments, key=lambda cards: cards.count("*"))
        points = say("creature.points", n=creature.value)
        note = [points, " ", el("span", str(creature.cost), cls="em-cost")]
        shown = [self._way(cards) for cards in ways[:_MAX_SHOWN_PAYMENTS]]
        more: Child = None
        if len(ways) > _MAX_SHOWN_PAYMENTS:
            rest = [self._way(cards) for cards in ways[_MAX_SHOWN_PAYMENTS:]]
            summary = el("summary", self.say("now.more", n=len(rest)))
            more = el(
                "details", summary, el("ul", rest, cls="tk-list em-ways"), data_key=f"more:{creature.id}"
            )
        text = el("p", creature.text(), cls="tk-small")
        return [creature_tile_html(creature, note), text, el("ul", shown, cls="tk-list em-ways"), more]

    def _way(self, cards: tuple[str, ...]) -> Markup:
        return el("li", el("span", [card_html(card) for card in cards], cls="em-pay"))
