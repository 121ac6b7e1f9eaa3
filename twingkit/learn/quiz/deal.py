"""The quiz of any game: its topics and kinds, and questions by topic and seed or by name."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from importlib.resources import files
from typing import TypeVar

import attrs

from twingkit.core.language import language, localized
from twingkit.core.messages import Fault
from twingkit.core.near_names import NearestName
from twingkit.core.questions import one_line_excerpt
from twingkit.core.words import LANGUAGES, load_texts
from twingkit.learn.quiz.house_rules import is_same_under_house_rules
from twingkit.learn.quiz.item import QuizItem, Texts

Maker = Callable[[random.Random], QuizItem | None]
"""Deals one question of a kind. Returns None or raises `NoQuestion` if the deal makes no good question."""

T = TypeVar("T")


class NoQuestion(Exception):  # not an error: the question is dealt again
    """The exception raised when random cards, dice or positions make no good question, so that others are
    drawn.
    """


def make_or_none(make: Callable[..., T | None], *given: object) -> T | None:
    """Call `make` with the given arguments and return its result, or None if it raises `NoQuestion`."""
    try:
        return make(*given)
    except NoQuestion:
        return None


MAX_DEALS = 400
"""The number of failed deals after which a maker counts as broken."""

_MAX_LEVEL_DEALS = 24
"""The number of questions dealt to find one of the requested level."""


class UnknownQuestion(Fault, KeyError):
    """The error for a topic or a kind of question that the game does not have."""


def _never_ordered(key: str) -> bool:
    """Return False: no option keeps its position."""
    return False


@attrs.frozen
class Topic:
    """One topic of a game's questions: its title, and the makers of its kinds by name.

    `kinds` is a mapping, or a function that returns one, so that the module of a topic is imported when it is
    first needed. `is_ordered(key)` says whether an option keeps its position; numbers, yes and no always do.
    `lesson_name` is the name of the lesson that teaches the topic ("" if none does). `later_lesson_kinds` are
    kinds that also need a later lesson: practice asks them, the closing check of this lesson does not.
    """

    titles: Texts
    kinds: Mapping[str, Maker] | Callable[[], Mapping[str, Maker]]
    is_ordered: Callable[[str], bool] = _never_ordered
    lesson_name: str = ""
    later_lesson_kinds: Collection[str] = ()

    @localized
    def title(self, lang: str | None = None) -> str:
        """Return the title of the topic."""
        return self.titles[language()]

    def makers(self) -> Mapping[str, Maker]:
        """Return the makers of questions, by kind."""
        return self.kinds() if callable(self.kinds) else self.kinds


MAKERS_BY_HOME: defaultdict[str, dict[str, Maker]] = defaultdict(dict)
"""The makers that are marked with `makers.question_kind`, by kind, of each topic that shares a module with
others, and of each module with one topic.
"""


def load_topics(package: str) -> dict[str, Topic]:
    """Return the topics of a package by name, in the order of its `topics.toml`.

    The file contains their titles, and may contain their `lesson_name` and `later_lesson_kinds` (see
    `Topic`). The makers of each topic are those of the module of the same name.
    """
    topics = load_texts(files(package).joinpath("topics.toml")).items()
    return {
        name: Topic(
            {lang: entry[lang] for lang in LANGUAGES},
            partial(makers_in, f"{package}.{name.replace('-', '_')}"),
            lesson_name=entry.get("lesson_name", ""),
            later_lesson_kinds=entry.get("later_lesson_kinds", ()),
        )
        for name, entry in topics
    }


def makers_in(module: str, topic: str = "") -> Mapping[str, Maker]:
    """Import a module, and return the makers of its topic by kind; if it has several, those of `topic`."""
    import_module(module)
    return MAKERS_BY_HOME.get(topic) or MAKERS_BY_HOME[module]


@attrs.frozen
class GameQuiz:
    """All practice questions of one game, by topic and kind; `game` is the game's id.

    >>> from twingkit.learn.quiz import quiz_of
    >>> quiz = quiz_of("twing")
    >>> quiz.deal("shield", seed=3) == quiz.deal("shield", seed=3)
    True
    """

    game: str
    topics: Mapping[str, Topic]

    def topic(self, name: str) -> Topic:
        """Return the topic of that name. Raises an `UnknownQuestion` that lists the topics."""
        if name not in self.topics:
            raise UnknownQuestion(
                "quiz.topic",
                found=one_line_excerpt(str(name), 40),
                known=", ".join(self.topics),
                near=NearestName(name, tuple(self.topics)),
            )
        return self.topics[name]

    def makers(self, topic: str) -> Mapping[str, Maker]:
        """Return the makers of a topic, by kind. Raises an `UnknownQuestion` that lists the topics."""
        return self.topic(topic).makers()

    def item(self, name: str) -> QuizItem:
        """Return the question named `topic:kind:seed`. Raises `Fault` if there is none."""
        topic, _, kind_and_seed = name.partition(":")
        kind, _, seed = kind_and_seed.partition(":")
        kinds = self.makers(topic)
        if kind not in kinds:
            raise UnknownQuestion(
                "quiz.kind",
                topic=topic,
                found=one_line_excerpt(kind, 40),
                known=", ".join(kinds),
                near=NearestName(kind, tuple(kinds)),
            )
        if not (seed.isascii() and seed.isdecimal()) or len(seed) > 9:
            raise Fault("quiz.seed", found=one_line_excerpt(seed, 40))
        rng = random.Random(name)
        for _ in range(MAX_DEALS):
            item = make_or_none(kinds[kind], rng)
            if item is not None:
                return self._name_and_shuffle(item, topic, kind, int(seed), rng)
        raise RuntimeError(f"{name}: no question in {MAX_DEALS} deals")

    def deal(self, topic: str, seed: int, preferred_level: int | None = None) -> QuizItem:
        """Return a question of a topic, of the given level (1 to 3) if one is found quickly, and preferably
        one with the same answer under the house rules (`is_same_under_house_rules`).
        """
        rng = random.Random(f"{topic} {seed}")
        kinds = list(self.makers(topic))
        best: tuple[int, QuizItem] | None = None
        for _ in range(_MAX_LEVEL_DEALS):
            item = self.item(f"{topic}:{rng.choice(kinds)}:{rng.randrange(10**6)}")
            faults = 2 * (not is_same_under_house_rules(item)) + (preferred_level not in (None, item.level))
            if best is None or faults <= best[0]:
                best = (faults, item)
            if not faults:
                break
        assert best is not None
        return best[1]

    def closing_check(
        self, topic: str, seed: int, count: int = 5, about_rules: Collection[str] = ()
    ) -> list[QuizItem]:
        """Return the closing check of a lesson: up to `count` questions of its topic, easy ones first, of as
        many kinds as possible, but none of the topic's `later_lesson_kinds`.

        If `about_rules` is given, one of its rules takes part in each question. Questions that the house
        rules change are used only if there are no others.
        """
        return sorted(self._different(topic, seed, count, about_rules), key=lambda item: item.level)

    def _different(self, topic: str, seed: int, count: int, about: Collection[str]) -> Iterator[QuizItem]:
        rng = random.Random(f"check {topic} {seed}")
        names = [name for name in self.makers(topic) if name not in self.topic(topic).later_lesson_kinds]
        kinds: Sequence[str] = rng.sample(names, len(names))
        wordings = set()
        otherwise: list[QuizItem] = []
        for index in range(20 * count):
            item = self.item(f"{topic}:{kinds[index % len(kinds)]}:{rng.randrange(10**6)}")
            if item.visible_parts in wordings or (about and not set(item.rules) & set(about)):
                continue
            if not is_same_under_house_rules(item):
                otherwise.append(item)
                continue
            wordings.add(item.visible_parts)
            yield item
            if len(wordings) == count:
                return
        yield from otherwise[: count - len(wordings)]

    def _name_and_shuffle(
        self, item: QuizItem, topic: str, kind: str, seed: int, rng: random.Random
    ) -> QuizItem:
        """Return the question with its name and, unless they have an order, shuffled options."""
        choices = list(item.choices)
        keeps = self.topics[topic].is_ordered
        if not all(choice.key.isdecimal() or choice.key in YES_NO or keeps(choice.key) for choice in choices):
            rng.shuffle(choices)
        game = item.game_id or self.game
        return attrs.evolve(item, topic=topic, kind=kind, seed=seed, choices=tuple(choices), game_id=game)


YES_NO = ("yes", "no")
"""The option keys of a yes-no question."""
