"""The person's choices: answers in groups, controls to compose an answer, and forbidden answers with their
rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

import attrs

from twingkit import Question, Refusal
from twingkit_widgets.panel.controls import forbidden_button, hint_box, search_field
from twingkit_widgets.panel.keys import ANSWER_PLACEHOLDER, CLOSE, DECLINE_SHORTCUT, shortcut_placeholder
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.panel.views import MAX_EXAMINED_OPTIONS
from twingkit_widgets.table.play.answer_buttons import (
    MAX_BUTTONS,
    AnswerButton,
    AnswerGroup,
    has_many_answers,
)
from twingkit_widgets.table.play.beside.companion import PlayPageCompanion
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.words import nest_quotes


class ChoicesView:
    """A view that renders the answers to the pending question as buttons, in groups.

    A button answers only the question it was made for: its value starts with the number of answers before
    that. A `companion` adds notes on the effects of answers and hides forbidden ones that come too early.
    """

    def __init__(
        self, question: Question, player_view: PlayerView, companion: PlayPageCompanion | None = None
    ) -> None:
        self.question, self.player_view, self.ui_state = question, player_view, player_view.ui_state
        self.title, self.given = player_view.headline.title, len(player_view.match.game)
        self.groups = player_view.play_design.answer_groups(question, player_view)
        if companion is not None:
            note = partial(companion.answer_note, player_view)
            shows = partial(companion.shows_forbidden_answer, player_view)
            self.groups = [_with_notes(_without_hidden(group, shows), note) for group in self.groups]

    def allowed_html(self) -> Markup:
        """Return the allowed answers, or the controls to compose an answer."""
        inside: Child = self.player_view.play_design.choice_controls(self.question, self.player_view)
        if inside is None:
            boxes = [self._group(group) for group in self.groups if group.has_allowed_answer]
            inside = [self._search(), el("div", boxes, cls="tk-play-groups")]
        # A rule opened above the answers moves them down: both are brought into view.
        opened = "" if self.ui_state.open_rule_place.startswith("told:") else self.ui_state.open_rule_place
        return el(
            "div",
            self._hinted() if self.ui_state.hint_answer else None,
            self._warned() if self.ui_state.answer_and_warning[0] else None,
            inside,
            cls="tk-play-acts",
            data_asked=True,
            data_key=f"acts:{self.ui_state.answer_count}",
            data_bring=f"acts:{self.ui_state.answer_count}:{opened}",
            data_controls=True,
        )

    def _search(self) -> Markup | None:
        if (self.groups and any(group.title for group in self.groups)) or not has_many_answers(self.question):
            return None
        more = sum(group.hidden_count for group in self.groups)
        key = "" if any(group.buttons for group in self.groups) else "now.search_none"
        if more:
            key = "now.search_many" if more == MAX_EXAMINED_OPTIONS - MAX_BUTTONS else "now.search_more"
        words = (self.player_view.say("now.search"), "")
        explanation = self.player_view.say(key, n=more) if key else ""
        return search_field(
            f"{self.ui_state.id_prefix}-search", "search", self.ui_state.search_text, words, explanation
        )

    def _hinted(self) -> Markup:
        """Return the adviser's hint and reason, with a button to take the hint if possible."""
        player_view = self.player_view
        taken = player_view.play_design.can_take_hint(
            self.question
        ) and not player_view.play_design.is_hint_chosen(player_view)
        take = button(player_view.say("now.take_hint"), "take_hint", key="take_hint") if taken else None
        text = el("p", player_view.say("now.hint", answer=nest_quotes(self.ui_state.hint_answer)))
        reason: Child = None
        if self.ui_state.hint_reason.text:
            because, rule = self.ui_state.hint_reason
            opens = player_view.rule_opener(rule, "hint:rule") if rule else None
            reason = [
                el("p", player_view.term_marker.mark_new_terms(because), " ", opens, cls="tk-small"),
                player_view.opened_rule_html("hint:rule"),
            ]
        hint = self.ui_state.hint_answer
        new = {"tabindex": "-1", "data_arrives": f"hint:{hint}", "data_bring": hint}
        return hint_box([text, reason, take], **new)

    def _warned(self) -> Markup:
        """Return the warning that an answer would harm the person, with buttons to confirm or cancel the
        answer.
        """
        answer, harm = self.ui_state.answer_and_warning
        say = self.player_view.say
        value = f"{self.given}:{answer}"
        sure = button(
            say("now.harm_yes"),
            "answer",
            value,
            key="harm:yes",
            shortcut=shortcut_placeholder("9"),
            data_once=True,
        )
        no = [say("now.harm_no"), el("kbd", "Esc", cls="tk-key", aria_hidden="true")]
        row = el("div", sure, button(no, "unwarn", key="harm:no", shortcut=CLOSE), cls="tk-row")
        text = el("p", harm, " ", say("now.harm"))
        cls, new = "tk-note tk-stack tk-tight", {"tabindex": "-1", "data_arrives": f"harm:{answer}"}
        return el("div", text, row, cls=cls, data_key="harm", data_bring=answer, **new)

    def leave_and_forbidden_html(self) -> Markup | None:
        """Return the button that leaves the game, and the forbidden answers in a row; None without both.

        Forbidden answers of an action with allowed ones are listed with these.
        """
        never = [
            offer
            for group in self.groups
            for offer in group.buttons
            if offer.refusal and not (group.title and group.has_allowed_answer)
        ]
        leave = self.player_view.play_design.leave_button(self.question, self.player_view)
        if not never and leave is None:
            return None
        title = self.player_view.say("now.impossible")
        below = [el("h3", title, cls="tk-label"), choice_row([self._item(offer) for offer in never], title)]
        return el(
            "div",
            el("div", below, cls="tk-play-never") if never else None,
            leave,
            cls="tk-play-acts",
            data_key=f"rest:{self.ui_state.answer_count}",
            data_controls=True,
        )

    def _group(self, group: AnswerGroup) -> Markup | None:
        items = [self._item(offer) for offer in group.buttons if group.title or not offer.refusal]
        text = self.player_view.term_marker.mark_new_terms(group.text)
        return answer_box(group.key, group.title, items, text, self.title)

    def _item(self, offer: AnswerButton) -> Markup:
        if offer.refusal is not None:
            return forbidden_item(offer, self.player_view)
        value, key = f"{self.given}:{offer.answer}", f"answer:{offer.answer}"
        return el(
            "li",
            answer_button_html(offer, "answer", value, key, answer_shortcut(offer.answer, self.player_view)),
        )


