"""The strength of a game's `expert` player against `steady`, and its thinking time.

`python benchmarks/fits/expert_strength.py [ember|imajica|imperium|twing] [players] [deals] [first deal]`

Each deal is played twice with the two players in alternating seats, the second time swapped; the mean of both
is one figure, which removes the luck of the deal. Ember's game lengths alternate, Imajica's decks are random.
Printed are the wins of `expert` per game (a shared win or a draw counts in part) minus its share of the
seats, with the standard error over deals, and the processor time per answer.

Measured on deals that were not used for development. Ember, all runs together: with two players +0.051 ±
0.012 wins per game more than its seats (1,200 games, `2 600 8000000`), with three +0.064 ± 0.019 (500, `3 250
6100000`), with four +0.058 ± 0.017 (700, `4 350 6100000`), with five +0.105 ± 0.030 (200, `5 100 6100000`);
1.3 to 3.0 ms per answer on average, at most 224 ms. The runs continued until each was more than three
standard errors from 0. Imajica: with two players (`2 160 700000`) +0.097 ± 0.021 in 320 games; with three
(700 deals, from 5000000, 5000100, 5001000 and 5002000) +0.046 ± 0.012 in 1,400; with four (from 5000000 and
5003000) +0.056 ± 0.017 in 700. An earlier version had lost 0.094 ± 0.059 with three, in 60 games on other
deals. Imperial Twing: with four players (`4 60 9000000`) +0.217 ± 0.034 in 120 games, where 34 of the 60
deals reach the last turns; with two and three hardly any do, and `expert` plays like `steady`. With a limit
of 100 turns (`turn_limit=100`): with four +0.188 ± 0.050 in 80 games, with three +0.017 ± 0.020 in 120. 2.4
ms per answer on average, at most 172 ms. Twilight Imperium, the short game (`3 20 500`): +0.275 ± 0.068 in 40
games; 118 ms per answer on average, at most 1.5 s. Whole games were not measured.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable, Mapping

from twingkit import ember, imajica, imperium, twing
from twingkit.core.play import Game
from twingkit.core.running.winners import win_share
from twingkit.imajica.box.decks import load_decks
from twingkit.players.policies import computer_player


def of_ember(players: int, deal: int) -> Game:
    """Return a game of Ember, alternately quick and full."""
    return ember.new_game(players, seed=deal, explain=False, variant=("quick", "box")[deal % 2])


def of_imajica(players: int, deal: int) -> Game:
    """Return a game of Imajica with random decks."""
    rng = random.Random(deal + 1)
    decks = [rng.choice(list(load_decks())) for _ in range(players)]
    return imajica.new_game(decks, seed=deal, explain=False)


def of_twing(players: int, deal: int) -> Game:
    """Return a game of Imperial Twing."""
    return twing.new_game(players, seed=deal, explain=False)


def of_imperium(players: int, deal: int) -> Game:
    """Return a game of Twilight Imperium: the short one with three players, else a whole one."""
    return imperium.new_game("short" if players == 3 else players, seed=deal, explain=False)


GAMES: Mapping[str, Callable[[int, int], Game]] = {
    "ember": of_ember,
    "imajica": of_imajica,
    "imperium": of_imperium,
    "twing": of_twing,
}
"""The games with an `expert` player, by name."""


def expert_advantage(name: str, players: int, deal: int, swapped: bool, spent: list[float]) -> float:
    """Return the wins of `expert` in one game minus its share of the seats; append its times to `spent`."""
    game = GAMES[name](players, deal)
    experts = [seat for seat in range(players) if (seat % 2 == 1) == swapped]
    names = ["expert" if seat in experts else "steady" for seat in range(players)]
    seated = [computer_player(game.start, player, deal * 10 + seat) for seat, player in enumerate(names)]
    while (question := game.question) is not None:
        begun = time.process_time()
        answer = seated[question.player](game)
        if question.player in experts:
            spent.append(time.process_time() - begun)
        game.answer(answer)
    return sum(win_share(game, seat) for seat in experts) - len(experts) / players


def main(name: str = "ember", players: int = 2, deals: int = 100, first: int = 0) -> None:
    """Play all deals, and print the result so far every ten deals."""
    spent: list[float] = []
    gains: list[float] = []
    for deal in range(first, first + deals):
        gains.append(
            statistics.mean(
                expert_advantage(name, players, deal, swapped, spent) for swapped in (False, True)
            )
        )
        if len(gains) % 10 == 0:
            error = statistics.stdev(gains) / len(gains) ** 0.5
            print(
                f"{name}, {players} players, {2 * len(gains)} games: {statistics.mean(gains):+.3f} "
                f"± {error:.3f} wins a game more than its seats, "
                f"{1000 * statistics.mean(spent):.1f} ms an answer, at most {1000 * max(spent):.0f} ms",
                flush=True,
            )


if __name__ == "__main__":
    main(*sys.argv[1:2], *map(int, sys.argv[2:]))
