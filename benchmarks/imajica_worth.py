"""The weights of Imajica's chance to win (`imajica/players/chance_to_win.py`), fitted on steady players.

`python benchmarks/imajica_worth.py [games of two players]`, numpy needed; without a number 400, which take
four minutes, and some of three and four players, for which the weights of two are tried.

The weight of a card in the hand is not fitted but that of the module, for the reason that is said there.

At the beginning of each round and for each viewer, the strength of every Autarch is a sum of weights times
what that viewer may know; the chance is its share of exp(strength). Found are the weights under which the
winners are likeliest (who draws has its share), a little drawn towards 0, by Newton's steps. Every third game
is kept apart: shown are the weights with their standard errors (rounds of one game do not stand alone: they
are too small) and the mean of -log(chance of the winner) in the games that were kept apart, beside what it
would be without any knowledge.
"""

from __future__ import annotations

import sys
from math import log

import numpy as np

from twingkit.imajica.players.chance_to_win import MARKS, WEIGHTS, marks
from twingkit.imajica.starts import new_game
from twingkit.lookahead import share_of

FITTED = 400
"""The number of games of two players."""

TRIED = {3: 24, 4: 12}
"""The number of games of more players, on which the weights are tried."""

SET = ("hand",)
"""The marks whose weights are not fitted."""

DRAWN = 1.0
"""The strength with which weights are drawn towards 0."""

DECKS = ("maestros", "teeth", "clean-slate", "daughters")


def played(players: int, seed: int) -> tuple[list[list[list[float]]], list[float]]:
    """The rows of one game of steady players, and the share of the win of each seat."""
    decks = [DECKS[(seed + seat * (1 + seed // 4 % 3)) % 4] for seat in range(players)]
    game = new_game(decks, seed=seed, explain=False)
    seated = [game.start.policy("steady", seed * 10 + seat) for seat in range(players)]
    number, found = 0, []
    while (asked := game.question) is not None:
        table = game.table
        if table.round != number and table.phase == "autarch":
            number = table.round
            there = [player.seat for player in table.players if not player.out]
            for viewer in there:
                found.append([marks(table, seat, viewer) if seat in there else [] for seat in range(players)])
        game.answer(seated[asked.player](game))
    return found, [share_of(game, seat) for seat in range(players)]


def fit(seen: np.ndarray, there: np.ndarray, won: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The likeliest weights for rows and shares of wins, and their standard errors."""
    free = [place for place, mark in enumerate(MARKS) if mark not in SET]
    weights = np.array([weight if mark in SET else 0.0 for mark, weight in zip(MARKS, WEIGHTS, strict=True)])
    once = 1 / seen.shape[1]  # a round counts once for all viewers
    for _ in range(60):
        chances = chances_of(seen, there, weights)
        slope = (-DRAWN * weights + once * np.einsum("ijk,ij->k", seen, won - chances))[free]
        centred = (seen - np.einsum("ijk,ij->ik", seen, chances)[:, None, :])[:, :, free]
        bend = DRAWN * np.eye(len(free)) + once * np.einsum("ijk,ij,ijl->kl", centred, chances, centred)
        step = np.linalg.solve(bend, slope)
        weights[free] += step * min(1.0, 2 / np.abs(step).max())
    errors = np.zeros(len(MARKS))
    errors[free] = np.sqrt(np.diag(np.linalg.inv(bend)))
    return weights, errors


def chances_of(seen: np.ndarray, there: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """The chances of all Autarchs, row by row."""
    strengths = np.where(there, seen @ weights, -np.inf)
    powers = np.exp(strengths - strengths.max(1, keepdims=True))
    shares: np.ndarray = powers / powers.sum(1, keepdims=True)
    return shares


def arrays(games: list[tuple[list[list[list[float]]], list[float]]]) -> tuple[np.ndarray, ...]:
    """Rows, who is in the game, and the shares of the win."""
    rows = [(row, shares) for rows, shares in games for row in rows]
    seen = np.array([[one or [0.0] * len(MARKS) for one in row] for row, _ in rows])
    there = np.array([[bool(one) for one in row] for row, _ in rows])
    won = np.array([shares for _, shares in rows])
    kept = (won * there).sum(1) > 0.99  # who went out before its rivals drew has no chance that is reckoned
    return seen[kept], there[kept], won[kept]


def tried(players: int, weights: np.ndarray, games: list[tuple[list[list[list[float]]], list[float]]]) -> str:
    """How well weights foretell the winners of games."""
    seen, there, won = arrays(games)
    loss = -(won * np.log(chances_of(seen, there, weights) + 1e-12)).sum() / len(won)
    draws = sum(max(shares) < 1 for _, shares in games) / len(games)
    return (
        f"{players} players, {len(games)} games, {draws:.0%} draws: -log(chance) {loss:.3f}, "
        f"without knowledge {log(players):.3f}"
    )


def main(games: int = FITTED) -> None:
    """Play, fit and print."""
    found = [played(2, 20_000 + number) for number in range(games)]
    weights, errors = fit(*arrays([game for number, game in enumerate(found) if number % 3]))
    for name, weight, error in zip(MARKS, weights, errors, strict=True):
        print(f"{name:12} {weight:6.2f} ± {error:.2f}")
    print(tried(2, weights, [game for number, game in enumerate(found) if number % 3 == 0]), flush=True)
    for players, count in TRIED.items():
        others = [played(players, 10_000 * players + number) for number in range(count)]
        print(tried(players, weights, others), flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
