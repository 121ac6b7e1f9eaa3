"""How long the exact answers of Ember take: each cost of the assumed pool, for one, two and three turns.

`python benchmarks/ember_odds.py` prints milliseconds of processor time for a hand that pays little: the whole
pool within two turns (200 ms are the goal), and the slowest and the middle cost within three.
"""

from __future__ import annotations

import time

from twingkit.ember.box.pool import load_pool
from twingkit.ember.exact_odds.chance_within import chance_within
from twingkit.ember.exact_odds.pool_chances import pool_chances

HAND = "A5 E12 E7 W3 F9"


def main(hand: str = HAND) -> None:
    """Print the times."""
    for turns in (1, 2):
        begun = time.process_time()
        pool_chances(hand, turns)
        print(f"whole pool, {turns} turns: {1000 * (time.process_time() - begun):.0f} ms")
    times = []
    for cost in dict.fromkeys(str(creature.cost) for creature in load_pool().values()):
        begun = time.process_time()
        chance_within(hand, cost, 3)
        times.append((1000 * (time.process_time() - begun), cost))
    times.sort()
    for name, (spent, cost) in (("middle", times[len(times) // 2]), ("slowest", times[-1])):
        print(f"one creature, 3 turns, {name}: {spent:.0f} ms ({cost})")


if __name__ == "__main__":
    main()
