"""The end of a battle under a retreat plan: chances to win and to get away, and the losses of both sides."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from twingkit.imperium.battle.analysis.rounds import SpaceBattleRounds
from twingkit.imperium.battle.exact_odds.steps_walk import Situation
from twingkit.imperium.battle.rules.force import force_cost
from twingkit.imperium.battle.rules.result import attacker_retreats_in_standoff

THRESHOLD_TOLERANCE = 1e-12
"""Tolerance for comparing a chance with a threshold."""


class ExpectedBattleEnd(NamedTuple):
    """The expected end of a battle under a retreat plan: chances for each end, and both sides' mean losses.

    `attacker_win` and `defender_win` are the chances to win, `escape_chance` the chance that the retreating
    side gets away; the remaining probability is a tie. Losses are counted from the beginning of the battle,
    in resources (IM-ODDS-5).
    """

    attacker_win: float = 0.0
    defender_win: float = 0.0
    escape_chance: float = 0.0
    attacker_losses: float = 0.0
    defender_losses: float = 0.0

    def add_weighted(self, other: ExpectedBattleEnd, share: float = 1.0) -> ExpectedBattleEnd:
        """Return the sum of these odds and `share` times `other`."""
        return ExpectedBattleEnd(*(own + share * more for own, more in zip(self, other, strict=True)))


def mean_end_odds(
    chances: Mapping[Situation, float], value: Callable[[Situation], ExpectedBattleEnd]
) -> ExpectedBattleEnd:
    """Return the mean of `value` over situations, weighted by their chances."""
    totals = [0.0] * len(ExpectedBattleEnd._fields)
    for situation, chance in chances.items():
        for column, part in enumerate(value(situation)):
            totals[column] += chance * part
    return ExpectedBattleEnd(*totals)


class EndEvaluator:
    """Converts situations in which a space battle has ended into `ExpectedBattleEnd`."""

    def __init__(self, rounds: SpaceBattleRounds) -> None:
        self.fight = rounds.fight
        self._whole = [
            force_cost(self.fight, side_index, force)
            for side_index, force in enumerate(self.fight.starting_forces())
        ]

    def losses(self, situation: Situation) -> tuple[float, float]:
        """Return both sides' losses so far, in resources; ships that retreated are not lost."""
        first, second = (
            at_start - force_cost(self.fight, side_index, force)
            for side_index, (at_start, force) in enumerate(zip(self._whole, situation.state, strict=True))
        )
        return first, second

    def odds_at_end(self, situation: Situation) -> ExpectedBattleEnd:
        """Return the odds for a battle that is over or in a standoff.

        In a standoff the attacker retreats, or nobody wins (IM-ODDS-4).
        """
        winner = (
            1
            if situation.both_sides_remain and attacker_retreats_in_standoff(self.fight.battle)
            else situation.winner
        )
        return ExpectedBattleEnd(float(winner == 0), float(winner == 1), 0.0, *self.losses(situation))

    def odds_after_announced_retreat(self, situation: Situation) -> ExpectedBattleEnd:
        """Return the odds after the last round of a side that had announced its retreat.

        It gets away if both sides still have ships.
        """
        return (
            ExpectedBattleEnd(0.0, 0.0, 1.0, *self.losses(situation))
            if situation.both_sides_remain
            else self.odds_at_end(situation)
        )
