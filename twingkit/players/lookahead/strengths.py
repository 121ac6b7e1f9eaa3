"""Win probabilities from the strengths of the players, by the Bradley–Terry model."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp


def win_probability(strengths: Mapping[int, float], seat: int) -> float:
    """Return the probability that a seat wins against all others: its share of the sum of exp(strength).

    >>> win_probability({0: 1.0, 2: 1.0}, 2), round(win_probability({0: 0.0, 1: 1.0}, 1), 3)
    (0.5, 0.731)
    """
    most = max(strengths.values())  # so that no exponential overflows
    powers = {other: exp(strength - most) for other, strength in strengths.items()}
    return powers[seat] / sum(powers.values())
