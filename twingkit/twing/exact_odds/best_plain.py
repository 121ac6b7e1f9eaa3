"""Best responses in plain Python: the alternation of TW-BAT-10 solved backwards (TW-ODDS-2).

A state of play is: what each side can still play, what both dice show, whose response it is, and whether the
other side has just passed. Every response uses something up, so states are solved from "nothing left"
upwards. `best_numpy.py` does the same with arrays, many states at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from twingkit.twing.exact_odds.contest import INVERTED, Contest

EPSILON = 1e-12
"""A response replaces the choice so far only if it is better by more than this."""

Cell = tuple[float, float, float]
"""Edge (win minus loss), win, loss of the attacker, for one pair of dice."""
Grid = list[Cell]
"""One cell for each pair of dice: attacker's state times number of defender's states, plus defender's."""
Left = tuple[int, ...]
"""The means that both sides have left, in the order of `Contest.limits`."""

_VALUES: dict[int, Cell] = {1: (1.0, 1.0, 0.0), 0: (0.0, 0.0, 0.0), -1: (-1.0, 0.0, 1.0)}
"""The cell of each outcome."""


class PlainValues:
    """The value of every state of a contest, for all its remaining means."""

    def __init__(self, contest: Contest) -> None:
        self._contest = contest
        self._sizes = tuple(len(profile.states) for profile in contest.profiles)
        self._after_pass: tuple[dict[Left, Grid], dict[Left, Grid]] = ({}, {})
        """The grids for the side to respond after the other has passed."""
        self._fresh: tuple[dict[Left, Grid], dict[Left, Grid]] = ({}, {})
        """The grids for the side to respond when the other has not just passed, or nobody has responded
        yet."""
        self._inverted = self._inversions()
        self._endings: dict[tuple[int, int], Grid] = {}
        """The grids if both pass, by the traps that both sides have played: nothing else played counts."""
        for left in product(*(range(limit + 1) for limit in contest.limits)):
            self._solve(left)

    def chances(
        self, states: tuple[int, int], mover: int = 0, passed: bool = False, left: Left | None = None
    ) -> tuple[float, float]:
        """Win and loss of the attacker with these dice (places in the states), when `mover` is to respond.

        `left` is what both sides have left; without it, all that the contest gives them.
        """
        values = self._after_pass if passed else self._fresh
        _, win, loss = values[mover][left or self._contest.limits][self._cell(states)]
        return win, loss

    def choices(
        self, states: tuple[int, int], mover: int, passed: bool, left: Left | None = None
    ) -> Iterator[tuple[str, float]]:
        """The plays of the side to respond, in the order of TW-ODDS-2, each with its edge for that side."""
        left, index, sign = left or self._contest.limits, self._cell(states), 1 if mover == 0 else -1
        ending = self._ending(left) if passed else self._after_pass[1 - mover][left]
        yield "pass", sign * ending[index][0]
        for name, grid in self._candidates(left, mover):
            yield name, sign * grid[index][0]

    def _cell(self, states: tuple[int, int]) -> int:
        return states[0] * self._sizes[1] + states[1]

    def _solve(self, left: Left) -> None:
        ending = self._ending(left)
        best = [self._best(left, mover) for mover in (0, 1)]
        for mover in (0, 1):
            self._after_pass[mover][left] = _better(ending, best[mover], mover)
        for mover in (0, 1):
            self._fresh[mover][left] = _better(self._after_pass[1 - mover][left], best[mover], mover)

    def _best(self, left: Left, mover: int) -> Grid | None:
        best: Grid | None = None
        for _, grid in self._candidates(left, mover):
            best = grid if best is None else _better(best, grid, mover)
        return best

    def _candidates(self, left: Left, mover: int) -> Iterator[tuple[str, Grid]]:
        """Yield the value of each response: re-roll object, cat, trap, Miromon on own and other die."""
        for kind, name in enumerate(("reroll", "cat", "trap", "miromon")):
            spot = 4 * mover + kind
            if not left[spot]:
                continue
            then = self._fresh[1 - mover][(*left[:spot], left[spot] - 1, *left[spot + 1 :])]
            if name in ("reroll", "cat"):
                yield name, self._rolled(then, mover)
            elif name == "trap":
                yield name, then
            else:
                for target in (mover, 1 - mover):
                    if self._sizes[target] > 1:
                        yield (
                            f"miromon {'own' if target == mover else 'other'}",
                            [then[spot] for spot in self._inverted[target]],
                        )

    def _rolled(self, grid: Grid, mover: int) -> Grid:
        """The mean over a new roll of one side's die, for each face of the other's."""
        rows, columns = self._sizes
        weights = self._contest.profiles[mover].weights
        if mover == 0:
            mean = [_mean(grid[column::columns], weights) for column in range(columns)]
            return mean * rows
        mean = [_mean(grid[row * columns : (row + 1) * columns], weights) for row in range(rows)]
        return [cell for cell in mean for _ in range(columns)]

    def _inversions(self) -> tuple[list[int], list[int]]:
        rows, columns = self._sizes
        cells = list(product(range(rows), range(columns)))
        return (
            [INVERTED[row] * columns + column for row, column in cells] if rows > 1 else [],
            [row * columns + INVERTED[column] for row, column in cells] if columns > 1 else [],
        )

    def _ending(self, left: Left) -> Grid:
        """The outcomes if both pass now, for every pair of dice."""
        limits = self._contest.limits
        traps = (limits[2] - left[2], limits[6] - left[6])
        if traps not in self._endings:
            self._endings[traps] = [_VALUES[outcome] for outcome in self._contest.outcomes(traps)]
        return self._endings[traps]


def _mean(cells: Grid, weights: tuple[float, ...]) -> Cell:
    win = loss = 0.0
    for (_, cell_win, cell_loss), weight in zip(cells, weights, strict=True):
        win += weight * cell_win
        loss += weight * cell_loss
    return (win - loss) / 12, win / 12, loss / 12


def _better(base: Grid, other: Grid | None, mover: int) -> Grid:
    """Return the choice so far, replaced where `other` is better for the side to respond."""
    if other is None:
        return base
    if mover == 0:
        return [new if new[0] > old[0] + EPSILON else old for old, new in zip(base, other, strict=True)]
    return [new if new[0] < old[0] - EPSILON else old for old, new in zip(base, other, strict=True)]
