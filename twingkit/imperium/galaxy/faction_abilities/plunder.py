"""Pillage, the Mentak Coalition's ability to take goods from rich neighbours (IM-UNIT-pillage)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.imperium.galaxy.economy.goods import add_goods
from twingkit.imperium.galaxy.table.abilities import Moment, register_script
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.trade.neighbours import are_neighbours

PILLAGE_MIN_GOODS = 3
"""The smallest number of trade goods that makes a neighbour a target of Pillage."""


def _loot(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """Return the kinds of goods that can be taken from the player who has just gained goods or traded."""
    if moment.seat in (seat, -1):
        return []
    victim = table.players[moment.seat]
    protected = f"promise_of_protection:{SEATS[seat]}" in victim.notes_in_play
    if victim.goods < PILLAGE_MIN_GOODS or protected or not are_neighbours(table, seat, moment.seat):
        return []
    return ["goods", "commodities"] if victim.commodities else ["goods"]


@register_script("pillage", targets=_loot, target_kind="loot")
def pillage(table: GameTable, seat: int, moment: Moment, loot: str) -> Script:
    """Take a trade good or a commodity from a rich neighbour."""
    victim = table.players[moment.seat]
    if loot == "goods":
        victim.goods -= 1
    else:
        victim.commodities -= 1
    table.announce("IM-UNIT-pillage", "pillaged", seat, enemy=SEATS[moment.seat])
    yield from add_goods(table, seat, 1)
