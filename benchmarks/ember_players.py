"""How strong Ember's computer players are, and how long they think.

`python benchmarks/ember_players.py [games]`

For each number of players and each two neighbours of random, greedy and steady: games in which every seat is
one of the two by chance, both at the table. Shown are the wins of the better one (a shared win is a part of
one) less its share of the seats, a game, with the standard error: 0 for players that are equal. Then for each
player the processor time of a decision, on average and at most.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from twingkit import policies
from twingkit.ember.rules.table import FEWEST_SEATS, SEATS
from twingkit.ember.starts import new_game
from twingkit.play import Game

PAIRS = (("greedy", "random"), ("steady", "greedy"))
"""The better player first."""

GAMES = 300
LENGTHS = ("quick", "box")

Spent = dict[str, list[float]]


def timed(policy: Callable[[Game], Any], spent: list[float]) -> Callable[[Game], Any]:
    """The same player, whose decisions are timed."""

    def answer(game: Game) -> Any:
        begun = time.process_time()
        chosen = policy(game)
        spent.append(time.process_time() - begun)
        return chosen

    return answer


def seating(players: int, pair: tuple[str, str], rng: random.Random) -> list[str]:
    """Seats by chance, both players at the table."""
    while True:
        seated = rng.choices(pair, k=players)
        if len(set(seated)) == 2:
            return seated


def excess(players: int, pair: tuple[str, str], number: int, spent: Spent) -> float:
    """The wins of the first of a pair in one game, less its share of the seats."""
    seated = seating(players, pair, random.Random(number))
    game = new_game(players, seed=number, variant=LENGTHS[number % len(LENGTHS)], explain=False)
    policy = [
        timed(game.start.policy(name, number * 10 + seat), spent[name]) for seat, name in enumerate(seated)
    ]
    winners: tuple[int, ...] = policies.play(game, policy).result.winners
    won = sum(seated[seat] == pair[0] for seat in winners) / len(winners)
    return won - seated.count(pair[0]) / players


def main(games: int = GAMES) -> None:
    """Play and print."""
    spent: Spent = defaultdict(list)
    for players in range(FEWEST_SEATS, len(SEATS) + 1):
        for pair in PAIRS:
            found = [excess(players, pair, number, spent) for number in range(games)]
            mean, error = statistics.mean(found), statistics.stdev(found) / games**0.5
            surely = f"{mean / error:.1f} errors" if error else "always"
            print(
                f"{players} players, {pair[0]} against {pair[1]}: {mean:+.3f} ± {error:.3f} wins a game more "
                f"than its seats ({surely}, {games} games)",
                flush=True,
            )
    for name, times in spent.items():
        print(
            f"{name}: {1000 * statistics.mean(times):.1f} ms a decision, at most {1000 * max(times):.0f} ms"
            f" ({len(times)} decisions)"
        )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
