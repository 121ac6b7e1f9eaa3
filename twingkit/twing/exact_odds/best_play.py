"""Exact odds of a single battle if both sides play optimally from here on, including the cards they lay."""

from __future__ import annotations

from itertools import islice

from twingkit.core.play import Game
from twingkit.odds.odds import Odds
from twingkit.twing.exact_odds.odds_now import odds_now
from twingkit.twing.starts import BattleStart

_MAX_LAYS_PER_SIDE = 40
"""Largest number of legal lays of a side for which best lays are computed."""


def odds_with_best_lays(game: Game) -> Odds | None:
    """Return the attacker's odds in a single battle with open hands if both sides lay and respond optimally;
    None for other or finished games, or if a side has too many legal lays.

    Each side maximizes its own edge (win minus loss). Returns None after the end, in any other game, or if a
    side has more than `_MAX_LAYS_PER_SIDE` legal lays.

    >>> from twingkit import twing
    >>> print(odds_with_best_lays(twing.battle_game("F: F5 vs W: W6")))
    win 29.2%, tie 7.6%, loss 63.2%
    """
    if not isinstance(game.start, BattleStart) or game.over:
        return None
    question, fight = game.question, game.table.fight
    if fight is None or question is None:
        return None
    if question.kind not in ("attack", "defend", "two_cats"):
        return odds_now(game, responses="best")
    sign = 1 if question.player == 0 else -1
    best: Odds | None = None
    options = list(islice(question.options(), _MAX_LAYS_PER_SIDE + 1))
    if len(options) > _MAX_LAYS_PER_SIDE:
        return None
    for option in options:
        laid = game.copy(explain=False)
        laid.auto = False
        laid.answer(option)
        odds = odds_with_best_lays(laid) if not laid.over else None
        if odds is None:
            return None
        if best is None or sign * odds.edge > sign * best.edge:
            best = odds
    return best
