"""Response times of the battle lab: python benchmarks/lab.py

For each tab: milliseconds from a change (one card added, another removed) to the new HTML, for an ordinary
battle with two cats and a trap on each side; then the times of the tabs' own controls. Every figure is the
median of this run; compare only within a run, because machines differ.
"""

from __future__ import annotations

import statistics
import time

from twingkit_widgets.twing.lab.battle_lab import BattleLab
from twingkit_widgets.twing.lab.labs import BATTLE_LAB

LINE = "F: F5 F3 + F4 F2 & cat*2 trap vs W: W6 W4 + W3 W2 & cat*2 trap"
HELD = "F: hand F5 F3 F2 W4 + F6M F4 F3 & cat*2 trap vs W: hand W6 W4 W2 + W3 W2 & cat*2 trap"


CONTROLS_BY_TAB: dict[str, list[tuple[str, object]]] = {
    "advice": [("goal", "value"), ("goal", "safety"), ("advise", "defender"), ("advise", "attacker")],
    "worth": [("weigh", "defender"), ("all_worths", None), ("weigh", "attacker")],
    "whatif": [("if_power", {"0:s0": str(power)}) for power in (6, 7, 8)]
    + [("if_face", "0:Sun"), ("if_object", "1:hat"), ("if_grid", "cats")],
    "tree": [("node", "cat"), ("tree_die", {"0": "Cross"}), ("tree_die", {"1": "3"}), ("node", "cat")],
    "charts": [("chart", kind) for kind in ("advice", "worth", "points", "cats", "lead", "tree")],
}
"""The actions of each tab's own controls, with their values."""


def timed(lab: BattleLab, act: str, value: object) -> float:
    """Carry out an action in the lab and return its milliseconds."""
    begin = time.perf_counter()
    lab.do(act, value)
    took = (time.perf_counter() - begin) * 1000
    if lab.error:
        raise lab.error
    return took


def row(name: str, figures: list[float]) -> None:
    """Print one line: the median and the slowest."""
    print(f"{name:44} {statistics.median(figures):8.1f} ms   slowest {max(figures):8.1f} ms")


def main() -> None:
    """Measure and print."""
    BattleLab(LINE)  # warm up the caches
    for tab in BATTLE_LAB.tab_paths:
        lab = BattleLab(LINE, view=tab)
        figures: list[float] = []
        for power in range(1, 7):
            figures += [timed(lab, "take", f"box:F{power}"), timed(lab, "away", "0:s2")]
        row(f"{tab}: a card more, a card less", figures)
        for act, value in CONTROLS_BY_TAB.get(tab, []):
            row(f"    {act} {value if value is not None else ''}", [timed(lab, act, value)])
    lab = BattleLab(HELD, view="advice")
    row("advice from the hand (7 and 5 cards)", [timed(lab, "goal", goal) for goal in ("value", "safety")])
    row("    a card more in hand", [timed(lab, "drop", "box:F4>0:held")])
    lab.do("held", "1:hidden:2")
    row("    and two unknown cards of the defender", [timed(lab, "drop", "box:F1>0:held")])


if __name__ == "__main__":
    main()
