"""The mistakes of a review in practice: their rules, and the questions that bring these back."""

from __future__ import annotations

from functools import cache

from twingkit.classroom.taught import lesson_of_rule
from twingkit.first_game.consequence import consequence, known_games
from twingkit.quiz.ledger import Ledger
from twingkit.quiz.quiz_of import quiz_of
from twingkit.reviews.reviewing import Review
from twingkit.reviews.rows import Row

LOOKS = 3
"""The number of questions of a kind that are dealt to see whether a rule takes part in them."""

MOST = 2
"""The most rules of one mistake that practice asks about."""


def rules_of(review: Review, row: Row) -> tuple[str, ...]:
    """The rules of a mistake: that of the best answer, as far as its player could know what it brings, then
    those of the given one."""
    ruling = consequence(known_games(review.decision_at(row.place).game), row.best)
    return tuple(dict.fromkeys([*([ruling.rule] if ruling else []), *row.rules]))


@cache
def home_of(rule: str) -> str:
    """The `topic:kind` of questions that a rule decides, or else takes part in, from the topic of its lesson;
    "" if there are none.

    >>> home_of("EM-CONJ-4")
    'conjuring:there'
    """
    taught = lesson_of_rule(rule)
    if taught is None:
        return ""
    quiz = quiz_of(taught[0])
    kinds = (
        f"{topic}:{kind}" for topic in quiz.topics for kind in quiz.makers(topic)
        if quiz.topics[topic].lesson == taught[1]
    )  # fmt: skip
    taking_part = ""
    for home in kinds:
        for seed in range(LOOKS):
            item = quiz.item(f"{home}:{seed}")
            if item.rule == rule:
                return home
            if rule in item.rules:
                taking_part = taking_part or home
    return taking_part


def note_mistake(review: Review, row: Row, ledger: Ledger, day: int) -> tuple[str, ...]:
    """Note a mistake in the ledger of its game, as if a question on each of its rules had been missed: the
    rules that practice asks about now, `MOST` at most. None if no question is about them; nothing is noted
    then."""
    noted: list[str] = []
    for rule in rules_of(review, row):
        home = home_of(rule)
        if home.partition(":")[0] in ledger.order and len(noted) < MOST:
            ledger.note(f"{home}:0", False, [rule], day)
            noted.append(rule)
    return tuple(noted)
