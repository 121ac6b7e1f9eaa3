"""The quiz of any game: its topics and kinds, and the question of a topic and seed, or of a name."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from importlib.resources import files
from typing import TypeVar

import attrs

from twingkit.core.language import language, localized
from twingkit.core.messages import Fault
from twingkit.core.questions import one_line
from twingkit.core.words import load_texts
from twingkit.learn.quiz.house_rules import same_by_house_rules
from twingkit.learn.quiz.item import Item, Texts

Maker = Callable[[random.Random], Item | None]
"""Deals one question of a kind; None, or `NoQuestion` raised, where what was dealt makes no good one."""

T = TypeVar("T")


class NoQuestion(Exception):  # no error: it is dealt again
    """What was dealt makes no good question."""


def attempt(make: Callable[..., T | None], *given: object) -> T | None:
    """Return what is made of what is given; None where what was dealt makes no good question."""
    try:
        return make(*given)
    except NoQuestion:
        return None


TRIES = 400
"""Deals after which a maker is taken to be broken."""

NEARBY = 24
"""The number of questions dealt to find one of the level asked for."""


class UnknownQuestion(Fault, KeyError):
    """A topic or a kind of question that a game does not have."""


def _never(key: str) -> bool:
    return False


@attrs.frozen
class Topic:
    """One topic of a game's questions: its title, and the makers of its kinds by name.

    `kinds` is a mapping, or a function that returns one, so that a topic's module is imported when it is
    first asked. `is_ordered` tells which options keep their place by their key; numbers, yes and no always
    do. `lesson` is the name of the lesson that teaches it, "" if none does; `later` are kinds that rest on a
    later lesson too: practice deals them, the check at the end of this one does not.
    """

    titles: Texts
    kinds: Mapping[str, Maker] | Callable[[], Mapping[str, Maker]]
    is_ordered: Callable[[str], bool] = _never
    lesson: str = ""
    later: Collection[str] = ()

    @localized
    def title(self, lang: str | None = None) -> str:
        """The title of the topic."""
        return self.titles[language()]

    def makers(self) -> Mapping[str, Maker]:
        """The kinds of questions, by name."""
        return self.kinds() if callable(self.kinds) else self.kinds


def load_topics(
    package: str, lessons: Mapping[str, str], later: Mapping[str, Collection[str]]
) -> dict[str, Topic]:
    """The topics of a package by name, in the order of its `topics.toml`, which has their titles.

    The makers of each are `KINDS` of the module named after it; `lessons` and `later` are those of `Topic`.
    """
    return {
        topic: Topic(
            titles,
            partial(_makers_in, package, topic),
            lesson=lessons.get(topic, ""),
            later=later.get(topic, ()),
        )
        for topic, titles in load_texts(files(package).joinpath("topics.toml")).items()
    }


def _makers_in(package: str, topic: str) -> Mapping[str, Maker]:
    kinds: Mapping[str, Maker] = import_module(f"{package}.{topic.replace('-', '_')}").KINDS
    return kinds


@attrs.frozen
class Quiz:
    """All questions of one game, by topic: `game` is its id, `topics` are what its entry names.

    >>> from twingkit.learn.quiz import quiz_of
    >>> quiz = quiz_of("twing")
    >>> quiz.deal("shield", seed=3) == quiz.deal("shield", seed=3)
    True
    """

    game: str
    topics: Mapping[str, Topic]

    def topic(self, name: str) -> Topic:
        """The topic of that name. Raises `UnknownQuestion` naming the topics."""
        if name not in self.topics:
            raise UnknownQuestion("quiz.topic", found=one_line(str(name), 40), known=", ".join(self.topics))
        return self.topics[name]

    def makers(self, topic: str) -> Mapping[str, Maker]:
        """The kinds of questions of a topic, by name. Raises `UnknownQuestion` naming the topics."""
        return self.topic(topic).makers()

    def item(self, name: str) -> Item:
        """The question `topic:kind:seed`. Raises `Fault` if there is none."""
        topic, _, kind_and_seed = name.partition(":")
        kind, _, seed = kind_and_seed.partition(":")
        kinds = self.makers(topic)
        if kind not in kinds:
            raise UnknownQuestion("quiz.kind", topic=topic, found=one_line(kind, 40), known=", ".join(kinds))
        if not (seed.isascii() and seed.isdecimal()) or len(seed) > 9:
            raise Fault("quiz.seed", found=one_line(seed, 40))
        rng = random.Random(name)
        for _ in range(TRIES):
            item = attempt(kinds[kind], rng)
            if item is not None:
                return self._named(item, topic, kind, int(seed), rng)
        raise RuntimeError(f"{name}: no question in {TRIES} deals")

    def deal(self, topic: str, seed: int, level: int | None = None) -> Item:
        """A question of a topic, if one is nearby of a level (1 to 3) if one is given, and with the same
        answer by the rules of the house (`same_by_house_rules`)."""
        rng = random.Random(f"{topic} {seed}")
        kinds = list(self.makers(topic))
        best: tuple[int, Item] | None = None
        for _ in range(NEARBY):
            item = self.item(f"{topic}:{rng.choice(kinds)}:{rng.randrange(10**6)}")
            faults = 2 * (not same_by_house_rules(item)) + (level not in (None, item.level))
            if best is None or faults <= best[0]:
                best = (faults, item)
            if not faults:
                break
        assert best is not None
        return best[1]

    def check(self, topic: str, seed: int, count: int = 5, about: Collection[str] = ()) -> list[Item]:
        """The closing check of a lesson: `count` questions of its topic, easy ones first, of as many kinds as
        there are, but none of `later`; only such in which one of the rules of `about` takes part, if any are
        given; those that are otherwise by the rules of the house only where there are no others."""
        return sorted(self._different(topic, seed, count, about), key=lambda item: item.level)

    def _different(self, topic: str, seed: int, count: int, about: Collection[str]) -> Iterator[Item]:
        rng = random.Random(f"check {topic} {seed}")
        names = [name for name in self.makers(topic) if name not in self.topic(topic).later]
        kinds: Sequence[str] = rng.sample(names, len(names))
        texts = set()
        otherwise: list[Item] = []
        for index in range(20 * count):
            item = self.item(f"{topic}:{kinds[index % len(kinds)]}:{rng.randrange(10**6)}")
            if about and not set(item.rules) & set(about):
                continue
            if (item.table, item.before, item.prompt()) not in texts and not same_by_house_rules(item):
                otherwise.append(item)
            elif (item.table, item.before, item.prompt()) not in texts:
                texts.add((item.table, item.before, item.prompt()))
                yield item
            if len(texts) == count:
                return
        yield from otherwise[: count - len(texts)]

    def _named(self, item: Item, topic: str, kind: str, seed: int, rng: random.Random) -> Item:
        """The question under its name, its options shuffled unless they have an order."""
        choices = list(item.choices)
        keeps = self.topics[topic].is_ordered
        if not all(choice.key.isdecimal() or choice.key in YES_NO or keeps(choice.key) for choice in choices):
            rng.shuffle(choices)
        game = item.game_id or self.game
        return attrs.evolve(item, topic=topic, kind=kind, seed=seed, choices=tuple(choices), game_id=game)


YES_NO = ("yes", "no")
"""The keys of the options of a question that is answered by yes or no."""
