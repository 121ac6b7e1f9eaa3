"""The builder of the battle lab: every control of a battle under construction, and its view.

`side_draft` defines the names of cards and places. A change that a rule forbids is stored in `Lab.refused`,
to be shown next to it; a change that makes no sense raises `LabFault`. Neither changes the draft.
"""

from __future__ import annotations

from collections.abc import Callable

from twingkit import Refusal, twing
from twingkit.core.links import to_unquoted_link
from twingkit.twing.box.box import Box
from twingkit.twing.notation.battle_line import ROLES
from twingkit.twing.rules.response_cards import SINGLE_COPY_KINDS
from twingkit_widgets.lab.notices import refusal_html
from twingkit_widgets.lab.rules_choice import rules_label_key
from twingkit_widgets.lab.sent_values import offered_value, sent_side, whole_number
from twingkit_widgets.lab.tab import Builder, Lab, LabFault
from twingkit_widgets.lab.workbench_words import WORDS as COMMON
from twingkit_widgets.panel.address.addresses import page_link
from twingkit_widgets.panel.house_rules_words import describe_rules
from twingkit_widgets.panel.keys import UNDO
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.panel.view_cache import ViewCache
from twingkit_widgets.panel.wording import percent
from twingkit_widgets.twing.lab.builder_view import BuilderView
from twingkit_widgets.twing.lab.card_tray import TrayView
from twingkit_widgets.twing.lab.draft import (
    EXAMPLE,
    BoxOffer,
    Draft,
    object_refusal,
    single_refusal,
    target_allows,
)
from twingkit_widgets.twing.lab.line_panel import is_more_than_battle
from twingkit_widgets.twing.lab.odds import BothOdds, verdict_html
from twingkit_widgets.twing.lab.side_draft import COUNTED, LAID, SPECIALS, ZONES, Card, item_at
from twingkit_widgets.twing.pictures.cards import card_name

TRAYS = ViewCache(keeps=8)
"""Cache of the last trays shown in any lab; most visitors start with the same one."""


