"""Probabilities to win from the strengths of the players, after Bradley and Terry."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp


def share_of_strength(strengths: Mapping[int, float], seat: int) -> float:
    """Return the probability that a seat wins against the others: the share of exp(strength).

    >>> share_of_strength({0: 1.0, 2: 1.0}, 2), round(share_of_strength({0: 0.0, 1: 1.0}, 1), 3)
    (0.5, 0.731)
    """
    most = max(strengths.values())  # so that no exponential overflows
    powers = {other: exp(strength - most) for other, strength in strengths.items()}
    return powers[seat] / sum(powers.values())
