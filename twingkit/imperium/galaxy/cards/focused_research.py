"""Focused Research: research a technology for trade goods (IM-ACT-f_researched)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.core.text_questions import BrokenRule
from twingkit.imperium.galaxy.table.abilities import Moment, register_script
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.technology.research import can_gain_from_research, research

PRICE = 4
"""The trade goods that Focused Research costs; nothing else can pay for it (IM-PAY-2)."""


def _requires_price(table: GameTable, seat: int, moment: Moment) -> BrokenRule | None:
    goods = table.players[seat].goods
    if goods < PRICE:
        return "IM-PAY-2", "goods", {"n": PRICE, "there": goods}
    if not can_gain_from_research(table, seat):
        return "IM-TURN-5", "no_target", {"card": "IM-ACT-f_researched"}
    return None


@register_script("f_researched", _requires_price)
def focused_research(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Research a technology for four trade goods."""
    table.players[seat].goods -= PRICE
    table.announce("IM-ACT-f_researched", "paid", seat, n=PRICE)
    yield from research(table, seat, "IM-ACT-f_researched")
