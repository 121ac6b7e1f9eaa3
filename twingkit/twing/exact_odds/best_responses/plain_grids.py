"""Grids in plain Python: a list of (edge, win), one cell for each pair of dice; the defender's die varies
fastest.

They hold one contest, and a level has one node.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import product

from twingkit.twing.exact_odds.best_responses.grids import EPSILON, DiceStep, Worth
from twingkit.twing.exact_odds.best_responses.listed_grids import Best, ListedGrids, Mass
from twingkit.twing.exact_odds.best_responses.moves import Case, Node
from twingkit.twing.exact_odds.best_responses.plan import Level, Offer, Plan
from twingkit.twing.exact_odds.contest import INVERTED, Contest
from twingkit.twing.rules.cards import CROSS, SUN

Cell = tuple[float, float]
"""Edge (win minus loss) and win of the attacker."""
Grid = list[Cell]
Table = list[Grid]

_CELLS: tuple[Cell, Cell, Cell] = ((1.0, 1.0), (0.0, 0.0), (-1.0, 0.0))


class PlainGrids(ListedGrids[Cell]):
    """Operations on the grids of one contest."""

    def __init__(self, contest: Contest, plan: Plan[Node, Case], worth: Worth | None = None) -> None:
        self._contest, self._plan, self._worth = contest, plan, worth
        self._sizes = tuple(len(profile.states) for profile in contest.profiles)
        self.weights = [profile.weights for profile in contest.profiles]
        self.least = -1.0 if worth is None else min(map(min, worth)), 0.0
        self._inverted = _inverted_cells(*self._sizes)
        self.outcomes = cache(self._outcomes)
        self._standing = cache(self._critical)

    def table(self) -> Table:
        """Return an empty table for the grids of all nodes."""
        return [[]] * len(self._plan.nodes)

    def at(self, table: Table, level: Level) -> Grid:
        """Return the grid of a level."""
        return table[level.first]

    def put(self, table: Table, level: Level, grid: Grid) -> None:
        """Store the grid of a level."""
        table[level.first] = grid

    def node_grid(self, table: Table, number: int) -> Grid:
        """Return the grid of one node."""
        return table[number]

    def mean(self, table: Table, numbers: Sequence[int], weights: Sequence[float]) -> Grid:
        """Return the weighted mean of the grids of some nodes."""
        if len(numbers) == 1:
            return table[numbers[0]]
        grids = [table[number] for number in numbers]
        return [_weighted(weights, cells) for cells in zip(*grids, strict=True)]

    def values_of_offer(self, table: Table, offer: Offer) -> Grid:
        """Return the values of the nodes that a response leads to, for each node of its level."""
        return self.values_of_steps(offer.ways, [table[way.then[0]] for way in offer.ways])

    def values_of_steps(self, ways: Sequence[DiceStep], grids: Sequence[Grid]) -> Grid:
        """Return the values of a response that leads to these grids."""
        moved = [self._values_of_step(way, grid) for way, grid in zip(ways, grids, strict=True)]
        if len(moved) == 1:
            return moved[0]
        chances = [way.chance for way in ways]
        return [_weighted(chances, cells) for cells in zip(*moved, strict=True)]

    def _values_of_step(self, way: DiceStep, grid: Grid) -> Grid:
        if way.inverted is not None:
            return [grid[cell] for cell in self._inverted[way.inverted]]
        if way.rolled is None:
            return grid
        rows, columns = self._sizes
        weights = self.weights[way.rolled]
        if way.rolled == 0:
            return [_twelfths(grid[column::columns], weights) for column in range(columns)] * rows
        resources = [_twelfths(grid[row * columns : (row + 1) * columns], weights) for row in range(rows)]
        return [cell for cell in resources for _ in range(columns)]

    def values_if_all_pass(self, first: int, last: int) -> Grid:
        """Return the values of the nodes `first` to `last` - 1 if all sides pass now."""
        cells = _CELLS
        if self._worth is not None:
            win, tie, loss = self._worth
            cells = (win[first], 0.0), (tie[first], 0.0), (loss[first], 0.0)
        return [cells[outcome] for outcome in self.outcomes(self._case(first))]

    def critical_mask(self, first: int, last: int) -> list[bool]:
        """Return where a critical result stands at these nodes."""
        return self._standing(self._case(first))

    def is_critical(self, number: int, states: tuple[int, int]) -> bool:
        """Return whether a critical result stands at a node of the first contest, with these dice."""
        return self._standing(self._case(number))[states[0] * self._sizes[1] + states[1]]

    def _case(self, number: int) -> Case:
        case: Case = self._plan.cases[self._plan.case_of[number]]
        return case

    def _outcomes(self, case: Case) -> list[int]:
        """Return 0, 1 or 2 (the attacker wins, ties, loses) for every pair of dice."""
        decided = self._contest.outcome
        return [1 - decided(attack, defence, case[0]) for attack, defence in self._results(case)]

    def _critical(self, case: Case) -> list[bool]:
        symbols = SUN, CROSS
        return [attack in symbols or defence in symbols for attack, defence in self._results(case)]

    def _results(self, case: Case) -> list[tuple[int, int]]:
        (attack, defence), (_, turned, own_roll) = self._contest.profiles, case
        mine = [attack.turned_result(state, turned[0], own_roll) for state in attack.states]
        theirs = [defence.turned_result(state, turned[1]) for state in defence.states]
        return list(product(mine, theirs))

    def improve(self, base: Grid, best: Best[Cell] | None, mover: int) -> Grid:
        """Return `base`, replaced by the best response where that is better for the side to respond."""
        if best is None:
            return base
        cells = zip(base, best[0], strict=True)
        if mover == 0:
            return [new if new[0] > old[0] + EPSILON else old for old, new in cells]
        return [new if new[0] < old[0] - EPSILON else old for old, new in cells]

    def cell(self, grid: Grid, states: tuple[int, int]) -> Cell:
        """Return edge and win for these dice."""
        return grid[states[0] * self._sizes[1] + states[1]]

    def opening(self, grid: Grid) -> list[Cell]:
        """Return edge and win, averaged over the first roll of both dice."""
        weights = [weight * other / 144 for weight, other in product(*self.weights)]
        return [_weighted(weights, grid)]

    # -- the forward pass

    def masses(self) -> list[Mass]:
        """Return an empty table for the chances of all nodes."""
        return [[] for _ in self._plan.nodes]

    def no_mass(self, level: Level) -> Mass:
        """Return a chance of 0 for each node of a level."""
        return [0.0] * (self._sizes[0] * self._sizes[1])

    def add_start(self, masses: list[Mass], number: int, contests: Sequence[float]) -> None:
        """Add the chances of the first roll to a node, for some contests."""
        if all(contests):
            masses[number] = [weight * other / 144 for weight, other in product(*self.weights)]

    def take_mass(self, masses: list[Mass], level: Level) -> Mass:
        """Remove the chances of a level from the table and return them."""
        mass, masses[level.first] = masses[level.first], []
        return mass or self.no_mass(level)

    def add_mass(self, masses: list[Mass], level: Level, mass: Mass) -> None:
        """Add chances of a level to the table."""
        masses[level.first] = self.sum_masses(masses[level.first] or self.no_mass(level), mass)

    def move_mass(self, masses: list[Mass], offer: Offer, mass: Mass) -> None:
        """Move the chances of a level to the nodes that a response leads to."""
        for way in offer.ways:
            masses[way.then[0]] = masses[way.then[0]] or [0.0] * len(mass)
            then = masses[way.then[0]]
            for index, chance in enumerate(mass):
                if not chance:
                    continue
                for target, share in self._targets(way, index):
                    then[target] += chance * share * way.chance

    def _targets(self, way: DiceStep, index: int) -> Iterable[tuple[int, float]]:
        """Yield the pairs of dice that a step leads to, with their chances."""
        if way.inverted is not None:
            return [(self._inverted[way.inverted][index], 1.0)]
        if way.rolled is None:
            return [(index, 1.0)]
        columns = self._sizes[1]
        row, column = divmod(index, columns)
        return [
            (state * columns + column if way.rolled == 0 else row * columns + state, weight / 12)
            for state, weight in enumerate(self.weights[way.rolled])
        ]

    def outcomes_of(self, level: Level, mass: Mass) -> Iterator[tuple[int, int, int, float]]:
        """Yield the ends with a positive chance: contest, number of the node, outcome and chance."""
        chances = [0.0, 0.0, 0.0]
        for outcome, chance in zip(self.outcomes(self._case(level.first)), mass, strict=True):
            chances[outcome] += chance
        for outcome, chance in enumerate(chances):
            if chance:
                yield 0, level.first, outcome, chance


@cache
def _inverted_cells(rows: int, columns: int) -> tuple[list[int], list[int]]:
    """Return, for each cell, the cell after Miromon turns the attacker's and the defender's die."""
    cells = list(product(range(rows), range(columns)))
    return (
        [INVERTED[row] * columns + column for row, column in cells] if rows > 1 else [],
        [row * columns + INVERTED[column] for row, column in cells] if columns > 1 else [],
    )


def _weighted(weights: Iterable[float], cells: Iterable[Cell]) -> Cell:
    edge = win = 0.0
    for weight, (cell_edge, cell_win) in zip(weights, cells, strict=True):
        edge += weight * cell_edge
        win += weight * cell_win
    return edge, win


def _twelfths(cells: Grid, weights: tuple[float, ...]) -> Cell:
    edge = win = 0.0
    for (cell_edge, cell_win), weight in zip(cells, weights, strict=True):
        edge += weight * cell_edge
        win += weight * cell_win
    return edge / 12, win / 12
