"""Means of chances over pairs of hands, where cards are hidden."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import sqrt
from typing import TypeVar

from twingkit.core.slices import Slices
from twingkit.odds.odds import Odds

Pair = TypeVar("Pair")


def chances_in_slices(
    play: Callable[[Pair], tuple[float, float]],
    pairs: Iterable[Pair],
    start_progress: float,
    end_progress: float,
) -> Slices[dict[Pair, tuple[float, float]]]:
    """Compute the chances (win, loss) of every pair of hands in slices: a generator that yields its progress
    and returns the chances by pair.

    Progress runs from `start_progress` to `end_progress`.
    """
    edges: dict[Pair, tuple[float, float]] = {}
    for pair in (asked := list(pairs)):
        yield start_progress + (end_progress - start_progress) * len(edges) / len(asked)
        edges[pair] = play(pair)
    return edges


def mean_odds(
    solved: Mapping[Pair, tuple[float, float]], chances: Mapping[Pair, float], drawn: int, rule: str = ""
) -> tuple[Odds, float]:
    """Return the mean odds over all pairs of hands, and the standard error of the edge (0 unless sampled)."""
    win = sum(chance * solved[pair][0] for pair, chance in chances.items())
    loss = sum(chance * solved[pair][1] for pair, chance in chances.items())
    error = 0.0
    if drawn:
        spread = sum(chance * (solved[pair][0] - solved[pair][1]) ** 2 for pair, chance in chances.items())
        error = sqrt(max(0.0, spread - (win - loss) ** 2) / drawn)
    return Odds(win, max(0.0, 1.0 - win - loss), loss, rule=rule), error
