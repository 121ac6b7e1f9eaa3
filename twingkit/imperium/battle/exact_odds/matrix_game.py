"""Two-player zero-sum games with simultaneous choices: the best mixed strategies of both players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

EPSILON = 1e-12
"""Numbers that differ by less are equal."""


class MatrixGameSolution(NamedTuple):
    """The value of a zero-sum game for the row player, and the optimal probability of each choice."""

    value: float
    row_strategy: list[float]
    column_strategy: list[float]

    @property
    def is_pure(self) -> bool:
        """True if both strategies always make the same choice."""
        return max(self.row_strategy) == 1.0 and max(self.column_strategy) == 1.0


def solve_matrix_game(matrix: Sequence[Sequence[float]]) -> MatrixGameSolution:
    """Return the value and best strategies of a zero-sum game; the entries are the row player's gains.

    If there is a pair of single choices from which neither player gains by deviating, it is returned.

    >>> value, row_strategy, column_strategy = solve_matrix_game([[3, -1], [-1, 1]])
    >>> round(value, 9), [round(chance, 9) for chance in row_strategy]
    (0.333333333, [0.333333333, 0.666666667])
    >>> solve_matrix_game([[3, 1], [2, 0]])
    MatrixGameSolution(value=1, row_strategy=[1.0, 0.0], column_strategy=[0.0, 1.0])
    """
    least = [min(row) for row in matrix]
    most = [max(column) for column in zip(*matrix, strict=True)]
    low, high = max(least), min(most)
    if high - low <= EPSILON:
        row, column = least.index(low), most.index(high)
        return MatrixGameSolution(low, _pure_choice(row, len(least)), _pure_choice(column, len(most)))
    return _simplex(matrix)


def _pure_choice(chosen: int, count: int) -> list[float]:
    return [float(index == chosen) for index in range(count)]


def _simplex(matrix: Sequence[Sequence[float]]) -> MatrixGameSolution:
    """Solve the linear programme of the column player by the simplex method with Bland's rule.

    With all entries above 0: maximise the total weight of the columns such that no row gets more than 1. The
    value is 1 / total weight, and the dual values give the row player's strategy.
    """
    shift = 1 - min(min(row) for row in matrix)
    height, width = len(matrix), len(matrix[0])
    table = [
        [entry + shift for entry in row] + _pure_choice(index, height) + [1.0]
        for index, row in enumerate(matrix)
    ]
    goal = [-1.0] * width + [0.0] * (height + 1)
    basis = list(range(width, width + height))
    while (
        entering := next((column for column, cost in enumerate(goal[:-1]) if cost < -EPSILON), None)
    ) is not None:
        ratios = [
            (row[-1] / row[entering], basis[index], index)
            for index, row in enumerate(table)
            if row[entering] > EPSILON
        ]
        leaving = min(ratios)[2]
        pivot = table[leaving][entering]
        table[leaving] = [entry / pivot for entry in table[leaving]]
        for row in (*table[:leaving], *table[leaving + 1 :], goal):
            factor = row[entering]
            if factor:
                row[:] = [entry - factor * other for entry, other in zip(row, table[leaving], strict=True)]
        basis[leaving] = entering
    weight = goal[-1]
    columns = [0.0] * width
    for index, chosen in enumerate(basis):
        if chosen < width:
            columns[chosen] = table[index][-1] / weight
    return MatrixGameSolution(1 / weight - shift, [worth / weight for worth in goal[width:-1]], columns)
