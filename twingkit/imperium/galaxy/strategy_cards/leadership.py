"""Leadership: command tokens, some of them for influence (IM-STRAT-leadership)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.imperium.galaxy.economy.paying import largest_payment, pay
from twingkit.imperium.galaxy.table.command_tokens import gain_tokens
from twingkit.imperium.galaxy.table.drawing import choose
from twingkit.imperium.galaxy.table.game_table import GameTable

RULE = "IM-STRAT-leadership"

GAINED = 3
"""The tokens that the primary ability brings."""

PRICE = 3
"""The influence for one token."""


def primary(table: GameTable, seat: int) -> Script:
    """Three tokens, then a token for each three influence."""
    yield from gain_tokens(table, seat, GAINED, RULE)
    yield from secondary(table, seat)


def can_use_secondary(table: GameTable, seat: int) -> bool:
    """True if a player can pay for a token, and has one in reinforcements."""
    return largest_payment(table, seat, "influence") >= PRICE and table.tokens_in_reinforcements(seat) > 0


def secondary(table: GameTable, seat: int) -> Script:
    """A token for each three influence that is paid."""
    most = min(largest_payment(table, seat, "influence") // PRICE, table.tokens_in_reinforcements(seat))
    if not most:
        return
    counts = [str(count) for count in range(most + 1)]
    count = int((yield from choose(table, seat, counts, "buy", RULE, subject=PRICE)))
    yield from pay(table, seat, PRICE * count, "influence", RULE)
    if count:
        yield from gain_tokens(table, seat, count, RULE)
