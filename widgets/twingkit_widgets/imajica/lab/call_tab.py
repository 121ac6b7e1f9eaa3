"""The tab on calling: the largest sets of characters that your hand can call this turn, the best first."""

from __future__ import annotations

from typing import ClassVar

from twingkit import imajica
from twingkit.core.messages import Fault
from twingkit.imajica.exact_odds.alliances import ALLIANCE_COLUMNS, SORT_VALUES, Alliance, best_alliances
from twingkit_widgets.imajica.lab.builder import StopBuilder
from twingkit_widgets.imajica.lab.draft import StopDraft, is_card_of_kind, parse_card_id
from twingkit_widgets.imajica.words import token_names
from twingkit_widgets.lab.action_values import parse_offered_value
from twingkit_widgets.lab.tab import DataFrame, Lab, LabTab, as_frame
from twingkit_widgets.panel.chart import folded_chart
from twingkit_widgets.panel.controls import column_heads, table_with_heads
from twingkit_widgets.panel.markup import Child, Markup, el

MAX_SHOWN_SETS = 8
"""Maximum number of sets in the list."""


class CallAlliesTab(LabTab):
    """The lab tab that lists the sets of Allies which the player can call from the hand (IJ-ALLY-2,
    IJ-ALLY-3).
    """

    accepts_any_draft: ClassVar[bool] = True
    needs_odds: ClassVar[bool] = False
    figure_kind: ClassVar[str] = "forces"

    def __init__(self, lab: Lab) -> None:
        super().__init__(lab)
        self.sort_by = SORT_VALUES[-1]
        """The values by which sets are sorted, one of `SORT_VALUES`."""

    draft: StopDraft
    """The current draft of the lab."""
    builder: StopBuilder
    """The builder of the lab."""

    def frame(self) -> DataFrame:
        """Return the sets of Allies that the hand can call, as `imajica.best_alliances` does."""
        draft = self.draft
        frame = as_frame(imajica.best_alliances(draft.position, by=self.sort_by, variant=draft.variant))
        if frame.empty:
            raise Fault("imajica.nobody_to_call")
        return frame

    def view(self) -> Markup:
        """Render the hand and the sets that it can call."""
        draft = self.draft
        words = draft.position.realms[draft.seat].words("hand")
        hand = [name for name in words if is_card_of_kind(name, "character")]
        answer: Child = el("p", self.say("call.empty"), cls="tk-soft")
        if hand:
            alliances = best_alliances(draft.position, by=self.sort_by, variant=draft.variant)
            shown = alliances.alliances[:MAX_SHOWN_SETS]
            rows = [
                self._row(alliance, alliances.prime_limit, not place) for place, alliance in enumerate(shown)
            ]
            heads = column_heads(self.say(f"call.{name}") for name in ("allies", "prime", "adds"))
            picture = folded_chart("forces", shown, ALLIANCE_COLUMNS, key="call-chart") if shown else None
            answer = [table_with_heads(heads, rows, "im-grid"), picture]
        return el(
            "div",
            el("p", self.say("call.how"), " ", self.lab.rule_button("IJ-ALLY-2", "call:rule")),
            self._hand(draft, hand),
            self.builder.choice_buttons_html("sort_by", SORT_VALUES, self.sort_by, "call.aim"),
            answer,
            el("p", self.say("call.exact"), cls="tk-small tk-soft"),
            cls="tk-stack",
        )

    def _hand(self, draft: StopDraft, hand: list[str]) -> Markup:
        return el(
            "div",
            self.builder.removable_cards_html(hand, "remove_hand_card", "", "drop", self.say("call.hand")),
            self.builder.card_select_html("add_hand_card", self.say("call.add"), ("character",), "hold"),
            data_controls=True,
            data_key="call:hand",
        )

    def _row(self, alliance: Alliance, limit: int, best: bool) -> Markup:
        names = token_names(alliance.calling_order)
        chip = el("b", self.say("defend.best"), cls="tk-chip") if best else None
        key = "call.home" if alliance.has_home_ally else "call.within"
        return el(
            "tr",
            el("th", names, " ", chip, scope="row"),
            el("td", self.say(key, n=alliance.prime, limit=limit)),
            el("td", self.say("call.figures", magic=alliance.magic, strength=alliance.strength)),
            cls="im-best" if best else "",
        )

    def act_sort_by(self, value: object) -> None:
        """Sort the sets of Allies by Magic, by Strength, or by both."""
        self.sort_by = parse_offered_value(value, SORT_VALUES)

    def act_add_hand_card(self, value: object) -> None:
        """Add a character to the hand."""
        if value:
            card = parse_card_id(value, "character")
            self.builder.try_change(lambda: self.draft.with_word(self.draft.seat, "hand", card))

    def act_remove_hand_card(self, value: object) -> None:
        """Remove a character from the hand."""
        draft = self.draft
        self.builder.try_change(lambda: draft.without_known_card(draft.seat, str(value)))
