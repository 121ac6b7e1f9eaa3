"""Grids as numpy arrays: (edge and win, nodes of a level, contests, attacker's die, defender's die).

They hold any number of contests with the same plan and equal dice; a level has any number of nodes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from twingkit.twing.exact_odds.best_responses.dice_arrays import DiceArrays, Floats
from twingkit.twing.exact_odds.best_responses.grids import EPSILON, AttackerEndValues
from twingkit.twing.exact_odds.best_responses.moves import OutcomeCase
from twingkit.twing.exact_odds.best_responses.plan import Level, Plan
from twingkit.twing.exact_odds.contest import Contest, DieProfile, result_rank
from twingkit.twing.exact_odds.terms import ContestTerms

_OPEN = 9
"""Stands for "no critical result decides"."""


class NumpyGrids(DiceArrays):
    """Values and probabilities of battles as numpy arrays, for contests with the same plan and equal dice.

    They hold the attacker's edge and, with `wins`, also its chance to win.
    """

    def __init__(
        self,
        contests: Sequence[Contest],
        plan: Plan,
        worths: Sequence[AttackerEndValues] | None = None,
        *,
        wins: bool = True,
    ) -> None:
        attack, defence = contests[0].profiles
        super().__init__(
            plan, len(contests), 2 if wins else 1, ((-2,), (-1,)), *_rolls(attack.weights, defence.weights)
        )
        self._worth = None if worths is None else np.array(worths).transpose(2, 0, 1)
        self.outcomes, self._critical = _outcomes_and_criticals(contests, plan.cases)

    def values_if_all_pass(self, first: int, last: int) -> Floats:
        """Return the values of the nodes `first` to `last` - 1 if all sides pass now."""
        if self._worth is None:
            return self._case_values.take(self._case_of[first:last], 1)
        outcomes = self.outcomes[self._case_of[first:last]]
        flat = (1 - outcomes).reshape(*outcomes.shape[:2], -1)
        edge = np.take_along_axis(self._worth[first:last], flat.astype(np.intp), axis=2)
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

    def critical_mask(self, first: int, last: int) -> NDArray[np.bool_]:
        """Return at which nodes and dice a critical result (Sun or Cross) decides the battle."""
        return np.asarray(self._critical[self._case_of[first:last]])

    def is_critical(self, number: int, states: tuple[int, int]) -> bool:
        """Return whether a critical result decides at this node with these dice, in the first contest."""
        return bool(self._critical[self._case_of[number], 0, states[0], states[1]])

    def _is_better(self, other: Floats, base: Floats, mover: int) -> NDArray[np.bool_]:
        edge, least = other[0], base[0]
        return np.asarray(edge < least - EPSILON if mover else edge > least + EPSILON)

    def _worst(self, mover: int) -> float:
        return np.inf if mover else -np.inf

    def cell_values(self, grid: Floats, states: tuple[int, int]) -> tuple[float, float]:
        """Return the edge and the chance to win of the first contest at a node, for one pair of dice (indices
        into the states).
        """
        edge, win = np.broadcast_to(grid, (self._kinds, 1, *self.shape))[:, 0, 0, states[0], states[1]]
        return float(edge), float(win)

    def first_roll_values(self, grid: Floats) -> list[tuple[float, float]]:
        """Return edge and chance to win of each contest at a node, averaged over the first roll."""
        resources = np.tensordot(grid[:, 0], self._first_roll, 2)
        return list(zip(resources[0].tolist(), resources[-1].tolist(), strict=True))

    def end_chances(self, level: Level, mass: Floats) -> Iterator[tuple[int, int, int, float]]:
        """Yield the possible ends as (index of the contest, number of the node, outcome, chance)."""
        results = self.outcomes[self._case_of[level.first_number : level.end_number]]
        for outcome in (1, 0, -1):
            chances = np.where(results == outcome, mass, 0.0).sum(axis=(2, 3))
            for node, contest in np.argwhere(chances).tolist():
                yield contest, level.first_number + node, 1 - outcome, float(chances[node, contest])


def _outcomes_and_criticals(
    contests: Sequence[Contest], cases: Sequence[OutcomeCase]
) -> tuple[NDArray[np.int8], NDArray[np.bool_]]:
    """Return, for each case, contest and pair of dice, the outcome if both pass, and whether it is critical.

    The outcome is 1, 0 or −1: the attacker wins, ties, loses.
    """
    terms = contests[0].terms.outcome_terms
    pairs: dict[tuple[DieProfile, DieProfile], int] = {}
    pair_of = np.array([pairs.setdefault(contest.profiles, len(pairs)) for contest in contests])
    shape = len(cases), len(contests), *(len(profile.states) for profile in contests[0].profiles)
    outcomes, standing = np.empty(shape, dtype=np.int8), np.empty(shape, dtype=np.bool_)
    lost, won = (
        np.array(
            [[contest.trap_losses[side][taken[1 - side]] for contest in contests] for taken, *_ in cases]
        )
        for side in (0, 1)
    )
    margins = np.array([contest.margin for contest in contests]) - lost + won
    alike: dict[tuple[tuple[bool, bool], bool], list[int]] = {}
    for place, (_, turned, own_roll) in enumerate(cases):
        alike.setdefault((turned, own_roll), []).append(place)
    for (turned, own_roll), places in alike.items():
        tables = [_results(*pair, turned, own_roll, terms) for pair in pairs]
        numbers, criticals, symbols = (
            table[0] if len(pairs) == 1 else np.array(table)[pair_of] for table in zip(*tables, strict=True)
        )
        points = np.sign(numbers + margins[places, :, None, None])
        if terms.defender_wins_ties:
            points[points == 0] = -1
        outcomes[places] = np.where(criticals == _OPEN, points, criticals)
        standing[places] = symbols
    return outcomes, standing


@lru_cache(maxsize=4)  # each die is rolled or not
def _rolls(
    attack: tuple[float, ...], defence: tuple[float, ...]
) -> tuple[Sequence[NDArray[np.float64]], NDArray[np.float64]]:
    """Return the chances of the states of each die, and of each pair of them."""
    weights = [np.array(attack) / 12, np.array(defence) / 12]
    return weights, np.outer(*weights)


@lru_cache(maxsize=1024)
def _results(
    attack: DieProfile, defence: DieProfile, turned: tuple[bool, bool], own_roll: bool, terms: ContestTerms
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_]]:
    """Return three arrays over all pairs of dice: difference, critical result, and whether a symbol shows.

    The difference of the numbers (TW-BAT-15); the critical result, or `_OPEN` where the points decide
    (TW-BAT-16); and whether a symbol shows.
    """
    sizes = len(attack.states), len(defence.states)
    numbers, criticals = np.zeros(sizes, dtype=np.int64), np.full(sizes, _OPEN, dtype=np.int64)
    symbols = np.zeros(sizes, dtype=np.bool_)
    for (row, state), (column, other) in product(enumerate(attack.states), enumerate(defence.states)):
        first = attack.turned_result(state, turned[0], own_roll)
        second = defence.turned_result(other, turned[1])
        symbols[row, column] = bool(result_rank(first) or result_rank(second))
        if not symbols[row, column]:
            numbers[row, column] = first - second
        elif first != second:
            criticals[row, column] = (result_rank(first) > result_rank(second)) - (
                result_rank(first) < result_rank(second)
            )
        elif not terms.symbols_cancel:
            criticals[row, column] = -terms.defender_wins_ties
    return numbers, criticals, symbols
