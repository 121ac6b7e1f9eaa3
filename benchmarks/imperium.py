"""Speed of the exact odds of Twilight Imperium battles: python benchmarks/imperium.py

Compares `odds` with its reference implementation, which walks the steps that a game plays, and with many
battles in one call. Every figure is the median processor time of repeated calls in this run; compare only
within a run, because machines differ.
"""

from __future__ import annotations

import sys
from itertools import product
from pathlib import Path

from timing import median

from twingkit import imperium
from twingkit.core.slices import finish
from twingkit.imperium.battle.analysis.cheapest_fleet import cheapest_fleet
from twingkit.imperium.battle.exact_odds.best_order import PolicyRanking, best_order_in_slices
from twingkit.imperium.battle.exact_odds.optimum import optimal_odds
from twingkit.imperium.battle.exact_odds.steps_walk import StepsWalk
from twingkit.imperium.battle.exact_odds.units_only_sides import units_only_side
from twingkit.imperium.battle.rules.force import Fight

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "imperium"))

from steps_reference import WalkedChain

SMALL = "space: 2 cruiser 1 dreadnought vs 3 destroyer 1 carrier"
MEDIUM = "space: 3 dreadnought 2 cruiser 6 fighter vs 2 warsun 4 fighter 1 carrier"
LARGE = "space: 1 cruiser 5 carrier 22 fighter vs 1 cruiser 5 carrier 20 fighter"
OPENING = "space: 6 fighter 2 destroyer 3 dreadnought 2 pds vs 4 fighter 2 destroyer 2 warsun 2 pds"
BARRAGE = "space: 3 destroyer 2 cruiser 2 dreadnought vs 6 fighter 1 carrier 2 warsun"
LANDING = "ground: 2 dreadnought 1 warsun 6 infantry vs 4 infantry 2 mech 2 pds"
FLEETS = "space: 1 carrier vs 6 fighter 2 dreadnought 2 destroyer 2 pds"
KINDS = ("fighter", "destroyer", "cruiser", "dreadnought")
EFFECTS = ("mb", "sh", "da", "emergency", "dh", "courageous", "crown_of_thalnos")
BEST = "space: 3 fighter 2 cruiser 2 carrier 2 dreadnought / best vs 2 warsun 4 fighter 1 carrier"
SOLVED = "space: 2 fighter 2 cruiser 2 carrier vs 1 cruiser 2 dreadnought"


def row(name: str, seconds: float, reference: float | None = None) -> None:
    """Print one figure, and how many times faster than the reference it is."""
    ratio = f"{reference / seconds:12,.0f} x faster" if reference else ""
    print(f"{name:60} {seconds * 1e3:12,.3f} ms {ratio}")


def walk_battle(line: str) -> None:
    """Walk through all steps of a battle."""
    battle = imperium.Battle.parse(line)
    sum(WalkedChain(Fight.from_battle(battle)).end_chances.values())


def compute_opening(line: str, walks_opening: bool) -> None:
    """Compute the opening and the barrages of a battle, by walking them or by their dice alone."""
    walk = StepsWalk(Fight.from_battle(imperium.Battle.parse(line)), walks_opening=walks_opening)
    walk.before_combat_rolls(
        {
            situation: chance
            for situation, chance in walk.after_opening().items()
            if situation.both_sides_remain
        },
        1,
    )


def clear_caches() -> None:
    """Clear the caches of the exact odds."""
    units_only_side.cache_clear()


def search_uncached(line: str) -> PolicyRanking:
    """Search for the best policy without caches."""
    clear_caches()
    search = vars(best_order_in_slices)["__wrapped__"]
    found: PolicyRanking = finish(search(imperium.Battle.parse(line), 0))
    return found


def count_searched_fleets() -> int:
    """Search for a fleet that does not exist; return the number of fleets that were examined."""
    clear_caches()
    fleets = cheapest_fleet(FLEETS, "attacker", units=KINDS, min_win_chance=1.0, max_cost=20)
    return int(fleets.attrs["computed"])


def variants(line: str, most: int) -> list[str]:
    """Return variants of a battle's position string with other numbers of units."""
    words = line.split()
    counts = [place for place, word in enumerate(words) if word.isdecimal()]
    lines = []
    for numbers in product(*(sorted({1, int(words[at]) // 2 or 1, int(words[at])}) for at in counts)):
        for at, number in zip(counts, numbers, strict=True):
            words[at] = str(number)
        lines.append(" ".join(words))
    return lines[:most]


def main() -> None:
    """Measure the exact odds, and print the table."""
    for name, line, repeats in (("small", SMALL, 3), ("medium", MEDIUM, 1)):
        slow = median(lambda line=line: walk_battle(line), repeats)
        row(f"{name}: walked through the steps", slow)
        row(f"{name}: odds from a line", median(lambda line=line: imperium.odds(line), 100), slow)
    row("large: odds from a line", median(lambda: imperium.odds(LARGE), 20))
    row("Space Cannon and barrage: odds from a line", median(lambda: imperium.odds(OPENING), 20))
    for name, line in (("Space Cannon and barrage", OPENING), ("bombardment and Space Cannon", LANDING)):
        slow = median(lambda line=line: compute_opening(line, True), 5)
        row(f"{name}: the opening walked", slow)
        row(f"{name}: its dice alone", median(lambda line=line: compute_opening(line, False), 20), slow)
    odds = imperium.odds(MEDIUM)
    row("medium: rounds one by one", median(lambda: list(odds.chain.round_chances()), 3))
    print()
    for effect in EFFECTS:
        line = MEDIUM.replace("6 fighter", f"6 fighter @ {effect}")
        row(f"medium with {effect}", median(lambda line=line: imperium.odds(line), 1))
    print()
    batches = {
        "medium": MEDIUM,
        "large": LARGE,
        "medium with barrages": BARRAGE,
        "Space Cannon and barrages": OPENING,
        "landings": LANDING,
    }
    for name, line in batches.items():
        lines = variants(line, 400)
        imperium.odds_many(lines)
        batched = median(lambda lines=lines: imperium.odds_many(lines), 5) / len(lines)
        single = median(lambda lines=lines: [imperium.odds(text) for text in lines[::8]], 1) / len(lines[::8])
        row(f"{name} and smaller, {len(lines)} lines in one call, each", batched, single)
    count = count_searched_fleets()
    row(
        f"the cheapest of {count} fleets against Space Cannon, each", median(count_searched_fleets, 3) / count
    )
    print()
    for name, line in (("", BEST), (" with Space Cannon and barrage", OPENING)):
        compared = search_uncached(line)
        searched = median(lambda line=line: search_uncached(line), 3)
        row(f"best of {len(compared.tried_policies)} policies{name}", searched)
    row("small optimum, both sides choosing in every round", median(lambda: optimal_odds(SOLVED), 3))


if __name__ == "__main__":
    main()
