"""Best responses with numpy: the same backwards solution as `best_plain.py`, a whole level at a time.

All combinations of remaining means with the same total are one level: a response leads to the level below, so
the levels are solved in turn, each as arrays over combination, attacker's die and defender's die.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np
from numpy.typing import NDArray

from twingkit.twing.exact_odds.best_plain import EPSILON, Left
from twingkit.twing.exact_odds.contest import INVERTED, Contest

Floats = NDArray[np.float64]
Pair = tuple[Floats, Floats]
"""Edge for the attacker, and win: arrays over (combination, attacker's die, defender's die)."""

_NEVER = 9.0
"""Worse than any edge, for a response that a combination does not have."""


class NumpyValues:
    """The value of every state of a contest, for all its remaining means."""

    def __init__(self, contest: Contest) -> None:
        self._contest = contest
        limits = contest.limits
        shape = tuple(limit + 1 for limit in limits)
        self._left = np.indices(shape).reshape(len(limits), -1)
        self._strides = np.array([int(np.prod(shape[axis + 1 :])) for axis in range(len(shape))])
        sizes = tuple(len(profile.states) for profile in contest.profiles)
        self._weights = [np.array(profile.weights) / 12 for profile in contest.profiles]
        self._turned = [np.array(INVERTED) if size > 1 else None for size in sizes]
        self._endings = self._all_endings()
        count = self._left.shape[1]
        blank = np.zeros((4, 2, count, *sizes))
        self._fresh: list[Pair] = [(values[0], values[1]) for values in blank[:2]]
        self._after_pass: list[Pair] = [(values[0], values[1]) for values in blank[2:]]
        totals = self._left.sum(axis=0)
        order = np.argsort(totals, kind="stable")
        for level in np.split(order, np.flatnonzero(np.diff(totals[order])) + 1):
            self._solve(level)

    def chances(
        self, states: tuple[int, int], mover: int = 0, passed: bool = False, left: Left | None = None
    ) -> tuple[float, float]:
        """Win and loss of the attacker with these dice (places in the states), when `mover` is to respond.

        `left` is what both sides have left; without it, all that the contest gives them.
        """
        solved = self._after_pass if passed else self._fresh
        number = self._number(left)
        edge, win = (values[number][states] for values in solved[mover])
        return float(win), float(win - edge)

    def choices(
        self, states: tuple[int, int], mover: int, passed: bool, left: Left | None = None
    ) -> Iterator[tuple[str, float]]:
        """The plays of the side to respond, in the order of TW-ODDS-2, each with its edge for that side."""
        sign = 1 if mover == 0 else -1
        full = np.array([self._number(left)])
        ending = self._ending(full)[0] if passed else self._after_pass[1 - mover][0][full]
        yield "pass", float(sign * ending[0][states])
        for name, (edge, _), _ in self._candidates(full, mover):
            yield name, float(sign * np.broadcast_to(edge, ending.shape)[0][states])

    def _number(self, left: Left | None) -> int:
        """The index of a combination of remaining means; without one, the last (nothing played yet)."""
        return self._left.shape[1] - 1 if left is None else int(np.dot(self._strides, left))

    def _solve(self, level: NDArray[np.intp]) -> None:
        ending = self._ending(level)
        best = [self._best(level, mover) for mover in (0, 1)]
        for mover in (0, 1):
            self._keep(self._after_pass[mover], level, _better(ending, best[mover], mover))
        for mover in (0, 1):
            base = tuple(values[level] for values in self._after_pass[1 - mover])
            self._keep(self._fresh[mover], level, _better((base[0], base[1]), best[mover], mover))

    @staticmethod
    def _keep(values: Pair, level: NDArray[np.intp], pair: Pair) -> None:
        values[0][level], values[1][level] = pair

    def _best(self, level: NDArray[np.intp], mover: int) -> Pair | None:
        best: Pair | None = None
        for _, (edge, win), available in self._candidates(level, mover):
            if not available.all():
                edge = np.where(available[:, None, None], edge, _NEVER if mover else -_NEVER)
            best = (edge, win) if best is None else _better(best, (edge, win), mover)
        return best

    def _candidates(
        self, level: NDArray[np.intp], mover: int
    ) -> Iterator[tuple[str, Pair, NDArray[np.bool_]]]:
        """Each response with its value for every combination, and which combinations have it."""
        for kind, name in enumerate(("reroll", "cat", "trap", "miromon")):
            spot = 4 * mover + kind
            available = self._left[spot][level] > 0
            if not available.any():
                continue
            below = np.where(available, level - self._strides[spot], 0)
            edge, win = (values[below] for values in self._fresh[1 - mover])
            if name in ("reroll", "cat"):
                yield name, (self._rolled(edge, mover), self._rolled(win, mover)), available
            elif name == "trap":
                yield name, (edge, win), available
            else:
                for target in (mover, 1 - mover):
                    turned = self._turned[target]
                    if turned is not None:
                        label = f"miromon {'own' if target == mover else 'other'}"
                        yield label, (edge.take(turned, 1 + target), win.take(turned, 1 + target)), available

    def _rolled(self, values: Floats, mover: int) -> Floats:
        """The mean over a new roll of one side's die, for each face of the other's."""
        if mover == 0:
            return np.asarray((self._weights[0] @ values)[:, None, :])
        return np.asarray((values @ self._weights[1])[:, :, None])

    def _all_endings(self) -> Pair:
        """The outcomes if both pass, for every number of traps played and every pair of dice."""
        limits = self._contest.limits
        attack, defence = (profile.states for profile in self._contest.profiles)
        outcomes = [
            outcome
            for traps in product(range(limits[2] + 1), range(limits[6] + 1))
            for outcome in self._contest.outcomes(traps)
        ]
        edge = np.array(outcomes, dtype=np.float64).reshape(-1, len(attack), len(defence))
        return edge, np.maximum(edge, 0.0)

    def _ending(self, level: NDArray[np.intp]) -> Pair:
        limits = self._contest.limits
        played = (limits[2] - self._left[2][level]) * (limits[6] + 1) + limits[6] - self._left[6][level]
        return self._endings[0][played], self._endings[1][played]


def _better(base: Pair, other: Pair | None, mover: int) -> Pair:
    """Return the choice so far, replaced where `other` is better for the side to respond."""
    if other is None:
        return base
    better = other[0] < base[0] - EPSILON if mover else other[0] > base[0] + EPSILON
    return np.where(better, other[0], base[0]), np.where(better, other[1], base[1])
