"""Trade goods and commodities: gaining and refilling them (IM-TRADE-4)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.imperium.galaxy.table.abilities import Moment, open_ability_window
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.technology.cards import faction


def gain_goods(table: GameTable, seat: int, count: int, rule: str) -> Script:
    """Give a player trade goods and log the rule that grants them."""
    table.announce(rule, "goods", seat, n=count)
    yield from add_unlogged_goods(table, seat, count)


def add_unlogged_goods(table: GameTable, seat: int, count: int) -> Script:
    """Give a player trade goods without a log entry, from the supply or from another player."""
    table.players[seat].goods += count
    if count:
        yield from open_ability_window(table, Moment("gained_goods", seat, number=count))


def refill_commodities(table: GameTable, seat: int) -> Script:
    """Refill a player's commodities up to their limit (IM-TRADE-4)."""
    player = table.players[seat]
    player.commodities = max(player.commodities, faction(player.faction).commodity_limit)
    table.announce("IM-TRADE-4", "refilled", seat, n=player.commodities)
    yield from open_ability_window(table, Moment("refill", seat))
