"""Puzzles rated by playing on: the first question of a turn in two-player games with ready-made decks."""

from __future__ import annotations

from twingkit.core.play import Game
from twingkit.imajica.box.decks import load_decks
from twingkit.imajica.notation.known_position import can_describe, known_position
from twingkit.imajica.rules.table import ImajicaTable
from twingkit.imajica.starts import GameStart, new_game
from twingkit.learn.puzzles.source import PlayoutPuzzleSource


def mover_position_string(game: Game) -> str | None:
    """Return the position string as the Autarch to move knows it.

    Return None if a position string cannot hold it.
    """
    table: ImajicaTable = game.table
    question = game.question
    if question is None or not isinstance(game.start, GameStart) or not can_describe(table, question):
        return None
    return str(known_position(table, question.player))


def similarity_key(game: Game) -> object:
    """Return a key that similar puzzles share: the kind of question, the hand, and the characters."""
    table: ImajicaTable = game.table
    question = game.question
    assert question is not None
    own = tuple((piece.card.id, piece.area) for piece in table.characters(question.player))
    return question.kind, tuple(table.players[question.player].hand), own


def new_mixed_game(seed: int, seats: int = 2, variant: str = "box") -> Game:
    """Return a new game for `seats` Autarchs, each with a different ready-made deck; `seed` determines
    which.
    """
    decks = list(load_decks())
    first, step = seed % len(decks), 1 + seed // len(decks) % (len(decks) - 1)
    chosen = [
        decks[(first + (step if place else 0) + max(place - 1, 0)) % len(decks)] for place in range(seats)
    ]
    return new_game(chosen, variant=variant, seed=seed)


TURN_PUZZLES = PlayoutPuzzleSource(
    position_string=mover_position_string,
    new_game=new_mixed_game,
    duplicate_key=similarity_key,
    players=("greedy", "steady"),
)
"""The source of puzzles that are rated by playing on."""
