"""Grids as numpy arrays: (edge and win, nodes of a level, contests, attacker's die, defender's die).

They hold any number of contests with the same plan and equal dice, and a level any number of nodes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from twingkit.twing.exact_odds.best_responses.grids import EPSILON, Moved, Worth
from twingkit.twing.exact_odds.best_responses.plan import Case, Level, Offer, Plan
from twingkit.twing.exact_odds.contest import INVERTED, Contest, Profile, rank
from twingkit.twing.exact_odds.terms import Terms

Floats = NDArray[np.float64]
Choice = NDArray[np.uint8]
Offered = Sequence[tuple[Offer, Floats]]

_OPEN = 9
"""In the place of a critical result where none decides."""


class NumpyGrids:
    """Operations on the grids of contests; `wins`: also on the chance to win, not on the edge alone."""

    def __init__(
        self,
        contests: Sequence[Contest],
        plan: Plan,
        worths: Sequence[Worth] | None = None,
        *,
        wins: bool = True,
    ) -> None:
        self._plan = plan
        self._kinds = 2 if wins else 1
        self._worth = None if worths is None else np.array(worths).transpose(2, 0, 1)
        profiles = contests[0].profiles
        self.weights = [np.array(profile.weights) / 12 for profile in profiles]
        self._first_roll = np.outer(*self.weights)
        self.shape = (len(contests), *(len(profile.states) for profile in profiles))
        self._inverted = np.array(INVERTED)
        self._then, self._offered = _arrays(plan)
        self._case_of = np.array(plan.case_of)
        self.outcomes, self._critical = _judged(contests, plan.cases)

    def table(self) -> Floats:
        """A table for the grids of all nodes."""
        return np.empty((self._kinds, len(self._plan.nodes), *self.shape))

    def at(self, table: Floats, level: Level) -> Floats:
        """The grid of a level."""
        return table[:, level.first : level.last]

    def put(self, table: Floats, level: Level, grid: Floats) -> None:
        """Keep the grid of a level."""
        table[:, level.first : level.last] = grid

    def single(self, table: Floats, number: int) -> Floats:
        """The grid of one node."""
        return table[:, number : number + 1]

    def mean(self, table: Floats, numbers: Sequence[int], weights: Sequence[float]) -> Floats:
        """The mean of some nodes' grids."""
        if len(numbers) == 1:
            return table[:, numbers[0] : numbers[0] + 1]
        return np.asarray(np.einsum("n,knijl->kijl", weights, table[:, list(numbers)])[:, None])

    def offered(self, table: Floats, offer: Offer) -> Floats:
        """The values that a response leads to, for the nodes of its level."""
        return self.mixed(offer.ways, [table.take(self._then[id(way)], 1) for way in offer.ways])

    def mixed(self, ways: Sequence[Moved], grids: Sequence[Floats]) -> Floats:
        """The values of a response that leads to these grids."""
        moved = [self._moved(way, grid) for way, grid in zip(ways, grids, strict=True)]
        if len(moved) == 1:
            return moved[0]
        return np.asarray(sum(way.chance * grid for way, grid in zip(ways, moved, strict=True)))

    def _moved(self, way: Moved, grid: Floats) -> Floats:
        if way.inverted is not None:
            return grid.take(self._inverted, way.inverted - 2)
        if way.rolled is None:
            return grid
        weights = self.weights[way.rolled]
        return np.asarray((weights @ grid)[..., None, :] if way.rolled == 0 else (grid @ weights)[..., None])

    def ended(self, first: int, last: int) -> Floats:
        """The values of these nodes if both sides pass now."""
        outcomes = self.outcomes[self._case_of[first:last]]
        if self._worth is None:
            edge = outcomes.astype(np.float64)
        else:
            flat = (1 - outcomes).reshape(*outcomes.shape[:2], -1)
            edge = np.take_along_axis(self._worth[first:last], flat.astype(np.intp), axis=2)
            edge = edge.reshape(outcomes.shape)
        return np.stack([edge, edge.clip(0.0)]) if self._kinds == 2 else edge[None]

    def decided(self, first: int, last: int) -> NDArray[np.bool_]:
        """Whether a critical result stands, for these nodes."""
        return np.asarray(self._critical[self._case_of[first:last]])

    def stands(self, number: int, states: tuple[int, int]) -> bool:
        """Whether a critical result stands at a node of the first contest, with these dice."""
        return bool(self._critical[self._case_of[number], 0, states[0], states[1]])

    def best(self, offered: Offered, mover: int) -> Floats | None:
        """The best of the responses of a side; None if there is none. Where no response is offered, it is
        worse than everything."""
        best: Floats | None = None
        for offer, grid in offered:
            if offer.offered is not None:
                grid = np.where(self._offered[id(offer)], grid, np.inf if mover else -np.inf)
            if best is None:
                best = np.array(np.broadcast_to(grid, (*grid.shape[:2], *self.shape)))
            else:
                np.copyto(best, grid, where=self._is_better(grid, best, mover))
        return best

    def _is_better(self, other: Floats, base: Floats, mover: int) -> NDArray[np.bool_]:
        edge, least = other[0], base[0]
        return np.asarray(edge < least - EPSILON if mover else edge > least + EPSILON)

    def better(self, base: Floats, other: Floats | None, mover: int) -> Floats:
        """`base`, replaced where `other` is better for the side to respond."""
        if other is None:
            return base
        return np.where(self._is_better(other, base, mover), other, base)

    def choose(self, base: Floats, offered: Offered, mover: int) -> Choice:
        """The best choice of a side, where passing is worth `base`."""
        sign = -1 if mover else 1
        best = sign * base[0]
        choice = np.zeros(best.shape, dtype=np.uint8)
        for number, (offer, grid) in enumerate(offered, 1):
            edge = sign * grid[0]
            better = edge > best + EPSILON
            if offer.offered is not None:
                better &= self._offered[id(offer)]
            best = np.where(better, edge, best)
            choice[better] = number
        return choice

    def chosen(self, choice: Choice, base: Floats, offered: Offered) -> Floats:
        """The values of what is chosen."""
        values = base
        for number, (_, grid) in enumerate(offered, 1):
            values = np.where(choice == number, grid, values)
        return values

    def numbered(self, choice: Choice, numbers: Sequence[int]) -> Choice:
        """The choice of a node by other numbers of its responses."""
        return np.array(numbers, dtype=np.uint8)[choice]

    def stacked(self, choices: Sequence[Choice]) -> Choice:
        """The choices of a level from those of its nodes."""
        return np.concatenate(choices)

    def where(self, mask: Any, one: Floats, two: Floats) -> Floats:
        """`one` where the mask is true, else `two`."""
        return np.where(mask, one, two)

    def cell(self, grid: Floats, states: tuple[int, int]) -> tuple[float, float]:
        """Edge and win of the first contest with these dice."""
        edge, win = np.broadcast_to(grid, (self._kinds, 1, *self.shape))[:, 0, 0, states[0], states[1]]
        return float(edge), float(win)

    def opening(self, grid: Floats) -> list[tuple[float, float]]:
        """Edge and win of each contest over the first roll of both dice."""
        means = np.tensordot(grid[:, 0], self._first_roll, 2)
        return list(zip(means[0].tolist(), means[-1].tolist(), strict=True))

    # -- chances, followed forwards

    @property
    def count(self) -> int:
        """The number of contests."""
        return self.shape[0]

    def masses(self) -> Floats:
        """A table for the chances of all nodes, none so far."""
        return np.zeros((len(self._plan.nodes), *self.shape))

    def no_mass(self, level: Level) -> Floats:
        """No chance for the nodes of a level."""
        return np.zeros((level.last - level.first, *self.shape))

    def begin(self, masses: Floats, number: int, contests: Sequence[bool]) -> None:
        """Put the chances of the first roll to a node, for some contests."""
        masses[number, np.array(contests)] = self._first_roll

    def taken(self, masses: Floats, level: Level) -> Floats:
        """The chances of a level, taken out of the table."""
        mass = masses[level.first : level.last].copy()
        masses[level.first : level.last] = 0.0
        return mass

    def brought(self, masses: Floats, level: Level, mass: Floats) -> None:
        """Bring chances into the table."""
        masses[level.first : level.last] += mass

    def moved(self, masses: Floats, offer: Offer, mass: Floats) -> None:
        """Bring the chances of a level to where a response leads."""
        there = np.flatnonzero(mass.any(axis=(1, 2, 3)))
        mass = mass[there]
        for way in offer.ways:
            moved = mass * way.chance
            if way.inverted is not None:
                moved = moved.take(self._inverted, way.inverted - 2)
            elif way.rolled is not None:
                weights = self.weights[way.rolled]
                moved = moved.sum(axis=way.rolled - 2, keepdims=True)
                moved = moved * (weights[:, None] if way.rolled == 0 else weights)
            then = self._then[id(way)][there]
            if way.different:
                masses[then] += moved
            else:
                np.add.at(masses, then, moved)

    def share(self, mass: Floats, choice: Choice, number: int) -> Floats:
        """The part of the chances with which this is chosen."""
        return np.where(choice == number, mass, 0.0)

    def parted(self, mass: Floats, mask: NDArray[np.bool_]) -> tuple[Floats, Floats]:
        """The chances where the mask is true, and the others."""
        return np.where(mask, mass, 0.0), np.where(mask, 0.0, mass)

    def added(self, one: Floats, two: Floats) -> Floats:
        """The sum of chances."""
        return one + two

    def total(self, mass: Floats) -> float:
        """The sum of all these chances."""
        return float(mass.sum())

    def outcomes_of(self, level: Level, mass: Floats) -> Iterator[tuple[int, int, int, float]]:
        """Yield the ends that have a chance."""
        results = self.outcomes[self._case_of[level.first : level.last]]
        for outcome in (1, 0, -1):
            chances = np.where(results == outcome, mass, 0.0).sum(axis=(2, 3))
            for node, contest in np.argwhere(chances).tolist():
                yield contest, level.first + node, 1 - outcome, float(chances[node, contest])


