"""The first game of Imperial Twing: how far a seat is on its way, and what is not worth a word."""

from __future__ import annotations

from pathlib import Path

from twingkit.first_game.first_game import FirstGame
from twingkit.twing.rules.table import TwingTable

HERE = Path(__file__).parent

GOAL = 3
"""The objects with which the end game can be entered (TW-END-1)."""


def points(table: TwingTable, seat: int) -> float:
    """The part of the objects for the end game that a seat owns, or could pay for; 0 for who is out."""
    player = table.players[seat]
    if player.out:
        return 0.0
    price = table.variant.price
    worth = price * (len(player.objects) + len(player.stored)) + player.ornicles
    return min(1.0, worth / (GOAL * price))


FIRST_GAME = FirstGame.read(
    HERE / "first_game.toml",
    HERE / "first_deals.toml",
    lines={count: (f"players {count}", "variant box price=3") for count in (2, 3, 4)},
    points=points,
    open=0.34,
    length=90,
    unsaid=("TW-POW-",),
    asked={"defend": ("TW-BAT-5",), "attack": ("TW-BAT-1",)},
    silent=("TW-BOX-", "TW-SET-", "TW-ODDS-", "TW-VAR-"),
)
"""The first game: objects are cheap, so that it is short; opponents stay within one object of the last."""
