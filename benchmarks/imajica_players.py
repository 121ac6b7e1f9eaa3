"""How strong Imajica's computer players are, how long they think (see `player_strength.py`), and how its four
decks fare.

`python benchmarks/imajica_players.py [games]`

Two, three and four players, with decks by chance; then each deck's wins against each other in both seats,
both played by steady.

Measured so, steady against greedy: +0.145 ± 0.046 with two players (100 games), +0.295 ± 0.071 with three
(35 games), +0.194 ± 0.056 with four (40 games). A decision of steady took 2 ms on average, 27 ms in the
slowest hundredth, 163 ms at most. Of the 90 games that each deck played against the three others (30 a
pairing, both seats) the Teeth won 48, the Clean Slate 45, the Daughters 42 and the Maestros 29; in no pairing
did a deck win fewer than 6. At 24 tables of all four decks, in every order of seats, the Teeth won 11, the
Clean Slate 5, the Daughters 4 and the Maestros 2; 2 were drawn.
"""

from __future__ import annotations

import itertools
import random
import sys
from typing import Any

from player_strength import measure

from twingkit import policies
from twingkit.imajica.box.decks import load_decks
from twingkit.imajica.starts import new_game
from twingkit.play import Game

GAMES = 100

PLAYERS = (2, 3, 4)


def table(players: int, number: int) -> Game:
    """A game of so many players, with decks by chance."""
    rng = random.Random(number + 1)
    decks = [rng.choice(list(load_decks())) for _ in range(players)]
    return new_game(decks, seed=number, explain=False)


def winners(result: Any) -> tuple[int, ...]:
    """The seat that has won; none of a draw."""
    return () if result.winner is None else (result.winner,)


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
    measure(PLAYERS, table, winners, games)
    for decks in itertools.combinations(load_decks(), 2):
        first, second = wins(decks, games)
        print(f"{decks[0]} {first}, {decks[1]} {second} of {games} games", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
