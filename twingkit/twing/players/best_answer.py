"""A player for battles in notation: it lays the cards in notation, then plays best responses (TW-ODDS-2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from twingkit.core.arguments import check_arguments
from twingkit.core.arguments.game_kinds import GAME
from twingkit.core.notation import ROLES
from twingkit.core.play import Game
from twingkit.core.questions import BadAnswer
from twingkit.players.policies import Policy
from twingkit.twing.exact_odds.odds import best_response, should_attacker_lay_two_cats
from twingkit.twing.rules.battle_acts import LAY_TWO_CATS, PASS, parse_response
from twingkit.twing.rules.lay_questions import LayCards, LayTwoCatsOrPass
from twingkit.twing.rules.responses import MiromonBeforeEvent, Respond, TrapBeforeRoll


@check_arguments(game=GAME)
def best_battle_answer(game: Game) -> object:
    """Return the answer to the pending question of a battle: the lay in notation, or the best response.

    Before the roll it passes. Raises `BudgetError` if computing best play would take too long, and
    `BadAnswer` if no player has to answer.

    >>> from twingkit import twing
    >>> game = twing.battle_game("F: F5 & cat vs W: W6", seed=1).play(best_battle_answer)
    >>> [entry.answer for entry in game.transcript]
    ['lay F5', 'lay W6', 'roll -3', 'roll Cross', 'pass']
    """
    start: Any = game.start  # the table of a battle given as text
    match game.question:
        case LayCards(side=side):
            return start.battle.sides[side.index].lay
        case LayTwoCatsOrPass():
            return LAY_TWO_CATS if should_attacker_lay_two_cats(start.battle, start.variant) else PASS
        case TrapBeforeRoll() | MiromonBeforeEvent():
            return PASS
        case Respond(fight=fight, side=side):
            return parse_response(best_response(fight, side=ROLES[side.index]))
    raise BadAnswer("play.over")


PLAYERS: Mapping[str, Callable[[int], Policy]] = {"best": lambda seed: best_battle_answer}
"""The makers of the computer players of battles by name."""