def answer_shortcut(answer: str, player_view: PlayerView) -> str:
    """Return the keyboard shortcut of an answer: `DECLINE_SHORTCUT` to pass, else the game's choice."""
    rules = player_view.play_design
    key: str = (
        DECLINE_SHORTCUT if rules.is_passing_answer(answer) else rules.answer_shortcut(answer, player_view)
    )
    return key


def _without_hidden(group: AnswerGroup, shows: Callable[[Refusal], bool]) -> AnswerGroup:
    """Return a group of answers without those forbidden answers for whose refusal `shows` is False."""
    kept = tuple(offer for offer in group.buttons if offer.refusal is None or shows(offer.refusal))
    return attrs.evolve(group, buttons=kept)


def _with_notes(group: AnswerGroup, note: Callable[[str, bool], str]) -> AnswerGroup:
    """Return a group of answers in which allowed answers have a note on their effect, unless they or the
    group already have a text.
    """
    if group.text:
        return group
    offers = list(group.buttons)
    for index, offer in enumerate(offers):
        if not offer.effect_note and offer.refusal is None:
            offers[index] = attrs.evolve(offer, effect_note=note(offer.answer, not group.title))
    return attrs.evolve(group, buttons=tuple(offers))


def _answer_button_content(offer: AnswerButton) -> list[Child]:
    picture = None
    if offer.picture_html is not None:
        picture = el("span", offer.picture_html, cls="tk-play-picture", aria_hidden="true")
    text = el(
        "span",
        offer.label,
        el("small", offer.effect_note) if offer.effect_note else None,
        cls="tk-play-words",
    )
    return [picture, text]


