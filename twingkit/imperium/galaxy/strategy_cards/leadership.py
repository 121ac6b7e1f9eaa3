"""Leadership: gain command tokens and buy more with influence (IM-STRAT-leadership)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.imperium.galaxy.economy.paying import max_payment, pay_cost
from twingkit.imperium.galaxy.table.card_drawing import ask_to_choose
from twingkit.imperium.galaxy.table.command_tokens import gain_command_tokens
from twingkit.imperium.galaxy.table.game_table import GameTable

RULE = "IM-STRAT-leadership"

GAINED_TOKENS = 3
"""The tokens gained by the primary ability."""

INFLUENCE_PER_TOKEN = 3
"""The influence that one token costs."""


def primary(table: GameTable, seat: int) -> Script:
    """Resolve Leadership's primary ability: gain three command tokens, then buy one for every three influence
    spent.
    """
    yield from gain_command_tokens(table, seat, GAINED_TOKENS, RULE)
    yield from secondary(table, seat)


def secondary_has_effect(table: GameTable, seat: int) -> bool:
    """Return whether a player can use Leadership's secondary ability: they can pay for a token and have one
    in reinforcements.
    """
    return (
        max_payment(table, seat, "influence") >= INFLUENCE_PER_TOKEN
        and table.tokens_in_reinforcements(seat) > 0
    )


def secondary(table: GameTable, seat: int) -> Script:
    """Resolve Leadership's secondary ability: the player buys one command token for every three influence
    spent.
    """
    there = max_payment(table, seat, "influence")
    most = min(there // INFLUENCE_PER_TOKEN, table.tokens_in_reinforcements(seat))
    if not most:
        case = "no_influence" if there < INFLUENCE_PER_TOKEN else "no_token"
        table.announce(RULE, case, seat, n=there, price=INFLUENCE_PER_TOKEN)
        return
    counts = [str(count) for count in range(most + 1)]
    count = int((yield from ask_to_choose(table, seat, counts, "buy", RULE, subject=INFLUENCE_PER_TOKEN)))
    yield from pay_cost(table, seat, INFLUENCE_PER_TOKEN * count, "influence", RULE)
    if count:
        yield from gain_command_tokens(table, seat, count, RULE)
