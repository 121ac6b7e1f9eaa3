"""The mistakes of a review in practice: their rules, and the questions that bring these back."""

from __future__ import annotations

from functools import cache

from twingkit.learn.classroom.taught import lesson_of_rule
from twingkit.learn.first_game.consequence import consequence, known_games
from twingkit.learn.quiz import homes
from twingkit.learn.quiz.ledger import Ledger
from twingkit.learn.quiz.quiz_of import quiz_of
from twingkit.learn.reviews.reviewing import Review
from twingkit.learn.reviews.rows import Row

MOST = 2
"""The most rules of one mistake that practice asks about."""


def rules_of(review: Review, row: Row) -> tuple[str, ...]:
    """The rules of a mistake: that of the best answer, as far as its player could know what it brings, then
    those of the given one."""
    dealt = review.decision_at(row.place).worlds
    ruling = consequence([world for game in dealt for world in known_games(game)], row.best)
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
    game, lesson = taught
    topics = [name for name, topic in quiz_of(game).topics.items() if topic.lesson == lesson]
    return homes.home_of(game, rule, topics)


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
