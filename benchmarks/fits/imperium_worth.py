"""The weights of Twilight Imperium's win probability, fitted to games of steady players.

`python benchmarks/fits/imperium_worth.py [short games]`; needs numpy; 1500 by default, which take four
minutes, plus some full games of three and four players on which the weights of the short game are tested.

At the start of each round, the features of each player are recorded for each viewer, as far as that viewer
may know them; `maximum_likelihood.py` finds the weights. Every third game is held out. Printed are the
weights with their standard errors, and the mean of -log(probability of the winner) in the held-out games with
its own error, next to its value without any knowledge.
"""

from __future__ import annotations

import sys

from maximum_likelihood import FeatureRow, FeatureRows, PlayedGame, fit, prediction_report, split

from twingkit.core.running.winners import win_share
from twingkit.imperium.galaxy.players.strength import FEATURE_NAMES, FIXED_WEIGHTS, feature_values
from twingkit.imperium.galaxy.starts import new_game
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.players.policies import computer_player

FITTED_GAMES = 1500
"""The number of short games."""

TEST_GAMES = {3: 24, 4: 12}
"""The number of full games for each number of players on which the weights are tested."""


def feature_rows(table: GameTable) -> list[FeatureRow]:
    """Return the features of all players as each of them sees them."""
    there = [player.seat for player in table.players if not player.is_eliminated]
    seats = range(len(table.players))
    return [
        [feature_values(table, seat, viewer) if seat in there else [] for seat in seats] for viewer in there
    ]


def play_game(players: int | str, seed: int) -> PlayedGame:
    """Return the feature rows of one game of steady players, and each seat's share of the win."""
    game = new_game(players, seed=seed, explain=False)
    seats = range(game.start.seats)
    seated = [computer_player(game.start, "steady", seed * 10 + seat) for seat in seats]
    begun, rows = 0, []
    while (question := game.question) is not None:
        table = game.table
        if table.phase == "strategy" and table.round > begun:
            begun = table.round
            rows += feature_rows(table)
        game.answer(seated[question.player](game))
    return rows, [win_share(game, seat) for seat in seats]


def main(games: int = FITTED_GAMES) -> None:
    """Play the games, fit the weights, and print them."""
    fitted, apart = split([play_game("short", 30_000 + number) for number in range(games)])
    weights, errors = fit(
        FeatureRows.from_games(fitted, len(FEATURE_NAMES)),
        {FEATURE_NAMES.index(mark): FIXED_WEIGHTS[mark] for mark in FIXED_WEIGHTS},
    )
    for name, weight, error in zip(FEATURE_NAMES, weights, errors, strict=True):
        print(f"{name:12} {weight:6.2f} ± {error:.2f}")
    print(prediction_report(weights, apart), flush=True)
    for players, count in TEST_GAMES.items():
        others = [play_game(players, 10_000 * players + number) for number in range(count)]
        print(prediction_report(weights, others), flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
