"""Puzzles that are found by playing on: questions in a player's own turn, in games of two and three."""

from __future__ import annotations

from twingkit.core.play import Game
from twingkit.ember.notation.position import Position
from twingkit.ember.rules.table import EmberTable
from twingkit.ember.starts import new_game
from twingkit.learn.puzzles.source import PlayedSource


def position(game: Game) -> str | None:
    """The line of the position as the player who is asked knows it; None where a line cannot hold it."""
    table: EmberTable = game.table
    asked = game.question
    if asked is None or asked.kind not in ("draw", "conjure"):
        return None
    if any(player.penalty or player.called for player in table.players) or table.caller is not None:
        return None
    view = game.view(asked.player)
    return str(Position.of_view(view)) if Position.holds(view) else None


def alike(game: Game) -> object:
    """The part of a question by which two are alike: the hand and the creatures of who is asked."""
    table: EmberTable = game.table
    asked = game.question
    assert asked is not None
    player = table.players[asked.player]
    return asked.kind, tuple(player.hand), tuple(owned.id for owned in player.owned)


TURNS = PlayedSource(position=position, new_game=lambda seed: new_game(2 + seed % 2, seed=seed), alike=alike)
"""The source of puzzles that are found by playing on."""
