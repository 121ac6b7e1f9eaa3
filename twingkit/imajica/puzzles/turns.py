"""Puzzles that are found by playing on: the first question of a turn, in games of two with the ready-made
decks.
"""

from __future__ import annotations

from twingkit.core.play import Game
from twingkit.imajica.box.decks import load_decks
from twingkit.imajica.notation.known_position import can_describe, known_position
from twingkit.imajica.rules.table import ImajicaTable
from twingkit.imajica.starts import GameStart, new_game
from twingkit.learn.puzzles.source import PlayedSource


def position(game: Game) -> str | None:
    """The line of the position as the Autarch who is asked knows it; None where a line cannot hold it."""
    table: ImajicaTable = game.table
    asked = game.question
    if asked is None or not isinstance(game.start, GameStart) or not can_describe(table, asked):
        return None
    return str(known_position(table, asked.player))


def duplicate_key(game: Game) -> object:
    """The part of a question by which two are alike: the kind, the own hand and the own characters."""
    table: ImajicaTable = game.table
    asked = game.question
    assert asked is not None
    own = tuple((piece.card.id, piece.area) for piece in table.characters(asked.player))
    return asked.kind, tuple(table.players[asked.player].hand), own


def mixed_game(seed: int, seats: int = 2, variant: str = "box") -> Game:
    """A game of two or more with decks that change with the seed."""
    decks = list(load_decks())
    first, step = seed % len(decks), 1 + seed // len(decks) % (len(decks) - 1)
    chosen = [
        decks[(first + (step if place else 0) + max(place - 1, 0)) % len(decks)] for place in range(seats)
    ]
    return new_game(chosen, variant=variant, seed=seed)


TURNS = PlayedSource(
    position=position, new_game=mixed_game, duplicate_key=duplicate_key, players=("greedy", "steady")
)
"""The source of puzzles that are found by playing on."""
