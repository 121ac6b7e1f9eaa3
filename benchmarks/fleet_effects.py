"""How fast are exact odds with cards, laws and repairs? Run: python benchmarks/fleet_effects.py

Two fleets with each effect that the sides of a battle answer for themselves, then with the flagships that
look at both sides; beside the smaller ones stands the walk through the steps that a game plays. Below them
batches with Anti-Fighter Barrage and Space Cannon.
All is processor time of this one run; compare within a run, machines differ. `--all` tries every effect of
the box.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from itertools import product
from typing import Any

from twingkit import imperium
from twingkit.imperium.box.effects import all_effects, writable
from twingkit.imperium.exact_odds.chain import Chain
from twingkit.imperium.exact_odds.plain_sides import plain_side
from twingkit.imperium.rules.force import Fight

SMALLEST = "space: 1 dreadnought 1 cruiser 1 fighter @ {} vs 1 dreadnought 2 fighter 1 carrier"
SMALL = "space: 3 dreadnought 2 cruiser 5 fighter @ {} vs 2 warsun 4 fighter 1 carrier"
LARGE = (
    "space: 4 dreadnought 3 cruiser 2 carrier 7 fighter @ {} vs 2 warsun 3 dreadnought 8 fighter 2 carrier"
)
FLAGSHIPS = ("l1z1x", "winnu", "yin", "mentak", "nekro", "letnev")
EFFECTS = ("dh", "da", "courageous", "crown_of_thalnos", "sh", "emergency")
BATCHES = {
    "barrage": ("{} fighter {} destroyer {} dreadnought", "{} fighter {} carrier {} warsun"),
    "Space Cannon": ("{} fighter {} carrier {} dreadnought", "{} fighter {} cruiser {} pds"),
    "barrage and Space Cannon": ("{} fighter {} destroyer 2 dreadnought {} pds",) * 2,
}


def least(call: Callable[[], Any], repeats: int) -> float:
    """The least seconds of processor time of some calls."""
    times = []
    for _ in range(repeats):
        begin = time.process_time()
        call()
        times.append(time.process_time() - begin)
    return min(times)


def row(name: str, seconds: float, beside: float | None = None) -> None:
    """Print one figure, and how many times faster than its twin it is."""
    ratio = f"{beside / seconds:12,.0f} x faster" if beside else ""
    print(f"{name:60} {seconds * 1e3:12,.3f} ms {ratio}", flush=True)


def walked(line: str) -> None:
    """All of a battle walked through its steps."""
    sum(Chain(Fight.of(imperium.Battle.parse(line)), walked=True).ends.values())


def lines(attacker: str, defender: str) -> list[str]:
    """Lines with every number of units of both sides."""
    numbers = list(product((2, 4, 6), (1, 2, 3), (1, 2, 3)))
    first, second = ([side.format(*n) for n in numbers] for side in (attacker, defender))
    return [f"space: {fleet} vs {enemy}" for fleet, enemy in product(first, second)]


def whole_box() -> None:
    """The larger fleets with every effect that a line can name, the slowest first."""
    figures = []
    for name in writable():
        effect = all_effects()[name]
        having = f"{effect.owner},{name}" if effect.owner and effect.source != "promissory" else name
        try:
            line = LARGE.format(having)
            imperium.Battle.parse(line).check()
        except (imperium.NotationError, imperium.BattleError):
            continue
        begin = time.process_time()
        imperium.odds(line)
        figures.append((time.process_time() - begin, having))
    for seconds, having in sorted(figures, reverse=True):
        row(f"large with {having}", seconds)


def main() -> None:
    """Measure and print."""
    for effect in EFFECTS:
        line = SMALL.format(effect)
        slow = least(lambda line=line: walked(line), 1)
        row(f"small with {effect}", least(lambda line=line: imperium.odds(line), 5), slow)
        line = LARGE.format(effect)
        row(f"large with {effect}", least(lambda line=line: imperium.odds(line), 3))
    print()
    for faction in FLAGSHIPS:
        small, large = (
            line.replace("fighter @", "fighter 1 flagship @", 1).format(faction) for line in (SMALLEST, LARGE)
        )
        slow = least(lambda line=small: walked(line), 1)
        row(f"smallest with {faction}", least(lambda line=small: imperium.odds(line), 3), slow)
        row(f"large with {faction}", least(lambda line=large: imperium.odds(line), 1))
    print()
    imperium.odds_many([SMALL.format("dh")])  # loads what makes tables
    for name, sides in BATCHES.items():
        many = lines(*sides)
        plain_side.cache_clear()
        first = least(lambda many=many: imperium.odds_many(many), 1) / len(many)
        again = least(lambda many=many: imperium.odds_many(many), 3) / len(many)
        single = least(lambda many=many: [imperium.odds(line) for line in many[::20]], 1) / len(many[::20])
        row(f"{name}, {len(many)} lines in one call, sides new, each", first, single)
        row(f"{name}, {len(many)} lines in one call, each", again, single)
    if "--all" in sys.argv[1:]:
        print()
        whole_box()


if __name__ == "__main__":
    main()
