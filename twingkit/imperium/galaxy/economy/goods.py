"""Trade goods and commodities: gained, refilled (IM-TRADE-4)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.imperium.galaxy.table.abilities import Moment, open_window
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.technology.cards import faction


def gain_goods(table: GameTable, seat: int, count: int, rule: str) -> Script:
    """A player gains trade goods."""
    table.announce(rule, "goods", seat, n=count)
    yield from receive_goods(table, seat, count)


def receive_goods(table: GameTable, seat: int, count: int) -> Script:
    """Give a player trade goods, from the supply or from another player."""
    table.players[seat].goods += count
    if count:
        yield from open_window(table, Moment("gained_goods", seat, number=count))


def refill_commodities(table: GameTable, seat: int) -> Script:
    """Refill a player's commodities up to their limit (IM-TRADE-4)."""
    player = table.players[seat]
    player.commodities = max(player.commodities, faction(player.faction).commodities)
    table.announce("IM-TRADE-4", "refilled", seat, n=player.commodities)
    yield from open_window(table, Moment("refill", seat))
