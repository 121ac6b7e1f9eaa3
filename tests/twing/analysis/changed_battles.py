"""Battles of which one card is changed, and the rows of what that is worth."""

from __future__ import annotations

from twingkit.twing.analysis.worth import BattleWorth, worth_rows

ORDINARY = "F: F5 F3 + F4 & cat*2 trap vs W: W6 W4 + W3 & cat*2 trap"


def row(line: str, side: str, change: str, kind: str = "", responses: str = "best") -> BattleWorth:
    (found,) = [
        worth_row
        for worth_row in worth_rows(line, responses=responses)
        if (worth_row.side, worth_row.change.token) == (side, change) and kind in ("", worth_row.change.kind)
    ]
    return found
