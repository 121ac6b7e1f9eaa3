"""Trade: goods, and commodities for whom the owner names (IM-STRAT-trade)."""

from __future__ import annotations

from twingkit.imperium.economy.goods import gain_goods, refill
from twingkit.imperium.table.asked import NONE
from twingkit.imperium.table.drawing import choose
from twingkit.imperium.table.game_table import SEATS, GameTable
from twingkit.imperium.technology.cards import faction
from twingkit.play import Script

RULE = "IM-STRAT-trade"

GAINED = 3
"""The trade goods of the primary ability."""


def primary(table: GameTable, seat: int) -> Script:
    """Three goods, own commodities, and others whom the owner names refill free of charge."""
    yield from gain_goods(table, seat, GAINED, RULE)
    yield from refill(table, seat)
    waiting = [SEATS[other] for other in table.others(seat)]
    while waiting:
        named = yield from choose(table, seat, [*waiting, NONE], "free", RULE)
        if named == NONE:
            break
        waiting.remove(named)
        table.tell(RULE, "named", SEATS.index(named))
        yield from refill(table, SEATS.index(named))
    for other in table.others(seat):
        if SEATS[other] not in waiting:
            table.begin("trade_free", other, "action")


def may(table: GameTable, seat: int) -> bool:
    """True if refilling changes something: commodities are missing, or somebody holds the own Trade Agreement
    (IM-TRADE-4); who was named before is not asked."""
    if table.lasts("trade_free", seat):
        return False
    player = table.players[seat]
    given = f"trade_agreement:{SEATS[seat]}"
    held = any(given in table.players[other].notes for other in table.others(seat))
    return player.commodities < faction(player.faction).commodities or held


def secondary(table: GameTable, seat: int) -> Script:
    """The own commodities are refilled."""
    yield from refill(table, seat)
