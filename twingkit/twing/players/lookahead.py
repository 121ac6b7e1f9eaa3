"""The lookahead player for Imperial Twing: it rates an answer by playing on from it, and names what tells two
answers apart."""

from __future__ import annotations

from pathlib import Path

from twingkit.core.play import Game, Policy
from twingkit.players.lookahead import LookaheadFunctions
from twingkit.players.lookahead.lookahead import FightResult
from twingkit.twing.players.greedy import GreedyPlayer
from twingkit.twing.players.outlook import PRICES
from twingkit.twing.players.planner import Planner
from twingkit.twing.players.redeal import redeal
from twingkit.twing.players.strength import strength
from twingkit.twing.rules.fight import Fight
from twingkit.twing.rules.table import TwingTable

_MAX_TURNS_AHEAD = 4
"""Later turns depend mostly on luck."""


class _ThriftyGreedy(GreedyPlayer):
    """The player `greedy` with the card prices of `steady`: fast and thrifty."""

    prices = PRICES["two_players"]


def _checking_player(seed: int) -> Policy:
    """Return the player of checks: `expert` in a whole game; it does not play single battles."""
    expert, greedy = Planner(seed), _ThriftyGreedy(seed)
    return lambda game: expert(game) if game.table.is_whole_game else greedy(game)


def turn_number(game: Game) -> int:
    """Return the number of the current turn."""
    return int(game.table.turn_number)


def fight_result(table: TwingTable, fight: Fight, seat: int) -> FightResult | None:
    """Return how a battle ended for a seat that fights in it: won if it beat all opponents."""
    index = next((side.index for side in fight.sides if side.seat == seat), None)
    if index is None or not fight.over:
        return None
    winners = [getattr(result, "winner", None) for result in fight.results]
    won = all(winner == 0 for winner in winners) if index == 0 else winners[index - 1] == 1
    return FightResult(fight.kind, float(won))


LOOKAHEAD = LookaheadFunctions(
    redeal=redeal,
    playout_player=_ThriftyGreedy,
    adviser=Planner,
    checking_player=_checking_player,
    current_fight=lambda table: table.fight if table.is_whole_game else None,
    fight_result=fight_result,
    strength=strength,
    quantity_file=Path(__file__).with_name("quantities.toml"),
    turn_number=turn_number,
    max_playout_turns=_MAX_TURNS_AHEAD,
)
"""The lookahead of Imperial Twing."""
