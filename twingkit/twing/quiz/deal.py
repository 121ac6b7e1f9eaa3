"""Dealing questions: from a topic and a seed always the same one, from a name (`shield:winner:17`) too."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from importlib import import_module
from importlib.resources import files

from twingkit.quiz.deal import Maker, Quiz, Topic
from twingkit.quiz.item import Item, Texts
from twingkit.twing.rules.cards import read_face
from twingkit.words import read_texts


def _titles() -> dict[str, Texts]:
    """The titles of the topics, in the order of the course."""
    return read_texts(files(__package__).joinpath("topics.toml"))


HOMES = dict.fromkeys(
    ("first-battle", "mounts-and-creatures", "orn-die", "own-element", "shield"), "plain_battles"
) | dict.fromkeys(("cats-and-miromon", "traps"), "played_cards")
"""The modules of topics that share one; all others are in a module named after them."""


def _kinds(topic: str) -> Mapping[str, Maker]:
    """The makers of a topic, out of its module."""
    module = import_module(f"{__package__}.topics.{HOMES.get(topic, topic.replace('-', '_'))}")
    kinds: dict[str, dict[str, Maker]] = module.KINDS
    return kinds[topic]


def _is_face(key: str) -> bool:
    """True if an option is a face of the die, which keeps its place."""
    return read_face(key) is not None


BY_TOPIC = {
    topic: Topic(titles, partial(_kinds, topic), _is_face, lesson=topic)
    for topic, titles in _titles().items()
}
"""The topics with their titles and kinds, in the order of the course."""

TOPICS = tuple(BY_TOPIC)
"""The names of the topics, in the order of the course."""

QUIZ = Quiz("twing", BY_TOPIC)
"""All questions."""

makers, item, deal = QUIZ.makers, QUIZ.item, QUIZ.deal


SHOWN = {
    "rulebooks-disagree": tuple(f"TW-VAR-{number}" for number in (1, 2, 3, 5, 6, 8, 9, 19)),
}
"""The rules that a lesson shows where its topic has more: its closing check asks of no others."""


def check(topic: str, seed: int, count: int = 5) -> list[Item]:
    """The closing check of a lesson: `count` questions of its topic, easy ones first, of as many kinds as
    there are, on what the lesson has shown."""
    return QUIZ.check(topic, seed, count, SHOWN.get(topic, ()))
