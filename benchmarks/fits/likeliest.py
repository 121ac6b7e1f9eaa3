"""Weights under which the winners of played games are likeliest: what the benchmarks of several games fit.

A game is a pair: rows, and the share of the win of each seat. A row is one moment as one viewer sees it: the
marks of each seat, nothing for who is out. The strength of a seat is the sum of its marks times weights, its
chance the share of exp(strength). Found are the weights under which the winners are likeliest (who draws has
its share), a little drawn towards 0, by Newton's steps.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log

import attrs
import numpy as np

Row = list[list[float]]
"""The marks of each seat as one viewer sees them; nothing for who is out."""

Played = tuple[list[Row], list[float]]
"""The rows of one game, and the share of the win of each seat."""

DRAWN = 1.0
"""The strength with which weights are drawn towards 0."""


@attrs.frozen
class Rows:
    """Rows of several games: the marks by row, seat and mark, who is in the game, the shares of the win, and
    the number of the game of each row."""

    seen: np.ndarray
    there: np.ndarray
    won: np.ndarray
    game: np.ndarray

    @classmethod
    def of(cls, games: Sequence[Played], marks: int) -> Rows:
        """The rows of these games, each seat with so many marks."""
        rows = [(row, shares, number) for number, (rows, shares) in enumerate(games) for row in rows]
        seen = np.array([[seat_marks or [0.0] * marks for seat_marks in row] for row, _, _ in rows])
        there = np.array([[bool(seat_marks) for seat_marks in row] for row, _, _ in rows])
        won = np.array([shares for _, shares, _ in rows])
        game = np.array([number for _, _, number in rows])
        kept = (won * there).sum(1) > 0.99  # who went out before others drew has no chance that is reckoned
        return cls(seen[kept], there[kept], won[kept], game[kept])

    def chances(self, weights: np.ndarray) -> np.ndarray:
        """The chances of all seats, row by row."""
        strengths = np.where(self.there, self.seen @ weights, -np.inf)
        powers = np.exp(strengths - strengths.max(1, keepdims=True))
        shares: np.ndarray = powers / powers.sum(1, keepdims=True)
        return shares

    def loss(self, weights: np.ndarray) -> tuple[float, float]:
        """The mean of -log(chance of the winner), and its standard error: rows of one game hang together."""
        by_row = -(self.won * np.log(self.chances(weights) + 1e-12)).sum(1)
        mean = float(by_row.mean())
        off = np.bincount(self.game, by_row - mean)
        return mean, float(np.sqrt((off**2).sum()) / len(by_row))


def fit(rows: Rows, fixed: Mapping[int, float] | None = None) -> tuple[np.ndarray, np.ndarray]:
    """The likeliest weights, and their standard errors; weights that are `fixed`, by place, stay.

    A moment counts once for all its viewers. Moments of one game hang together: the errors are too small.
    """
    count, fixed = rows.seen.shape[2], fixed or {}
    free = [place for place in range(count) if place not in fixed]
    weights = np.array([fixed.get(place, 0.0) for place in range(count)])
    once = 1 / rows.seen.shape[1]
    for _ in range(60):
        chances = rows.chances(weights)
        slope = (-DRAWN * weights + once * np.einsum("ijk,ij->k", rows.seen, rows.won - chances))[free]
        centred = (rows.seen - np.einsum("ijk,ij->ik", rows.seen, chances)[:, None, :])[:, :, free]
        bend = DRAWN * np.eye(len(free)) + once * np.einsum("ijk,ij,ijl->kl", centred, chances, centred)
        step = np.linalg.solve(bend, slope)
        weights[free] += step * min(1.0, 2 / np.abs(step).max())
    errors = np.zeros(count)
    errors[free] = np.sqrt(np.diag(np.linalg.inv(bend)))
    return weights, errors


def tried(weights: np.ndarray, games: Sequence[Played]) -> str:
    """How well weights foretell the winners of games, with the standard error from game to game."""
    players = len(games[0][1])
    loss, error = Rows.of(games, len(weights)).loss(weights)
    draws = sum(max(shares) < 1 for _, shares in games) / len(games)
    return (
        f"{players} players, {len(games)} games, {draws:.0%} draws: -log(chance) {loss:.3f} "
        f"± {error:.3f}, without knowledge {log(players):.3f}"
    )


def split(games: Sequence[Played]) -> tuple[list[Played], list[Played]]:
    """The games for a fit, and every third one, which is kept apart."""
    fitted = [game for number, game in enumerate(games) if number % 3]
    return fitted, [game for number, game in enumerate(games) if number % 3 == 0]
