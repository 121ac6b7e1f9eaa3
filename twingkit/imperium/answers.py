"""The sentences of answers in Twilight Imperium."""

from __future__ import annotations

from pathlib import Path

from twingkit.core.play import Game
from twingkit.imperium.texts.fact_names import name_fact
from twingkit.learn.reviews.answers import AnswerSentences


def resolve_token(game: Game, token: str) -> object:
    """A planet or a card by its id, a player; else the word itself."""
    return name_fact("subject", token)


ANSWERS = AnswerSentences.load(
    Path(__file__).with_name("answers.toml"),
    named=resolve_token,
    numbered=dict.fromkeys(("take", "strategy", "give_card", "take_card"), "strategy_"),
)
"""The deeds of answers in sentences: `activate 24`, `build 1 cruiser`."""
