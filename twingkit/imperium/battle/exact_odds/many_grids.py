"""Many grids at once, with numpy: the same pass as that of a `FightLattice`, one step of all grids at a time.

Forces are placed at the end of their axis, so that ladders of any length have their bottom in the same place,
and a hit on a straight ladder is a step to the right.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import attrs
import numpy as np

from twingkit.imperium.battle.exact_odds.lattice import SURE, PairChances
from twingkit.imperium.battle.exact_odds.side_ladder import ForceLadder, HitChances

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    IntArray = NDArray[np.intp]

MAX_CELLS = 150_000
"""The maximum number of steps of the defender's forces in memory at once: grids are solved in parts of this
size.
"""

_MIN_GRIDS_PER_BATCH = 40
"""Grids of a shape with fewer grids than this are solved together with another shape."""

_SIZES = (3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 10**6)
"""The sizes of ladders up to which grids are solved together."""


@attrs.frozen(eq=False)
class LadderArrays:
    """A ladder of forces and the hit chances of each force, as numpy arrays.

    `hit_chances` has a row for each force and a column for each number of hits.
    """

    size: int
    is_straight: bool
    hit_chances: Floats
    indices_after_hits: tuple[tuple[int, ...], ...]

    @cached_property
    def hits_between_forces(self) -> IntArray:
        """The hits that lead from one force (row) to another (column), as an array; −1 if none do."""
        table = np.full((self.size, self.size), -1, dtype=np.intp)
        for rung, fall in enumerate(self.indices_after_hits):
            table[rung, fall] = range(len(fall))
        return table

    @cached_property
    def hits_to_destroy(self) -> IntArray:
        """The number of hits that destroy each force of the ladder."""
        return np.array([len(fall) - 1 for fall in self.indices_after_hits], dtype=np.intp)

    @cached_property
    def padded_indices_after_hits(self) -> IntArray:
        """The indices of the forces left by 0, 1, 2 … hits: a row of equal length for each force."""
        most = max(map(len, self.indices_after_hits))
        return np.array(
            [(*fall, *[fall[-1]] * (most - len(fall))) for fall in self.indices_after_hits], dtype=np.intp
        )

    @classmethod
    def from_ladder(cls, ladder: ForceLadder, hit_chances: HitChances) -> LadderArrays:
        """Build the arrays of a ladder from the hit chances of its forces; hits must come one by one."""
        table = np.zeros((len(hit_chances), max(map(len, hit_chances))))
        for column, hits in enumerate(hit_chances):
            table[column, : len(hits)] = hits
        return cls(len(ladder.forces), ladder.has_one_step_hits, table, ladder.indices_after_hits)


GridArrays = tuple[LadderArrays, LadderArrays, "PairChances | Floats"]
"""A grid as arrays: the attacker's ladder, the defender's, and the chances of the pairs to begin with."""


def grid_chances(grids: Sequence[GridArrays]) -> Floats:
    """Return an array with one row per battle grid: the chances of win, tie, loss and standoff.

    They are summed over all starting pairs of the grid.
    """
    chances = np.zeros((len(grids), 4))
    turned = [defence.size > attack.size for attack, defence, _ in grids]
    grids = [_swap_sides(grid) if turn else grid for grid, turn in zip(grids, turned, strict=True)]
    alike: dict[tuple[bool, bool, int, int], list[int]] = {}
    for index, grid in enumerate(grids):
        alike.setdefault(_shape(grid), []).append(index)
    together: list[int] = []
    shapes = sorted(alike)
    for shape, following in zip(shapes, [*shapes[1:], None], strict=False):
        together += alike[shape]
        if len(together) < _MIN_GRIDS_PER_BATCH and following is not None and following[:2] == shape[:2]:
            continue
        most = max(1, MAX_CELLS // max(grids[index][1].size for index in together) ** 2)
        for start in range(0, len(together), most):
            part = together[start : start + most]
            chances[part] = _GridBatch([grids[index] for index in part]).solve()
        together = []
    chances[turned] = chances[turned][:, (2, 1, 0, 3)]
    return chances


def _swap_sides(grid: GridArrays) -> GridArrays:
    """Return the grid with its sides exchanged; the work grows with the square of the number of the second
    side's forces.
    """
    attack, defence, start = grid
    if isinstance(start, dict):
        return defence, attack, {(other, own): chance for (own, other), chance in start.items()}
    return defence, attack, start.T


def _shape(grid: GridArrays) -> tuple[bool, bool, int, int]:
    """Return the shape of a grid; grids of the same shape are solved together."""
    attack, defence, _ = grid
    sizes = bisect_left(_SIZES, defence.size), bisect_left(_SIZES, attack.size)
    return attack.is_straight, defence.is_straight, *sizes


class _GridBatch:
    """Grids that are solved together."""

    def __init__(self, grids: Sequence[GridArrays]) -> None:
        self.count = len(grids)
        attack, defence = [grid[0] for grid in grids], [grid[1] for grid in grids]
        self.height = max(rungs.size for rungs in attack)
        self.width = max(rungs.size for rungs in defence)
        self.attack = _stack_dice(attack, self.height, self.width)
        self.defence = _stack_dice(defence, self.width, self.height)
        self.taken = np.ascontiguousarray(self.defence[:, :-1, 1:].transpose(0, 2, 1))
        """The chances by number of hits, 1 and more, that each force of the defender makes exactly that
        many.
        """
        self.fatal = np.ascontiguousarray(self.taken[:, ::-1].cumsum(axis=1)[:, ::-1])
        """The chances of that many hits or more."""
        self.table = np.zeros((self.count, self.height + 1, self.width))
        self.mass = self.table[:, :-1]
        for table, (first, second, start) in zip(self.mass, grids, strict=True):
            part = table[self.height - first.size :, self.width - second.size :]
            if isinstance(start, dict):
                for pair, chance in start.items():
                    part[pair] += chance
            else:
                part += start
        self.straight = all(rungs.is_straight for rungs in defence)
        self.landing = _landing(defence, self.width, self.straight)
        straight = all(rungs.is_straight for rungs in attack)
        self.losing = None if straight else _attacker_places_after_hits(attack, self.height)

    def solve(self) -> Floats:
        """Return win, tie, loss and standoff of each grid."""
        standoffs = np.zeros(self.count)
        calm = self.defence[:, :-1, 0]
        for own in range(self.height - 1):
            hits, row = self.attack[:, own], self.mass[:, own]
            still = hits[:, :1] * calm
            stuck = still >= SURE
            often = 1 / np.where(stuck, np.inf, 1 - still)
            moves = self._moves(hits)
            self._stay(row, calm * often, moves)
            if stuck.any():
                standoffs += (row[:, :-1] * stuck).sum(axis=1)
            self._lose(own, row[:, :-1] * often, moves)
        won, lost = self.mass[:, :-1, -1].sum(axis=1), self.mass[:, -1, :-1].sum(axis=1)
        return np.column_stack([won, self.mass[:, -1, -1], lost, standoffs])

    def _moves(self, hits: Floats) -> Floats:
        """Return the chances that these hits change one force of the defender to another, by grid, force
        before and force after.
        """
        padded = np.zeros((self.count, self.width + 1))
        padded[:, : hits.shape[1]] = hits
        beyond = padded[:, ::-1].cumsum(axis=1)[:, ::-1]
        steps, caps = self.landing
        if self.straight:
            moves: Floats = padded[:, steps]
            moves[:, :, -1] = beyond[:, caps]
            return moves
        moves = padded.take(steps)
        moves[:, :, -1] = beyond.take(caps)
        return moves

    def _stay(self, row: Floats, on: Floats, moves: Floats) -> None:
        """Follow the rounds in which the attacker's force loses nothing; count how often pairs occur.

        `on` is how often the defender then moves on from a pair, for each time it occurs.
        """
        # The grids come last here, so that each step runs along memory.
        onward = np.ascontiguousarray((moves[:, :-1, :-1] * on[:, :, None]).transpose(1, 2, 0))
        masses = row[:, :-1].T.copy()
        for other in range(self.width - 2):
            masses[other + 1 :] += masses[other] * onward[other, other + 1 :]
        row[:, :-1] = masses.T
        row[:, -1] += (row[:, :-1] * on * moves[:, :-1, -1]).sum(axis=1)

    def _lose(self, own: int, visits: Floats, moves: Floats) -> None:
        """Apply the defender's hits to the attacker's force `own`, in the rounds that `visits` counts."""
        cap, taken = self.height - 1 - own, self.taken
        hit = visits[:, None] * taken[:, :cap]
        if taken.shape[1] > cap:
            np.multiply(visits, self.fatal[:, cap - 1], out=hit[:, -1])
        left = hit @ moves[:, :-1]
        if self.losing is None:
            self.mass[:, own + 1 : own + 1 + left.shape[1]] += left
            return
        rows = self.losing[:, own, 1 : left.shape[1] + 1]
        lost, bottom = left[:, : rows.shape[1]], self.height - 1
        gone = rows == bottom
        self.mass[:, -1] += (lost * gone[:, :, None]).sum(axis=1) + left[:, rows.shape[1] :].sum(axis=1)
        # Other numbers of hits lead to places of their own. What is gone goes to a row that nobody reads.
        places = (self.height + 1) * np.arange(self.count)[:, None] + np.where(gone, self.height, rows)
        self.table.reshape(-1, self.width)[places] += lost


def _stack_dice(parts: Sequence[LadderArrays], size: int, against: int) -> Floats:
    """Return the hit chances of ladders as one array, at the end of an axis of length `size`; numbers of hits
    too high to matter are combined.
    """
    most = min(max(rungs.hit_chances.shape[1] for rungs in parts), against)
    once, places = _without_repetition(parts)
    table = np.zeros((len(once), size, most))
    for number, rungs in enumerate(once):
        rolls = rungs.hit_chances
        width = min(most, rolls.shape[1])
        table[number, size - rungs.size :, :width] = rolls[:, :width]
        if rolls.shape[1] > most:
            table[number, size - rungs.size :, most - 1] += rolls[:, most:].sum(axis=1)
    return table[places]


def _without_repetition(parts: Sequence[LadderArrays]) -> tuple[list[LadderArrays], list[int]]:
    """Return the different ladders, and for each given one its index among them."""
    numbers: dict[int, int] = {}
    places = [numbers.setdefault(id(rungs), len(numbers)) for rungs in parts]
    once = {id(rungs): rungs for rungs in parts}
    return [once[key] for key in numbers], places


def _landing(parts: Sequence[LadderArrays], size: int, straight: bool) -> tuple[IntArray, IntArray]:
    """Return the number of hits that leads from each force of a ladder to each other force, and the number
    that destroys it.

    For branched ladders these are indices into a table with a row of chances for each.
    """
    if straight:
        indices = np.arange(size)
        steps = indices[None, :] - indices[:, None]
        return np.where(steps < 0, size, steps), size - 1 - indices
    once, places = _without_repetition(parts)
    table = np.full((len(once), size, size), -1, dtype=np.intp)
    caps = np.zeros((len(once), size), dtype=np.intp)
    for number, rungs in enumerate(once):
        table[number, size - rungs.size :, size - rungs.size :] = rungs.hits_between_forces
        caps[number, size - rungs.size :] = rungs.hits_to_destroy
    rows = (size + 1) * np.arange(len(parts))
    return np.where(table < 0, size, table)[places] + rows[:, None, None], caps[places] + rows[:, None]


def _attacker_places_after_hits(parts: Sequence[LadderArrays], size: int) -> IntArray:
    """Return the indices of the forces that 0, 1, 2 … hits leave of each force of the attacker."""
    once, places = _without_repetition(parts)
    most = max(rungs.padded_indices_after_hits.shape[1] for rungs in once)
    table = np.full((len(once), size, most), size - 1, dtype=np.intp)
    for number, rungs in enumerate(once):
        table[number, size - rungs.size :, : rungs.padded_indices_after_hits.shape[1]] = (
            rungs.padded_indices_after_hits + (size - rungs.size)
        )
    return table[places]
