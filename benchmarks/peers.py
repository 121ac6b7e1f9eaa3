"""The dice alone, beside icepool and dyce in the same run. Run: python benchmarks/peers.py

All compute the same contest exactly: two Orn dice (−4 to 4, Sun, Cross, Spiral), a margin on the cards, no
objects and no responses (TW-BAT-15 to 17); the chances to win, tie and lose for each margin from −9 to 9.
They must agree, else this ends with an error. Two ways of each:

* `cold`  from the two dice, nothing kept from contest to contest (twingkit's own cache emptied each time);
* `warm`  what both dice make of each other is kept, only the margin is new.

icepool and dyce are general: they know any dice, twingkit knows this game. Ratios say what a person who asks
about this game waits for, not which library is better made. The measurements take turns; shown are medians of
one contest in processor time, the least and the most of all repetitions. A peer that is not installed is
left out.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from importlib.metadata import version
from importlib.util import find_spec
from typing import Any

from twingkit import twing
from twingkit.twing.exact_odds import odds as chances
from twingkit.twing.exact_odds.contest import Profile
from twingkit.twing.exact_odds.odds import dice_odds
from twingkit.twing.notation.battle_line import Battle

REPEATS = 21
MARGINS = range(-9, 10)
SUN, CROSS, SPIRAL = 99, -99, 100
FACES = (*range(-4, 5), SUN, CROSS, SPIRAL)
DECIDED = 1000
"""What a critical result adds to the difference of the dice, for the ways that keep it."""

Triple = tuple[float, float, float]
Way = Callable[[int], Triple]


def settle(margin: int, attack: int, defence: int) -> int:
    """1, 0 or −1 for the attacker: the rules of a roll, as one would write them down for any library."""
    difference = differ(attack, defence)
    if abs(difference) < DECIDED // 2:
        difference += margin
    elif abs(difference) > DECIDED:
        difference = 0
    return (difference > 0) - (difference < 0)


def differ(attack: int, defence: int) -> int:
    """The difference of two dice; ±`DECIDED` where a critical result decides, twice that where two tie."""
    first, second = ((face == SUN) - (face == CROSS) for face in (attack, defence))
    if first or second:
        return 2 * DECIDED if first == second else DECIDED * (1 if first > second else -1)
    return (0 if attack == SPIRAL else attack) - (0 if defence == SPIRAL else defence)


def outcome(difference: int, margin: int) -> int:
    """1, 0 or −1 for a difference that was kept."""
    if abs(difference) > DECIDED:
        return 0
    if abs(difference) < DECIDED:
        difference += margin
    return (difference > 0) - (difference < 0)


def with_twingkit() -> dict[str, Way]:
    """Odds of a whole battle (`odds`), and of the margin alone."""
    plain = Profile(rolls=True, own_element=False, panties=False, enemy_bra=False)
    # The characters' elements are not those of the spells: negative numbers count.
    lines = {margin: f"F: W{20 + margin} vs W: F20" for margin in MARGINS}
    battles = {margin: Battle.parse(line) for margin, line in lines.items()}

    def triple(odds: Any) -> Triple:
        return odds.win, odds.tie, odds.loss

    def cold(margin: int) -> Triple:
        chances._contrast.cache_clear()
        return triple(dice_odds(margin, plain, plain))

    return {
        "twingkit cold": cold,
        "twingkit warm": lambda margin: triple(dice_odds(margin, plain, plain)),
        "twingkit odds of a battle, checked": lambda margin: triple(twing.odds(battles[margin])),
        "twingkit odds of a line, read and checked": lambda margin: triple(
            twing.odds(Battle.parse(lines[margin]))
        ),
    }


def with_icepool() -> dict[str, Way]:
    """The same with icepool."""
    import icepool

    die = icepool.Die(FACES)
    kept = icepool.map(differ, die, die)

    def triple(result: Any) -> Triple:
        win, tie, loss = (float(result.probability(end)) for end in (1, 0, -1))
        return win, tie, loss

    return {
        "icepool cold": lambda margin: triple(
            icepool.map(lambda attack, defence: settle(margin, attack, defence), die, die)
        ),
        "icepool warm": lambda margin: triple(kept.map(lambda difference: outcome(difference, margin))),
    }


def with_dyce() -> dict[str, Way]:
    """The same with dyce."""
    from dyce import H

    die = H(FACES)
    kept = die.apply(differ, die)

    def triple(result: Any) -> Triple:
        chance = {end: count / result.total for end, count in result.items()}
        return chance.get(1, 0.0), chance.get(0, 0.0), chance.get(-1, 0.0)

    return {
        "dyce cold": lambda margin: triple(
            die.apply(lambda attack, defence: settle(margin, attack, defence), die)
        ),
        "dyce warm": lambda margin: triple(kept.apply(outcome, margin)),
    }


def agree(ways: dict[str, Way]) -> None:
    """End with an error unless all ways come to the same chances."""
    for margin in MARGINS:
        triples = {name: way(margin) for name, way in ways.items()}
        first = next(iter(triples.values()))
        for name, triple in triples.items():
            apart = max(abs(chance - expected) for chance, expected in zip(triple, first, strict=True))
            assert apart < 1e-9, f"{name} says {triple} at margin {margin}, the first way {first}"


def main() -> None:
    """Measure and print."""
    ways = with_twingkit()
    for name, make in (("icepool", with_icepool), ("dyce", with_dyce)):
        if find_spec(name) is None:
            print(f"{name} is not installed: left out")
        else:
            print(f"{name} {version(name)}")
            ways |= make()
    agree(ways)
    print(f"all {len(ways)} ways agree to 1e-9 on {len(MARGINS)} margins; µs for one contest\n")
    times: dict[str, list[float]] = {name: [] for name in ways}
    for turn in range(REPEATS + 1):
        for name, way in ways.items():
            begin = time.process_time()
            for margin in MARGINS:
                way(margin)
            if turn:  # the first turn warms up
                times[name].append((time.process_time() - begin) / len(MARGINS) * 1e6)
    for name, taken in times.items():
        base = times[f"twingkit {name.rpartition(' ')[2]}"] if name.endswith(("cold", "warm")) else None
        ratio = f"x {statistics.median(taken) / statistics.median(base):.1f}" if base else ""
        spread = f"{statistics.median(taken):10,.1f} ({min(taken):,.1f} to {max(taken):,.1f})"
        print(f"{name:44}{spread:34}{ratio}")


if __name__ == "__main__":
    main()
