"""Sentences for the answers that players give in Imajica."""

from __future__ import annotations

from pathlib import Path

from twingkit.core.play import Game
from twingkit.imajica.box.cards import load_cards
from twingkit.learn.reviews.answers import AnswerSentences, JoinedLabels


def resolve_answer_word(game: Game, token: str) -> object:
    """Return the card that a word of an answer names (with a number for a further copy); any other word is
    returned unchanged.
    """
    name, dot, number = token.partition(".")
    card = game.table.cards.get(name) or load_cards().get(name)
    if card is None:
        return token
    return JoinedLabels((card, f"({number})")) if dot else card


ANSWER_SENTENCES = AnswerSentences.load(
    Path(__file__).with_name("answers.toml"),
    thing_of_word=resolve_answer_word,
    turn_seat=lambda game: game.table.current if game.table.phase in ("autarch", "ally") else None,
    result_rulings="IJ-SEIZE-7.secured IJ-CHAL-7.wins IJ-OUT-1.left IJ-REC-2.wins",
    list_marker_words=("with", "by", "on", "none", "keep", "redraw"),
    words_before_pairs=("damage",),
)
"""Turns answers such as `seize slew with gentle` or `play pneuma by sartori` into sentences."""
