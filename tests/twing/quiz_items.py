"""What the tests of the quiz share: questions dealt once, and the kinds that are answered by yes or no."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from twingkit.twing import quiz
from twingkit.twing.quiz import TOPICS, Item
from twingkit.twing.quiz.deal import makers

GAMES = TOPICS[TOPICS.index("the-turn") :]
"""The topics about whole games."""

BATTLES = TOPICS[: TOPICS.index("the-turn")]
"""The topics about one battle."""

KINDS = [(topic, kind) for topic in TOPICS for kind in makers(topic)]
"""Every kind of question."""

ANY = ("whole-game", "any")
"""The kind that asks of all topics: what holds for one of them need not hold for it."""


def seeds(topic: str) -> range:
    """The seeds of the questions that are looked at: battles are dealt in no time."""
    return range(100 if topic in BATTLES else 15)


def dealt(topic: str, kind: str, among: range | None = None) -> Iterator[Item]:
    """Questions of a kind."""
    return (named(f"{topic}:{kind}:{seed}") for seed in (seeds(topic) if among is None else among))


def of_kinds(*kinds: str) -> Iterator[Item]:
    """All questions of some kinds about one battle, whatever their topic."""
    for topic, kind in KINDS:
        if kind in kinds and topic in BATTLES:
            yield from dealt(topic, kind)


@cache
def named(name: str) -> Item:
    """The question of that name, dealt once."""
    return quiz.item(name)
