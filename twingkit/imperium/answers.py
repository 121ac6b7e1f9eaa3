"""Sentences for the answers of players in Twilight Imperium."""

from __future__ import annotations

from pathlib import Path

from twingkit.core.play import Game
from twingkit.imperium.texts.fact_names import name_fact
from twingkit.learn.reviews.answers import AnswerSentences


def thing_of_token(game: Game, token: str) -> object:
    """Return the name of a planet, a card or, after `system_`, a system; the token itself if it has none."""
    number = token.removeprefix("system_")
    return name_fact("subject" if number == token else "number", number)


ANSWERS = AnswerSentences.load(
    Path(__file__).with_name("answers.toml"),
    thing_of_word=thing_of_token,
    prefix_by_word={
        **dict.fromkeys(("take", "strategy", "give_card", "take_card"), "strategy_"),
        "activate": "system_",
    },
)
"""The sentences for actions in answers such as `activate 24` and `build 1 cruiser`."""
