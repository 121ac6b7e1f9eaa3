"""Exact odds of a single battle if both sides play optimally from here on, including the cards they lay."""

from __future__ import annotations

from itertools import islice

from twingkit.core.play import Game
from twingkit.odds.odds import Odds
from twingkit.twing.exact_odds.odds_now import odds_now
from twingkit.twing.starts import BattleStart

MAX_OPTIONS = 40
"""Sides with more legal lays than this are not solved."""


def best_play(game: Game) -> Odds | None:
    """Return the attacker's odds in an open battle from its present state under optimal play.

    Each side maximizes its own edge (win minus loss). Returns None in a whole game, or if a side has more
    than `MAX_OPTIONS` legal lays.

    >>> from twingkit import twing
    >>> print(best_play(twing.battle_game("F: F5 vs W: W6")))
    win 29.2%, tie 7.6%, loss 63.2%
    """
    if not isinstance(game.start, BattleStart) or game.over:
        return None
    asked, fight = game.question, game.table.fight
    if fight is None or asked is None:
        return None
    if asked.kind not in ("attack", "defend", "two_cats"):
        return odds_now(game, "best")
    sign = 1 if asked.player == 0 else -1
    best: Odds | None = None
    options = list(islice(asked.options(), MAX_OPTIONS + 1))
    if len(options) > MAX_OPTIONS:
        return None
    for option in options:
        laid = game.copy(explain=False)
        laid.auto = False
        laid.answer(option)
        odds = best_play(laid) if not laid.over else None
        if odds is None:
            return None
        if best is None or sign * odds.edge > sign * best.edge:
            best = odds
    return best
