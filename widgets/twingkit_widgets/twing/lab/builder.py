"""The builder of the battle lab: all controls of a battle under construction, and their HTML.

`side_draft` defines the names of cards and places. A change that a rule forbids is stored in
`Lab.last_refusal`, to be shown next to it; a change that makes no sense raises `LabFault`. Neither changes
the draft.
"""

from __future__ import annotations

from collections.abc import Callable

from twingkit import Refusal, twing
from twingkit.core.links import to_unquoted_link_value
from twingkit.core.notation import ROLES
from twingkit.twing.box.box import Box
from twingkit.twing.rules.response_cards import SINGLE_COPY_KINDS
from twingkit_widgets.lab.action_values import parse_integer, parse_leading_side, parse_offered_value
from twingkit_widgets.lab.lab_words import LAB_WORDS as COMMON
from twingkit_widgets.lab.notices import refusal_html
from twingkit_widgets.lab.rules_choice import variant_sentence
from twingkit_widgets.lab.tab import Lab, LabBuilder, LabFault
from twingkit_widgets.panel.address.addresses import page_href
from twingkit_widgets.panel.keys import UNDO
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.panel.view_cache import ViewCache
from twingkit_widgets.panel.wording import percent
from twingkit_widgets.twing.lab import draft as drafts
from twingkit_widgets.twing.lab.builder_view import BuilderSidesHtml
from twingkit_widgets.twing.lab.card_tray import CardTrayView
from twingkit_widgets.twing.lab.line_panel import is_duel_endgame_or_support_line
from twingkit_widgets.twing.lab.odds import BothOdds, odds_summary_html
from twingkit_widgets.twing.lab.side_draft import COUNTER_BY_KIND, KIND_BY_COUNTER, LAID, ZONES, Card, item_at
from twingkit_widgets.twing.pictures.cards import card_name

_TRAYS = ViewCache(keeps=8)
"""The cache of the tray HTML of all labs; most visitors start with the same tray."""


