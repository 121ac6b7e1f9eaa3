"""Pillage of the Mentak Coalition: goods of rich neighbours (IM-UNIT-pillage)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.imperium.galaxy.economy.goods import receive_goods
from twingkit.imperium.galaxy.table.abilities import Moment, scripted
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.trade.neighbours import are_neighbours

RICH = 3
"""The trade goods from which a neighbour is pillaged."""


def _loot(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """The goods that can be taken from the player who has just gained goods or traded."""
    if moment.seat in (seat, -1):
        return []
    victim = table.players[moment.seat]
    protected = f"promise_of_protection:{SEATS[seat]}" in victim.notes_in_play
    if victim.goods < RICH or protected or not are_neighbours(table, seat, moment.seat):
        return []
    return ["goods", "commodities"] if victim.commodities else ["goods"]


@scripted("pillage", targets=_loot, kind="loot")
def pillage(table: GameTable, seat: int, moment: Moment, loot: str) -> Script:
    """A trade good or a commodity of a rich neighbour."""
    victim = table.players[moment.seat]
    if loot == "goods":
        victim.goods -= 1
    else:
        victim.commodities -= 1
    table.announce("IM-UNIT-pillage", "pillaged", seat, enemy=SEATS[moment.seat])
    yield from receive_goods(table, seat, 1)
