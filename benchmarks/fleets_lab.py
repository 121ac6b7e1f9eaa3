"""How fast does the fleet lab answer? Run: python benchmarks/fleets_lab.py

For each question: milliseconds from a change (a unit more, a unit fewer) to the new HTML, for three battles.
Every figure is the median of this one run; compare within a run, machines differ.
"""

from __future__ import annotations

import statistics
import time

from twingkit_widgets.imperium.lab.fleet_lab import FleetLab
from twingkit_widgets.imperium.lab.labs import TABS

BATTLES = {
    "ordinary": "space: 4 fighter 2 cruiser 1 carrier 1 dreadnought vs 2 fighter 2 destroyer 2 dreadnought",
    "medium": "space: 6 fighter 2 cruiser 3 dreadnought vs 4 fighter 1 carrier 2 warsun",
    "landing": "invasion: 1 carrier 2 dreadnought 4 infantry vs 2 cruiser 2 infantry 1 pds",
}


def timed(lab: FleetLab, act: str, value: object) -> float:
    """Milliseconds of one action."""
    begin = time.perf_counter()
    lab.do(act, value)
    took = (time.perf_counter() - begin) * 1000
    if lab.error:
        raise lab.error
    return took


def main() -> None:
    """Measure and print."""
    FleetLab(BATTLES["ordinary"])  # what is loaded once
    for name, line in BATTLES.items():
        for tab in TABS:
            lab = FleetLab(line, view=tab)
            figures = [timed(lab, act, "0:cruiser") for _ in range(5) for act in ("more", "fewer")]
            print(f"{name:9} {tab:11} {statistics.median(figures):8.1f} ms   slowest {max(figures):8.1f} ms")


if __name__ == "__main__":
    main()
