"""Best responses of many battles at once with numpy (TW-BAT-10, TW-ODDS-2), and how such battles end.

The same backwards solution as `best_plain.py`, but each step is done for all contests whose players hold
equally many cards: arrays over contest, attacker's die and defender's die. Contests that differ in nothing
that decides are solved once. `batch_ends` then follows best play forwards from the roll, and says with which
chance a battle ends how, and with what left in both hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

import attrs
import numpy as np
from numpy.typing import NDArray

from twingkit.odds import Odds
from twingkit.twing.exact_odds.best_plain import EPSILON
from twingkit.twing.exact_odds.contest import DECIDED, INVERTED, Contest, Profile, rank
from twingkit.twing.exact_odds.odds import BEST_RESPONSES, best_odds, check_budget

Floats = NDArray[np.float64]
Left = tuple[int, ...]
"""The means that both sides have left, in the order of `Contest.limits`."""

LARGEST = 1 << 21
"""The most numbers of one kind in memory together: contests × combinations of means × dice. There are
four kinds, of 8 bytes each: about 64 MB."""

MOST_AT_ONCE = 128
"""More contests together are not faster: their numbers leave the processor's cache."""

_WORTHWHILE = 12
"""Contests are solved together if there is at least one for this many combinations of means; fewer are faster
one by one, where all combinations of a level are solved together instead (`best_numpy.py`)."""

_REROLL, _CAT, _TRAP, _MIROMON = range(4)
_PASS, _OWN_DIE, _OTHER_DIE = 0, 5, 6
"""Choices as numbers: 0 pass, 1 re-roll object, 2 cat, 3 trap, 5 and 6 Miromon on the own and other die."""


@attrs.frozen(eq=False)
class Ends:
    """The ends of a battle when both sides respond as well as can be.

    `joint[outcome]` holds chances over what both sides have left (one axis for each of `Contest.limits`);
    the outcomes are 0 the attacker wins, 1 tie, 2 the attacker loses. All chances add up to 1.
    """

    joint: Floats

    @property
    def odds(self) -> Odds:
        """The attacker's chances."""
        win, tie, loss = (float(part.sum()) for part in self.joint)
        return Odds(win, tie, loss, rule=BEST_RESPONSES)

    @property
    def outcomes(self) -> Floats:
        """Chances over outcome, traps that the attacker has played, and traps that the defender has."""
        sums = self.joint.sum(axis=(1, 2, 4, 5, 6, 8))
        return np.asarray(sums[:, ::-1, ::-1])

    @property
    def used(self) -> Floats:
        """The mean number of each of the eight means that is played, in the order of `Contest.limits`."""
        left = self.joint.sum(axis=0)
        means = []
        for axis, size in enumerate(left.shape):
            others = tuple(other for other in range(left.ndim) if other != axis)
            means.append(float(left.sum(axis=others) @ np.arange(size)[::-1]))
        return np.array(means)


def batch_odds(contests: Sequence[Contest]) -> Floats:
    """The attacker's chances to win, tie and lose under best responses: one row for each contest.

    Raises `BudgetError` before anything is solved if one of them would take too long.

    >>> from twingkit.twing.exact_odds.contest import battle_contest
    >>> from twingkit.twing.notation.battle_line import Battle
    >>> lines = "F: F5 & cat vs W: W6", "F: F5 vs W: W6 & cat"
    >>> batch_odds([battle_contest(Battle.parse(line)) for line in lines]).round(3)
    array([[0.432, 0.116, 0.452],
           [0.19 , 0.073, 0.737]])
    """
    results = np.empty((len(contests), 3))
    for group in _groups(contests):
        batch = _Batch(group, wins=True)
        if batch.worthwhile:
            solved = batch.chances()
        else:
            single = [best_odds(contests[group.places[first]]) for first in group.firsts]
            solved = np.array([(odds.win, odds.tie, odds.loss) for odds in single])
        results[group.places] = solved[group.inverse]
    return results


def batch_ends(contests: Sequence[Contest], worth: Sequence[Floats] | None = None) -> list[Ends]:
    """Return how each contest ends under best responses.

    `worth` holds for each contest what every end is worth to the attacker, shaped like `Ends.joint`; without
    it 1 for a win, 0 for a tie, −1 for a loss, whatever is left. Raises `BudgetError` as `batch_odds` does.
    """
    ends: list[Ends] = [Ends(np.zeros(0))] * len(contests)
    for group in _groups(contests, worth):
        joints = _Batch(group, wins=False).ends()
        for index, number in zip(group.places, group.inverse, strict=True):
            ends[index] = Ends(joints[number])
    return ends


