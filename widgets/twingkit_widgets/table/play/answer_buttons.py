"""Answers as buttons, in groups.

Games define their own; the default is a button for every answer, or a search field for many.
"""

from __future__ import annotations

from itertools import islice

import attrs

from twingkit import Question, Refusal
from twingkit_widgets.panel.markup import Markup
from twingkit_widgets.panel.views import MAX_EXAMINED_OPTIONS, answer_display_order
from twingkit_widgets.table.play.player_view import PlayerView

MAX_BUTTONS = 30
"""The largest number of answers shown as buttons; more are searched."""


@attrs.frozen
class AnswerButton:
    """One answer as a button: its notation, its label, a note on its effect, and why it is forbidden.

    `picture_html` is shown before the label; `subject` is any object that the game needs to draw it.
    """

    answer: str
    label: str
    effect_note: str = ""
    refusal: Refusal | None = None
    picture_html: Markup | None = None
    subject: object = None


@attrs.frozen
class AnswerGroup:
    """The buttons of answers of one kind, with a title and a text about their effect."""

    key: str
    buttons: tuple[AnswerButton, ...]
    title: str = ""
    text: str = ""
    hidden_count: int = 0
    """The number of answers of the kind that are not shown."""

    @property
    def has_allowed_answer(self) -> bool:
        """True if any of the answers is allowed."""
        return any(offer.refusal is None for offer in self.buttons)


def plain_answer_groups(question: Question, player_view: PlayerView) -> list[AnswerGroup]:
    """Return buttons for the answers to a question, grouped by kind; if there are many, only some of each
    kind that match the search text.
    """
    rules, search = player_view.play_design, player_view.ui_state.search_text.casefold()
    answers = list(islice(question.options(), MAX_EXAMINED_OPTIONS))
    if search and has_many_answers(question):
        answers = [
            answer
            for answer in answers
            if search in rules.answer_button(question, answer, player_view).label.casefold()
        ]
    if len(answers) > MAX_BUTTONS:
        places = answer_display_order(map(question.format_answer, answers))[:MAX_BUTTONS]
    else:
        places = list(range(len(answers)))
    offers = tuple(rules.answer_button(question, answers[place], player_view) for place in places)
    return [AnswerGroup(question.kind, offers, hidden_count=len(answers) - len(offers))]


def has_many_answers(question: Question) -> bool:
    """Return whether a question has more answers than fit as buttons (`MAX_BUTTONS`)."""
    return next(islice(question.options(), MAX_BUTTONS, None), None) is not None
