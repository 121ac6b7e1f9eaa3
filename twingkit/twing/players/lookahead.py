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
from twingkit.twing.rules.turns import acts

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
    question = game.question
    if question is None:
        return None
    match question.parse_answer(better), question.parse_answer(worse):
        case Lay() as first, Lay() as second if first.power != second.power:
            laid = {"n": first.power, "m": second.power, "fewer": int(first.power < second.power)}
            return Ruling("TW-BAT-17", "why_lay", laid, rulebook())
        case acts.Buy(name), acts.Buy(other):
            effects = [
                QuotedFact(rulebook()[f"TW-POW-{each}"].text().partition(". ")[0]) for each in (name, other)
            ]
            facts = {"object": name, "other": other, "effect": effects[0], "other_effect": effects[1]}
            return Ruling("TW-OBJ-1", "why_buy", facts, rulebook())
        case (acts.Buy() as chosen, acts.Duel()) | (acts.Duel() as chosen, acts.Buy()):
            price = {"price": game.table.variant.price}
            return Ruling("TW-DUEL-1", f"why_{chosen.word}", price, rulebook())
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
