"""When to retreat in the final rounds, which are all alike: for independent sides, on a grid.

`final_rounds_graph` does the same for any battle.
"""

from __future__ import annotations

from operator import itemgetter, mul

from twingkit.core.slices import finish
from twingkit.imperium.battle.analysis.battle_ends import THRESHOLD_TOLERANCE, EndEvaluator, ExpectedBattleEnd
from twingkit.imperium.battle.analysis.rounds import SpaceBattleRounds
from twingkit.imperium.battle.exact_odds.chances import merge_chances
from twingkit.imperium.battle.exact_odds.grid import IndependentSidesFight
from twingkit.imperium.battle.exact_odds.side_ladder import side_hit_chances, side_ladder
from twingkit.imperium.battle.exact_odds.steps_walk import Chances, Situation
from twingkit.imperium.battle.rules.result import attacker_retreats_in_standoff


class FinalRetreatGrid:
    """Retreat plans in the final rounds of a battle with independent sides, solved on a grid of force pairs.

    The rounds begin with the situations in `begin`, in all of which the same effects have been used. Chances
    to win are computed from the weakest pair up, a plan in one pass down.
    """

    def __init__(self, rounds: SpaceBattleRounds, side_index: int, start_situations: list[Situation]) -> None:
        self.side_index, self.end_evaluator = side_index, EndEvaluator(rounds)
        fight = rounds.fight
        first, second = (
            side_ladder(fight, side, {situation.state[side] for situation in start_situations})
            for side in (0, 1)
        )
        self.ladders = first, second
        rolls = [
            side_hit_chances(fight, side, part, rounds.first_repeating_round)
            for side, part in enumerate(self.ladders)
        ]
        self.grid = IndependentSidesFight(self.ladders, (rolls[0], rolls[1]))
        self._lost = [
            [self.end_evaluator.losses(Situation((first, second)))[side] for first, second in pairs]
            for side, pairs in enumerate(
                (
                    [(force, self.ladders[1].forces[0]) for force in self.ladders[0].forces],
                    [(self.ladders[0].forces[0], force) for force in self.ladders[1].forces],
                )
            )
        ]
        self._standoff = float(side_index == 1 and attacker_retreats_in_standoff(rounds.fight.battle))
        self._wins = self._chances_to_win()

    def _chances_to_win(self) -> list[list[float]]:
        attack, defence = self.ladders
        last, width = attack.empty_force_index, defence.empty_force_index
        getters = [itemgetter(*fall) for fall in defence.indices_after_hits[:width]]
        depth = [len(fall) - 1 for fall in defence.indices_after_hits[:width]]
        mine, foes = self.grid.hit_chances
        rows: list[list[float]] = [[]] * last + [[float(self.side_index)] * width + [0.0]]
        for own in range(last - 1, -1, -1):
            hits, fall = mine[own], attack.indices_after_hits[own]
            fatal = [[*hits[:most], sum(hits[most:])] for most in depth]
            row = [0.0] * width + [float(not self.side_index)]
            reached = [rows[lower] for lower in fall[1:]]
            for other in range(width - 1, -1, -1):
                get, part, taken = getters[other], fatal[other], foes[other]
                still = taken[0] * part[0]
                total = taken[0] * sum(map(mul, part, get(row)))  # row[other] itself is still 0
                for lost, lower in enumerate(reached[: len(taken) - 1], 1):
                    share = taken[lost] if lost < len(reached) else sum(taken[lost:])
                    total += share * sum(map(mul, part, get(lower)))
                stuck = self.grid.is_standoff((own, other))
                row[other] = self._standoff if stuck else total / (1.0 - still) if total else 0.0
            rows[own] = row
        return rows

    def fight_on_win_chance(self, situation: Situation) -> float:
        """Return the side's chance to win by fighting to the end."""
        own, other = self._pair(situation)
        return self._wins[own][other]

    def _pair(self, situation: Situation) -> tuple[int, int]:
        first, second = self.ladders
        return first.index_by_force[situation.state[0]], second.index_by_force[situation.state[1]]

    def odds_with_retreat(
        self, start: Chances, below: float, rounds_without_choice: int = 0
    ) -> ExpectedBattleEnd:
        """Return the odds of the battle's ends if the side `side_index` of this grid announces a retreat as
        soon as its chance to win is below `below`.

        The battle is in one of the situations in `start`; the side fights `rounds_without_choice` rounds
        before it first considers a retreat.
        """
        mass = merge_chances((self._pair(situation), chance) for situation, chance in start.items())
        for _ in range(rounds_without_choice):
            mass = finish(self.grid.advance_round_in_slices(mass))
        line = below - THRESHOLD_TOLERANCE
        leaving = {
            (own, other)
            for own, row in enumerate(self._wins[:-1])
            for other, win in enumerate(row[:-1])
            if win < line
        }
        fought = self.grid.fight(mass, leaving)
        ends = ExpectedBattleEnd()
        for pair, chance in (fought.end_chances | fought.standoff_chances).items():
            ends = ends.add_weighted(
                self._retreat_value(pair) if pair in leaving else self._end_value(pair), chance
            )
        return ends

    def _end_value(self, pair: tuple[int, int]) -> ExpectedBattleEnd:
        present = [rung < part.empty_force_index for rung, part in zip(pair, self.ladders, strict=True)]
        won = present[0] and not present[1], present[1]
        if all(present) and not attacker_retreats_in_standoff(
            self.end_evaluator.fight.battle
        ):  # a standoff (IM-ODDS-4)
            won = False, False
        return ExpectedBattleEnd(
            float(won[0]), float(won[1]), 0.0, *(self._lost[side][pair[side]] for side in (0, 1))
        )

    def _retreat_value(self, pair: tuple[int, int]) -> ExpectedBattleEnd:
        """Return the expected end from a pair of forces in the last round before the retreat, in which both
        sides' losses are independent.
        """
        away, lost = [0.0, 0.0], [0.0, 0.0]
        for side, rung in enumerate(pair):
            ladder, hits = self.ladders[side], self.grid.hit_chances[1 - side][pair[1 - side]]
            falls = ladder.indices_after_hits[rung]
            for taken, part in enumerate(hits):
                lower = falls[min(taken, len(falls) - 1)]
                lost[side] += part * self._lost[side][lower]
                away[side] += part * (lower == ladder.empty_force_index)
        own, other = 1.0 - away[0], 1.0 - away[1]
        return ExpectedBattleEnd(own * away[1], other * away[0], own * other, lost[0], lost[1])
