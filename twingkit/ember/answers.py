"""The sentences of Ember's answers."""

from __future__ import annotations

from pathlib import Path

from twingkit.core.play import Game
from twingkit.learn.reviews.answers import AnswerSentences


def describe_token(game: Game, token: str) -> object:
    """A creature, a card or a player."""
    return game.table.creatures.get(token, token)


ANSWERS = AnswerSentences.load(
    Path(__file__).with_name("answers.toml"), named=describe_token, marks=("pile", "flip", "revive")
)
"""The deeds of answers in sentences: `use imp p2`, `draw F5 pile`."""
