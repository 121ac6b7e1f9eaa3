"""Shared by the tests of the quiz: questions dealt once, and the kinds that are answered by yes or no."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

import pytest
from long_runs import runs

from twingkit.learn.quiz.phrases import Phrases
from twingkit.twing import quiz
from twingkit.twing.quiz import TOPICS, QuizItem
from twingkit.twing.quiz.deal import makers

GAMES = TOPICS[TOPICS.index("the-turn") :]
"""The topics about whole games."""

BATTLES = TOPICS[: TOPICS.index("the-turn")]
"""The topics about one battle."""

KINDS = [(topic, kind) for topic in TOPICS for kind in makers(topic)]
"""Every kind of question."""

ANY = ("whole-game", "any")
"""The kind that asks about all topics: what holds for a single topic need not hold for it."""


def seeds(topic: str) -> range:
    """Return the seeds of the questions to check: more for battles, which are dealt quickly."""
    return range(runs(12, 400) if topic in BATTLES else runs(5, 60))


def dealt(topic: str, kind: str, among: range | None = None) -> Iterator[QuizItem]:
    """Return questions of a kind."""
    return (named(f"{topic}:{kind}:{seed}") for seed in (seeds(topic) if among is None else among))


def more_if_needed(topic: str, kind: str, *counts: int) -> Iterator[list[QuizItem]]:
    """Yield growing lists of questions of a kind, for tests that need more when chance is uneven; no list is
    shorter than the number of seeds of the topic."""
    for count in sorted({max(count, len(seeds(topic))) for count in counts}):
        yield list(dealt(topic, kind, range(count)))


def of_kinds(*kinds: str) -> Iterator[QuizItem]:
    """Return all questions of some kinds about one battle, of any topic."""
    for topic, kind in KINDS:
        if kind in kinds and topic in BATTLES:
            yield from dealt(topic, kind)


REQUESTED_TEXTS: set[str] = set()
"""The texts used by the questions dealt so far, each as `part.key`."""


@contextmanager
def recording_texts() -> Iterator[None]:
    """Record in `REQUESTED_TEXTS` which texts are used."""
    say, group = Phrases.__call__, Phrases.group

    def heard(self: Phrases, key: str, /, **facts: object) -> object:
        REQUESTED_TEXTS.add(f"{self.part}.{key}")
        return say(self, key, **facts)

    def read(self: Phrases, name: str) -> object:
        REQUESTED_TEXTS.update(f"{self.part}.{name}.{case}" for case in group(self, name))
        return group(self, name)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Phrases, "__call__", heard)
        patch.setattr(Phrases, "group", read)
        yield


@cache
def named(name: str) -> QuizItem:
    """Return the question with that name, dealt once."""
    with recording_texts():
        return quiz.item(name)
