"""Battles of the battle lab, and actions in it."""

from __future__ import annotations

from twingkit_widgets.twing.lab.battle_lab import BattleLab
from widgets import labs

SIMPLE = "F: F5 F3 + F4 vs W: W6 W4"

HELD = "F: hand F5 F3 W4 + F6M F4 & cat vs W: hand W6 ?*2 + W3; gone F1*2 & trap"

HUGE = (
    "F: F5 F3 F1 + F4 F3 F2 @ shamrock & cat*9 trap*3 vs W: W6 W4 W2 + W3 W2 W1 @ hat & cat*9 trap*3 miromon"
)


def after(line: str, *acts: tuple[str, object]) -> BattleLab:
    """Return a lab with `line` after these actions, none refused."""
    lab = BattleLab(line)
    for action in acts:
        labs.after(lab, action)
        assert lab.last_refusal is None, (action, lab.last_refusal)
    return lab
