"""The weights of Ember's win probability (`ember/players/strength.py`), fitted to games of expert players.

`python benchmarks/fits/ember_worth.py [games for each number of players]`; needs numpy. The default is 400
games of two players, 240 of three, 160 of four and 120 of five, which take about half an hour.

At the start of each turn and for each viewer, the strength of every player is a weighted sum of what that
viewer may know; a player's win probability is its share of exp(strength). The weights maximize the likelihood
of the winners with a small penalty, by Newton's method. Printed are the weights with their standard errors
(too small, since turns of one game are not independent) and the cross-validated mean of -log(probability of
the winner), leaving out a fifth of the games at a time, next to its value without any knowledge.
"""

from __future__ import annotations

import sys
from math import log

import numpy as np

from twingkit.ember.players.outlook import turns_saved_next_turn
from twingkit.ember.players.prospects import turns_needed
from twingkit.ember.players.strength import turns_saved_by_abilities
from twingkit.ember.rules.table import EmberTable
from twingkit.ember.starts import new_game
from twingkit.players.policies import computer_player

GAME_COUNTS = {2: 400, 3: 240, 4: 160, 5: 120}

FIRST_SEED = 20_000
"""The seed of the first game of each number of players."""

PENALTY = 0.3
"""The strength of the penalty that pulls weights towards 0."""

FOLD_COUNT = 5
"""The number of parts of the games in the cross-validation."""


def feature_rows(table: EmberTable) -> list[list[list[float]]]:
    """Return, for each viewer, one row of features for each player."""
    count = len(table.players)
    needed = [turns_needed(table.variant.length - player.total) for player in table.players]
    abilities = [turns_saved_by_abilities(table, player) for player in table.players]
    once = 1 / (1 + min(needed))
    views = []
    for viewer in range(count):
        saved = turns_saved_next_turn(table, viewer)
        lines = [
            [
                needed[player.seat],
                saved if player.seat == viewer else 0.0,
                float(player.seat == viewer),
                float((player.seat - table.current) % count),
                float(len(player.hand)),
                abilities[player.seat],
            ]
            for player in table.players
        ]
        views.append([[value * once for value in line] for line in lines])
    return views


def play_game(players: int, seed: int) -> tuple[list[list[list[float]]], list[float]]:
    """Return the feature rows of one game of expert players, and each seat's share of the win."""
    game = new_game(players, seed=seed, explain=False, variant=("quick", "box")[seed % 2])
    seated = [computer_player(game.start, "expert", seed * 10 + seat) for seat in range(players)]
    turn, views = -1, []
    while (question := game.question) is not None:
        if question.kind == "draw" and game.table.turn != turn:
            turn = game.table.turn
            views += feature_rows(game.table)
        game.answer(seated[question.player](game))
    winners = game.result.winners
    return views, [(seat in winners) / len(winners) for seat in range(players)]


def fit(seen: np.ndarray, won: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the most likely weights for rows and shares of wins, and their standard errors."""
    count, size = seen.shape[1:]
    weights = np.zeros(size)
    for _ in range(40):
        chances, once = win_probabilities(seen, weights), 1 / count  # a turn counts once for all its viewers
        slope = once * np.einsum("ijk,ij->k", seen, won - chances) - PENALTY * weights
        centred = seen - np.einsum("ijk,ij->ik", seen, chances)[:, None, :]
        bend = once * np.einsum("ijk,ij,ijl->kl", centred, chances, centred) + PENALTY * np.eye(size)
        step = np.linalg.solve(bend, slope)
        weights = weights + step * min(1.0, 2 / np.abs(step).max())
    return weights, np.sqrt(np.diag(np.linalg.inv(bend)))


def win_probabilities(seen: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Return the win probabilities of all players, row by row."""
    strengths = seen @ weights
    powers = np.exp(strengths - strengths.max(1, keepdims=True))
    chances: np.ndarray = powers / powers.sum(1, keepdims=True)
    return chances


def cross_validated_loss(seen: np.ndarray, won: np.ndarray, games: np.ndarray) -> float:
    """Return the cross-validated mean of -log(probability of the winner)."""
    losses = np.zeros(len(won))
    for part in range(FOLD_COUNT):
        out = games % FOLD_COUNT == part
        weights, _ = fit(seen[~out], won[~out])
        losses[out] = -(won[out] * np.log(win_probabilities(seen[out], weights) + 1e-12)).sum(1)
    return float(losses.mean())


def main(games: int = 0) -> None:
    """Play the games, fit the weights, and print them."""
    for players, usual in GAME_COUNTS.items():
        results = [play_game(players, FIRST_SEED + number) for number in range(games or usual)]
        seen = np.array([view for views, _ in results for view in views])
        won = np.array([shares for views, shares in results for _ in views])
        numbers = np.array([number for number, (views, _) in enumerate(results) for _ in views])
        weights, errors = fit(seen, won)
        print(
            f"{players} players, {len(seen) // players} turns: needed, saved, own, waits, cards, abilities "
            f"{weights.round(2)} ± {errors.round(2)}; "
            f"-log(chance) {cross_validated_loss(seen, won, numbers):.3f}, without knowledge "
            f"{log(players):.3f}",
            flush=True,
        )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