class _Group(NamedTuple):
    """Contests with the same means left and equal dice: their indices, and what decides each of them."""

    limits: Left
    places: list[int]
    inverse: NDArray[np.intp]
    """The number of the contest among the different ones, for each of `places`."""
    firsts: NDArray[np.intp]
    """The first index in `places` of each different contest."""
    profiles: list[tuple[Profile, Profile]]
    profile: NDArray[np.int64]
    """The pair of profiles of each different contest."""
    margins: NDArray[np.int64]
    """The margin of each different contest after each number of traps of both sides, cut at ±9."""
    worth: Floats | None


def _groups(contests: Sequence[Contest], worth: Sequence[Floats] | None = None) -> list[_Group]:
    """Contests by what is left; equal ones are solved once."""
    sorted_out: dict[tuple[Left, tuple[float, ...], tuple[float, ...]], list[int]] = {}
    for index, contest in enumerate(contests):
        one, two = contest.profiles
        sorted_out.setdefault((contest.limits, one.weights, two.weights), []).append(index)
    for indices in sorted_out.values():
        check_budget(contests[indices[0]])
    groups = []
    for (limits, *_), indices in sorted_out.items():
        pairs: dict[tuple[Profile, Profile], int] = {}
        traps = limits[_TRAP] + 1, limits[4 + _TRAP] + 1
        keys = np.empty((len(indices), 1 + traps[0] * traps[1]), dtype=np.int64)
        for row, index in enumerate(indices):
            contest = contests[index]
            keys[row, 0] = pairs.setdefault(contest.profiles, len(pairs))
            lost, taken = contest.losses
            keys[row, 1:] = [
                contest.margin + taken[played] - lost[suffered]
                for played, suffered in product(range(traps[0]), range(traps[1]))
            ]
        np.clip(keys[:, 1:], -DECIDED, DECIDED, out=keys[:, 1:])
        ends = None
        if worth is None:
            keys, firsts, inverse = np.unique(keys, axis=0, return_index=True, return_inverse=True)
            inverse = inverse.reshape(-1)
        else:
            inverse = firsts = np.arange(len(indices))
            ends = np.stack([np.asarray(worth[index], dtype=np.float64).reshape(3, -1) for index in indices])
        margins = keys[:, 1:].reshape(-1, *traps)
        groups.append(_Group(limits, indices, inverse, firsts, list(pairs), keys[:, 0], margins, ends))
    return groups


