"""The end of a battle under a retreat plan: chances to win and to get away, and the losses of both sides."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol

from twingkit.imperium.battle.analysis.rounds import Rounds
from twingkit.imperium.battle.exact_odds.steps_walk import Chances, Situation
from twingkit.imperium.battle.rules.force import force_cost
from twingkit.imperium.battle.rules.result import attacker_retreats_in_standoff

EPSILON = 1e-12
"""Tolerance for comparing a chance with a threshold."""


class EndOdds(NamedTuple):
    """The expected end of a battle from some situation on: each side's chance to win, the chance to get away,
    and both sides' losses since the beginning, in resources (IM-ODDS-5). The remaining probability is a tie.
    """

    attacker: float = 0.0
    defender: float = 0.0
    away: float = 0.0
    attacker_lost: float = 0.0
    defender_lost: float = 0.0

    def plus_share(self, other: EndOdds, share: float = 1.0) -> EndOdds:
        """Add another result, weighted with `share`."""
        return EndOdds(*(own + share * more for own, more in zip(self, other, strict=True)))


def mean_ends(chances: Mapping[Situation, float], value: Callable[[Situation], EndOdds]) -> EndOdds:
    """Return the mean of `value` over situations with these chances."""
    totals = [0.0] * len(EndOdds._fields)
    for situation, chance in chances.items():
        for column, part in enumerate(value(situation)):
            totals[column] += chance * part
    return EndOdds(*totals)


class EndValues:
    """Values of situations in which a fight is over."""

    def __init__(self, rounds: Rounds) -> None:
        self.fight = rounds.fight
        self._whole = [force_cost(self.fight, index, force) for index, force in enumerate(self.fight.start())]

    def losses(self, situation: Situation) -> tuple[float, float]:
        """Return both sides' losses so far, in resources; ships that retreated are not lost."""
        first, second = (
            at_start - force_cost(self.fight, index, force)
            for index, (at_start, force) in enumerate(zip(self._whole, situation.state, strict=True))
        )
        return first, second

    def value_at_end(self, situation: Situation) -> EndOdds:
        """Return the value of a battle that is over or in a standoff. In a standoff the attacker retreats, or
        nobody wins (IM-ODDS-4).
        """
        winner = (
            1
            if situation.both_sides_remain and attacker_retreats_in_standoff(self.fight.battle)
            else situation.winner
        )
        return EndOdds(float(winner == 0), float(winner == 1), 0.0, *self.losses(situation))

    def value_after_retreat(self, situation: Situation) -> EndOdds:
        """Return the value after the round in which a side had announced its retreat: it gets away if both
        sides still have ships.
        """
        return (
            EndOdds(0.0, 0.0, 1.0, *self.losses(situation))
            if situation.both_sides_remain
            else self.value_at_end(situation)
        )


class FinalRounds(Protocol):
    """The rounds from `settled` on, in which all rounds are alike, as one side plans them."""

    def win(self, situation: Situation) -> float:
        """Return the side's chance to win by fighting to the end."""
        ...

    def plan(self, start: Chances, below: float, rounds_before: int = 0) -> EndOdds:
        """Return the ends from the situations in `start` if the side fights `rounds_before` rounds and then
        announces a retreat wherever its chance to win is below `below`.
        """
        ...
