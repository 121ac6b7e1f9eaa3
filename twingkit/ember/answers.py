"""Sentences for the answers that players give in Ember."""

from __future__ import annotations

from pathlib import Path

from twingkit.core.play import Game
from twingkit.learn.reviews.answers import AnswerSentences


def resolve_answer_word(game: Game, token: str) -> object:
    """Return the creature with this id; any other word of an answer, such as a card or a player, is returned
    unchanged.
    """
    return game.table.creatures.get(token, token)


ANSWER_SENTENCES = AnswerSentences.load(
    Path(__file__).with_name("answers.toml"),
    thing_of_word=resolve_answer_word,
    turn_seat=lambda game: game.table.current,
    result_rulings="EM-CONJ-2.conjured EM-CALL-2.right EM-CALL-5.wins",
    list_marker_words=("pile", "flip", "revive"),
)
"""Turns answers such as `use imp p2` or `draw F5 pile` into sentences."""
