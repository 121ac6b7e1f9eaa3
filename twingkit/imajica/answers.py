"""The sentences of Imajica's answers."""

from __future__ import annotations

from pathlib import Path

from twingkit.core.play import Game
from twingkit.imajica.box.cards import load_cards
from twingkit.learn.reviews.answers import AnswerSentences, Joined


def named(game: Game, token: str) -> object:
    """A card by its token, a second copy with its number; else the word itself."""
    name, dot, number = token.partition(".")
    card = game.table.cards.get(name) or load_cards().get(name)
    if card is None:
        return token
    return Joined((card, f"({number})")) if dot else card


ANSWERS = AnswerSentences.read(
    Path(__file__).with_name("answers.toml"),
    named=named,
    marks=("with", "by", "on", "none", "keep", "redraw"),
    paired=("damage",),
)
"""The deeds of answers in sentences: `seize slew with gentle`, `play pneuma by sartori`."""
