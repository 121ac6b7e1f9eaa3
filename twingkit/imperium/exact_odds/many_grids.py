"""Many grids at once, with numpy: the same pass as `Grid.fight`, one step of all grids at a time.

Forces are at the end of their axis, so that ladders of any length have their bottom in the same place and a
hit is a step to the right wherever a ladder is straight.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import attrs
import numpy as np

from twingkit.imperium.exact_odds.grid import Ladder, Mass, Rolls

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Places = NDArray[np.intp]

CELLS = 400_000
"""The number of steps of the defender's forces held in memory at once: grids are solved in parts of that
size."""

_SURE = 1 - 1e-15


@attrs.frozen(eq=False)
class Rungs:
    """A ladder with the dice of its forces, as arrays. `rolls`: forces by hits."""

    size: int
    straight: bool
    rolls: Floats
    falls: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, part: Ladder, rolls: Rolls) -> Rungs:
        """The arrays of a ladder on which hits come one by one."""
        table = np.zeros((len(rolls), max(map(len, rolls))))
        for column, hits in enumerate(rolls):
            table[column, : len(hits)] = hits
        return cls(len(part.forces), part.straight, table, part.falls)


Fought = tuple[Rungs, Rungs, "Mass | Floats"]
"""The attacker's rungs, the defender's, and the pairs to begin with, or a table of their chances."""


def fight_many(grids: Sequence[Fought]) -> Floats:
    """Win, tie, loss and standoff of each: one row a grid. Every pair that begins adds its chance."""
    chances = np.zeros((len(grids), 4))
    order = sorted(range(len(grids)), key=lambda index: _shape(grids[index]))
    start = 0
    while start < len(order):
        end = start + 1
        straight = _shape(grids[order[start]])[0]
        while end < len(order) and _shape(grids[order[end]])[0] == straight:
            width = _shape(grids[order[end]])[1]
            if (end + 1 - start) * width * width > CELLS:
                break
            end += 1
        indices = order[start:end]
        chances[indices] = _Part([grids[index] for index in indices]).solve()
        start = end
    return chances


def _shape(grid: Fought) -> tuple[bool, int, int]:
    attack, defence, _ = grid
    return not (attack.straight and defence.straight), defence.size, attack.size


class _Part:
    """Grids that are solved together."""

    def __init__(self, grids: Sequence[Fought]) -> None:
        self.count = len(grids)
        attack, defence = [grid[0] for grid in grids], [grid[1] for grid in grids]
        self.height = max(rungs.size for rungs in attack)
        self.width = max(rungs.size for rungs in defence)
        self.attack = _stacked(attack, self.height, self.width)
        self.defence = _stacked(defence, self.width, self.height)
        self.mass = np.zeros((self.count, self.height, self.width))
        for table, (first, second, start) in zip(self.mass, grids, strict=True):
            part = table[self.height - first.size :, self.width - second.size :]
            if isinstance(start, dict):
                for pair, chance in start.items():
                    part[pair] += chance
            else:
                part += start
        self.straight = all(rungs.straight for rungs in (*attack, *defence))
        self.landing = _landing(defence, self.width, self.straight)
        self.losing = None if self.straight else _losing(attack, self.height)

    def solve(self) -> Floats:
        """Win, tie, loss and standoff of each."""
        standoffs = np.zeros(self.count)
        for own in range(self.height - 1):
            hits = self.attack[:, own]
            moves = self._moves(hits)
            visits = self._stay(own, moves, standoffs)
            if self.straight:
                self._lose_straight(own, visits, moves)
            else:
                self._lose(own, visits, moves)
        won, lost = self.mass[:, :-1, -1].sum(axis=1), self.mass[:, -1, :-1].sum(axis=1)
        return np.column_stack([won, self.mass[:, -1, -1], lost, standoffs])

    def _moves(self, hits: Floats) -> Floats:
        """The moves of the defender's forces under these hits: chances by grid, place before and place
        after."""
        padded = np.zeros((self.count, self.width + 1))
        padded[:, : hits.shape[1]] = hits
        beyond = padded[:, ::-1].cumsum(axis=1)[:, ::-1]
        steps, caps = self.landing
        if self.straight:
            moves: Floats = padded[:, steps[0]]
            moves[:, :, -1] = beyond[:, caps[0]]
            return moves
        rows = np.arange(self.count)[:, None]
        moves = padded[rows[:, :, None], steps]
        moves[:, :, -1] = beyond[rows, caps]
        return moves

    def _stay(self, own: int, moves: Floats, standoffs: Floats) -> Floats:
        """Follow the rounds in which this force of the attacker loses nothing; how often each pair is met."""
        row, calm = self.mass[:, own], self.defence[:, :, 0]
        visits = np.zeros((self.count, self.width - 1))
        for other in range(self.width - 1):
            chance = row[:, other]
            still = self.attack[:, own, 0] * calm[:, other]
            stuck = still >= _SURE
            if stuck.any():
                standoffs += np.where(stuck, chance, 0.0)
                chance = np.where(stuck, 0.0, chance)
                still = np.where(stuck, 0.0, still)
            met = chance / (1 - still)
            visits[:, other] = met
            row[:, other + 1 :] += (met * calm[:, other])[:, None] * moves[:, other, other + 1 :]
        return visits

    def _lose_straight(self, own: int, visits: Floats, moves: Floats) -> None:
        cap = self.height - 1 - own
        hits = self.defence[:, :-1, 1:]
        if hits.shape[2] >= cap:
            hits = np.concatenate(
                [hits[:, :, : cap - 1], hits[:, :, cap - 1 :].sum(axis=2, keepdims=True)], 2
            )
        waves = (visits[:, :, None] * hits).transpose(0, 2, 1)
        self.mass[:, own + 1 : own + 1 + hits.shape[2]] += waves @ moves[:, :-1]

    def _lose(self, own: int, visits: Floats, moves: Floats) -> None:
        assert self.losing is not None
        waves = (visits[:, :, None] * self.defence[:, :-1, 1:]).transpose(0, 2, 1)
        left = waves @ moves[:, :-1]
        numbers = np.arange(self.count)
        most = self.losing.shape[2]
        for lost in range(left.shape[1]):
            losing = self.losing[:, own, min(lost + 1, most - 1)]
            self.mass[numbers, losing] += left[:, lost]


def _stacked(parts: Sequence[Rungs], size: int, against: int) -> Floats:
    """The dice of ladders, at the end of an axis of this size, with no more hits than can matter."""
    most = min(max(rungs.rolls.shape[1] for rungs in parts), against)
    table = np.zeros((len(parts), size, most))
    for number, rungs in enumerate(parts):
        rolls = rungs.rolls
        width = min(most, rolls.shape[1])
        table[number, size - rungs.size :, :width] = rolls[:, :width]
        if rolls.shape[1] > most:
            table[number, size - rungs.size :, most - 1] += rolls[:, most:].sum(axis=1)
    return table


def _landing(parts: Sequence[Rungs], size: int, straight: bool) -> tuple[Places, Places]:
    """The hits by which one place leads to another (−1: by none), and those that leave nothing."""
    if straight:
        indices = np.arange(size)
        steps = indices[None, :] - indices[:, None]
        return np.where(steps < 0, -1, steps)[None], (size - 1 - indices)[None]
    table = np.full((len(parts), size, size), -1, dtype=np.intp)
    caps = np.zeros((len(parts), size), dtype=np.intp)
    for number, rungs in enumerate(parts):
        shift = size - rungs.size
        for rung, fall in enumerate(rungs.falls):
            table[number, shift + rung, [shift + lower for lower in fall]] = range(len(fall))
            caps[number, shift + rung] = len(fall) - 1
    return table, caps


def _losing(parts: Sequence[Rungs], size: int) -> Places:
    """The places of each force of the attacker after 0, 1, 2 … hits."""
    most = max(len(fall) for rungs in parts for fall in rungs.falls)
    table = np.full((len(parts), size, most), size - 1, dtype=np.intp)
    for number, rungs in enumerate(parts):
        shift = size - rungs.size
        for rung, fall in enumerate(rungs.falls):
            table[number, shift + rung, : len(fall)] = [shift + lower for lower in fall]
    return table
