"""How strong Imajica's computer players are, how long they think, and how its four decks fare.

`python benchmarks/imajica_players.py [games]`

For two, three and four players and each two neighbours of random, greedy and steady: games in which every
seat is one of the two by chance, both at the table, with decks by chance. Shown are the wins of the better
one less its share of the seats, a game, with the standard error: 0 for players that are equal; a draw counts
for nobody. Then for each player the processor time of a decision, on average and at most; then each deck's
wins against each other in both seats, both played by steady.
"""

from __future__ import annotations

import itertools
import random
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from twingkit import policies
from twingkit.imajica.box.decks import load_decks
from twingkit.imajica.starts import new_game
from twingkit.play import Game

PAIRS = (("greedy", "random"), ("steady", "greedy"))
"""The better player first."""

GAMES = 100

PLAYERS = (2, 3, 4)

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
    rng = random.Random(number + 1)
    decks = [rng.choice(list(load_decks())) for _ in range(players)]
    game = new_game(decks, seed=number, explain=False)
    policy = [
        timed(game.start.policy(name, number * 10 + seat), spent[name]) for seat, name in enumerate(seated)
    ]
    winner: int | None = policies.play(game, policy).result.winner
    if winner is None:
        return 0.0
    return (seated[winner] == pair[0]) - seated.count(pair[0]) / players


def wins(decks: tuple[str, str], games: int) -> list[int]:
    """The games that each of two decks wins, in both seats in turn, played by steady."""
    won = [0, 0]
    for number in range(games):
        seated = decks if number % 2 else decks[::-1]
        game = new_game(seated, seed=number, explain=False)
        winner = policies.play(game, ["steady", "steady"], seed=number).result.winner
        if winner is not None:
            won[decks.index(seated[winner])] += 1
    return won


def main(games: int = GAMES) -> None:
    """Play and print."""
    spent: Spent = defaultdict(list)
    for players in PLAYERS:
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
    for decks in itertools.combinations(load_decks(), 2):
        first, second = wins(decks, games)
        print(f"{decks[0]} {first}, {decks[1]} {second} of {games} games", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
