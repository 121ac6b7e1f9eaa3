"""The lookahead player for Imperial Twing: it rates an answer by playing on from it."""

from __future__ import annotations

from twingkit.core.play import Game
from twingkit.players.lookahead import Lookahead
from twingkit.twing.players.contrast import contrast_answers
from twingkit.twing.players.greedy import Greedy
from twingkit.twing.players.planner import Planner
from twingkit.twing.players.redeal import redeal
from twingkit.twing.players.steady_prices import TWO_PLAYER_PRICES
from twingkit.twing.players.win_probability import estimate_win_probability

_MAX_TURNS_AHEAD = 4
"""Later turns depend mostly on luck."""


class _ThriftyGreedy(Greedy):
    """The player `greedy` with the card prices of `steady`: fast and thrifty."""

    prices = TWO_PLAYER_PRICES


def turn_number(game: Game) -> int:
    """Return the number of the current turn."""
    return int(game.table.turn_number)


LOOKAHEAD = Lookahead(
    redeal=redeal,
    playout_player=_ThriftyGreedy,
    adviser=Planner,
    estimate_win=estimate_win_probability,
    turn_number=turn_number,
    max_playout_turns=_MAX_TURNS_AHEAD,
    contrast_answers=contrast_answers,
)
"""The lookahead of Imperial Twing."""
