"""The values of a state of play for all pairs of dice together, and operations on them.

A grid holds, for each pair of standing dice, the attacker's edge (win minus loss) and chance to win. A
search over what was played combines grids with the few operations here: a new roll, a die turned by Miromon,
a weighted mean, the best of several responses. `grids_for` takes numpy where it is there and
plain Python where not; both give the same up to floating point.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from itertools import product
from typing import Any, NamedTuple, Protocol

from twingkit.twing.exact_odds.best_plain import EPSILON
from twingkit.twing.exact_odds.contest import INVERTED, Contest

Grid = Any
"""The values of one state of play, in the form that its `Grids` gives them."""

Choice = Any
"""The number of the response chosen, for each pair of dice."""


class Response(NamedTuple):
    """A response: which of the means is used (0 re-roll object, 1 cat, 2 trap, 3 Miromon), and Miromon's die
    (0 the attacker's, 1 the defender's; −1 for other means)."""

    kind: int
    die: int = -1


REROLL, CAT, TRAP, MIROMON = range(4)


class Grids(Protocol):
    """Operations on the grids of a contest."""

    def ending(self, traps: tuple[int, int]) -> Grid:
        """The grid of the outcomes if both pass now, after these numbers of traps played by attacker and
        defender."""

    def rolled(self, grid: Grid, side: int) -> Grid:
        """The mean over a new roll of one side's die."""

    def turned(self, grid: Grid, die: int) -> Grid:
        """The values after Miromon has turned one side's die."""

    def mean(self, parts: Sequence[tuple[float, Grid]]) -> Grid:
        """The mean with these weights, which need not add up to 1."""

    def choose(self, options: Sequence[Grid], side: int) -> Choice:
        """The best option for a side: a later one only if it is better by more than `EPSILON`."""

    def chosen(self, choice: Choice, options: Sequence[Grid]) -> Grid:
        """Return the values of the chosen options."""

    def opening(self, grid: Grid) -> tuple[float, float]:
        """The attacker's chances to win and to lose, over the first roll of both dice."""


def playable(contest: Contest, left: tuple[int, ...], side: int) -> list[Response]:
    """The plays of a side with these means left (in the order of TW-ODDS-2)."""
    responses = [Response(kind) for kind in (REROLL, CAT, TRAP) if left[4 * side + kind]]
    if left[4 * side + MIROMON]:
        rolled = [die for die in (side, 1 - side) if len(contest.profiles[die].states) > 1]
        responses += [Response(MIROMON, die) for die in rolled]
    return responses


def played(grids: Grids, response: Response, side: int, then: Grid) -> Grid:
    """Return the values of a response, if `then` are those of the dice after it (TW-BAT-11 to 14)."""
    if response.kind in (REROLL, CAT):
        return grids.rolled(then, side)
    return then if response.kind == TRAP else grids.turned(then, response.die)


def grids_for(contest: Contest) -> Grids:
    """The grids of a contest: with numpy if it is there."""
    return NumpyGrids(contest) if find_spec("numpy") is not None else PlainGrids(contest)