class BattleBuilder(Builder):
    """A battle that is built card by card."""

    def __init__(self, lab: Lab, box: Box | None = None) -> None:
        super().__init__(lab)
        self.offer = BoxOffer.from_box(box or twing.load_box())
        """The available cards."""
        self.target = f"0:{LAID}"
        """The zone that a tapped card of the tray goes to."""
        self.tray = ""
        """The element of the cards in the tray; if empty, that of the side that gets the cards."""
        self.refused_of: int | None = None
        """The side that the refused change was meant for, or None."""
        self.instead = ""
        """How the other side could use the refused card, as a drop: `box:W6>1:laid`."""
        self.hint = ""
        """The key of the text that says what to do first, if the refusal's rule alone would not help;
        otherwise ""."""
        self.moved = ""
        """The key of the text about an unrequested effect of the last change; otherwise ""."""
        self.moved_card: Card | str = ""
        """The card in that text."""
        self.explained = ""
        """The forbidden change whose reason stays visible."""
        self._sides = ViewCache()

    @property
    def draft(self) -> Draft:
        """The cards on the table and those that both sides hold."""
        draft: Draft = self.lab.draft
        return draft

    def changed(self) -> None:
        """React to another draft by dropping the explanation of a forbidden change."""
        self.explained = ""

    def _refuse(self, refusal: Refusal, index: int | None = None, instead: str = "") -> None:
        """Store the rule that forbids the change meant for the side at `index`."""
        self.lab.refused, self.lab.lab_opened = refusal, ""
        self.refused_of, self.instead, self.hint = index, instead, ""

    def _set_draft(self, change: Callable[[Draft], object]) -> None:
        """Replace the draft by a changed copy."""
        draft = self.draft.copy()
        change(draft)
        self.lab.put(draft)

    def act_lab_why(self, value: object) -> None:
        """Explain why a change is forbidden, and keep the explanation visible."""
        self.explained = "" if self.explained == value else str(value)

    # -- cards

    def act_target(self, value: object) -> None:
        """Choose where tapped cards go: `1:held`, the defender's hand; `1`, the defender, laid or held as
        before.
        """
        text = str(value)
        self._set_target(sent_side(text), offered_value(text[2:] or self.target[2:], ZONES))
        self.lab.refused = None

    def _set_target(self, index: int, zone: str) -> None:
        """Let the cards of the tray go to this zone."""
        if index != int(self.target[0]):
            self.tray = ""
        self.target = f"{index}:{zone}"

    def act_tray(self, value: object) -> None:
        """Show the cards of an element in the tray, such as `W`."""
        self.tray = offered_value(value, twing.ELEMENTS)
        self.lab.refused = None

    def act_take(self, value: object) -> None:
        """Put a card of the tray, such as `box:F5`, where tapped cards go."""
        self._move(str(value), self.target)

    def act_drop(self, value: object) -> None:
        """Move a dragged card: `box:F5>0:laid` lays it, `0:s1>box` removes it."""
        source, sign, target = str(value).partition(">")
        if not sign:
            raise LabFault
        self._move(source, target)

    def act_tap(self, value: object) -> None:
        """Move a tapped card, such as `0:s1`: a laid card goes back where it came from, a held one is laid.

        A rider stays, on foot.
        """
        source = str(value)
        self._move(source, self.draft.tap_target(source), alone=True)

    def act_away(self, value: object) -> None:
        """Put a card, such as `0:s1` (the attacker's second spell), back into the box; a rider stays, on
        foot.
        """
        self._move(str(value), "box", alone=True)

    def _move(self, source: str, target: str, alone: bool = False) -> None:
        if not source.startswith("box:"):
            self.draft.sides[sent_side(source)].card(source[2:])
        try:
            moved = self.draft.move_card(source, target, alone)
        except Refusal as refusal:
            index = int(target[0])
            self._refuse(refusal, index, self._other_use(source, target))
            no_spell = refusal.rule == "TW-BAT-5" and not index and not self.draft.sides[index].spells
            self.hint = "lab.first_spell" if no_spell else ""
            return
        self.moved, self.moved_card = self._side_effect(source, target, alone)
        self.lab.put(moved)
        self.moved = ""

    def _side_effect(self, source: str, target: str, alone: bool) -> tuple[str, Card | str]:
        """Return the unrequested effect of a move, and the card it affects."""
        if source.removeprefix("box:") in SPECIALS and target[2:] == LAID:
            return "lab.not_laid", source.removeprefix("box:")
        if alone and source[2:3] == "u":
            unit = item_at(self.draft.sides[sent_side(source)].units, int(source[3:]))
            if unit.rider:
                return "lab.on_foot", unit.rider
        return "", ""

    def _other_use(self, source: str, target: str) -> str:
        """Return how the other side could use a refused card of the tray; "" if it cannot."""
        other = f"{1 - int(target[0])}:{LAID}"
        fits = target[2:] == LAID and source.startswith("box:") and target_allows(self.draft, source, other)
        return f"{source}>{other}" if fits else ""

    # -- the sides

    def act_character(self, value: object) -> None:
        """Choose a side's character: `0:F` lets the fire character attack."""
        index, element = sent_side(value), offered_value(str(value)[2:], twing.ELEMENTS)
        self._set_draft(lambda draft: setattr(draft.sides[index], "character", element))

    def act_object(self, value: object) -> None:
        """Give an object to a side or take it away, such as `0:hat`."""
        index, name = sent_side(value), offered_value(str(value)[2:], twing.OBJECTS)
        refusal = object_refusal(self.draft, index, name)
        self._change_unless(refusal, lambda draft: draft.sides[index].toggle_object(name), index)

    def act_held(self, value: object) -> None:
        """Set a number of held cards: `0:cats:2` gives the attacker two cats."""
        place, _, number = str(value).rpartition(":")
        index, name, count = (
            sent_side(place),
            offered_value(place[2:], COUNTED),
            whole_number(number, 0, 999_999),
        )
        self._set_draft(lambda draft: draft.sides[index].set_held(name, count))

    def act_single(self, value: object) -> None:
        """Give a unique card to a side or take it away, such as `0:miromon`."""
        index, kind = sent_side(value), offered_value(str(value)[2:], SINGLE_COPY_KINDS)
        count = 1 - self.draft.sides[index].held.number_of(kind)
        refusal = single_refusal(self.draft, index, kind)
        self._change_unless(refusal, lambda draft: draft.sides[index].set_held(SPECIALS[kind], count), index)

    def act_swap(self, value: object) -> None:
        """Swap the sides."""
        self._set_draft(Draft.swap)

    def act_clear(self, value: object) -> None:
        """Remove all cards and objects of a side, such as `0`; it then lays the next cards."""
        index = sent_side(value)
        self._set_target(index, LAID)
        self._set_draft(lambda draft: draft.sides[index].clear())

    def act_empty(self, value: object) -> None:
        """Remove all cards and objects of both sides; the attacker then lays the next cards."""
        self._set_target(0, LAID)
        self._set_draft(Draft.clear)

    def _change_unless(self, refusal: Refusal | None, change: Callable[[Draft], object], index: int) -> None:
        """Make a change of the side at `index` unless a rule forbids it."""
        if refusal:
            self._refuse(refusal, index)
        else:
            self._set_draft(change)

    # -- texts and views

    def side_effect_note(self) -> str:
        """Return the unrequested effect of the last change."""
        if not self.moved:
            return ""
        card = self.say("tray.unknown") if self.moved_card == "?" else card_name(self.moved_card)
        return self.say(self.moved, card=card)

    def odds_news(self) -> str:
        """Return how often the attacker wins, by dice alone and with best responses."""
        chances: BothOdds = self.lab.odds
        none = percent(chances.none.win, 1)
        if isinstance(chances.best, twing.BudgetError):
            return self.say("lab.news_none", none=none)
        return self.say("lab.news", none=none, best=percent(chances.best.win, 1))

    def line_name(self) -> str:
        """The name of the line in the page's address: "battle", or "situation" if there is more."""
        return "situation" if self.draft.needs_situation else "battle"

    def head(self) -> Child:
        """Return the instructions and the actions on the whole battle."""
        lead = el("p", self.say("lab.lead"), cls="tk-lab-lead")
        return el("div", lead, self._actions(), cls="tk-lab-top")

    def _actions(self) -> Markup:
        close = self._stepping
        step = button(
            self.say("lab.step_close" if close else "lab.step"),
            "step",
            key="step",
            cls="tk-button",
            disabled=bool(self.lab.problems) or not self.draft.complete,
            aria_expanded="true" if close else "false",
        )
        swap = button(self.say("lab.swap"), "swap", key="swap")
        return el("div", step, swap, cls="tk-toolbar", role="group", aria_label=self.say("lab.actions"))

    @property
    def _stepping(self) -> bool:
        """True while the stepper is open."""
        return self.lab.part("aside").steps is not None

    def view(self) -> Child:
        """Return the odds, both sides, and the box of cards."""
        draft, back = self.draft, bool(self.lab.past)
        key = "" if self._stepping else UNDO  # the stepper uses this key for its own steps
        hidden = any(side.hidden for side in draft.sides)
        rules = ""
        if draft.variant != twing.BOX:
            key = rules_label_key("twing", draft.variant, "rules.under_with_us", "rules.under")
            rules = COMMON.say(key, rules=describe_rules(draft.variant))
        now = draft.copy()
        return [
            self._example(),
            verdict_html(self.lab.odds, self.lab.stale(), hidden, rules),
            self.lab.problems_html(),
            self._sides.html(BuilderView(now, self.offer, self.target, self.explained, self.lab.own, back)),
            TRAYS.html(TrayView(now, self.offer, self.target, self.tray, back, key)),
        ]

    def _example(self) -> Markup | None:
        """Return the note that the battle is an example, if it is."""
        if self.lab.linked or self.draft.line() != EXAMPLE:
            return None
        empty = button(self.say("lab.empty"), "empty", key="empty", cls="tk-button tk-quiet")
        hint = el("p", self.say("lab.example"), cls="tk-small")
        return el("div", hint, empty, cls="tk-lab-example", data_key="example", data_controls=True)

    def below_line(self) -> Markup | None:
        """Return the choice of a variant.

        If the field holds a duel, an end-game attack or a supported battle, also a link to its page.
        """
        return el("div", self._line_page_link(), self.lab.rules.html())

    def _line_page_link(self) -> Markup | None:
        if not (self.lab.site and self.lab.typed and is_more_than_battle(self.lab.typed)):
            return None
        address = page_link("battle-lab", battle=to_unquoted_link(self.lab.typed), **self.lab.rules.address())
        link = el("a", self.say("line.open_link"), href=address)
        return el("p", self.say("line.open"), " ", link, cls="tk-note", data_key="beyond")

    def refusal_html(self, refused: Refusal) -> Child:
        """Return why the last change was refused, and what to do first or what the other side can do with the
        card.
        """
        index = self.refused_of
        first = el("p", el("b", self.say(self.hint))) if self.hint else None
        label = self.say("lab.refused") if index is None else self.say("lab.refused_of", ROLES[index])
        other: Child = None
        if self.instead:
            role = ROLES[int(self.instead.partition(">")[2][0])]
            other = button(self.say("lab.instead", role), "drop", self.instead, key="instead")
        return [first, refusal_html(refused, "" if self.hint else label), other]
