"""The sentences of answers in Twilight Imperium."""

from __future__ import annotations

from pathlib import Path

from twingkit.core.play import Game
from twingkit.imperium.texts.named import named_thing
from twingkit.learn.reviews.answers import AnswerSentences


def named(game: Game, token: str) -> object:
    """A planet or a card by its id, a player; else the word itself."""
    return named_thing("subject", token)


ANSWERS = AnswerSentences.read(
    Path(__file__).with_name("answers.toml"),
    named=named,
    numbered=dict.fromkeys(("take", "strategy", "give_card", "take_card"), "strategy_"),
)
"""The deeds of answers in sentences: `activate 24`, `build 1 cruiser`."""