class BattleBuilder(LabBuilder):
    """The builder of the battle lab, in which the visitor puts a battle together card by card."""

    def __init__(self, lab: Lab, box: Box | None = None) -> None:
        super().__init__(lab)
        self.offer = drafts.BoxCards.from_box(box or twing.load_box())
        """The cards of the box that can be added."""
        self.target = f"0:{LAID}"
        """The zone to which a tapped card of the tray moves."""
        self.tray = ""
        """The element of the cards in the tray; if empty, the element of the target side."""
        self.refused_of: int | None = None
        """The index of the side of the refused change, or None."""
        self.instead = ""
        """The move by which the other side could use the refused card, such as `box:W6>1:laid`."""
        self.hint = ""
        """The key of the text about a necessary first step, if the refusal alone does not help; else ""."""
        self.moved = ""
        """The key of the text about a side effect of the last change; else ""."""
        self.moved_card: Card | str = ""
        """The card in the text about the side effect."""
        self.explained = ""
        """The forbidden change whose explanation is shown."""
        self._sides = ViewCache()

    draft: drafts.Draft
    """The battle under construction: the laid and the held cards of both sides."""

    def on_draft_changed(self) -> None:
        """Close the explanation of a forbidden change after any other change."""
        self.explained = ""

    def _refuse(self, refusal: Refusal, side_index: int | None = None, instead: str = "") -> None:
        self.lab.last_refusal, self.lab.open_rule_id = refusal, ""
        self.refused_of, self.instead, self.hint = side_index, instead, ""

    def _set_draft(self, change: Callable[[drafts.Draft], object]) -> None:
        draft = self.draft.copy()
        change(draft)
        self.lab.set_draft(draft)

    def act_explain_refusal(self, value: object) -> None:
        """Explain why a change is forbidden, and keep the explanation visible."""
        self.explained = "" if self.explained == value else str(value)

    # -- cards

    def act_target(self, value: object) -> None:
        """Choose the zone to which tapped cards move, such as `1:held`, the hand of the defender.

        With the side alone (`1`), the zone stays laid or held as before.
        """
        text = str(value)
        self._set_target(parse_leading_side(text), parse_offered_value(text[2:] or self.target[2:], ZONES))
        self.lab.last_refusal = None

    def _set_target(self, side_index: int, zone: str) -> None:
        if side_index != int(self.target[0]):
            self.tray = ""
        self.target = f"{side_index}:{zone}"

    def act_tray(self, value: object) -> None:
        """Show the cards of an element in the tray, such as `W`."""
        self.tray = parse_offered_value(value, twing.ELEMENTS)
        self.lab.last_refusal = None

    def act_take(self, value: object) -> None:
        """Move a card of the tray, such as `box:F5`, to the target zone."""
        self._move(str(value), self.target)

    def act_drag(self, value: object) -> None:
        """Move a dragged card: `box:F5>0:laid` lays it, `0:s1>box` removes it."""
        source, sign, target = str(value).partition(">")
        if not sign:
            raise LabFault
        self._move(source, target)

    def act_tap(self, value: object) -> None:
        """Move a tapped card, such as `0:s1`: a laid card returns to its previous zone, a held card is laid.

        A rider of the card stays, on foot.
        """
        source = str(value)
        self._move(source, self.draft.zone_after_tap(source), without_rider=True)

    def act_away(self, value: object) -> None:
        """Put a card, such as `0:s1` (the attacker's second spell), back into the box.

        A rider of the card stays, on foot.
        """
        self._move(str(value), "box", without_rider=True)

    def _move(self, source: str, target: str, without_rider: bool = False) -> None:
        if not source.startswith("box:"):
            self.draft.sides[parse_leading_side(source)].card(source[2:])
        try:
            moved = self.draft.with_moved_card(source, target, without_rider)
        except Refusal as refusal:
            side_index = int(target[0])
            self._refuse(refusal, side_index, self._other_use(source, target))
            no_spell = (
                refusal.rule == "TW-BAT-5" and not side_index and not self.draft.sides[side_index].spells
            )
            self.hint = "lab.first_spell" if no_spell else ""
            return
        self.moved, self.moved_card = self._side_effect(source, target, without_rider)
        self.lab.set_draft(moved)
        self.moved = ""

    def _side_effect(self, source: str, target: str, without_rider: bool) -> tuple[str, Card | str]:
        """Return the text key of a side effect of moving a card, and the affected card; two empty strings if
        there is none.
        """
        if source.removeprefix("box:") in COUNTER_BY_KIND and target[2:] == LAID:
            return "lab.not_laid", source.removeprefix("box:")
        if without_rider and source[2:3] == "u":
            unit = item_at(self.draft.sides[parse_leading_side(source)].units, int(source[3:]))
            if unit.rider:
                return "lab.on_foot", unit.rider
        return "", ""

    def _other_use(self, source: str, target: str) -> str:
        """Return the move (`source>target`) by which the other side could lay a refused card of the tray; ""
        if that is forbidden too.
        """
        other = f"{1 - int(target[0])}:{LAID}"
        fits = (
            target[2:] == LAID
            and source.startswith("box:")
            and drafts.is_target_allowed(self.draft, source, other)
        )
        return f"{source}>{other}" if fits else ""

    # -- the sides

    def act_character(self, value: object) -> None:
        """Choose a side's character, such as `0:F`: fire for the attacker."""
        side_index, element = parse_leading_side(value), parse_offered_value(str(value)[2:], twing.ELEMENTS)
        self._set_draft(lambda draft: setattr(draft.sides[side_index], "character", element))

    def act_object(self, value: object) -> None:
        """Give an object to a side or take it away, such as `0:hat`."""
        side_index, name = parse_leading_side(value), parse_offered_value(str(value)[2:], twing.OBJECTS)
        refusal = drafts.object_refusal(self.draft, side_index, name)
        self._change_unless(refusal, lambda draft: draft.sides[side_index].toggle_object(name), side_index)

    def act_held(self, value: object) -> None:
        """Set the number of held cards of a kind, such as `0:cats:2`: two cats for the attacker."""
        place, _, number = str(value).rpartition(":")
        side_index, name = parse_leading_side(place), parse_offered_value(place[2:], KIND_BY_COUNTER)
        count = parse_integer(number, 0, 999_999)
        self._set_draft(lambda draft: draft.sides[side_index].set_held(name, count))

    def act_unique_card(self, value: object) -> None:
        """Give a card with only one copy to a side or take it away, such as `0:miromon`."""
        side_index, kind = parse_leading_side(value), parse_offered_value(str(value)[2:], SINGLE_COPY_KINDS)
        count = 1 - self.draft.sides[side_index].response_cards.count_of(kind)
        refusal = drafts.unique_card_refusal(self.draft, side_index, kind)
        self._change_unless(
            refusal, lambda draft: draft.sides[side_index].set_held(COUNTER_BY_KIND[kind], count), side_index
        )

    def act_swap(self, value: object) -> None:
        """Swap the attacker and the defender."""
        self._set_draft(drafts.Draft.swap)

    def act_clear(self, value: object) -> None:
        """Remove all cards and objects of a side, such as `0`, and make it the target."""
        side_index = parse_leading_side(value)
        self._set_target(side_index, LAID)
        self._set_draft(lambda draft: draft.sides[side_index].clear())

    def act_empty(self, value: object) -> None:
        """Remove all cards and objects of both sides, and make the attacker the target."""
        self._set_target(0, LAID)
        self._set_draft(drafts.Draft.clear)

    def _change_unless(
        self, refusal: Refusal | None, change: Callable[[drafts.Draft], object], side_index: int
    ) -> None:
        if refusal:
            self._refuse(refusal, side_index)
        else:
            self._set_draft(change)

    # -- texts and views

    def side_effects_note(self) -> str:
        """Return a sentence about the side effect of the last change; "" if it had none."""
        if not self.moved:
            return ""
        card = self.say("tray.unknown") if self.moved_card == "?" else card_name(self.moved_card)
        return self.say(self.moved, card=card)

    def odds_announcement(self) -> str:
        """Return the attacker's odds for screen readers: by dice alone and with best responses."""
        chances: BothOdds = self.lab.odds
        none = percent(chances.dice_alone.win, 1)
        if isinstance(chances.best_responses, twing.BudgetError):
            return self.say("lab.news_none", none=none)
        return self.say("lab.news", none=none, best=percent(chances.best_responses.win, 1))

    def line_parameter_name(self) -> str:
        """Return the query parameter for the notation: "battle", or "situation" if cards are unlaid."""
        return "situation" if self.draft.needs_situation else "battle"

    def header_html(self) -> Child:
        """Return the instructions, and the buttons that change both sides at once, such as swapping them."""
        lead = el("p", self.say("lab.lead"), cls="tk-lab-lead")
        return el("div", lead, self._actions(), cls="tk-lab-top")

    def _actions(self) -> Markup:
        close = self._stepping
        step = button(
            self.say("lab.step_close" if close else "lab.step"),
            "step",
            key="step",
            cls="tk-button",
            disabled=bool(self.lab.problems) or not self.draft.is_complete,
            aria_expanded="true" if close else "false",
        )
        swap = button(self.say("lab.swap"), "swap", key="swap")
        return el("div", step, swap, cls="tk-toolbar", role="group", aria_label=self.say("lab.actions"))

    @property
    def _stepping(self) -> bool:
        return self.lab.get_part("aside").steps is not None

    def view(self) -> Child:
        """Return the builder as HTML: the odds, both sides, and the box of cards."""
        draft, back = self.draft, bool(self.lab.earlier_drafts)
        key = "" if self._stepping else UNDO  # the stepper uses this key for its own steps
        hidden = any(side.hidden_count for side in draft.sides)
        rules = ""
        if draft.variant != twing.BOX:
            rules = variant_sentence(COMMON.say, "twing", draft.variant, "rules.under")
        now = draft.copy()
        return [
            self._example(),
            odds_summary_html(self.lab.odds, self.lab.stale_odds_text(), hidden, rules),
            self.lab.problems_html(),
            self._sides.html(
                BuilderSidesHtml(now, self.offer, self.target, self.explained, self.lab.id_prefix, back)
            ),
            _TRAYS.html(CardTrayView(now, self.offer, self.target, self.tray, back, key)),
        ]

    def _example(self) -> Markup | None:
        if self.lab.has_broken_link or self.draft.line() != drafts.EXAMPLE:
            return None
        empty = button(self.say("lab.empty"), "empty", key="empty", cls="tk-button tk-quiet")
        hint = el("p", self.say("lab.example"), cls="tk-small")
        return el("div", hint, empty, cls="tk-lab-example", data_key="example", data_controls=True)

    def below_line_html(self) -> Markup | None:
        """Return the choice of a variant, shown below the field of the notation.

        If the field holds a duel, an end-game attack or a supported battle, a link to its page follows.
        """
        return el("div", self._line_page_link(), self.lab.variant_part.choice_html())

    def _line_page_link(self) -> Markup | None:
        text, rules = self.lab.invalid_text, self.lab.variant_part.address()
        if not (self.lab.is_site_page and text and is_duel_endgame_or_support_line(text)):
            return None
        address = page_href("battle-lab", battle=to_unquoted_link_value(text), **rules)
        link = el("a", self.say("line.open_link"), href=address)
        return el("p", self.say("line.open"), " ", link, cls="tk-note", data_key="beyond")

    def refusal_html(self, refusal: Refusal) -> Child:
        """Return the reason why the last change was refused, with a hint what to do first or a button for
        another use of the card.
        """
        side_index = self.refused_of
        first = el("p", el("b", self.say(self.hint))) if self.hint else None
        label = (
            self.say("lab.refused") if side_index is None else self.say("lab.refused_of", ROLES[side_index])
        )
        other: Child = None
        if self.instead:
            role = ROLES[int(self.instead.partition(">")[2][0])]
            other = button(self.say("lab.instead", role), "drag", self.instead, key="instead")
        return [first, refusal_html(refusal, "" if self.hint else label), other]
