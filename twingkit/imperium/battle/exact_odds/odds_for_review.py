"""The exact odds of a battle under way, for reviews."""

from __future__ import annotations

from twingkit.core.play import Game
from twingkit.imperium.battle.exact_odds.odds_now import odds_now
from twingkit.imperium.battle.exact_odds.steps_walk import WalkError
from twingkit.imperium.battle.rules.table import BattleTable
from twingkit.odds.odds import Odds

MAX_WALKS = 2000
"""The work limit for the odds of one moment (see `odds_now`): a fraction of a second."""


def odds_for_review(game: Game) -> Odds | None:
    """Return the attacker's chances from the present state of a battle, for a review.

    Both sides follow their lines (IM-ODDS-1).

    None in a whole game, after the end, and if the chances take too much work.

    >>> from twingkit.imperium.battle.starts import battle_game
    >>> print(odds_for_review(battle_game("space: 1 cruiser vs 1 fighter")))
    win 61.5%, tie 15.4%, loss 23.1%
    """
    if not isinstance(game.table, BattleTable):
        return None
    try:
        return odds_now(game, max_walks=MAX_WALKS)
    except WalkError:
        return None
