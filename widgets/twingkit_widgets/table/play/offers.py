"""Answers as buttons, in groups.

Games define their own; the default is a button for every answer, or a search field for many.
"""

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
    """One answer as a button: its text in records, its label, a second line, and why it is forbidden.

    `picture` is shown before the label; `thing` is its subject, for use by the game.
    """

    answer: str
    label: str
    note: str = ""
    refusal: Refusal | None = None
    picture: Markup | None = None
    thing: object = None


@attrs.frozen
class Group:
    """Answers of one kind, with a title and what they do."""

    key: str
    offers: tuple[Offer, ...]
    title: str = ""
    text: str = ""
    more: int = 0
    """The number of answers of the kind that are not shown."""

    @property
    def allowed(self) -> bool:
        """True if any of the answers is allowed."""
        return any(offer.refusal is None for offer in self.offers)


def plain_offers(question: Question, player_view: PlayerView) -> list[Group]:
    """Return a button for each answer; if there are many, some of each kind that match the search."""
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
    """True if a question has more answers than there is room for buttons."""
    return next(islice(question.options(), MAX_BUTTONS, None), None) is not None
