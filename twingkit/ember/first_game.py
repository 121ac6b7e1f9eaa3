"""The first game of Ember: how far a seat is on its way, and what is not worth a word."""

from __future__ import annotations

from pathlib import Path

from twingkit.ember.rules.table import FEWEST_SEATS, SEATS, EmberTable
from twingkit.first_game.first_game import FirstGame

HERE = Path(__file__).parent


def points(table: EmberTable, seat: int) -> float:
    """The part of the agreed Victory Points that a seat has."""
    return table.players[seat].total / table.variant.length


FIRST_GAME = FirstGame.read(
    HERE / "first_game.toml",
    HERE / "first_deals.toml",
    lines={count: (f"ember {count}",) for count in range(FEWEST_SEATS, len(SEATS) + 1)},
    points=points,
    abilities=("use",),
    open=0.27,
    length=60,
    shown=("EM-TURN-1", "EM-CALL-1"),
    silent=("EM-SET-", "EM-POOL-", "EM-ODDS-", "EM-VIEW-", "EM-WIN-2", "EM-WIN-5", "EM-ABIL-7", "EM-TURN-5"),
    asked={"conjure": ("EM-COST-2", "EM-CONJ-2", "EM-COST-3"), "respond": ("EM-ABIL-2",)},
)
"""The first game: the opponents stay within eight points of the last, as long as the game is young."""
