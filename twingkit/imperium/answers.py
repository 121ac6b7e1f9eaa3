"""Sentences for the answers of players in Twilight Imperium."""

from __future__ import annotations

from pathlib import Path

from twingkit.core.play import Game
from twingkit.imperium.texts.fact_names import name_fact
from twingkit.learn.reviews.answers import AnswerSentences


def resolve_token(game: Game, token: str) -> object:
    """Return the planet, card or player that a token names, otherwise the word itself."""
    return name_fact("subject", token)


ANSWERS = AnswerSentences.load(
    Path(__file__).with_name("answers.toml"),
    named=resolve_token,
    numbered=dict.fromkeys(("take", "strategy", "give_card", "take_card"), "strategy_"),
)
"""The actions in answers as sentences: `activate 24`, `build 1 cruiser`."""
