"""Grids as numpy arrays: (edge and win, nodes of a level, contests, attacker's die, defender's die).

They hold any number of contests with the same plan and equal dice; a level has any number of nodes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from twingkit.twing.exact_odds.best_responses.dice_arrays import ArrayGrids, Floats
from twingkit.twing.exact_odds.best_responses.grids import EPSILON, AttackerEndValues, EdgeAndWin
from twingkit.twing.exact_odds.best_responses.plan import NodeLevel, SolvingPlan
from twingkit.twing.exact_odds.contest import (
    CERTAIN_MARGIN,
    Contest,
    DieRules,
    die_result_rank,
    results_by_dice_pair,
)
from twingkit.twing.exact_odds.terms import ContestVariant

_Pair = tuple[DieRules, DieRules]
_Roll = tuple[tuple[bool, bool], bool]
"""Whether each die has been turned round, and whether the attacker's was rolled for two cats."""


class NumpyGrids(ArrayGrids):
    """The values and probabilities of the nodes of several contests as numpy arrays; the contests share one
    plan and equal dice.

    They hold the attacker's edge and, with `wins`, also its chance to win.
    """

    def __init__(
        self,
        contests: Sequence[Contest],
        plan: SolvingPlan,
        worths: Sequence[AttackerEndValues] | None = None,
        *,
        wins: bool = True,
    ) -> None:
        attack, defence = contests[0].profiles
        super().__init__(
            plan,
            len(contests),
            2 if wins else 1,
            ((-2,), (-1,)),
            *_rolls(attack.roll_counts, defence.roll_counts),
        )
        self._worth = None if worths is None else np.array(worths).transpose(2, 0, 1)
        terms, pairs, rolls = contests[0].terms.outcome_terms, dict[_Pair, int](), dict[_Roll, int]()
        self._pairs = [pairs.setdefault(contest.profiles, len(pairs)) for contest in contests]
        self._rolls = [[rolls.setdefault(case[1:], len(rolls))] for case in plan.cases]
        self._results = [[_results(*pair, *roll, terms) for pair in pairs] for roll in rolls]
        margins = [
            [contest.capped_margin_after_traps(case[0]) for contest in contests] for case in plan.cases
        ]
        tables = np.array([[outcomes for outcomes, _ in results] for results in self._results])
        self.outcomes = tables[self._rolls, self._pairs, CERTAIN_MARGIN + np.array(margins)]
        """For each case, contest and pair of dice, the attacker's outcome if both pass: 1, 0 or −1."""

    def values_if_all_pass(self, first_number: int, end_number: int) -> Floats:
        """Return the values of the nodes `first_number` to `end_number` - 1 if all sides pass now."""
        if self._worth is None:
            return self._case_values.take(self._case_of[first_number:end_number], 1)
        outcomes = self.outcomes[self._case_of[first_number:end_number]]
        flat = (1 - outcomes).reshape(*outcomes.shape[:2], -1)
        edge = np.take_along_axis(self._worth[first_number:end_number], flat.astype(np.intp), axis=2)
        edge = edge.reshape(outcomes.shape)
        return np.stack([edge, edge.clip(0.0)]) if self._kinds == 2 else edge[None]

    @cached_property
    def _case_values(self) -> Floats:
        """The values of each case if both sides pass now, where the worth of each end is given."""
        settled = np.empty((self._kinds, *self.outcomes.shape))
        settled[0] = self.outcomes
        if self._kinds == 2:
            settled[1] = self.outcomes > 0
        return settled

    @cached_property
    def _critical(self) -> NDArray[np.bool_]:
        """For each case, contest and pair of dice, whether a critical result decides the battle."""
        tables = np.array([[symbols for _, symbols in results] for results in self._results])
        return np.asarray(tables[self._rolls, self._pairs])

    def critical_result_mask(self, first_number: int, end_number: int) -> NDArray[np.bool_]:
        """Return at which nodes and dice a critical result (Sun or Cross) decides the battle."""
        return np.asarray(self._critical[self._case_of[first_number:end_number]])

    def is_decided_by_criticals(self, node_number: int, state_indices: tuple[int, int]) -> bool:
        """Return whether a critical result decides at this node with these dice, in the first contest."""
        return bool(self._critical[self._case_of[node_number], 0, state_indices[0], state_indices[1]])

    def _is_better(self, other: Floats, base: Floats, mover: int) -> NDArray[np.bool_]:
        edge, least = other[0], base[0]
        better: NDArray[np.bool_] = edge < least - EPSILON if mover else edge > least + EPSILON
        return better

    def _worst(self, mover: int) -> float:
        return np.inf if mover else -np.inf

    def cell_values(self, grid: Floats, state_indices: tuple[int, int]) -> EdgeAndWin:
        """Return the values of the first contest at a node for one pair of dice (indices into the states)."""
        edge, win = np.broadcast_to(grid, (self._kinds, 1, *self.shape))[
            :, 0, 0, state_indices[0], state_indices[1]
        ]
        return float(edge), float(win)

    def means_by_contest(self, grid: Floats) -> list[EdgeAndWin]:
        """Return the values of each contest at a node, averaged over the first roll."""
        chances = self._first_roll.reshape(-1, 1)
        means = np.dot(grid[:, 0].reshape(-1, len(chances)), chances).reshape(len(grid), -1)
        return list(zip(means[0].tolist(), means[-1].tolist(), strict=True))

    def end_chances(self, level: NodeLevel, mass: Floats) -> Iterator[tuple[int, int, int, float]]:
        """Yield the possible ends as (index of the contest, number of the node, outcome, chance)."""
        results = self.outcomes[self._case_of[level.first_number : level.end_number]]
        for outcome in (1, 0, -1):
            chances = np.where(results == outcome, mass, 0.0).sum(axis=(2, 3))
            for node, contest in np.argwhere(chances).tolist():
                yield contest, level.first_number + node, 1 - outcome, float(chances[node, contest])


@lru_cache(maxsize=4)  # each die is rolled or not
def _rolls(
    attack: tuple[float, ...], defence: tuple[float, ...]
) -> tuple[Sequence[NDArray[np.float64]], NDArray[np.float64]]:
    """Return the chances of each state of both dice, and of each pair of states."""
    weights = [np.array(attack) / 12, np.array(defence) / 12]
    return weights, np.outer(*weights)


@lru_cache(maxsize=1024)
def _results(
    attack: DieRules, defence: DieRules, turned: tuple[bool, bool], own_roll: bool, terms: ContestVariant
) -> tuple[NDArray[np.int8], NDArray[np.bool_]]:
    """Return the outcome for each margin on the cards (from −`CERTAIN_MARGIN` on) and pair of dice, and for
    which pairs a symbol shows (TW-BAT-15, TW-BAT-16).
    """
    pairs = results_by_dice_pair((attack, defence), turned, own_roll)
    contests = [
        Contest(margin, (attack, defence), terms=terms)
        for margin in range(-CERTAIN_MARGIN, CERTAIN_MARGIN + 1)
    ]
    outcomes = [[contest.outcome_sign(*pair, (0, 0)) for pair in pairs] for contest in contests]
    symbols = [any(map(die_result_rank, pair)) for pair in pairs]
    shape = len(attack.states), len(defence.states)
    return np.array(outcomes, dtype=np.int8).reshape(-1, *shape), np.array(symbols).reshape(shape)
