"""Grids as numpy arrays: (kind of value, nodes of a level, contests, one axis for each die).

A level has any number of nodes. Subclasses know the rules that decide the outcome from the dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twingkit.twing.exact_odds.best_responses.grids import EPSILON, DiceStep, Table
from twingkit.twing.exact_odds.best_responses.plan import Level, Offer, Plan
from twingkit.twing.exact_odds.contest import INVERTED

Floats = NDArray[np.float64]
Choice = NDArray[np.uint8]
Best = tuple[Floats, Choice]
ValuedOffers = Sequence[tuple[Offer, Floats]]

_FIRST = np.ones((), dtype=np.uint8)


class DiceArrays:
    """Operations on the grids of `count` contests: `kinds` values for each combination of dice.

    `records` lists, for each die, the axes that hold its faces; `weights` holds the chances of its states. A
    die has two axes if not every side sees its last roll; a new roll that all sides see makes them equal.
    `first_roll` holds the chance of each combination.
    """

    def __init__(
        self,
        plan: Plan,
        count: int,
        kinds: int,
        records: Sequence[tuple[int, ...]],
        weights: Sequence[Floats],
        first_roll: Floats,
    ) -> None:
        self._plan, self._kinds, self._records, self.weights = plan, kinds, records, weights
        self._first_roll = first_roll
        self.shape: tuple[int, ...] = count, *first_roll.shape
        self._inverted = np.array(INVERTED)
        self._thrown = [roll_weights(axes, chances) for axes, chances in zip(records, weights, strict=True)]
        self._then, self._offered = _arrays(plan, len(self.shape))
        self._case_of = np.array(plan.case_of)

    def table(self) -> Table:
        """Return an empty table for the grids of all nodes."""
        return np.empty((self._kinds, len(self._plan.nodes), *self.shape))

    def at(self, table: Table, level: Level) -> Floats:
        """Return the grid of a level."""
        return np.asarray(table[:, level.first : level.last])

    def put(self, table: Table, level: Level, grid: Floats) -> None:
        """Store the grid of a level."""
        table[:, level.first : level.last] = grid

    def node_grid(self, table: Table, number: int) -> Floats:
        """Return the grid of one node."""
        return np.asarray(table[:, number : number + 1])

    def mean(self, table: Table, numbers: Sequence[int], weights: Sequence[float]) -> Floats:
        """Return the weighted mean of the grids of some nodes."""
        if len(numbers) == 1:
            return self.node_grid(table, numbers[0])
        return np.asarray(np.einsum("n,kn...->k...", weights, table[:, list(numbers)])[:, None])

    def values_of_offer(self, table: Table, offer: Offer) -> Floats:
        """Return the values of the nodes that a response leads to, for each node of its level."""
        return self.values_of_steps(offer.ways, [table.take(self._then[id(way)], 1) for way in offer.ways])

    def values_of_steps(self, ways: Sequence[DiceStep], grids: Sequence[Floats]) -> Floats:
        """Return the values of a response that leads to these grids."""
        moved = [self._values_of_step(way, grid) for way, grid in zip(ways, grids, strict=True)]
        if len(moved) == 1:
            return moved[0]
        return np.asarray(sum(way.chance * grid for way, grid in zip(ways, moved, strict=True)))

    def _values_of_step(self, way: DiceStep, grid: Floats) -> Floats:
        if way.inverted is not None:
            return self._invert_axis(grid, way.inverted)
        if way.rolled is None:
            return grid
        axes, chances = self._records[way.rolled], self.weights[way.rolled]
        if len(axes) > 1:
            return np.expand_dims(np.diagonal(grid, 0, *axes) @ chances, axes)
        return np.asarray((grid.swapaxes(axes[0], -1) @ chances)[..., None].swapaxes(axes[0], -1))

    def _invert_axis(self, grid: Floats, die: int) -> Floats:
        for axis in self._records[die]:
            grid = grid.take(self._inverted, axis)
        return grid

    def best(self, offered: ValuedOffers, mover: int, *, coded: bool) -> Best | None:
        """Return the values of a side's best response and, if `coded`, which response it is; None without
        responses.

        Where a response is not offered, it counts as worse than everything.
        """
        best: Floats | None = None
        code = _FIRST
        for number, (offer, grid) in enumerate(offered, 1):
            if offer.offered is not None:
                grid = np.where(self._offered[id(offer)], grid, self._worst(mover))
            if best is None:
                best = grid  # a new roll has equal values along its die, so keep an axis of length 1
                continue
            better = self._is_better(grid, best, mover)
            best = np.where(better, grid, best)
            if coded:
                code = np.where(better, np.uint8(number), code)
        return None if best is None else (best, code)

    def _is_better(self, other: Floats, base: Floats, mover: int) -> NDArray[np.bool_]:
        """Return where the side prefers `other` to `base`."""
        return np.asarray(other[mover] > base[mover] + EPSILON)

    def _worst(self, mover: int) -> float:
        return -np.inf

    def improve(self, base: Floats, best: Best | None, mover: int) -> Floats:
        """Return `base`, replaced by the best response where that is better for the side to respond."""
        if best is None:
            return base
        return np.where(self._is_better(best[0], base, mover), best[0], base)

    def choose(self, base: Floats, best: Best | None, mover: int) -> tuple[Floats, Choice]:
        """Return the values of a side's choice where passing is worth `base`, and the choice itself."""
        if best is None:
            return base, np.zeros(base.shape[1:], dtype=np.uint8)
        better = self._is_better(best[0], base, mover)
        return np.where(better, best[0], base), np.where(better, best[1], np.uint8(0))

    def chosen_values(self, choice: Choice, base: Floats, offered: ValuedOffers) -> Floats:
        """Return the values of the chosen responses."""
        values = base
        for number, (_, grid) in enumerate(offered, 1):
            values = np.where(choice == number, grid, values)
        return values

    def renumber_choice(self, choice: Choice, numbers: Sequence[int]) -> Choice:
        """Return a node's choice with its responses renumbered."""
        return np.array(numbers, dtype=np.uint8)[choice]

    def stack_choices(self, choices: Sequence[Choice]) -> Choice:
        """Return the choices of a level, joined from those of its nodes."""
        return np.concatenate(choices)

    def where(self, mask: Any, inside: Floats, outside: Floats) -> Floats:  # a boolean array
        """Return `inside` where the mask is true, otherwise `outside`."""
        return np.where(mask, inside, outside)

    # -- the forward pass

    @property
    def count(self) -> int:
        """The number of contests."""
        return self.shape[0]

    def masses(self) -> Floats:
        """Return an empty table for the chances of all nodes."""
        return np.zeros((len(self._plan.nodes), *self.shape))

    def no_mass(self, level: Level) -> Floats:
        """Return a chance of 0 for each node of a level."""
        return np.zeros((level.last - level.first, *self.shape))

    def add_start(self, masses: Floats, number: int, contests: Sequence[float]) -> None:
        """Add the chances of the first roll to a node, for some contests."""
        masses[number, np.array(contests, dtype=bool)] = self._first_roll

    def take_mass(self, masses: Floats, level: Level) -> Floats:
        """Remove the chances of a level from the table and return them."""
        mass = masses[level.first : level.last].copy()
        masses[level.first : level.last] = 0.0
        return mass

    def add_mass(self, masses: Floats, level: Level, mass: Floats) -> None:
        """Add chances of a level to the table."""
        masses[level.first : level.last] += mass

    def move_mass(self, masses: Floats, offer: Offer, mass: Floats) -> None:
        """Move the chances of a level to the nodes that a response leads to."""
        there = np.flatnonzero(mass.any(axis=tuple(range(1, mass.ndim))))
        mass = mass[there]
        for way in offer.ways:
            moved = mass * way.chance
            if way.inverted is not None:
                moved = self._invert_axis(moved, way.inverted)
            elif way.rolled is not None:
                moved = moved.sum(axis=self._records[way.rolled], keepdims=True) * self._thrown[way.rolled]
            then = self._then[id(way)][there]
            if way.different:
                masses[then] += moved
            else:
                np.add.at(masses, then, moved)

    def share(self, mass: Floats, choice: Choice, number: int) -> Floats:
        """Return the part of the chances for which response `number` is chosen."""
        return np.where(choice == number, mass, 0.0)

    def split_mass(self, mass: Floats, mask: NDArray[np.bool_]) -> tuple[Floats, Floats]:
        """Return the chances where the mask is true, and the others."""
        return np.where(mask, mass, 0.0), np.where(mask, 0.0, mass)

    def sum_masses(self, mass: Floats, other: Floats) -> Floats:
        """Return the sum of two sets of chances."""
        return mass + other

    def total(self, mass: Floats) -> float:
        """Return the total of all chances."""
        return float(mass.sum())


def roll_weights(axes: tuple[int, ...], chances: Floats) -> Floats:
    """Return the chances of a roll, shaped for multiplication along the axes of its die."""
    shown = np.diag(chances) if len(axes) > 1 else chances
    return shown.reshape(*shown.shape, *[1] * (-1 - axes[-1]))


@lru_cache(maxsize=128)
def _arrays(plan: Plan, axes: int) -> tuple[dict[int, NDArray[np.intp]], dict[int, NDArray[np.bool_]]]:
    """Return two dicts of arrays: the nodes each step leads to, and the nodes that have each offer.

    The second is shaped for grids with `axes` axes besides that of the nodes.
    """
    sides = [side for level in plan.levels for offers in (level.offers, level.window) for side in offers]
    every = [offer for side in sides for offer in side]
    then = {id(way): np.array(way.then, dtype=np.intp) for offer in every for way in offer.ways}
    masks = [(offer, np.array(offer.offered)) for offer in every if offer.offered]
    offered = {id(offer): mask.reshape(-1, *[1] * axes) for offer, mask in masks}
    return then, offered
