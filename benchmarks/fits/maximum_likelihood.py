"""Maximum-likelihood weights for the winners of played games, shared by the benchmarks of several games.

A game is a pair: rows, and each seat's share of the win. A row is one moment as one viewer sees it: the
features of each seat, or nothing for a seat that is out. The strength of a seat is the weighted sum of its
features, its win probability its share of exp(strength). The weights maximize the likelihood of the winners
(draws count in part) with a small penalty, by Newton's method.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log

import attrs
import numpy as np

FeatureRow = list[list[float]]
"""The features of each seat as one viewer sees them; nothing for a seat that is out."""

PlayedGame = tuple[list[FeatureRow], list[float]]
"""The rows of one game, and each seat's share of the win."""

PENALTY = 1.0
"""The strength of the penalty that pulls weights towards 0."""


@attrs.frozen
class FeatureRows:
    """The feature rows of several games as arrays.

    The features by row, seat and feature; which seats are in the game; the shares of the win; and the number
    of the game of each row.
    """

    features: np.ndarray
    is_in_game: np.ndarray
    win_shares: np.ndarray
    game_numbers: np.ndarray

    @classmethod
    def from_games(cls, games: Sequence[PlayedGame], feature_count: int) -> FeatureRows:
        """Return the rows of these games, with `feature_count` features for each seat."""
        rows = [(row, shares, number) for number, (rows, shares) in enumerate(games) for row in rows]
        seen = np.array([[seat_marks or [0.0] * feature_count for seat_marks in row] for row, _, _ in rows])
        there = np.array([[bool(seat_marks) for seat_marks in row] for row, _, _ in rows])
        won = np.array([shares for _, shares, _ in rows])
        game = np.array([number for _, _, number in rows])
        kept = (won * there).sum(1) > 0.99  # a seat that left before others drew has no probability
        return cls(seen[kept], there[kept], won[kept], game[kept])

    def win_probabilities(self, weights: np.ndarray) -> np.ndarray:
        """Return the win probabilities of all seats, row by row."""
        strengths = np.where(self.is_in_game, self.features @ weights, -np.inf)
        powers = np.exp(strengths - strengths.max(1, keepdims=True))
        shares: np.ndarray = powers / powers.sum(1, keepdims=True)
        return shares

    def loss(self, weights: np.ndarray) -> tuple[float, float]:
        """Return the mean of -log(probability of the winner) and its standard error, clustered by game."""
        by_row = -(self.win_shares * np.log(self.win_probabilities(weights) + 1e-12)).sum(1)
        mean = float(by_row.mean())
        off = np.bincount(self.game_numbers, by_row - mean)
        return mean, float(np.sqrt((off**2).sum()) / len(by_row))


def fit(rows: FeatureRows, fixed: Mapping[int, float] | None = None) -> tuple[np.ndarray, np.ndarray]:
    """Return the most likely weights and their standard errors; `fixed` weights, by index, are not changed.

    A moment counts once for all its viewers. Moments of one game are correlated, so the errors are too small.
    """
    count, fixed = rows.features.shape[2], fixed or {}
    free = [place for place in range(count) if place not in fixed]
    weights = np.array([fixed.get(place, 0.0) for place in range(count)])
    once = 1 / rows.features.shape[1]
    for _ in range(60):
        chances = rows.win_probabilities(weights)
        slope = (
            -PENALTY * weights + once * np.einsum("ijk,ij->k", rows.features, rows.win_shares - chances)
        )[free]
        centred = (rows.features - np.einsum("ijk,ij->ik", rows.features, chances)[:, None, :])[:, :, free]
        bend = PENALTY * np.eye(len(free)) + once * np.einsum("ijk,ij,ijl->kl", centred, chances, centred)
        step = np.linalg.solve(bend, slope)
        weights[free] += step * min(1.0, 2 / np.abs(step).max())
    errors = np.zeros(count)
    errors[free] = np.sqrt(np.diag(np.linalg.inv(bend)))
    return weights, errors


def prediction_report(weights: np.ndarray, games: Sequence[PlayedGame]) -> str:
    """Return a line about how well weights predict the winners of games, with the standard error."""
    players = len(games[0][1])
    loss, error = FeatureRows.from_games(games, len(weights)).loss(weights)
    draws = sum(max(shares) < 1 for _, shares in games) / len(games)
    return (
        f"{players} players, {len(games)} games, {draws:.0%} draws: -log(chance) {loss:.3f} "
        f"± {error:.3f}, without knowledge {log(players):.3f}"
    )


def split(games: Sequence[PlayedGame]) -> tuple[list[PlayedGame], list[PlayedGame]]:
    """Split games into those for the fit, and the held-out ones (every third)."""
    fitted = [game for number, game in enumerate(games) if number % 3]
    return fitted, [game for number, game in enumerate(games) if number % 3 == 0]
