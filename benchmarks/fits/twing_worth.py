"""How well the win probabilities of Imperial Twing's players hold: log loss on new games of steady players.

`python benchmarks/fits/twing_worth.py [games] [first]`

Each turn of `games` games of two, three and four players is judged by the fitted worth of the table and by
equal probabilities, with all hands known. Printed are the mean log loss of the winner's probability (lower is
better), and its improvement over equal probabilities, with the standard error over games.
"""

from __future__ import annotations

import statistics
import sys
from math import log

from twingkit import twing
from twingkit.core.play import Game
from twingkit.core.questions import ChanceQuestion
from twingkit.twing.players import PLAYERS
from twingkit.twing.players.lookahead import LOOKAHEAD

FIRST_SEED = 7_000_000
"""The seed of the first game; none of these seeds was used for the fit."""


def play_game(players: int, seed: int) -> tuple[Game, list[list[float]]]:
    """Return one game, and the win probabilities of all seats before each turn's action."""
    game = twing.new_game(players, seed=seed, explain=False)
    seats = [PLAYERS["steady"](seed + seat) for seat in range(players)]
    chances, last = [], 0
    while game.question is not None:
        if isinstance(game.question, ChanceQuestion):
            game.roll()
            continue
        if game.question.kind == "act" and game.table.turn_number != last:
            last = game.table.turn_number
            chances.append([LOOKAHEAD.estimate_win(game, seat) for seat in range(players)])
        game.answer(seats[game.question.player](game))
    return game, chances


def main(games: int = 30, first: int = FIRST_SEED) -> None:
    """Play the games, and print the log loss of the win probabilities."""
    for players in (2, 3, 4):
        losses: list[float] = []
        even: list[float] = []
        for number in range(games):
            game, chances = play_game(players, first + players * 100_000 + number)
            winner = game.result.winner
            if winner is None or not chances:
                continue
            losses.append(statistics.mean(-log(max(1e-9, row[winner])) for row in chances))
            even.append(statistics.mean(log(sum(chance > 0 for chance in row)) for row in chances))
        gains = [even_loss - loss for even_loss, loss in zip(even, losses, strict=True)]
        error = statistics.stdev(gains) / len(gains) ** 0.5
        print(
            f"{players} players: {statistics.mean(losses):.3f}, even chances {statistics.mean(even):.3f}, "
            f"better by {statistics.mean(gains):.3f} ± {error:.3f} ({len(gains)} games)",
            flush=True,
        )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
