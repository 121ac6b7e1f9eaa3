"""The quiz of Imperial Twing: its topics, and its questions by topic and seed or by name."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from functools import partial
from importlib.resources import files

import attrs

from twingkit.core.rulebook import READER_KEY
from twingkit.core.words import load_texts
from twingkit.learn.quiz.deal import GameQuiz, Maker, Topic, makers_in
from twingkit.learn.quiz.item import QuizItem, QuizReason, Reason
from twingkit.learn.quiz.makers import require_value
from twingkit.twing.rules.cards import parse_face
from twingkit.twing.rules.player import reader_names_as_you

_MODULE_BY_TOPIC = dict.fromkeys(
    ("first-battle", "mounts-and-creatures", "orn-die", "own-element", "shield"), "battles_without_cards"
) | dict.fromkeys(("cats-and-miromon", "traps"), "played_cards")
"""The module of each topic that shares a module; every other topic has a module named after it."""


def _kinds(topic: str) -> Mapping[str, Maker]:
    """Return the question makers of a topic, by kind; the reasons in their questions address the learner."""
    module = f"{__package__}.topics.{_MODULE_BY_TOPIC.get(topic, topic.replace('-', '_'))}"
    return {name: partial(_to_learner, maker) for name, maker in makers_in(module, topic).items()}


def _to_learner(maker: Maker, rng: random.Random) -> QuizItem | None:
    """Return a maker's question with its rulings and refusals addressed to the learner as "you"."""
    made = require_value(maker(rng))
    game = made.game_after()
    names = (
        reader_names_as_you(game.table.players[made.seat])
        if game.table.is_whole_game
        else {game.start.seat(made.seat): READER_KEY}
    )

    def heard(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
        return tuple(
            reason if isinstance(reason, QuizReason) else reason.for_reader(names) for reason in reasons
        )

    options = tuple(attrs.evolve(choice, reasons=heard(choice.reasons)) for choice in made.choices)
    return attrs.evolve(made, reasons=heard(made.reasons), choices=options)


def _is_face(key: str) -> bool:
    """Return whether an option is a face of the Orn die."""
    return parse_face(key) is not None


TOPIC_BY_NAME = {
    topic: Topic(titles, partial(_kinds, topic), _is_face, lesson_name=topic)
    for topic, titles in load_texts(files(__package__).joinpath("topics.toml")).items()
}
"""The topics with their titles and makers, in the order of the course."""

TOPICS = tuple(TOPIC_BY_NAME)
"""The names of the topics, in the order of the course."""

QUIZ = GameQuiz("twing", TOPIC_BY_NAME)
"""The quiz of Imperial Twing."""

makers, item, deal = QUIZ.makers, QUIZ.item, QUIZ.deal


_RULES_SHOWN_BY_TOPIC = {
    "rulebooks-disagree": tuple(f"TW-VAR-{number}" for number in (1, 2, 3, 5, 6, 8, 9, 19))
}
"""The rules that a lesson explains, for topics with more rules; its closing check asks about no others."""


def closing_check_questions(topic: str, seed: int, count: int = 5) -> list[QuizItem]:
    """Return the questions of the quiz that closes a lesson: `count` questions of its topic about the rules
    of the lesson.

    Easy questions come first, and as many kinds as possible occur.
    """
    return QUIZ.closing_check(topic, seed, count, _RULES_SHOWN_BY_TOPIC.get(topic, ()))