def choice_row(items: list[Markup], label: str) -> Markup:
    """Return a row of list items with buttons: one tab stop, and arrow keys move between them."""
    listed = el("ul", items, cls="tk-list tk-choices")
    return el("div", listed, role="group", aria_label=label, data_roving=True)


def answer_button_html(
    answer_button: AnswerButton,
    act: str,
    value: str | None = None,
    key: str | None = None,
    shortcut: str | None = ANSWER_PLACEHOLDER,
    aria_pressed: str | None = None,
) -> Markup:
    """Return the button of an answer (or of its beginning), which sends `act` with `value`.

    The default value is the notation of the answer; `aria_pressed` is "true" or "false" for a selectable one.
    """
    cls, value = "tk-button tk-play-offer", answer_button.answer if value is None else value
    label = _answer_button_content(answer_button)
    return button(
        label, act, value, cls=cls, key=key, shortcut=shortcut, aria_pressed=aria_pressed, data_once=True
    )


def cancel_item(label: str, act: str) -> Markup:
    """Return the button that cancels an unfinished choice, as a list item."""
    shown = [label, el("kbd", "Esc", cls="tk-key", aria_hidden="true")]
    return el("li", button(shown, act, "", cls="tk-button tk-quiet", shortcut=CLOSE))


def jump_link(label: str, target: str) -> Markup:
    """Return a link for narrow screens that jumps down to the element with the id `target`."""
    return el("p", el("a", label, " ↓", href=f"#{target}"), cls="tk-small tk-play-jump")


def forbidden_item(answer_button: AnswerButton, player_view: PlayerView) -> Markup:
    """Return a forbidden answer as a list item; its open reason lies below it, so that no button moves."""
    assert isinstance(answer_button.refusal, Refusal)
    ui_state = player_view.ui_state
    is_open = ui_state.explained_answer == answer_button.answer
    place = f"answer:{answer_button.answer}:rule"
    barred = forbidden_button(
        _answer_button_content(answer_button),
        player_view.match.phrase_for_person(answer_button.refusal),
        reason_id=f"{ui_state.id_prefix}-{answer_button.answer.replace(' ', '-').replace('>', 'r')}",
        key=f"answer:{answer_button.answer}",
        act="why_forbidden",
        value=answer_button.answer,
        rule_act="rule",
        rule_value=f"{place}|{answer_button.refusal.rule}",
        rule_text=player_view.rule_mark,
        is_open=is_open,
        effect_note=answer_button.effect_note,
    )
    return el("li", barred, player_view.opened_rule_html(place, with_reason=False))


def allowed_items(answer_buttons: Iterable[AnswerButton], player_view: PlayerView) -> list[Markup]:
    """Return the buttons of all allowed answers as list items."""
    given = len(player_view.match.game)
    return [
        el(
            "li",
            answer_button_html(
                offer,
                "answer",
                f"{given}:{offer.answer}",
                shortcut=answer_shortcut(offer.answer, player_view),
            ),
        )
        for offer in answer_buttons
        if offer.refusal is None
    ]


def answer_box(key: str, title: str, items: list[Markup], text: Child = "", label: str = "") -> Markup | None:
    """Return a box with answers of one kind, their title (or `label`) and text; None if there are none."""
    if not items:
        return None
    return el(
        "section",
        el("h3", title, cls="tk-play-kind") if title else None,
        el("p", text, cls="tk-small tk-soft") if text else None,
        choice_row(items, title or label or key),
        cls="tk-play-group" if title else "tk-play-plain",
        data_key=f"group:{key}",
    )
