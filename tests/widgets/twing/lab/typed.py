"""Battles of the lab, and doing things in it."""

from __future__ import annotations

from twingkit_widgets.twing.lab.battle_lab import BattleLab
from widgets import labs

SIMPLE = "F: F5 F3 + F4 vs W: W6 W4"

HELD = "F: hand F5 F3 W4 + F6M F4 & cat vs W: hand W6 ?*2 + W3; gone F1*2 & trap"


def after(line: str, *acts: tuple[str, object]) -> BattleLab:
    """A lab with `line` in which these actions were done, all without an error."""
    return labs.after(BattleLab(line), *acts)