@lru_cache(maxsize=256)
def _faces(attack: Profile, defence: Profile) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The results of each pair of dice: the difference of the numbers (TW-BAT-15), and the critical result,
    1, 0, −1, or 9 where none decides (TW-BAT-16)."""
    sizes = len(attack.states), len(defence.states)
    numbers, criticals = np.zeros(sizes, dtype=np.int64), np.full(sizes, 9, dtype=np.int64)
    for (row, one), (column, two) in product(enumerate(attack.states), enumerate(defence.states)):
        first, second = attack.result(one), defence.result(two)
        if rank(first) or rank(second):
            criticals[row, column] = (rank(first) > rank(second)) - (rank(first) < rank(second))
        else:
            numbers[row, column] = first - second
    return numbers, criticals


class _Batch:
    """One group of contests, solved some at a time so that memory stays bounded."""

    def __init__(self, group: _Group, *, wins: bool) -> None:
        self._group, self._wins = group, wins
        self._shape = tuple(limit + 1 for limit in group.limits)
        self._combinations = list(product(*(range(size) for size in self._shape)))
        self._strides = [int(np.prod(self._shape[spot + 1 :])) for spot in range(len(self._shape))]
        faces = [_faces(*pair) for pair in group.profiles]
        self._numbers, self._criticals = (np.stack(tables) for tables in zip(*faces, strict=True))
        self._weights = [np.array(profile.weights) / 12 for profile in group.profiles[0]]
        self._sizes = self._numbers.shape[1:]
        self._opening = np.outer(*self._weights)
        self._turn = np.array(INVERTED)
        cells = len(self._combinations) * self._sizes[0] * self._sizes[1]
        self._chunk = max(1, min(MOST_AT_ONCE, LARGEST // cells))

    @property
    def worthwhile(self) -> bool:
        """True if there are enough contests to be solved together."""
        together = min(len(self._group.profile), self._chunk)
        return bool(together * _WORTHWHILE >= len(self._combinations))

    def chances(self) -> Floats:
        """Win, tie and loss of every different contest."""
        chances = np.empty((len(self._group.profile), 3))
        for begin in range(0, len(chances), self._chunk):
            part = slice(begin, begin + self._chunk)
            fresh = self._solve(part)[-1][0]
            edge, win = (np.tensordot(values, self._opening, 2) for values in fresh)
            loss = win - edge
            chances[part] = np.stack([win, np.maximum(0.0, 1.0 - win - loss), loss], axis=1)
        return chances

    def ends(self) -> Floats:
        """The joint chances of outcome and what is left, for every different contest."""
        count = len(self._group.profile)
        joints = np.empty((count, 3, len(self._combinations)))
        for begin in range(0, count, self._chunk):
            part = slice(begin, begin + self._chunk)
            joints[part] = self._follow(part)
        return joints.reshape(count, 3, *self._shape)

    def _result(self, part: slice, played: int, suffered: int) -> NDArray[np.int64]:
        """The results 1, 0 or −1 of every contest and pair of dice after each number of traps of both
        sides."""
        group = self._group
        pair, margin = group.profile[part], group.margins[part, played, suffered]
        critical = self._criticals[pair]
        return np.where(critical == 9, np.sign(self._numbers[pair] + margin[:, None, None]), critical)

    def _results(self, part: slice) -> dict[tuple[int, int], NDArray[np.int64]]:
        limits = self._group.limits
        played = product(range(limits[_TRAP] + 1), range(limits[4 + _TRAP] + 1))
        return {counts: self._result(part, *counts) for counts in played}

    def _ending(self, results: dict[tuple[int, int], NDArray[np.int64]], left: Left) -> NDArray[np.int64]:
        limits = self._group.limits
        return results[limits[_TRAP] - left[_TRAP], limits[4 + _TRAP] - left[4 + _TRAP]]

    def _solve(
        self, part: slice, choices: list[dict[tuple[int, bool], NDArray[np.uint8]]] | None = None
    ) -> list[list[list[Floats]]]:
        """The values by combination and side to respond, if the other has not just passed; `choices`, if
        given, gets what is chosen."""
        results = self._results(part)
        fresh: list[list[list[Floats]]] = []
        for number, left in enumerate(self._combinations):
            ended = self._values(part, self._ending(results, left), number)
            by_mover = [self._best(left, number, mover, fresh, ended[0].shape) for mover in (0, 1)]
            chosen: dict[tuple[int, bool], NDArray[np.uint8]] = {}
            waiting = []
            for mover, (best, choice) in enumerate(by_mover):
                values, mask = _better(ended, best, mover)
                waiting.append(values)
                if choices is not None:
                    chosen[mover, True] = _chosen(choice, mask, ended[0].shape)
            begun = []
            for mover, (best, choice) in enumerate(by_mover):
                values, mask = _better(waiting[1 - mover], best, mover)
                begun.append(values)
                if choices is not None:
                    chosen[mover, False] = _chosen(choice, mask, ended[0].shape)
            fresh.append(begun)
            if choices is not None:
                choices.append(chosen)
        return fresh

    def _values(self, part: slice, result: NDArray[np.int64], number: int) -> list[Floats]:
        """The values of the ends for the attacker, and whether they are wins."""
        if self._group.worth is None:
            edge = result.astype(np.float64)
        else:
            worth = self._group.worth[part, :, number]
            edge = np.take_along_axis(worth, (1 - result).reshape(len(worth), -1), axis=1)
            edge = edge.reshape(result.shape)
        return [edge, (result > 0).astype(np.float64)] if self._wins else [edge]

    def _best(
        self, left: Left, number: int, mover: int, fresh: list[list[list[Floats]]], shape: tuple[int, ...]
    ) -> tuple[list[Floats] | None, NDArray[np.uint8] | None]:
        """Return the values of a side's best response, without passing, and which response it is."""
        best: list[Floats] | None = None
        choice: NDArray[np.uint8] | None = None
        for kind in range(4):
            spot = 4 * mover + kind
            if not left[spot]:
                continue
            then = fresh[number - self._strides[spot]][1 - mover]
            for code, values in self._played(kind, mover, then):
                if best is None or choice is None:
                    best = [np.array(np.broadcast_to(value, shape)) for value in values]
                    choice = np.full(shape, code, dtype=np.uint8)
                    continue
                mask = values[0] < best[0] - EPSILON if mover else values[0] > best[0] + EPSILON
                for old, new in zip(best, values, strict=True):
                    np.copyto(old, new, where=mask)
                choice[mask] = code
        return best, choice

    def _played(self, kind: int, mover: int, then: list[Floats]) -> list[tuple[int, list[Floats]]]:
        """A response (TW-BAT-11 to 14) with the values that it leads to."""
        if kind in (_REROLL, _CAT):
            weights = self._weights[mover]
            means = [np.tensordot(values, weights, (1 + mover, 0)) for values in then]
            return [(kind + 1, [np.expand_dims(values, 1 + mover) for values in means])]
        if kind == _TRAP:
            return [(kind + 1, then)]
        targets = [(_OWN_DIE, mover), (_OTHER_DIE, 1 - mover)]
        return [
            (code, [values.take(self._turn, 1 + target) for values in then])
            for code, target in targets
            if self._sizes[target] > 1
        ]

    def _follow(self, part: slice) -> Floats:
        """Follow best play forwards from the roll: the chances of each combination in turn."""
        choices: list[dict[tuple[int, bool], NDArray[np.uint8]]] = []
        self._solve(part, choices)
        results = self._results(part)
        count = len(self._group.profile[part])
        blank = (count, *self._sizes)
        reached: dict[int, list[Floats]] = {len(self._combinations) - 1: [np.zeros(blank), np.zeros(blank)]}
        reached[len(self._combinations) - 1][0] += self._opening
        joint = np.zeros((count, 3, len(self._combinations)))
        for number in range(len(self._combinations) - 1, -1, -1):
            begun = reached.pop(number, None)
            if begun is None:
                continue
            chosen = choices[number]
            waiting = [np.zeros(blank), np.zeros(blank)]
            for mover in (0, 1):
                waiting[1 - mover] += np.where(chosen[mover, False] == _PASS, begun[mover], 0.0)
                self._move(number, mover, begun[mover], chosen[mover, False], reached)
            ended = np.zeros(blank)
            for mover in (0, 1):
                ended += np.where(chosen[mover, True] == _PASS, waiting[mover], 0.0)
                self._move(number, mover, waiting[mover], chosen[mover, True], reached)
            result = self._ending(results, self._combinations[number])
            for index, outcome in enumerate((1, 0, -1)):
                joint[:, index, number] = np.where(result == outcome, ended, 0.0).sum(axis=(1, 2))
        return joint

    def _move(
        self,
        number: int,
        mover: int,
        mass: Floats,
        chosen: NDArray[np.uint8],
        reached: dict[int, list[Floats]],
    ) -> None:
        """Move the chances of one side to respond along its responses."""
        left = self._combinations[number]
        for kind in range(4):
            spot = 4 * mover + kind
            if not left[spot]:
                continue
            codes = (_OWN_DIE, _OTHER_DIE) if kind == _MIROMON else (kind + 1,)
            for code in codes:
                moved = np.where(chosen == code, mass, 0.0)
                if not moved.any():
                    continue
                target = number - self._strides[spot]
                masses = reached.setdefault(target, [np.zeros(mass.shape), np.zeros(mass.shape)])
                if kind in (_REROLL, _CAT):
                    weights = self._weights[mover].reshape((1, -1, 1) if mover == 0 else (1, 1, -1))
                    moved = moved.sum(axis=1 + mover, keepdims=True) * weights
                elif kind == _MIROMON:
                    moved = moved.take(self._turn, 1 + (mover if code == _OWN_DIE else 1 - mover))
                masses[1 - mover] += moved


def _better(
    base: list[Floats], other: list[Floats] | None, mover: int
) -> tuple[list[Floats], NDArray[np.bool_] | None]:
    """The choice so far, replaced where the response is better for the side to respond; and where it was."""
    if other is None:
        return base, None
    mask = other[0] < base[0] - EPSILON if mover else other[0] > base[0] + EPSILON
    return [np.where(mask, new, old) for old, new in zip(base, other, strict=True)], mask


def _chosen(
    choice: NDArray[np.uint8] | None, mask: NDArray[np.bool_] | None, shape: tuple[int, ...]
) -> NDArray[np.uint8]:
    """The choice: the best response where it is better than passing."""
    if choice is None or mask is None:
        return np.zeros(shape, dtype=np.uint8)
    return np.where(mask, choice, np.uint8(_PASS))
