"""Puzzles rated by simulation: the action of a turn, in games of two and three."""

from __future__ import annotations

import attrs

from twingkit.core.play import Game
from twingkit.learn.puzzles.source import PlayoutPuzzleSource
from twingkit.twing.notation.position import Position
from twingkit.twing.rules.turns.actions import ChooseAction
from twingkit.twing.starts import GameStart, new_game
from twingkit.twing.view import GameView


def _turn_position_text(game: Game) -> str | None:
    """Return the position as the player to move knows it, or None if the question is not about an action."""
    question = game.question
    if not isinstance(question, ChooseAction):
        return None
    view: GameView = game.view(question.player)
    start = game.start
    if not isinstance(start, GameStart):  # a battle on its own
        return None
    characters = tuple(seat.character for seat in view.seats)
    typed = attrs.evolve(start, characters=characters, position=Position.from_view(view))
    return "\n".join(typed.setup_lines())


def similarity_key(game: Game) -> object:
    """Return a key that is equal for similar puzzles: hand, entourage and active objects of the player."""
    question = game.question
    assert question is not None
    view: GameView = game.view(question.player)
    return view.hand, view.own_seat.entourage, view.own_seat.active_objects


TURN_PUZZLES = PlayoutPuzzleSource(
    position_string=_turn_position_text,
    new_game=lambda seed: new_game(2 + seed % 2, seed=seed),
    duplicate_key=similarity_key,
    players=("greedy", "steady"),
)
"""The source of puzzles about the action of a turn."""
