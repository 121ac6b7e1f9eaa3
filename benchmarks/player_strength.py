"""The strength of a game's computer players, and how long they think; for any game, whose benchmark names its
tables.

For each number of players and each two neighbours of random, greedy and steady: games in which every seat is
one of the two by chance, both at the table. Shown are the wins of the better one (a shared win is a part of
one, a draw counts for nobody) less its share of the seats, a game, with the standard error: 0 for players
that are equal. Then for each player the processor time of a decision, on average and at most.
"""

from __future__ import annotations

import random
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from twingkit import policies
from twingkit.play import Game

PAIRS = (("greedy", "random"), ("steady", "greedy"))
"""The better player first."""

Begin = Callable[[int, int], Game]
"""A game of so many players; the other number is its own, and its seed."""

Winners = Callable[[Any], Sequence[int]]
"""The seats that have won, by the result of a game; none of a draw."""

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


def excess(
    game: Game, seated: Sequence[str], better: str, number: int, winners: Winners, spent: Spent
) -> float:
    """The wins of the better player in one game, less its share of the seats."""
    playing = [
        timed(game.start.policy(name, number * 10 + seat), spent[name]) for seat, name in enumerate(seated)
    ]
    won = winners(policies.play(game, playing).result)
    if not won:
        return 0.0
    return sum(seated[seat] == better for seat in won) / len(won) - seated.count(better) / len(seated)


def measure(tables: Iterable[int], begin: Begin, winners: Winners, games: int) -> None:
    """Play so many games of each number of players and each pair, and print what came of it."""
    spent: Spent = defaultdict(list)
    for players in tables:
        for pair in PAIRS:
            gains = []
            for number in range(games):
                seated = seating(players, pair, random.Random(number))
                gains.append(excess(begin(players, number), seated, pair[0], number, winners, spent))
            mean, error = statistics.mean(gains), statistics.stdev(gains) / games**0.5
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
