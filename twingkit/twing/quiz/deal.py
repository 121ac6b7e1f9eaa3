"""The quiz of Imperial Twing: its topics, and its questions by topic and seed or by name."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from functools import partial
from importlib import import_module
from importlib.resources import files

import attrs

from twingkit.core.rulebook import YOU
from twingkit.core.words import load_texts
from twingkit.learn.quiz.deal import Maker, Quiz, Topic
from twingkit.learn.quiz.item import Item, Reason, Remark, Texts
from twingkit.learn.quiz.makers import require
from twingkit.twing.rules.cards import parse_face
from twingkit.twing.rules.player import names_as_you


def _titles() -> dict[str, Texts]:
    """Return the titles of the topics, in the order of the course."""
    return load_texts(files(__package__).joinpath("topics.toml"))


HOMES = dict.fromkeys(
    ("first-battle", "mounts-and-creatures", "orn-die", "own-element", "shield"), "battles_without_cards"
) | dict.fromkeys(("cats-and-miromon", "traps"), "played_cards")
"""The modules of topics that share one; every other topic has a module named after it."""


def _kinds(topic: str) -> Mapping[str, Maker]:
    """Return the makers of a topic from its module; their reasons address the learner."""
    module = import_module(f"{__package__}.topics.{HOMES.get(topic, topic.replace('-', '_'))}")
    kinds: dict[str, dict[str, Maker]] = module.KINDS
    return {name: partial(_to_learner, maker) for name, maker in kinds[topic].items()}


def _to_learner(maker: Maker, rng: random.Random) -> Item | None:
    """Return a maker's question; in its rulings and refusals the learner is "you"."""
    made = require(maker(rng))
    game = made.played_out()
    names = (
        names_as_you(game.table.players[made.seat]) if game.table.whole else {game.start.seat(made.seat): YOU}
    )

    def heard(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
        return tuple(reason if isinstance(reason, Remark) else reason.for_reader(names) for reason in reasons)

    options = tuple(attrs.evolve(choice, reasons=heard(choice.reasons)) for choice in made.choices)
    return attrs.evolve(made, why=heard(made.why), choices=options)


def _is_face(key: str) -> bool:
    """Return True if an option is a face of the die, which keeps its place in the order."""
    return parse_face(key) is not None


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
"""The rules that a lesson explains, for topics with more rules: the closing check asks about no others."""


def check(topic: str, seed: int, count: int = 5) -> list[Item]:
    """Return the closing check of a lesson: `count` questions of its topic about what the lesson has shown,
    easy ones first, of as many different kinds as possible.
    """
    return QUIZ.check(topic, seed, count, SHOWN.get(topic, ()))
