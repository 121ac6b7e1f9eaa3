"""Battles with one changed card, and the row of what the change is worth."""

from __future__ import annotations

from twingkit.twing.analysis.worth import BattleChangeWorth, change_worth_rows

ORDINARY = "F: F5 F3 + F4 & cat*2 trap vs W: W6 W4 + W3 & cat*2 trap"


def row(line: str, side: str, change: str, kind: str = "", responses: str = "best") -> BattleChangeWorth:
    token = f"{change[0]}creature {change[1:]}" if kind == "creature" and change[-1] != "M" else change
    rows = change_worth_rows(line, responses=responses)
    (found,) = [row for row in rows if (row.side, row.change.token) == (side, token)]
    return found
