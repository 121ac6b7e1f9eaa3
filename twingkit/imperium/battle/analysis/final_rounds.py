"""When to retreat in the final rounds of a battle, which are all alike, and how the battle then ends.

`FinalRetreatGraph` solves any battle; `FinalRetreatGrid` is faster for independent sides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from operator import itemgetter, mul
from typing import NamedTuple

from twingkit.core.slices import finish
from twingkit.imperium.battle.analysis.rounds import SpaceBattleRounds
from twingkit.imperium.battle.exact_odds.chances import add_chances, follow_chances, merge_chances
from twingkit.imperium.battle.exact_odds.cycles import cyclic_groups, solve_situation_cycle
from twingkit.imperium.battle.exact_odds.lattice import SURE, FightLattice
from twingkit.imperium.battle.exact_odds.side_ladder import ForceLadder, side_hit_chances, side_ladder
from twingkit.imperium.battle.exact_odds.steps_walk import Chances, Situation, split_ended
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
    """Return the expected battle end over several situations: the mean of their `value`, weighted by their
    chances.
    """
    totals = [0.0] * len(ExpectedBattleEnd._fields)
    for situation, chance in chances.items():
        for column, part in enumerate(value(situation)):
            totals[column] += chance * part
    return ExpectedBattleEnd(*totals)


class EndEvaluator:
    """An evaluator of ended space battles: converts a final situation into the chances and losses of an
    `ExpectedBattleEnd`.
    """

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


class FinalRetreatGraph:
    """A solver of retreat plans for the final rounds of any space battle, on a graph of the situations that
    can occur.

    The nodes are the situations at which a retreat can be announced. A round leads from one to others, back
    to itself if no side hits, and in circles if units are repaired. Situations that lead to each other are
    solved together, so nothing is cut off (IM-ODDS-1); a group that nothing leads out of is a standoff
    (IM-ODDS-4).
    """

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


class FinalRetreatGrid:
    """A solver of retreat plans for the final rounds of a battle whose sides are independent, on a grid of
    pairs of forces.

    The rounds begin with the situations in `start_situations`, in all of which the same effects have been
    used. Chances to win are computed from the weakest pair up, a plan in one pass down.
    """

    def __init__(self, rounds: SpaceBattleRounds, side_index: int, start_situations: list[Situation]) -> None:
        self.side_index, self.end_evaluator = side_index, EndEvaluator(rounds)
        fight = rounds.fight
        first, second = (
            side_ladder(fight, side, {situation.state[side] for situation in start_situations})
            for side in (0, 1)
        )
        self.ladders = first, second
        self.hit_chances = [
            side_hit_chances(fight, side, part, rounds.first_repeating_round)
            for side, part in enumerate(self.ladders)
        ]
        own, other = map(ForceLadder.states, self.ladders, self.hit_chances)
        self.grid = FightLattice(own, other)
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
        mine, foes = self.hit_chances
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
                row[other] = self._standoff if still >= SURE else total / (1.0 - still) if total else 0.0
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
        fought = finish(self.grid.fight_in_slices(mass, leaving))
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
            ladder, hits = self.ladders[side], self.hit_chances[1 - side][pair[1 - side]]
            falls = ladder.indices_after_hits[rung]
            for taken, part in enumerate(hits):
                lower = falls[min(taken, len(falls) - 1)]
                lost[side] += part * self._lost[side][lower]
                away[side] += part * (lower == ladder.empty_force_index)
        own, other = 1.0 - away[0], 1.0 - away[1]
        return ExpectedBattleEnd(own * away[1], other * away[0], own * other, lost[0], lost[1])
