"""Kinds of questions: the rules that decide them, and the kind that asks about a rule.

A kind is named `topic:kind`. Its first questions, which are the same in every run, are a sample of the kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from functools import cache

from twingkit.learn.quiz.item import QuizItem
from twingkit.learn.quiz.quiz_of import quiz_of

_QUESTIONS_SAMPLED = 3
"""The number of questions of a kind that are dealt to find its rules."""


def question_kinds(game: str, topics: Collection[str] | None = None) -> tuple[str, ...]:
    """Return all kinds of questions of a game, or of some of its topics, in order.

    >>> question_kinds("ember", ["conjuring"])[-1]
    'conjuring:there'
    """
    quiz = quiz_of(game)
    chosen = [topic for topic in quiz.topics if topics is None or topic in topics]
    return tuple(f"{topic}:{kind}" for topic in chosen for kind in quiz.makers(topic))


@cache
def first_questions(game: str, kind: str) -> tuple[QuizItem, ...]:
    """Return the `_QUESTIONS_SAMPLED` questions of a kind with the first seeds. Raises `UnknownQuestion` if
    there is no such kind.
    """
    return tuple(quiz_of(game).item(f"{kind}:{seed}") for seed in range(_QUESTIONS_SAMPLED))


def deciding_rules(game: str, kind: str) -> tuple[str, ...]:
    """Return the rules that decide the questions of a kind, the most frequent first.

    >>> deciding_rules("ember", "conjuring:there")
    ('EM-CONJ-4',)
    """
    counted = Counter(item.rule for item in first_questions(game, kind))
    return tuple(rule for rule, _ in counted.most_common())


def first_kind_for_rule(game: str, rule: str, topics: Collection[str] | None = None) -> str:
    """Return the first kind of question that a rule decides, or else the first in which it takes part; "" if
    there is none.

    >>> first_kind_for_rule("twing", "TW-DUEL-1")
    'duels:may'
    """
    taking_part = ""
    for home in question_kinds(game, topics):
        if rule in deciding_rules(game, home):
            return home
        if any(rule in item.rules for item in first_questions(game, home)):
            taking_part = taking_part or home
    return taking_part


def most_asked_rules(game: str, count: int) -> tuple[str, ...]:
    """Return the rules that decide the most questions of a game, at most `count`, the most frequent first;
    all kinds have equal weight.

    >>> most_asked_rules("ember", 2)
    ('EM-ABIL-1', 'EM-COST-2')
    """
    items = (item for home in question_kinds(game) for item in first_questions(game, home))
    return tuple(rule for rule, _ in Counter(item.rule for item in items).most_common(count))


def share_decided_by(game: str, rules: Iterable[str]) -> float:
    """Return the share of a game's questions that one of these rules decides, from 0 to 1; all kinds have
    equal weight. 0 for a game without questions.
    """
    known = set(rules)
    decided = [item.rule in known for home in question_kinds(game) for item in first_questions(game, home)]
    return sum(decided) / len(decided) if decided else 0.0
