"""Grids as numpy arrays: (kind of value, nodes of a level, contests, one axis for each die).

A level has any number of nodes. `NumpyGrids` hold the edge and the chance to win of any number of contests
with the same plan and equal dice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from twingkit.twing.exact_odds.best_responses import plan as plans
from twingkit.twing.exact_odds.best_responses.grids import EPSILON, AttackerEndValues, EdgeAndWin, Table
from twingkit.twing.exact_odds.contest import (
    CERTAIN_MARGIN,
    INVERTED_STATE_INDICES,
    Contest,
    DieRules,
    die_result_rank,
    results_by_dice_pair,
)
from twingkit.twing.exact_odds.terms import ContestVariant

Floats = NDArray[np.float64]
Choice = NDArray[np.uint8]
BestResponse = tuple[Floats, Choice]
ValuedOffers = Sequence[tuple[plans.OfferedResponse, Floats]]

_ChoiceOrMask = Choice | NDArray[np.bool_]
_PlanArrays = tuple[NDArray[np.intp], dict[int, NDArray[np.intp]], dict[int, NDArray[np.bool_]]]

_FIRST = np.ones((), dtype=np.uint8)
_INVERTED = np.array(INVERTED_STATE_INDICES)


class ArrayGrids:
    """Values and probabilities of several contests as numpy arrays, with one entry for each contest and
    combination of dice.

    Each combination of dice has `kinds` values. `records` lists, for each die, the axes that hold its faces;
    `weights` holds the chances of its states. A die has two axes if not every side sees its last roll; a new
    roll that all sides see makes them equal. `first_roll` holds the chance of each combination.
    """

    def __init__(
        self,
        plan: plans.SolvingPlan,
        count: int,
        kinds: int,
        records: Sequence[tuple[int, ...]],
        weights: Sequence[Floats],
        first_roll: Floats,
    ) -> None:
        self._plan, self._kinds, self._records, self.weights = plan, kinds, records, weights
        self._first_roll = first_roll
        self.shape: tuple[int, ...] = count, *first_roll.shape
        self._inverted = _INVERTED
        self._thrown = [
            _die_face_weights(axes, chances) for axes, chances in zip(records, weights, strict=True)
        ]
        axes = len(self.shape)
        if axes not in plan.arrays:
            plan.arrays[axes] = _arrays(plan, axes)
        arrays: _PlanArrays = plan.arrays[axes]
        self._case_of, self._then, self._offered = arrays

    def empty_table(self) -> Table:
        """Return an empty table for the values of all nodes."""
        return np.empty((self._kinds, len(self._plan.nodes), *self.shape))

    def level_grid(self, table: Table, level: plans.NodeLevel) -> Floats:
        """Return the values of the nodes of one level from the table."""
        grid: Floats = table[:, level.first_number : level.end_number]
        return grid

    def store_level_grid(self, table: Table, level: plans.NodeLevel, grid: Floats) -> None:
        """Store the values of the nodes of one level in the table."""
        table[:, level.first_number : level.end_number] = grid

    def node_grid(self, table: Table, node_number: int) -> Floats:
        """Return the values of one node from the table, for all pairs of dice."""
        return np.asarray(table[:, node_number : node_number + 1])

    def mean_grid(self, table: Table, numbers: Sequence[int], weights: Sequence[float]) -> Floats:
        """Return the mean of the values of several nodes; the weights add up to 1."""
        if len(numbers) == 1:
            return self.node_grid(table, numbers[0])
        return np.asarray(np.einsum("n,kn...->k...", weights, table[:, list(numbers)])[:, None])

    def values_of_offer(self, table: Table, offer: plans.OfferedResponse) -> Floats:
        """Return the values of a response at each node of its level, from the nodes it leads to."""
        return self.values_of_steps(offer.steps, [table.take(self._then[id(way)], 1) for way in offer.steps])

    def values_of_steps(self, steps: Sequence[plans.ResponseDiceStep], grids: Sequence[Floats]) -> Floats:
        """Return the values of a response from its dice steps and the values after each step."""
        moved = [self._values_of_step(way, grid) for way, grid in zip(steps, grids, strict=True)]
        if len(moved) == 1:
            return moved[0]
        return np.asarray(sum(way.chance * grid for way, grid in zip(steps, moved, strict=True)))

    def _values_of_step(self, way: plans.ResponseDiceStep, grid: Floats) -> Floats:
        if way.inverted_die is not None:
            return self._invert_axis(grid, way.inverted_die)
        if way.rolled_die is None:
            return grid
        axes, chances = self._records[way.rolled_die], self.weights[way.rolled_die]
        if len(axes) > 1:
            return np.expand_dims(np.diagonal(grid, 0, *axes) @ chances, axes)
        means: Floats = grid.swapaxes(axes[0], -1) @ chances
        return means[..., None].swapaxes(axes[0], -1)

    def _invert_axis(self, grid: Floats, die: int) -> Floats:
        for axis in self._records[die]:
            grid = grid.take(self._inverted, axis)
        return grid

    def best_response(self, offers: ValuedOffers, mover: int, *, with_index: bool) -> BestResponse | None:
        """Return the values (and, if `with_index`, the index) of the best response of `mover`, or None if
        `offers` is empty.

        A node that does not have a response counts it as worse than all others.
        """
        best: Floats | None = None
        code = _FIRST
        for number, (offer, grid) in enumerate(offers, 1):
            if offer.offered_mask is not None:
                grid = np.where(self._offered[id(offer)], grid, self._worst(mover))
            if best is None:
                best = grid  # a new roll has equal values along its die, so keep an axis of length 1
                continue
            better = self._is_better(grid, best, mover)
            best = np.where(better, grid, best)
            if with_index:
                code = np.where(better, np.uint8(number), code)
        return None if best is None else (best, code)

    def _is_better(self, other: Floats, base: Floats, mover: int) -> NDArray[np.bool_]:
        return np.asarray(other[mover] > base[mover] + EPSILON)

    def _worst(self, mover: int) -> float:
        return -np.inf

    def improve_values(self, pass_values: Floats, best: BestResponse, mover: int) -> Floats:
        """Replace the values `pass_values` by those of the best response where side `mover` prefers them."""
        return np.where(self._is_better(best[0], pass_values, mover), best[0], pass_values)

    def choose_response(
        self, pass_values: Floats, best: BestResponse | None, mover: int
    ) -> tuple[Floats, Choice]:
        """Choose between passing, worth `pass_values`, and the best response; return the values and the
        choices.
        """
        if best is None:
            return pass_values, np.zeros(pass_values.shape[1:], dtype=np.uint8)
        better = self._is_better(best[0], pass_values, mover)
        return np.where(better, best[0], pass_values), np.where(better, best[1], np.uint8(0))

    def chosen_values(self, choice: _ChoiceOrMask, options: Sequence[Floats]) -> Floats:
        """Return the values of the option with the number in `choice`; a mask chooses between two."""
        values = options[0]
        for number, grid in enumerate(options[1:], 1):
            values = np.where(choice == number, grid, values)
        return values

    def renumber_choice(self, choice: Choice, numbers: Sequence[int]) -> Choice:
        """Return `choice` with each response index replaced by its entry in `numbers`."""
        return np.array(numbers, dtype=np.uint8)[choice]

    def stack_choices(self, choices: Sequence[Choice]) -> Choice:
        """Join the choices at the nodes of a level into one `Choice` for the level."""
        return np.concatenate(choices)

    # -- the forward pass

    @property
    def contest_count(self) -> int:
        """The number of contests."""
        return self.shape[0]

    def empty_mass_table(self) -> Floats:
        """Return a table of probabilities, all 0, for all nodes and pairs of dice."""
        return np.zeros((len(self._plan.nodes), *self.shape))

    def zero_mass(self, level: plans.NodeLevel) -> Floats:
        """Return probabilities of 0 for the nodes of one level."""
        return np.zeros((level.end_number - level.first_number, *self.shape))

    def set_first_roll_mass(self, masses: Floats, node_number: int, contest_mask: Sequence[float]) -> None:
        """Set the probabilities of the first roll at a node for each contest whose entry in `contest_mask`
        is true.
        """
        masses[node_number, np.array(contest_mask, dtype=bool)] = self._first_roll

    def take_mass(self, masses: Floats, level: plans.NodeLevel) -> Floats:
        """Remove the probabilities at the nodes of a level from the table and return them."""
        mass = masses[level.first_number : level.end_number].copy()
        masses[level.first_number : level.end_number] = 0.0
        return mass

    def add_mass(self, masses: Floats, level: plans.NodeLevel, mass: Floats) -> None:
        """Add probabilities at the nodes of a level to the table."""
        masses[level.first_number : level.end_number] += mass

    def move_mass(self, masses: Floats, offer: plans.OfferedResponse, mass: Floats) -> None:
        """Add the probabilities `mass` to the nodes that a response leads to."""
        there = np.flatnonzero(mass.any(axis=tuple(range(1, mass.ndim))))
        mass = mass[there]
        for way in offer.steps:
            moved = mass * way.chance
            if way.inverted_die is not None:
                moved = self._invert_axis(moved, way.inverted_die)
            elif way.rolled_die is not None:
                moved = (
                    moved.sum(axis=self._records[way.rolled_die], keepdims=True)
                    * self._thrown[way.rolled_die]
                )
            then = self._then[id(way)][there]
            if way.has_distinct_targets:
                masses[then] += moved
            else:
                np.add.at(masses, then, moved)

    def mass_of_choice(self, mass: Floats, choice: _ChoiceOrMask, number: int) -> Floats:
        """Return the probabilities `mass` where the choice has this number, and 0 elsewhere."""
        return np.where(choice == number, mass, 0.0)

    def sum_masses(self, mass: Floats, other: Floats) -> Floats:
        """Return the sum of two arrays of probabilities."""
        return mass + other

    def total_mass(self, mass: Floats) -> float:
        """Return the sum of all probabilities in `mass`."""
        return float(mass.sum())


def _die_face_weights(axes: tuple[int, ...], chances: Floats) -> Floats:
    """Return the probabilities of a die's faces, reshaped to multiply along the axes of that die."""
    shown = np.diag(chances) if len(axes) > 1 else chances
    return shown.reshape(*shown.shape, *[1] * (-1 - axes[-1]))


def _arrays(plan: plans.SolvingPlan, axes: int) -> _PlanArrays:
    """Return the case of each node, the nodes that each step leads to, and the nodes that have each offer.

    The last is shaped for grids with `axes` axes besides that of the nodes.
    """
    sides = [
        side for level in plan.levels for offers in (level.offers, level.window_offers) for side in offers
    ]
    every = [offer for side in sides for offer in side]
    then = {id(way): np.array(way.next_numbers, dtype=np.intp) for offer in every for way in offer.steps}
    masks = [(offer, np.array(offer.offered_mask)) for offer in every if offer.offered_mask]
    offered = {id(offer): mask.reshape(-1, *[1] * axes) for offer, mask in masks}
    return np.array(plan.case_indices, dtype=np.intp), then, offered


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
        plan: plans.SolvingPlan,
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

    def end_chances(self, level: plans.NodeLevel, mass: Floats) -> Iterator[tuple[int, int, int, float]]:
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
