"""Shares of games won, with their confidence intervals."""

from __future__ import annotations

from statistics import NormalDist

from twingkit.core.arguments import NON_NEGATIVE, check_arguments, integer_between, require_valid_argument

DEFAULT_CONFIDENCE = 0.95
"""The default confidence level of intervals around shares."""


def won_share_cells(won: int, games: int, confidence: float = DEFAULT_CONFIDENCE) -> dict[str, float]:
    """Return the table columns for a number of games won: `won`, `share`, `low` and `high`.

    `share` is nan without games; `low` and `high` are the Wilson interval.

    >>> won_share_cells(1, 2)["share"]
    0.5
    """
    low, high = wilson_interval(won, games, confidence)
    return {"won": won, "share": won / games if games else float("nan"), "low": low, "high": high}


@check_arguments(won=NON_NEGATIVE, games=NON_NEGATIVE)
def wilson_interval(won: int, games: int, confidence: float = DEFAULT_CONFIDENCE) -> tuple[float, float]:
    """Return the Wilson confidence interval for the share of games won; from 0 to 1 without games.

    >>> [round(end, 3) for end in wilson_interval(8, 10)]
    [0.49, 0.943]
    >>> wilson_interval(0, 10)[0], wilson_interval(10, 10)[1]
    (0.0, 1.0)
    """
    if not games:
        return 0.0, 1.0
    require_valid_argument("won", won, integer_between(0, games))
    share = won / games
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    squared = z * z / games
    middle = (share + squared / 2) / (1 + squared)
    half = z * (share * (1 - share) / games + squared / games / 4) ** 0.5 / (1 + squared)
    return max(0.0, middle - half) if won else 0.0, min(1.0, middle + half) if won < games else 1.0
