"""The worth of rolling a die again as often as one likes: the endless Shamrock (TW-VAR-22, TW-BAT-14).

Rolling again is worth R, the mean of what follows, and what follows may be rolling again. R is the least such
value: that of rolling until nothing better can be hoped for. What follows is a broken line in R; it is
followed from below, from break to break.
"""

from __future__ import annotations

from typing import NamedTuple

from twingkit.twing.exact_odds.best_responses.grids import EPSILON

Cell = tuple[float, float]
"""Edge (win minus loss) and win of the attacker."""


class Face(NamedTuple):
    """One face of an endless roll: its chance, and what ending, the attacker's and the defender's best other
    responses are worth; `stands`: nobody may respond to it."""

    chance: float
    end: Cell
    other: Cell | None
    answer: Cell | None
    stands: bool

    def follows(self, again: Cell | None) -> tuple[Cell | None, bool]:
        """The value after this face, when the defender responds first, and rolling again is worth `again`;
        and whether the attacker then rolls again."""
        if self.stands:
            return self.end, False
        best, rolls = again, again is not None
        if self.other is not None and (best is None or self.other[0] > best[0] + EPSILON):
            best, rolls = self.other, False
        if best is None or not best[0] > self.end[0] + EPSILON:
            best, rolls = self.end, False
        if self.answer is not None and self.answer[0] < best[0] - EPSILON:
            best, rolls = self.answer, False
        return best, rolls


def rolled_until(faces: list[Face]) -> Cell:
    """The least value that is the mean of what follows rolling again, when rolling again is worth it."""
    breaks = sorted({cell[0] for face in faces for cell in face[1:4] if isinstance(cell, tuple)})
    again = _followed(faces, None)[0]
    for _ in range(4 * len(breaks) + 4):
        kept, share = _followed(faces, again)
        if share > 1.0 - EPSILON:
            return again
        solved = kept[0] / (1.0 - share), kept[1] / (1.0 - share)
        ahead = next((value for value in breaks if value > again[0] + EPSILON), None)
        if solved[0] <= again[0] + EPSILON:
            return solved
        again = solved if ahead is None or solved[0] <= ahead else (ahead, max(ahead, 0.0))
    return again


def _followed(faces: list[Face], again: Cell | None) -> tuple[Cell, float]:
    """The sum of what follows the faces after which nobody rolls again, and the chance of the others."""
    sums, share = [0.0, 0.0], 0.0
    for face in faces:
        value, rolls = face.follows(again)
        if rolls or value is None:
            share += face.chance
            continue
        sums[0] += face.chance * value[0]
        sums[1] += face.chance * value[1]
    return (sums[0], sums[1]), share
