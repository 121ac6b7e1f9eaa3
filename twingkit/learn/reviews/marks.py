"""Marks of mistakes, by the share of a win that they certainly cost."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean

MARKS = {"blunder": 0.15, "mistake": 0.10, "inaccuracy": 0.05}
"""The smallest loss for each mark, in wins from 0 to 1, the worst mark first."""

MIN_STANDARD_ERRORS = 2.0
"""A loss counts if it is larger than this many standard errors."""

MIN_GAMES = 8
"""The smallest number of games per answer for calling a decision a mistake."""

DOUBT, MIN_DOUBT = 0.5, 0.02
"""The uncertainty added to a small sample of games that were won or lost; the second, smaller one applies if
each game is judged by an estimated chance.
"""


def mark_of(loss: float, error: float, games: int, exact: bool = False) -> str:
    """Return the mark of a decision: a key of `MARKS`, or "" for none.

    >>> mark_of(0.12, 0.02, 64), mark_of(0.12, 0.08, 64), mark_of(0.12, 0.0, 0, exact=True)
    ('mistake', '', 'mistake')
    """
    sure = exact or (loss > MIN_STANDARD_ERRORS * error and games >= MIN_GAMES)
    return next((mark for mark, least in MARKS.items() if sure and loss >= least), "")


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean of some shares of wins and its standard error, enlarged by `DOUBT` for few games.

    >>> mean_and_error([1.0, 1.0])
    (1.0, 0.3535533905932738)
    """
    mean, count = fmean(values), len(values)
    ended = all(float(value).is_integer() for value in values)
    squares = sum((value - mean) ** 2 for value in values) + (DOUBT if ended else MIN_DOUBT)
    return mean, sqrt(squares / count / max(1, count - 1)) if count > 2 else sqrt(squares) / count
