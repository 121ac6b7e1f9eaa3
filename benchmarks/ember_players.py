"""How strong Ember's computer players are, and how long they think: see `player_strength.py`.

`python benchmarks/ember_players.py [games]`
"""

from __future__ import annotations

import sys

from player_strength import measure

from twingkit.ember.rules.table import FEWEST_SEATS, SEATS
from twingkit.ember.starts import new_game
from twingkit.play import Game

GAMES = 300
LENGTHS = ("quick", "box")


def table(players: int, number: int) -> Game:
    """A game of so many players; the lengths take turns."""
    return new_game(players, seed=number, variant=LENGTHS[number % len(LENGTHS)], explain=False)


def main(games: int = GAMES) -> None:
    """Play and print."""
    measure(range(FEWEST_SEATS, len(SEATS) + 1), table, lambda result: result.winners, games)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
