"""Doing things in the battle lab."""

from __future__ import annotations

from twingkit_widgets.twing.lab.battle_lab import BattleLab

SIMPLE = "F: F5 F3 + F4 vs W: W6 W4"


def after(line: str, *acts: tuple[str, object]) -> BattleLab:
    """A lab with `line` in which these actions were done, none refused."""
    lab = BattleLab(line)
    for act, value in acts:
        lab.do(act, value)
        assert lab.error is None, (act, value, lab.error)
        assert lab.last_refusal is None, (act, value, lab.last_refusal)
    return lab
