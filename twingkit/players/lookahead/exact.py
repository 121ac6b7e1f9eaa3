"""Exact odds as shares of the win, where a game can compute them: they need no playouts."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from twingkit.core.games import game_by_id
from twingkit.core.play import Game
from twingkit.core.running.winners import team_seats, win_share
from twingkit.core.slices import Slices
from twingkit.odds.odds import Odds

ExactOdds = Callable[[Game], Odds | None]
"""A function that returns the exact odds of the first seat under best play, or None if there are none."""


def exact_odds_function(game: Game) -> ExactOdds | None:
    """Return the function that computes exact odds for this type of game (`GameEntry.exact_odds`), or None if
    there is none.
    """
    own: ExactOdds | None = game_by_id(game.start.name.partition(".")[0]).load("exact_odds")
    return own


class ExactChance(NamedTuple):
    """The exact chances (0 to 1) of a side to win and to tie."""

    win: float
    tie: float

    @property
    def share(self) -> float:
        """The expected share of the win: a tie counts half."""
        return self.win + self.tie / 2


def exact_chance(game: Game, seat: int) -> ExactChance | None:
    """Return the exact chance of a seat, which includes that of its partners; None if it is unknown.

    >>> from twingkit import twing
    >>> game = twing.battle_game("F: F5 vs W: W6").give_answers("lay F5", "lay W6")
    >>> exact_chance(game, 0).share + exact_chance(game, 1).share
    1.0
    """
    if game.over:
        share = win_share(game, seat)
        return ExactChance(0.0, 2 * share) if 0 < share < 1 else ExactChance(share, 0.0)
    exact = exact_odds_function(game)
    odds = exact(game) if exact else None
    if odds is None:
        return None
    return ExactChance(odds.win if seat in team_seats(game, 0) else odds.loss, odds.tie)


def exact_chances(game: Game) -> Slices[dict[str, ExactChance]]:
    """Return the exact chance after each answer to the pending question; empty if one is unknown."""
    question, chances = game.question, dict[str, ExactChance]()
    if question is None or exact_odds_function(game) is None:
        return {}
    for option in question.options():
        yield 0.0
        after = game.copy(explain=False)
        after.auto = False
        after.answer_unchecked(option)
        chance = exact_chance(after, question.player)
        if chance is None:
            return {}
        chances[question.format_answer(option)] = chance
    return chances
