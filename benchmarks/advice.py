"""How fast is advice, beside the twin that weighs all lays against all? Run: python benchmarks/advice.py

Every figure is the median of repeated calls in this one run; compare within a run, machines differ.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from twingkit.twing.analysis.advice import advice, advise
from twingkit.twing.analysis.lay_table import lay_table
from twingkit.twing.exact_odds.odds import odds
from twingkit.twing.notation.battle_line import Battle, Side
from twingkit.twing.notation.situation import Situation, as_situation
from twingkit.twing.rules import lay as laying

HELD = "& cat*2 trap"
ONE = "hand F6 F5*2 F4*3 F3*4 F2*5 + F5 F4M F4 F3*2 F2M F2*2 F1*2"
THREE = "hand F5 F4 F3 F2 F1 W5 W4 W3 W2 W1 L5 L4 L3 L2 L1 + F4M F3 F2M F2 F1 W4M W3 W2M W2 W1"
CASES = (
    ("an ordinary hand: six spells, four creatures", "F: hand F5 F4 F2 W3 W3 L1 + F4M F2 W3 L1 & cat vs "
     "W: hand W6 W4 W2 F3 F1 + W3 W2M W1 & cat trap"),
    ("an ordinary defence", "F: F5 F4 F2 + F4M>F2 & cat vs W: hand W6 W4 W2 F3 F1 + W3 W2M W1 & cat trap"),
    ("15 spells and 10 creatures of one element each", f"F: {ONE} {HELD} vs W: {ONE} {HELD}"),
    ("15 spells and 10 creatures of three elements", f"F: {THREE} {HELD} vs W: {THREE} {HELD}"),
    ("the same with Teddy and Miromon", f"F: {THREE} @ teddy {HELD} vs W: {THREE} {HELD} miromon"),
    ("three hidden cards, all hands", "F: hand F5 F4 F2 W3 + F4M F2 & cat vs W: hand W4 ?*3 + W3 W1"),
)  # fmt: skip
SMALL = "F: hand F5 F4 F2 + F4 F2 & cat vs W: hand W6 W4 + W3 W1 & trap"


def median(call: Callable[[], Any], repeats: int) -> float:
    """Median seconds of one call."""
    times = []
    for _ in range(repeats):
        begin = time.perf_counter()
        call()
        times.append(time.perf_counter() - begin)
    return statistics.median(times)


def twin(situation: Situation) -> None:
    """The odds of every attack against every defence, one by one."""
    attacker, defender = situation.holders
    for attack in laying.lays(
        attacker.spells, attacker.creatures, "attacker", attacker.objects, defender.objects
    ):
        for defence in laying.lays(
            defender.spells, defender.creatures, "defender", defender.objects, attacker.objects
        ):
            sides = (
                Side(holder.character, lay, holder.objects, holder.cats, holder.traps, holder.miromon)
                for holder, lay in ((attacker, attack), (defender, defence))
            )
            odds(Battle(*sides), "best")


def listed(situation: Situation) -> None:
    """All lays of the attacker, each tried and judged on its own."""
    attacker, defender = situation.holders
    for lay in laying.lays(
        attacker.spells, attacker.creatures, "attacker", attacker.objects, defender.objects
    ):
        str(lay)


def tabled(situation: Situation) -> None:
    """All lays of the attacker, by parts."""
    attacker, defender = situation.holders
    table = lay_table(
        attacker.spells,
        attacker.creatures,
        "attacker",
        attacker.objects,
        defender.objects,
        attacker.character,
        1,
    )
    for _ in table.texts():
        pass


def main() -> None:
    """Measure and print."""
    for name, line in CASES:
        lays = advise(line)
        table, rows = (median(partial(call, line), 3) for call in (advise, advice))
        print(f"{name:50} {len(lays):7,} lays  {table:7.3f} s as a table  {rows:7.3f} s as rows")
    print()
    situation = as_situation(SMALL)
    slow, fast = median(lambda: twin(situation), 3), median(lambda: advice(situation), 9)
    print(f"{'a small hand, all lays against all lays':50} {slow:7.3f} s")
    print(f"{'the same as advice':50} {fast:7.3f} s {slow / fast:10,.0f} x faster")
    situation = as_situation(CASES[3][1])
    slow, fast = median(lambda: listed(situation), 3), median(lambda: tabled(situation), 9)
    print(f"{'lays of three elements, one by one':50} {slow:7.3f} s")
    print(f"{'the same as a table of lays':50} {fast:7.3f} s {slow / fast:10,.0f} x faster")


if __name__ == "__main__":
    main()
