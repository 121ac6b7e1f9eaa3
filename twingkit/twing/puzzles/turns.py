"""Puzzles found by playing on: the action of a turn, in games of two and three."""

from __future__ import annotations

from typing import Any

import attrs

from twingkit.core.play import Game
from twingkit.learn.puzzles.source import PlayedSource
from twingkit.twing.notation.position import Position
from twingkit.twing.starts import GameStart, new_game
from twingkit.twing.view import View


def position_lines(game: Game) -> str | None:
    """Return the lines of the position as the player to move knows it, or None if the question is not about
    the action of a turn.
    """
    asked = game.question
    if asked is None or asked.kind != "act":
        return None
    view: View = game.view(asked.player)
    start = game.start
    if not isinstance(start, GameStart):  # a battle on its own
        return None
    characters = tuple(seat.character for seat in view.seats)
    typed = attrs.evolve(start, characters=characters, position=Position.from_view(view))
    return "\n".join(typed.lines())


def similarity_key(game: Game) -> Any:  # anything that can be compared
    """Return a key that is equal for two questions that are alike: the hand and the entourage of the player
    to move.
    """
    asked = game.question
    assert asked is not None
    view: View = game.view(asked.player)
    return view.hand, view.own.entourage, view.own.objects


TURNS = PlayedSource(
    position=position_lines,
    new_game=lambda seed: new_game(2 + seed % 2, seed=seed),
    duplicate_key=similarity_key,
    players=("greedy", "steady"),
)
"""The source of puzzles found by playing on."""
