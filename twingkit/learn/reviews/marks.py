"""Marks of mistakes, by the share of a win that they certainly cost."""

from __future__ import annotations

from twingkit.players.lookahead.ratings import CERTAIN_ERRORS, MIN_LOSS, MIN_MARKED_PLAYOUTS

MARKS = {"blunder": 0.10, "mistake": 0.0}
"""The lower end of the interval of the loss for each mark, in wins from 0 to 1, the worst mark first."""

_SHOWN_ZERO = 0.0005
"""A loss below this is shown as 0.0 percentage points."""


def decision_mark(loss: float, error: float, playout_count: int, exact: bool = False) -> str:
    """Return how bad a decision is as a key of `MARKS`, by what it lost at least; "" if its loss is too small
    or uncertain.

    >>> decision_mark(0.12, 0.02, 64), decision_mark(0.15, 0.02, 64), decision_mark(0.12, 0.08, 64)
    ('mistake', 'blunder', '')
    """
    if loss < MIN_LOSS or not (exact or playout_count >= MIN_MARKED_PLAYOUTS):
        return ""
    least = loss - (0.0 if exact else CERTAIN_ERRORS * error)
    return next((mark for mark, bound in MARKS.items() if least > bound + _SHOWN_ZERO), "")
