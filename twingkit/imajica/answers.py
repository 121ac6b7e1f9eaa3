"""The sentences of Imajica's answers."""

from __future__ import annotations

from pathlib import Path

from twingkit.core.play import Game
from twingkit.imajica.box.cards import load_cards
from twingkit.learn.reviews.answers import AnswerSentences, JoinedLabels


def describe_token(game: Game, token: str) -> object:
    """A card by its token, a second copy with its number; else the word itself."""
    name, dot, number = token.partition(".")
    card = game.table.cards.get(name) or load_cards().get(name)
    if card is None:
        return token
    return JoinedLabels((card, f"({number})")) if dot else card


ANSWERS = AnswerSentences.load(
    Path(__file__).with_name("answers.toml"),
    named=describe_token,
    marks=("with", "by", "on", "none", "keep", "redraw"),
    paired=("damage",),
)
"""The deeds of answers in sentences: `seize slew with gentle`, `play pneuma by sartori`."""
