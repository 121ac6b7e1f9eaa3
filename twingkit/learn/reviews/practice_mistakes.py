"""Let practice ask about the mistakes of a review."""

from __future__ import annotations

from functools import cache

from twingkit.learn.classroom.rule_lessons import game_and_lesson_of_rule
from twingkit.learn.first_game.consequence import first_ruling_after, sample_consistent_games
from twingkit.learn.quiz import question_kinds as homes
from twingkit.learn.quiz.ledger import Ledger
from twingkit.learn.quiz.quiz_of import quiz_of
from twingkit.learn.reviews.reviewing import Review
from twingkit.learn.reviews.rows import RatedDecision

_MAX_RULES_PER_MISTAKE = 2


def mistake_rules(review: Review, row: RatedDecision) -> tuple[str, ...]:
    """Return the rules of a mistake: those of the best answer, if its player could know its effect, then
    those of the given one.
    """
    dealt = review.decision_at(row.place).possible_games
    ruling = first_ruling_after(
        [world for game in dealt for world in sample_consistent_games(game)], row.best
    )
    return tuple(dict.fromkeys([*([ruling.rule] if ruling else []), *row.rules]))


@cache
def question_kind_for_rule(rule: str) -> str:
    """Return the kind of quiz question (`topic:kind`) that practises a rule, preferably from the topic of the
    rule's lesson; "" if there is none.

    >>> question_kind_for_rule("EM-CONJ-4")
    'conjuring:there'
    """
    taught = game_and_lesson_of_rule(rule)
    if taught is None:
        return ""
    game, lesson = taught
    topics = [name for name, topic in quiz_of(game).topics.items() if topic.lesson_name == lesson]
    return homes.first_kind_for_rule(game, rule, topics)


def record_mistake(review: Review, row: RatedDecision, ledger: Ledger, day: int) -> tuple[str, ...]:
    """Record a mistake in the practice ledger, as if a question about each of its rules had been missed.

    Returns the rules that practice asks about now, at most `_MAX_RULES_PER_MISTAKE`; empty if there are no
    questions about them, in which case nothing is recorded.
    """
    noted: list[str] = []
    for rule in mistake_rules(review, row):
        home = question_kind_for_rule(rule)
        if home.partition(":")[0] in ledger.topic_order and len(noted) < _MAX_RULES_PER_MISTAKE:
            ledger.record_answer(f"{home}:0", False, [rule], day)
            noted.append(rule)
    return tuple(noted)
