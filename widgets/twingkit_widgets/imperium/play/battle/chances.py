"""The chance to win on the page of a battle: in its panel, in hints, and for changed dice."""

from __future__ import annotations

from functools import lru_cache

from twingkit import Game
from twingkit.imperium.battle.best_player import Advice, SideOdds, advice, side_odds
from twingkit.imperium.battle.exact_odds.odds_now import odds_now
from twingkit.imperium.battle.exact_odds.steps_walk import WalkBudgetError
from twingkit.odds.odds import Odds

_MAX_ODDS_WORK = 2000
"""The limit of work for the odds of a single step, in a fraction of a second."""

OUTCOMES = ("win", "tie", "loss")
"""The outcomes of a battle, in the order of the bar."""


@lru_cache(maxsize=256)
def seat_odds(record: str, seat: int, answer: str = "") -> SideOdds | WalkBudgetError | None:
    """Return the odds for a seat after a game record and an optional further `answer`; None if the battle is
    over, a `WalkBudgetError` if they take too much work.
    """
    try:
        return side_odds(Game.replay(record), seat, answer)
    except WalkBudgetError as fault:
        return fault


@lru_cache(maxsize=256)
def odds_from_here(record: str) -> Odds | WalkBudgetError | None:
    """Return the odds of the battle after a game record, with both sides following their policies; None if it
    is decided, a `WalkBudgetError` if they take too much work.
    """
    try:
        return odds_now(Game.replay(record), max_walks=_MAX_ODDS_WORK)
    except WalkBudgetError as fault:
        return fault


@lru_cache(maxsize=64)
def advice_for_record(record: str) -> Advice:
    """Return the computer player's advice on the pending question of the game with this record."""
    return advice(Game.replay(record))
