"""How fast are the odds of many battles, beside one call for each? Run: python benchmarks/batch.py

Random legal battles: one to three spells and up to three creatures a side, up to two objects, two cats and a
trap in every hand. "lines" are texts that must be read and checked first, "battles" are checked only. The
measurements take turns, so that what else the machine does meets all of them alike; shown are battles in a
second of one processor core (waiting for other programs does not count): the median, the least and the most
of all repetitions. Many battles come to the same contest, which
best play solves once: "all different" are contests of which no two are alike. "dealt" are battles of
`sample_battles` with the best lays of both sides, beside `advise` for each of their situations.

Measured beside the version of 25 November 2026, in turns on a machine with other work (two cores, load 5):
2,000 dealt battles 1.8 to 2.1 s where it took 3.4 to 3.8 s; "best", one call each, 1,140 a second instead of
890, and `odds_many` of 5,000 random battles 5,400 instead of 4,300. Tried without gain: other values of
`MOST_AT_ONCE`. Left out, though a second 20,000 battles know two fifths of their contests: a table of chances
kept between calls, since the last digit then depends on what was asked before.
"""

from __future__ import annotations

import itertools
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

import pandas as pd

from twingkit import twing
from twingkit.twing.exact_odds.contest import DECIDED, Contest
from twingkit.twing.exact_odds.odds_many import contest_odds, odds_many
from twingkit.twing.exact_odds.variants.contest import contest_of
from twingkit.twing.notation.battle_line import Battle, Side
from twingkit.twing.rules.cards import ELEMENTS, Creature, Spell, Unit
from twingkit.twing.rules.held import Held
from twingkit.twing.rules.lay import Lay
from twingkit.twing.rules.objects import OBJECTS

REPEATS = 7
MANY, SINGLE, SINGLE_BEST = 20_000, 4_000, 200
"""How many battles a batch has, and how many single calls are timed."""

DEALT, ADVISED = 2_000, 20
"""How many battles are dealt with their best lays, and how many situations are advised on one by one."""


def side(rng: random.Random, objects: list[str]) -> Side:
    """One side with legal cards."""
    element = rng.choice(ELEMENTS)
    spells = [Spell(element, rng.randint(1, 6)) for _ in range(rng.randint(1, 3))]
    units = [Unit(Creature(element, rng.randint(1, 5))) for _ in range(rng.randint(0, len(spells)))]
    return Side(rng.choice(ELEMENTS), Lay(spells, units), objects, Held.counted({"cat": 2, "trap": 1}))


def battles(count: int) -> list[Battle]:
    """Random battles, the same ones every time."""
    rng = random.Random(1)
    batch = []
    for _ in range(count):
        dealt = rng.sample(OBJECTS, 4)
        batch.append(
            Battle(side(rng, dealt[: rng.randint(0, 2)]), side(rng, dealt[2 : 2 + rng.randint(0, 2)])).check()
        )
    return batch


def different(batch: list[Battle]) -> list[Contest]:
    """Contests with two cats and a trap on both sides that can be played, no two decided by equal numbers."""
    contests: dict[Any, Contest] = {}
    for battle in batch:
        contest = contest_of(battle)
        if contest.limits == (0, 2, 1, 0, 0, 2, 1, 0):
            margin, ((_, lost, *_), (_, taken, *_)) = contest.margin, contest.losses
            decides = (margin, margin - lost, margin + taken, margin + taken - lost)
            key = (contest.profiles, *(max(-DECIDED, min(DECIDED, difference)) for difference in decides))
            contests.setdefault(key, contest)
    return list(contests.values())


def table(batch: list[Battle]) -> pd.DataFrame:
    """What `odds_many` returns, made row by row."""
    names = ("win", "tie", "loss", "edge", "critical_win", "critical_tie", "critical_loss")
    rows = []
    for battle in batch:
        odds = twing.odds(battle)
        rows.append((str(battle), *(getattr(odds, name) for name in names)))
    return pd.DataFrame(rows, columns=["battle", *names])


def report(rows: dict[str, tuple[int, Callable[[], Any]]], beside: str) -> None:
    """Measure all rows in turn and print battles a second, and how many times faster than `beside`."""
    rates: dict[str, list[float]] = {name: [] for name in rows}
    for turn in range(REPEATS + 1):
        for name, (count, call) in rows.items():
            begin = time.process_time()
            call()
            if turn:  # the first turn warms up
                rates[name].append(count / (time.process_time() - begin))
    base = statistics.median(rates[beside])
    for name, speeds in rates.items():
        middle = statistics.median(speeds)
        summary = f"{middle:10,.0f} a second ({min(speeds):,.0f} to {max(speeds):,.0f})"
        print(f"{name:44}{summary:48} x {middle / base:.1f}")


def main() -> None:
    """Measure and print."""
    batch = battles(MANY)
    lines = [str(battle) for battle in batch]
    contests = different(batch)
    some = [contest_of(battle) for battle in batch]
    print(f"{MANY:,} battles, {len(set(lines)):,} different lines; {len(set(some)):,} different contests")
    print(f"(of two cats and a trap each, decided by different numbers: {len(contests):,})\n")
    report(
        {
            "none: one call each, from battles": (
                SINGLE,
                lambda: [twing.odds(battle) for battle in batch[:SINGLE]],
            ),
            "none: one call each in a table, from battles": (SINGLE, lambda: table(batch[:SINGLE])),
            "none: one call each, from lines": (
                SINGLE,
                lambda: [twing.odds(line) for line in lines[:SINGLE]],
            ),
            "none: odds_many, from battles": (MANY, lambda: odds_many(batch)),
            "none: odds_many, from lines": (MANY, lambda: odds_many(lines)),
        },
        "none: one call each, from battles",
    )
    print()
    report(
        {
            "best: one call each, from battles": (
                SINGLE_BEST,
                lambda: [twing.odds(battle, "best") for battle in batch[:SINGLE_BEST]],
            ),
            "best: odds_many, from battles": (MANY, lambda: odds_many(batch, "best")),
            "best: odds_many, from lines": (MANY, lambda: odds_many(lines, "best")),
            "best: contests, all different": (len(contests), lambda: contest_odds(contests, "best")),
        },
        "best: one call each, from battles",
    )
    print()
    seeds = itertools.count()  # others each time: what was dealt before is known
    report(
        {
            "dealt: advise, one call each": (
                ADVISED,
                lambda: [twing.advise(dealt) for dealt in twing.sample_situations(ADVISED, next(seeds))],
            ),
            "dealt: sample_battles": (DEALT, lambda: twing.sample_battles(DEALT, next(seeds))),
        },
        "dealt: advise, one call each",
    )


if __name__ == "__main__":
    main()
