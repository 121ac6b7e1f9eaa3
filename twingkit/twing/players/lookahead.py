"""The hooks with which the general lookahead player plays Imperial Twing: it rates answers by playing on."""

from __future__ import annotations

from twingkit.core.play import Game
from twingkit.players.lookahead import Lookahead
from twingkit.twing.players.greedy import Greedy
from twingkit.twing.players.redeal import redeal
from twingkit.twing.players.steady_prices import PRICES
from twingkit.twing.players.worth import win_probability

HORIZON = 4
"""The number of turns after which a copy of the game is rated by its value: what follows is mostly luck."""


class Thrifty(Greedy):
    """The player `greedy` with the card prices of `steady`: fast, and not wasteful."""

    prices = PRICES


def turn_number(game: Game) -> int:
    """Return the number of the turn."""
    return int(game.table.turn)


LOOKAHEAD = Lookahead(
    redeal=redeal, player=Thrifty, estimate_win=win_probability, turn_number=turn_number, horizon=HORIZON
)
"""The lookahead of Imperial Twing."""