@lru_cache(maxsize=128)
def _arrays(plan: Plan) -> tuple[dict[int, NDArray[np.intp]], dict[int, NDArray[np.bool_]]]:
    """The nodes that each way of a plan leads to, and those that have each offer, as arrays."""
    sides = [side for level in plan.levels for offers in (level.offers, level.window) for side in offers]
    every = [offer for side in sides for offer in side]
    then = {id(way): np.array(way.then, dtype=np.intp) for offer in every for way in offer.ways}
    offered = {id(offer): np.array(offer.offered)[:, None, None, None] for offer in every if offer.offered}
    return then, offered


def _judged(contests: Sequence[Contest], cases: Sequence[Case]) -> tuple[NDArray[np.int8], NDArray[np.bool_]]:
    """For each case, contest and pair of dice: 1, 0 or −1 (the attacker wins, ties, loses) if both pass, and
    whether a critical result stands."""
    terms = contests[0].terms
    pairs: dict[tuple[Profile, Profile], int] = {}
    pair_of = np.array([pairs.setdefault(contest.profiles, len(pairs)) for contest in contests])
    outcomes, standing = [], []
    lost, won = (
        np.array([[contest.losses[side][taken[1 - side]] for contest in contests] for taken, *_ in cases])
        for side in (0, 1)
    )
    margins = np.array([contest.margin for contest in contests]) - lost + won
    for (_, turned, own_roll), margin in zip(cases, margins, strict=True):
        tables = [_results(*pair, turned, own_roll, terms.decided_by) for pair in pairs]
        numbers, criticals, symbols = (np.stack(table)[pair_of] for table in zip(*tables, strict=True))
        points = np.sign(numbers + margin[:, None, None])
        if terms.defender_wins_ties:
            points[points == 0] = -1
        outcomes.append(np.where(criticals == _OPEN, points, criticals).astype(np.int8))
        standing.append(symbols)
    return np.stack(outcomes), np.stack(standing)


@lru_cache(maxsize=1024)
def _results(
    attack: Profile, defence: Profile, turned: tuple[bool, bool], own_roll: bool, terms: Terms
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_]]:
    """For each pair of dice: the difference of the numbers (TW-BAT-15), the critical result or `_OPEN` where
    the points decide (TW-BAT-16), and whether a symbol stands."""
    sizes = len(attack.states), len(defence.states)
    numbers, criticals = np.zeros(sizes, dtype=np.int64), np.full(sizes, _OPEN, dtype=np.int64)
    symbols = np.zeros(sizes, dtype=np.bool_)
    for (row, one), (column, two) in product(enumerate(attack.states), enumerate(defence.states)):
        first = attack.turned_result(one, turned[0], own_roll)
        second = defence.turned_result(two, turned[1])
        symbols[row, column] = bool(rank(first) or rank(second))
        if not symbols[row, column]:
            numbers[row, column] = first - second
        elif first != second:
            criticals[row, column] = (rank(first) > rank(second)) - (rank(first) < rank(second))
        elif not terms.symbols_cancel:
            criticals[row, column] = -terms.defender_wins_ties
    return numbers, criticals, symbols
