"""The weights of Imajica's win probability, fitted to games of steady players.

`python benchmarks/fits/imajica_worth.py [games of two players]`; needs numpy; 400 by default, which
take four minutes, plus some games of three and four players on which the weights are tested.

The weight of a card in hand is not fitted; the module it comes from explains why.

At the start of each round and for each viewer, the features of every Autarch are recorded as far as that
viewer may know them; `maximum_likelihood.py` finds the weights. Every third game is held out. Printed are the
weights with their standard errors, and the mean of -log(probability of the winner) in the held-out games with
its own error, next to its value without any knowledge.
"""

from __future__ import annotations

import sys

from maximum_likelihood import FeatureRows, PlayedGame, fit, prediction_report, split

from twingkit.core.running.winners import win_share
from twingkit.imajica.players.strength import FEATURES, WEIGHTS, feature_values
from twingkit.imajica.starts import new_game
from twingkit.players.policies import computer_player

FITTED_GAMES = 400
"""The number of games of two players."""

TEST_GAMES = {3: 24, 4: 12}
"""The number of games with more players on which the weights are tested."""

FIXED_FEATURES = ("hand",)
"""The features whose weights are not fitted."""

DECKS = ("maestros", "teeth", "clean-slate", "daughters")


def play_game(players: int, seed: int) -> PlayedGame:
    """Return the feature rows of one game of steady players, and each seat's share of the win."""
    decks = [DECKS[(seed + seat * (1 + seed // 4 % 3)) % 4] for seat in range(players)]
    game = new_game(decks, seed=seed, explain=False)
    seated = [computer_player(game.start, "steady", seed * 10 + seat) for seat in range(players)]
    number, rows = 0, []
    while (question := game.question) is not None:
        table = game.table
        if table.round != number and table.phase == "autarch":
            number = table.round
            there = [player.seat for player in table.players if not player.is_out]
            for viewer in there:
                rows.append(
                    [feature_values(table, seat, viewer) if seat in there else [] for seat in range(players)]
                )
        game.answer(seated[question.player](game))
    return rows, [win_share(game, seat) for seat in range(players)]


def main(games: int = FITTED_GAMES) -> None:
    """Play the games, fit the weights, and print them."""
    played_games = [play_game(2, 20_000 + number) for number in range(games)]
    fitted, apart = split(played_games)
    fixed = {place: WEIGHTS[place] for place, mark in enumerate(FEATURES) if mark in FIXED_FEATURES}
    weights, errors = fit(FeatureRows.from_games(fitted, len(FEATURES)), fixed)
    for name, weight, error in zip(FEATURES, weights, errors, strict=True):
        print(f"{name:12} {weight:6.2f} ± {error:.2f}")
    print(prediction_report(weights, apart), flush=True)
    for players, count in TEST_GAMES.items():
        others = [play_game(players, 10_000 * players + number) for number in range(count)]
        print(prediction_report(weights, others), flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
