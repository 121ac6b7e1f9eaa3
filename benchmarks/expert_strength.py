"""The strength of Ember's player `expert` against `steady`, and how long it thinks.

`python benchmarks/expert_strength.py [number of players] [deals] [first deal]`

Each deal is played twice, the seats alternating between the two players, the second time the other way round;
the mean of both is one figure, so that the luck of the deal counts for nobody. Shown are the wins of `expert`
(a shared win is a part of one) less its share of the seats, a game, and its Victory Points less those of
`steady`, on average, both with the standard error of the deals; and the processor time of an answer.

Measured on deals on which nothing had been tried, all runs together: with two players +0.051 ± 0.012 wins a
game more than its seats (1,200 games, `2 600 8000000`), with three +0.064 ± 0.019 (500, `3 250 6100000`),
with four +0.058 ± 0.017 (700, `4 350 6100000`), with five +0.105 ± 0.030 (200, `5 100 6100000`); 1.3 to 3.0
ms an answer on average, at most 224 ms. The runs went on until each was clear of three errors.
"""

from __future__ import annotations

import statistics
import sys
import time

from twingkit.ember.players import policy
from twingkit.ember.starts import new_game


def played(players: int, deal: int, swapped: bool, spent: list[float]) -> tuple[float, float]:
    """The wins of `expert` in one game less its share of the seats, and its Victory Points less those of
    `steady`; times are added to `spent`."""
    game = new_game(players, seed=deal, explain=False, variant=("quick", "box")[deal % 2])
    experts = [seat for seat in range(players) if (seat % 2 == 1) == swapped]
    names = ["expert" if seat in experts else "steady" for seat in range(players)]
    seated = [policy(name, deal * 10 + seat) for seat, name in enumerate(names)]
    while (asked := game.question) is not None:
        begun = time.process_time()
        answer = seated[asked.player](game)
        if asked.player in experts:
            spent.append(time.process_time() - begun)
        game.answer(answer)
    result = game.result
    totals: dict[str, list[int]] = {"expert": [], "steady": []}
    for name, total in zip(names, result.totals, strict=True):
        totals[name].append(total)
    ahead = statistics.mean(totals["expert"]) - statistics.mean(totals["steady"])
    won = sum(seat in experts for seat in result.winners) / len(result.winners)
    return won - len(experts) / players, ahead


def with_error(values: list[float]) -> str:
    """The mean of some values and its standard error."""
    return f"{statistics.mean(values):+.3f} ± {statistics.stdev(values) / len(values) ** 0.5:.3f}"


def main(players: int = 2, deals: int = 100, first: int = 0) -> None:
    """Play and print; every 25 deals what came so far."""
    spent: list[float] = []
    gains: list[float] = []
    leads: list[float] = []
    for deal in range(first, first + deals):
        both = [played(players, deal, swapped, spent) for swapped in (False, True)]
        gains.append(statistics.mean(gain for gain, _ in both))
        leads.append(statistics.mean(ahead for _, ahead in both))
        if len(gains) % 25 == 0:
            print(
                f"{players} players, {2 * len(gains)} games: {with_error(gains)} wins a game more than its "
                f"seats, {with_error(leads)} Victory Points ahead, {1000 * statistics.mean(spent):.1f} ms an "
                f"answer, at most {1000 * max(spent):.0f} ms",
                flush=True,
            )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
