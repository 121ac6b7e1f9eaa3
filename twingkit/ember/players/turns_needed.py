"""The average number of turns that it takes to gain Victory Points.

Far from the call every point is worth the same; near it, it only matters whether the rest takes one turn or
two.
"""

from __future__ import annotations

from functools import lru_cache

_TURNS_BY_POINTS_GAINED = (12, 64, 64, 98, 41, 36, 69, 59, 38, 25, 21, 17, 17, 24)
"""Number of turns in which `greedy` gained 0, 1 … 13 Victory Points in 60 games of two players."""


@lru_cache
def turns_needed(points: int) -> float:
    """Return the average number of turns to gain `points` Victory Points.

    >>> turns_needed(0), round(turns_needed(1), 2), round(turns_needed(30), 1)
    (0.0, 1.02, 6.3)
    """
    if points <= 0:
        return 0.0
    turns = sum(_TURNS_BY_POINTS_GAINED)
    after = sum(
        count * turns_needed(points - gain) for gain, count in enumerate(_TURNS_BY_POINTS_GAINED) if gain
    )
    return (turns + after) / (turns - _TURNS_BY_POINTS_GAINED[0])
