"""How fast are the worth of cards and the tree of responses? Run: python benchmarks/worth.py

Every figure is the median of repeated calls in this one run; compare within a run, machines differ.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from twingkit import twing
from twingkit.twing.analysis.card_worth import card_worth, worth_rows
from twingkit.twing.analysis.responses.first_responses import first_response_rows
from twingkit.twing.analysis.responses.response_places import places
from twingkit.twing.analysis.responses.response_tree import children, response_tree

ORDINARY = "F: F5 F3 + F4 & cat*2 trap vs W: W6 W4 + W3 & cat*2 trap"
EVERYTHING = "F: F5 F3 + F4M>F2 @ shamrock & cat*2 trap miromon vs W: W6 W4 + W3 W2 @ hat & cat trap"
PATH = ("2", "Cross", "pass", "hat", "4")


def median(call: Callable[[], Any], repeats: int) -> float:
    """Median seconds of one call."""
    times = []
    for _ in range(repeats):
        begin = time.perf_counter()
        call()
        times.append(time.perf_counter() - begin)
    return statistics.median(times)


def row(name: str, seconds: float, note: str = "") -> None:
    """Print one figure."""
    print(f"{name:58} {seconds * 1e3:10.2f} ms {note}")


def one_by_one(line: str) -> None:
    """The same changes, each battle's odds computed alone."""
    for worth in worth_rows(line, "none"):
        if worth.odds:
            twing.odds(worth.battle, "best")


def anew(line: str) -> None:
    """Open the first place of a battle that nobody has looked at yet."""
    places.cache_clear()
    children(line, PATH[:2])


def main() -> None:
    """Measure and print."""
    for name, line in (("two cats and a trap each", ORDINARY), ("with objects and Miromon", EVERYTHING)):
        print(name)
        single = median(partial(twing.odds, line, "best"), 20)
        alone = median(partial(one_by_one, line), 5)
        together = median(partial(worth_rows, line), 10)
        changes = sum(worth.odds is not None for worth in worth_rows(line))
        row("one battle's odds under best play", single)
        row(f"worth of cards: {changes} changes, one by one", alone)
        row("worth of cards, together", together, f"{alone / together:.1f} x faster than one by one")
        row("the same as a table", median(partial(card_worth, line), 10))
        row("a place of the tree, battle new", median(partial(anew, line), 10))
        row("a place of the tree, battle known", median(partial(children, line, PATH[:2]), 30))
        row("a tree of three levels as a table", median(partial(response_tree, line, 2, "Cross"), 3))
        row("first responses over all rolls", median(partial(first_response_rows, line), 3))
        print()
    row("a deeper place, battle known", median(partial(children, EVERYTHING, PATH), 30))


if __name__ == "__main__":
    main()
