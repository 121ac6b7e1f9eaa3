"""When to retreat in the final rounds, which are all alike: for any battle, as a graph of situations.

The nodes are the situations at which a retreat can be announced. A round leads from one to others, back to
itself if no side hits, and in circles if units are repaired. Situations that lead to each other are solved
together, so nothing is cut off (IM-ODDS-1); a group that nothing leads out of is a standoff (IM-ODDS-4).
`final_rounds_grid` is faster for independent sides.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from twingkit.imperium.battle.analysis.battle_ends import (
    THRESHOLD_TOLERANCE,
    EndEvaluator,
    ExpectedBattleEnd,
    mean_end_odds,
)
from twingkit.imperium.battle.analysis.rounds import SpaceBattleRounds
from twingkit.imperium.battle.exact_odds.chances import add_chances, follow_chances
from twingkit.imperium.battle.exact_odds.cycles import cyclic_groups, solve_situation_cycle
from twingkit.imperium.battle.exact_odds.steps_walk import Chances, Situation, split_ended


class FinalRetreatGraph:
    """Retreat plans in the final rounds of any battle, solved on the graph of its situations."""

    def __init__(
        self, rounds: SpaceBattleRounds, side_index: int, start_situations: Iterable[Situation]
    ) -> None:
        self.rounds, self.side_index, self.end_evaluator = rounds, side_index, EndEvaluator(rounds)
        self._moves: dict[Situation, Chances] = {}
        waiting = list(start_situations)
        while waiting:
            situation = waiting.pop()
            if situation not in self._moves:
                self._moves[situation] = self._next(situation)
                waiting += [
                    left
                    for left in self._moves[situation]
                    if left.both_sides_remain and left not in self._moves
                ]
        self._groups = list(
            cyclic_groups(
                self._moves,
                lambda situation: (left for left in self._moves[situation] if left in self._moves),
            )
        )
        self._fights = self._values({})
        self._leaving: dict[Situation, ExpectedBattleEnd] = {}

    def _next(self, situation: Situation) -> Chances:
        """Return the situations, with chances, in which a retreat can next be announced, and those in which
        the battle ends before.
        """
        over, open_ = split_ended(
            self.rounds.after_rest_of_round(situation, self.rounds.first_repeating_round)
        )
        return add_chances(over, self.rounds.at_announcement_all(open_, self.rounds.first_repeating_round))

    def fight_on_win_chance(self, situation: Situation) -> float:
        """Return the side's chance to win by fighting to the end."""
        return self._fights[situation][self.side_index]

    def odds_with_retreat(
        self, start: Chances, below: float, rounds_without_choice: int = 0
    ) -> ExpectedBattleEnd:
        """Return the expected end of the battle if the side announces a retreat as soon as its chance to win
        is below `below`.

        The battle is in one of the situations in `start`; the side fights `rounds_without_choice` rounds
        before it first considers a retreat.
        """
        leaving = {
            situation: self._retreat_value(situation)
            for situation, ends in self._fights.items()
            if ends[self.side_index] < below - THRESHOLD_TOLERANCE
        }
        values = self._values(leaving) if leaving else self._fights
        over, open_ = ExpectedBattleEnd(), start
        for _ in range(rounds_without_choice):
            ended, open_ = split_ended(
                follow_chances(open_, lambda situation: self._moves[situation].items())
            )
            over = over.add_weighted(mean_end_odds(ended, self.end_evaluator.odds_at_end))
        return over.add_weighted(mean_end_odds(open_, values.__getitem__))

    def _retreat_value(self, situation: Situation) -> ExpectedBattleEnd:
        if situation not in self._leaving:
            after = self.rounds.after_rest_of_round(situation, self.rounds.first_repeating_round)
            self._leaving[situation] = mean_end_odds(after, self.end_evaluator.odds_after_announced_retreat)
        return self._leaving[situation]

    def _values(self, ends: Mapping[Situation, ExpectedBattleEnd]) -> dict[Situation, ExpectedBattleEnd]:
        """Return the expected end of the battle from every situation; `ends` gives it for the situations that
        the retreat plan has settled.

        Situations that lead to each other are solved as one system of equations.
        """
        values = dict(ends)

        def mean_values(away: Mapping[Situation, float]) -> ExpectedBattleEnd:
            return mean_end_odds(
                away,
                lambda left: values[left] if left.both_sides_remain else self.end_evaluator.odds_at_end(left),
            )

        for members in self._groups:
            group = [situation for situation in members if situation not in ends]
            solved = solve_situation_cycle(group, self._moves, mean_values, self.end_evaluator.odds_at_end)
            values |= {situation: ExpectedBattleEnd(*ends) for situation, ends in solved.items()}
        return values
