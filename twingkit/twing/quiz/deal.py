"""Dealing questions: from a topic and a seed always the same one, from a name (`shield:winner:17`) too."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module

import attrs

from twingkit.twing.cards import read_face
from twingkit.twing.quiz.item import Item

Maker = Callable[[random.Random], Item | None]
"""Deals one question of a kind, or None where the cards dealt make no good one."""

TOPICS = (
    "elements-and-cards",
    "first-battle",
    "mounts-and-creatures",
    "orn-die",
    "own-element",
    "shield",
    "cats-and-miromon",
    "traps",
    "nine-objects",
    "the-turn",
    "ornicles-and-ritual",
    "duels",
    "supporting",
    "events",
    "end-game",
    "rulebooks-disagree",
    "whole-game",
)
"""The topics, in the order of the course."""

HOMES = {topic: f"topics.{topic.replace('-', '_')}" for topic in TOPICS}
"""The modules that deal them."""

TRIES = 400
"""Deals after which a maker is taken to be broken."""


def makers(topic: str) -> dict[str, Maker]:
    """The kinds of questions of a topic, by name. Raises `KeyError` naming the topics."""
    if topic not in HOMES:
        raise KeyError(f"there is no topic {topic!r}; there are: {', '.join(TOPICS)}")
    kinds: dict[str, dict[str, Maker]] = import_module(f"{__package__}.{HOMES[topic]}").KINDS
    return kinds[topic]


def item(name: str) -> Item:
    """The question of that name, `topic:kind:seed`. Raises `KeyError` or `ValueError` if there is none."""
    topic, _, rest = name.partition(":")
    kind, _, seed = rest.partition(":")
    kinds = makers(topic)
    if kind not in kinds:
        raise KeyError(f"{topic} has no kind {kind!r}; there are: {', '.join(kinds)}")
    if not seed.isdecimal() or len(seed) > 9:
        raise ValueError(f"the seed of a question is a number, not {seed!r}")
    rng = random.Random(name)
    for _ in range(TRIES):
        found = kinds[kind](rng)
        if found is not None:
            return _named(found, topic, kind, int(seed), rng)
    raise RuntimeError(f"{name}: no question in {TRIES} deals")


def deal(topic: str, seed: int, level: int | None = None) -> Item:
    """A question of a topic, of a level (1 to 3) if that is asked for and the topic has it nearby."""
    rng = random.Random(f"{topic} {seed}")
    names = list(makers(topic))
    found = None
    for _ in range(1 if level is None else 24):
        found = item(f"{topic}:{rng.choice(names)}:{rng.randrange(10**6)}")
        if level in (None, found.level):
            break
    assert found is not None
    return found


def check(topic: str, seed: int, count: int = 5) -> list[Item]:
    """The closing check of a lesson: `count` questions of its topic, easy ones first, of as many kinds as
    there are."""
    return sorted(_different(topic, seed, count), key=lambda each: each.level)


def _different(topic: str, seed: int, count: int) -> Iterator[Item]:
    rng = random.Random(f"check {topic} {seed}")
    kinds: Sequence[str] = rng.sample(names := list(makers(topic)), len(names))
    asked = set()
    for place in range(20 * count):
        found = item(f"{topic}:{kinds[place % len(kinds)]}:{rng.randrange(10**6)}")
        if (found.table, found.before, found.prompt()) not in asked:
            asked.add((found.table, found.before, found.prompt()))
            yield found
        if len(asked) == count:
            return


def _named(found: Item, topic: str, kind: str, seed: int, rng: random.Random) -> Item:
    """The question under its name, its options shuffled (numbers, faces and yes/no keep their order)."""
    choices = list(found.choices)
    if not all(_ordered(choice.key) for choice in choices):
        rng.shuffle(choices)
    return attrs.evolve(found, topic=topic, kind=kind, seed=seed, choices=tuple(choices))


def _ordered(key: str) -> bool:
    """Whether an option has its place: a number, a face of the die, yes or no."""
    return key.isdecimal() or key in ("yes", "no") or read_face(key) is not None