class PlainGrids:
    """Grids as lists of (edge, win), the defender's die running fastest."""

    def __init__(self, contest: Contest) -> None:
        self._contest = contest
        self._sizes = tuple(len(profile.states) for profile in contest.profiles)
        self._cells = list(product(*(range(size) for size in self._sizes)))
        self._weights = [[weight / 12 for weight in profile.weights] for profile in contest.profiles]
        columns = self._sizes[1]
        self._turned = (
            [INVERTED[row] * columns + column for row, column in self._cells] if self._sizes[0] > 1 else [],
            [row * columns + INVERTED[column] for row, column in self._cells] if columns > 1 else [],
        )

    def ending(self, traps: tuple[int, int]) -> Grid:
        """The grid of the outcomes if both pass now."""
        return [(float(outcome), float(outcome > 0)) for outcome in self._contest.outcomes(traps)]

    def rolled(self, grid: Grid, side: int) -> Grid:
        """The mean over a new roll."""
        rows, columns = self._sizes
        if side == 0:
            means = [
                _mean(zip(self._weights[0], grid[column::columns], strict=True)) for column in range(columns)
            ]
            return means * rows
        means = [
            _mean(zip(self._weights[1], grid[row * columns : (row + 1) * columns], strict=True))
            for row in range(rows)
        ]
        return [cell for cell in means for _ in range(columns)]

    def turned(self, grid: Grid, die: int) -> Grid:
        """The values after Miromon."""
        return [grid[spot] for spot in self._turned[die]]

    def mean(self, parts: Sequence[tuple[float, Grid]]) -> Grid:
        """The weighted mean."""
        total = sum(weight for weight, _ in parts)
        weights = [weight / total for weight, _ in parts]
        return [
            _mean(zip(weights, cells, strict=True))
            for cells in zip(*(grid for _, grid in parts), strict=True)
        ]

    def choose(self, options: Sequence[Grid], side: int) -> Choice:
        """The best option of every cell."""
        sign = 1 if side == 0 else -1
        choice = []
        for cells in zip(*options, strict=True):
            best, chosen = sign * cells[0][0], 0
            for number, cell in enumerate(cells):
                if sign * cell[0] > best + EPSILON:
                    best, chosen = sign * cell[0], number
            choice.append(chosen)
        return choice

    def chosen(self, choice: Choice, options: Sequence[Grid]) -> Grid:
        """The cell of the chosen option."""
        return [options[number][spot] for spot, number in enumerate(choice)]

    def opening(self, grid: Grid) -> tuple[float, float]:
        """Win and loss over the first roll."""
        weights = [one * two for one, two in product(*self._weights)]
        edge, win = _mean(zip(weights, grid, strict=True))
        return win, win - edge


def _mean(weighted: Any) -> tuple[float, float]:
    edge = win = 0.0
    for weight, cell in weighted:
        edge += weight * cell[0]
        win += weight * cell[1]
    return edge, win


class NumpyGrids:
    """Grids as arrays of shape (2, attacker's states, defender's states): edge and win."""

    def __init__(self, contest: Contest) -> None:
        import numpy as np

        self._np = np
        self._contest = contest
        self._weights = [np.array(profile.weights) / 12 for profile in contest.profiles]
        self._shape = (2, *(len(profile.states) for profile in contest.profiles))
        self._inverted = np.array(INVERTED)
        self._opening = np.outer(*self._weights)

    def ending(self, traps: tuple[int, int]) -> Grid:
        """The grid of the outcomes if both pass now."""
        edge = self._np.array(self._contest.outcomes(traps), dtype=float).reshape(self._shape[1:])
        return self._np.stack([edge, self._np.maximum(edge, 0.0)])

    def rolled(self, grid: Grid, side: int) -> Grid:
        """The mean over a new roll; one row or column holds it for all."""
        if side == 0:
            return (self._weights[0] @ grid)[:, None, :]
        return (grid @ self._weights[1])[:, :, None]

    def turned(self, grid: Grid, die: int) -> Grid:
        """The values after Miromon."""
        return grid.take(self._inverted, 1 + die)

    def mean(self, parts: Sequence[tuple[float, Grid]]) -> Grid:
        """The weighted mean."""
        if len(parts) == 1:
            return parts[0][1]
        weights = self._np.array([weight for weight, _ in parts])
        return self._np.tensordot(weights / weights.sum(), self._np.stack([grid for _, grid in parts]), 1)

    def choose(self, options: Sequence[Grid], side: int) -> Choice:
        """The best option of every cell."""
        sign = 1 if side == 0 else -1
        best = sign * options[0][0]
        choice = self._np.zeros(best.shape, dtype=self._np.int8)
        for number, option in enumerate(options[1:], 1):
            edge = sign * option[0]
            better = edge > best + EPSILON
            best = self._np.where(better, edge, best)
            choice[better] = number
        return choice

    def chosen(self, choice: Choice, options: Sequence[Grid]) -> Grid:
        """The cell of the chosen option."""
        choices = options[0]
        for number, option in enumerate(options[1:], 1):
            choices = self._np.where(choice == number, option, choices)
        return choices

    def opening(self, grid: Grid) -> tuple[float, float]:
        """Win and loss over the first roll."""
        edge, win = (float((self._opening * values).sum()) for values in grid)
        return win, win - edge
