"""The one chance to win that the page of a battle shows: in its panel, in a hint, and for a die to change."""

from __future__ import annotations

from functools import lru_cache

from twingkit import Game
from twingkit.imperium.battle.best_player import Advice, SideOdds, advice, side_odds
from twingkit.imperium.battle.exact_odds.odds_now import odds_now
from twingkit.imperium.battle.exact_odds.steps_walk import WalkError
from twingkit.odds.odds import Odds
from twingkit_widgets.lab.verdict import share_texts

MAX_WALKS = 2000
"""The limit of work for the odds of a single step: a fraction of a second."""

PARTS = ("win", "tie", "loss")
"""The parts of the odds, in the order of the bar."""


@lru_cache(maxsize=256)
def _chances(record: str, seat: int, answer: str) -> SideOdds | WalkError | None:
    try:
        return side_odds(Game.replay(record), seat, answer)
    except WalkError as fault:
        return fault


def chances_of(game: Game, seat: int, answer: str = "") -> SideOdds | WalkError | None:
    """The chances of a seat, after an `answer` if one is given; None once the battle is over, the error where
    they take too much work. They are found once for each position."""
    return _chances(game.record, seat, answer)


@lru_cache(maxsize=256)
def _walked_odds(record: str) -> Odds | WalkError | None:
    try:
        return odds_now(Game.replay(record), most=MAX_WALKS)
    except WalkError as fault:
        return fault


def odds_from_here(game: Game) -> Odds | None:
    """The attacker's chances from here if both sides go on as their lines say; None once it is decided.
    They are found once for each position. Raises `WalkError` where they would take too much work."""
    found = _walked_odds(game.record)
    if isinstance(found, WalkError):
        raise found
    return found


@lru_cache(maxsize=64)
def advice_for(record: str) -> Advice:
    """Return what the odds say to the pending question of a record."""
    return advice(Game.replay(record))


def win_text(win: float, tie: float) -> str:
    """A chance to win in percent, rounded with the others so that they sum to 100.

    >>> win_text(0.4492, 0.0275)
    '44.9%'
    """
    return share_texts(Odds(win, tie, max(0.0, 1 - win - tie), rule=""))["win"]
