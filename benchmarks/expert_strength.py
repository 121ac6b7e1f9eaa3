"""The strength of the players that look ahead, against `steady`, and how long they think.

`python benchmarks/expert_strength.py [ember] [players] [deals] [games an answer]`

Each deal is played twice, the seats alternating between the two players, the second time the other way round;
the mean of both is one figure, so that the luck of the deal counts for nobody. Shown are the wins of `expert`
(a shared win is a part of one) less its share of the seats, a game, with the standard error of the deals, and
the processor time of its decisions where something is weighed.

Measured in Ember with two players, 48 games an answer: +0.007 ± 0.034 wins a game more than its seats in 140
games, 128 ms a decision: no stronger than `steady`, as far as can be told. Three to five players were not
measured.
"""

from __future__ import annotations

import statistics
import sys
import time

from twingkit.ember.players.lookahead import GAMES, expert, weighs
from twingkit.ember.players.steady import Steady
from twingkit.ember.starts import new_game


def played(players: int, deal: int, swapped: bool, games: int, spent: list[float]) -> float:
    """The wins of `expert` in one game less its share of the seats; times are added to `spent`."""
    game = new_game(players, seed=deal, explain=False, variant=("quick", "box")[deal % 2])
    looks = [(seat % 2 == 1) == swapped for seat in range(players)]
    seated = [
        expert(deal * 10 + seat, games=games, seconds=None) if ahead else Steady(deal * 10 + seat)
        for seat, ahead in enumerate(looks)
    ]
    while (asked := game.question) is not None:
        begun = time.process_time()
        answer = seated[asked.player](game)
        if looks[asked.player] and weighs(asked):
            spent.append(time.process_time() - begun)
        game.answer(answer)
    winners = game.result.winners
    return sum(looks[seat] for seat in winners) / len(winners) - sum(looks) / players


def main(name: str = "ember", players: int = 2, deals: int = 100, games: int = GAMES) -> None:
    """Play and print; every ten deals what came so far."""
    spent: list[float] = []
    gains: list[float] = []
    for deal in range(deals):
        both = [played(players, deal, swapped, games, spent) for swapped in (False, True)]
        gains.append(statistics.mean(both))
        if len(gains) % 10 == 0:
            mean, error = statistics.mean(gains), statistics.stdev(gains) / len(gains) ** 0.5
            print(
                f"{name}, {players} players: {mean:+.3f} ± {error:.3f} wins a game more than its seats "
                f"({2 * len(gains)} games), {1000 * statistics.mean(spent):.0f} ms a decision, "
                f"at most {1000 * max(spent):.0f} ms",
                flush=True,
            )


if __name__ == "__main__":
    main(*sys.argv[1:2], *map(int, sys.argv[2:]))
