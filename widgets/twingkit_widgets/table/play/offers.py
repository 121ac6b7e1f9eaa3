"""Answers as buttons: one offer for each, in groups. What a game offers is in its own folder; the default is
a button for every answer, or a field to search them where they are many."""

from __future__ import annotations

from itertools import islice

import attrs

from twingkit import Question, Refusal
from twingkit_widgets.panel.markup import Markup
from twingkit_widgets.panel.views import MAX_SEARCHED, order_by_kind
from twingkit_widgets.table.play.player_view import PlayerView

MAX_BUTTONS = 30
"""The largest number of answers shown as buttons; more are searched."""


@attrs.frozen
class Offer:
    """One answer as a button: its text in records, what it is called, a second line, why it is forbidden.

    `picture` is shown before the words; `thing` is its subject, for the game's own use.
    """

    answer: str
    label: str
    note: str = ""
    refusal: Refusal | None = None
    picture: Markup | None = None
    thing: object = None


@attrs.frozen
class Group:
    """Answers of one kind: what they are called together, and what they do."""

    key: str
    offers: tuple[Offer, ...]
    title: str = ""
    text: str = ""
    more: int = 0
    """The number of answers of the kind that are not shown."""

    @property
    def allowed(self) -> bool:
        """True if any of them is allowed."""
        return any(offer.refusal is None for offer in self.offers)


def plain_offers(question: Question, player_view: PlayerView) -> list[Group]:
    """A button for each answer; of many some of each kind, of those that fit what was typed."""
    rules, search = player_view.rules, player_view.ui_state.search.casefold()
    answers = list(islice(question.options(), MAX_SEARCHED))
    if search and has_many_answers(question):
        answers = [
            answer
            for answer in answers
            if search in rules.offer(question, answer, player_view).label.casefold()
        ]
    if len(answers) > MAX_BUTTONS:
        places = order_by_kind(map(question.format_answer, answers))[:MAX_BUTTONS]
    else:
        places = list(range(len(answers)))
    offers = tuple(rules.offer(question, answers[place], player_view) for place in places)
    return [Group(question.kind, offers, more=len(answers) - len(offers))]


def has_many_answers(question: Question) -> bool:
    """Return whether a question has more answers than there is room for buttons."""
    return next(islice(question.options(), MAX_BUTTONS, None), None) is not None
