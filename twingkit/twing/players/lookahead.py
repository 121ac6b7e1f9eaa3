"""The lookahead player for Imperial Twing: it rates an answer by playing on from it, and names what tells two
answers apart."""

from __future__ import annotations

from twingkit.core.play import Game
from twingkit.core.rulebook import QuotedFact, Ruling
from twingkit.players.lookahead import LookaheadFunctions
from twingkit.twing.players.greedy import GreedyPlayer
from twingkit.twing.players.outlook import PRICES
from twingkit.twing.players.planner import Planner
from twingkit.twing.players.redeal import redeal
from twingkit.twing.players.win_probability import open_hands_win_estimate
from twingkit.twing.rules.lay import Lay
from twingkit.twing.rules.rulebook import rulebook

_MAX_TURNS_AHEAD = 4
"""Later turns depend mostly on luck."""


class _ThriftyGreedy(GreedyPlayer):
    """The player `greedy` with the card prices of `steady`: fast and thrifty."""

    prices = PRICES["two_players"]


def turn_number(game: Game) -> int:
    """Return the number of the current turn."""
    return int(game.table.turn_number)


def contrasting_ruling(game: Game, better: str, worse: str) -> Ruling | None:
    """Return a ruling that explains in one sentence, without hidden information, how two answers to the
    pending question differ; None if there is none.
    """
    question, words = game.question, (better.split()[0], worse.split()[0])
    if question is not None and words == ("lay", "lay"):
        lays = [question.parse_answer(answer) for answer in (better, worse)]
        points = [lay.power for lay in lays if isinstance(lay, Lay)]
        if len(set(points)) < 2:
            return None
        laid = {"n": points[0], "m": points[1], "fewer": int(points[0] < points[1])}
        return Ruling("TW-BAT-17", "why_lay", laid, rulebook())
    if words == ("buy", "buy"):
        rules = [rulebook()[f"TW-POW-{answer.split()[1]}"] for answer in (better, worse)]
        names = {"object": better.split()[1], "other": worse.split()[1]}
        effects = [QuotedFact(rule.text().partition(". ")[0]) for rule in rules]
        facts = {**names, "effect": effects[0], "other_effect": effects[1]}
        return Ruling("TW-OBJ-1", "why_buy", facts, rulebook())
    if {*words} == {"buy", "duel"}:
        price = {"price": game.table.variant.price}
        return Ruling("TW-DUEL-1", f"why_{words[0]}", price, rulebook())
    return None


LOOKAHEAD = LookaheadFunctions(
    redeal=redeal,
    playout_player=_ThriftyGreedy,
    adviser=Planner,
    estimate_win=open_hands_win_estimate,
    turn_number=turn_number,
    max_playout_turns=_MAX_TURNS_AHEAD,
    contrast_answers=contrasting_ruling,
)
"""The lookahead of Imperial Twing."""
