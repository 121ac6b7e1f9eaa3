"""The strength of each game's computer players, and how long they think; of Imajica also how its four decks
fare.

`python benchmarks/player_strength.py [ember|imajica|imperium|twing] [games]`

For each number of players and each two neighbours of random, greedy and steady: games in which every seat is
one of the two by chance, both at the table. Shown are the wins of the better one (a shared win is a part of
one, a draw counts for nobody) less its share of the seats, a game, with the standard error: 0 for players
that are equal. Then for each player the processor time of a decision, on average and at most. Of Imajica's
decks, each deck's wins against each other in both seats, both played by steady.

Measured with Imajica's decks as they are, steady in every seat, decks and seats in every order: with two
players (204 games) the Maestros won 59 % ± 5 of their tables, the Teeth 27 % ± 4, the Clean Slate 51 % ± 5,
the Daughters 52 % ± 5; with three (216 games) 23 % ± 3, 24 % ± 3, 33 % ± 4, 34 % ± 4; with four (216 games)
19 % ± 3, 19 % ± 3, 26 % ± 3, 23 % ± 3. Of 120 games of two, steady won 88 and greedy 31; greedy won 60 of
60 against random. `tests/imajica/players/test_decks_fare.py` plays so in long runs.

Measured in Twilight Imperium, 100 games each: in the short game greedy above random by 0.427 ± 0.029 wins a
game, steady above greedy by 0.477 ± 0.026; in whole games of three 0.517 ± 0.017 and 0.397 ± 0.033. Of 1,000
short games of three steady players Sol won 62.5 %, Hacan 21.8 %, Letnev 15.7 %, in 2.6 rounds on average.

A whole game of two steady players of Imperial Twing, the mean of 20 seeds on a machine with other work:
0.38 s of processor time (the better of two runs of each) where the version before it, in turns, took 0.47 s.
"""

from __future__ import annotations

import itertools
import random
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from twingkit import policies
from twingkit.ember.starts import new_game as ember_game
from twingkit.imajica.box.decks import load_decks
from twingkit.imajica.starts import new_game as imajica_game
from twingkit.imperium.game_start import new_game as imperium_game
from twingkit.play import Game
from twingkit.twing.starts import new_game as twing_game

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


def ember_table(players: int, number: int) -> Game:
    """A game of so many players; the lengths take turns."""
    return ember_game(players, seed=number, variant=("quick", "box")[number % 2], explain=False)


def imajica_table(players: int, number: int) -> Game:
    """A game of so many players, with decks by chance."""
    rng = random.Random(number + 1)
    decks = [rng.choice(list(load_decks())) for _ in range(players)]
    return imajica_game(decks, seed=number, explain=False)


def imperium_table(players: int, number: int) -> Game:
    """A whole game of Twilight Imperium of so many players, with factions by chance."""
    return imperium_game(players, seed=number, explain=False)


def imperium_short_table(players: int, number: int) -> Game:
    """The learner's short game of Twilight Imperium, which is for three."""
    return imperium_game(seed=number, explain=False)


def twing_table(players: int, number: int) -> Game:
    """A game of Imperial Twing of so many players."""
    return twing_game(players, seed=number, explain=False)


def only_winner(result: Any) -> tuple[int, ...]:
    """The seat that has won; none of a draw."""
    return () if result.winner is None else (result.winner,)


def measure_decks(games: int) -> None:
    """Play so many games of each two decks of Imajica by steady, in both seats in turn; print the wins."""
    for decks in itertools.combinations(load_decks(), 2):
        won = [0, 0]
        for number in range(games):
            seated = decks if number % 2 else decks[::-1]
            game = imajica_game(seated, seed=number, explain=False)
            for seat in only_winner(policies.play(game, ["steady", "steady"], seed=number).result):
                won[decks.index(seated[seat])] += 1
        print(f"{decks[0]} {won[0]}, {decks[1]} {won[1]} of {games} games", flush=True)


def main(game: str = "", games: int = 100) -> None:
    """Play and print, for one game or for all."""
    if game in ("", "ember"):
        measure(range(2, 6), ember_table, lambda result: result.winners, games)
    if game in ("", "imajica"):
        measure(range(2, 5), imajica_table, only_winner, games)
        measure_decks(games)
    if game in ("", "twing"):
        measure(range(2, 5), twing_table, only_winner, games)
    if game in ("", "imperium"):
        print("the short game of Twilight Imperium, then whole games")
        measure([3], imperium_short_table, lambda result: (result.winner,), games)
        measure((3, 6), imperium_table, lambda result: (result.winner,), games)


if __name__ == "__main__":
    main(*sys.argv[1:2], *map(int, sys.argv[2:3]))
