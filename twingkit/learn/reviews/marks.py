"""Marks of mistakes, by the share of a win that they certainly cost."""

from __future__ import annotations

from twingkit.players.lookahead.ratings import MIN_LOSS, MIN_MARKED_PLAYOUTS, is_certainly_worse

MARKS = {"blunder": 0.15, "mistake": 0.10, "inaccuracy": MIN_LOSS}
"""The smallest loss for each mark, in wins from 0 to 1, the worst mark first."""

_SHOWN_ZERO = 0.0005
"""A loss below this is shown as 0.0 percentage points."""


def decision_mark(loss: float, error: float, playout_count: int, exact: bool = False) -> str:
    """Return how bad a decision is as a key of `MARKS`, such as "mistake"; "" if its loss is too small or
    uncertain.

    >>> decision_mark(0.12, 0.02, 64), decision_mark(0.12, 0.08, 64), decision_mark(0.12, 0.0, 0, exact=True)
    ('mistake', '', 'mistake')
    """
    sure = exact or (is_certainly_worse(loss - _SHOWN_ZERO, error) and playout_count >= MIN_MARKED_PLAYOUTS)
    return next((mark for mark, least in MARKS.items() if sure and loss >= least), "")
