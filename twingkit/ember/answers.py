"""The answers of Ember as sentences."""

from __future__ import annotations

from pathlib import Path

from twingkit.core.play import Game
from twingkit.learn.reviews.answers import AnswerSentences


def describe_token(game: Game, token: str) -> object:
    """Return the creature, card or player that a word of an answer names."""
    return game.table.creatures.get(token, token)


ANSWERS = AnswerSentences.load(
    Path(__file__).with_name("answers.toml"), named=describe_token, marks=("pile", "flip", "revive")
)
"""Sentences of answers such as `use imp p2` or `draw F5 pile`."""
