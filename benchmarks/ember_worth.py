"""The weights of Ember's chance to win (`ember/players/worth.py`), fitted on games of steady players.

`python benchmarks/ember_worth.py [games of each number of players]`, numpy needed; without a number 250 games
of two players, 200 of three, 150 of four, 120 of five, which take some minutes.

At the beginning of each turn and for each viewer, the strength of every player is a sum of weights times what
that viewer may know; the chance of a player is its share of exp(strength). Found are the weights under which
the winners are likeliest, a little drawn towards 0, by Newton's steps. Shown are the weights with their
standard errors (turns of one game do not stand alone: they are too small) and the mean of -log(chance of the
winner), beside what it would be without any knowledge.
"""

from __future__ import annotations

import sys
from math import log

import numpy as np

from twingkit.ember.players.next_turn import next_turn
from twingkit.ember.players.turns_needed import turns_needed
from twingkit.ember.players.worth import BRINGS
from twingkit.ember.rules.table import EmberTable
from twingkit.ember.starts import new_game

GAMES = {2: 250, 3: 200, 4: 150, 5: 120}
OWN = 5
"""The number of weights that each number of players has for itself."""

DRAWN = 0.3
"""The strength with which weights are drawn towards 0."""


def rows(table: EmberTable) -> list[list[list[float]]]:
    """For each viewer a row for each player: what its weights are multiplied with."""
    count = len(table.players)
    needed = [turns_needed(table.variant.length - player.total) for player in table.players]
    nearest = min(needed)
    seen = []
    for viewer in range(count):
        lines = []
        for player in table.players:
            own = player.seat == viewer
            line = [0.0] * (OWN * len(GAMES) + len(BRINGS))
            begin = OWN * (count - 2)
            line[begin : begin + OWN] = [
                needed[player.seat],
                next_turn(table, viewer) if own else 0.0,
                float(own),
                float((player.seat - table.current) % count),
                float(len(player.hand)),
            ]
            for at, verb in enumerate(BRINGS):
                line[OWN * len(GAMES) + at] = nearest * sum(
                    effect.amount * effect.count
                    for owned in player.owned
                    if owned.up
                    for effect in owned.creature.effects
                    if effect.verb == verb
                )
            lines.append([value / (1 + nearest) for value in line])
        seen.append(lines)
    return seen


def played(players: int, seed: int) -> tuple[list[list[list[float]]], list[float]]:
    """The rows of one game of steady players, and the share of the win of each seat."""
    game = new_game(players, seed=seed, explain=False, variant=("quick", "box")[seed % 2])
    seated = [game.start.policy("steady", seed * 10 + seat) for seat in range(players)]
    turn, found = -1, []
    while (asked := game.question) is not None:
        if asked.kind == "draw" and game.table.turn != turn:
            turn = game.table.turn
            found += rows(game.table)
        game.answer(seated[asked.player](game))
    winners = game.result.winners
    return found, [(seat in winners) / len(winners) for seat in range(players)]


def fit(tables: list[tuple[np.ndarray, np.ndarray]]) -> tuple[np.ndarray, np.ndarray]:
    """The likeliest weights for rows and shares of wins, and their standard errors."""
    size = tables[0][0].shape[2]
    weights = np.zeros(size)
    for _ in range(40):
        slope, bend = -DRAWN * weights, DRAWN * np.eye(size)
        for seen, won in tables:
            chances, once = chances_of(seen, weights), 1 / seen.shape[1]  # a turn counts once for all
            slope = slope + once * np.einsum("ijk,ij->k", seen, won - chances)
            centred = seen - np.einsum("ijk,ij->ik", seen, chances)[:, None, :]
            bend = bend + once * np.einsum("ijk,ij,ijl->kl", centred, chances, centred)
        step = np.linalg.solve(bend, slope)
        weights = weights + step * min(1.0, 2 / np.abs(step).max())
    return weights, np.sqrt(np.diag(np.linalg.inv(bend)))


def chances_of(seen: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """The chances of all players, row by row."""
    strengths = seen @ weights
    powers = np.exp(strengths - strengths.max(1, keepdims=True))
    return powers / powers.sum(1, keepdims=True)


def main(games: int = 0) -> None:
    """Play, fit and print."""
    tables = []
    for players, usual in GAMES.items():
        found = [played(players, 10_000 + number) for number in range(games or usual)]
        seen = np.array([row for each, _ in found for row in each])
        won = np.array([shares for each, shares in found for _ in each])
        tables.append((seen, won))
    weights, errors = fit(tables)
    for at, (players, (seen, won)) in enumerate(zip(GAMES, tables, strict=True)):
        mine = slice(OWN * at, OWN * at + OWN)
        loss = -(won * np.log(chances_of(seen, weights) + 1e-12)).sum() / len(won)
        print(
            f"{players} players: needed, saved, own, waits, cards {weights[mine].round(2)} ± "
            f"{errors[mine].round(2)};"
            f" -log(chance) {loss:.3f}, without knowledge {log(players):.3f}"
        )
    last = slice(OWN * len(GAMES), None)
    print(f"{', '.join(BRINGS)}: {weights[last].round(2)} ± {errors[last].round(2)}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
