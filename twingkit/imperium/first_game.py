"""The first game of Twilight Imperium: the short game, and what is not worth a word in it."""

from __future__ import annotations

from pathlib import Path

from twingkit.first_game.first_game import FirstGame
from twingkit.imperium.table.game_table import GameTable

HERE = Path(__file__).parent


def points(table: GameTable, seat: int) -> float:
    """The part of the victory points of the game that a seat has."""
    return table.players[seat].points / table.points_to_win


FIRST_GAME = FirstGame.read(
    HERE / "first_game.toml",
    HERE / "first_deals.toml",
    lines={3: ("imperium short",)},
    points=points,
    open=0.5,
    by_place=True,
    length=160,
    silent=("IM-SET-", "IM-ODDS-", "IM-VAR-", "IM-LINE-"),
)
"""The first game: the opponents stay within two points of the last."""
