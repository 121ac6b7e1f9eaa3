"""Trade: gain trade goods, refill commodities, also for players of the owner's choice (IM-STRAT-trade)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.imperium.battle.rules.target import NO_TARGET_WORD
from twingkit.imperium.galaxy.economy.goods import gain_goods, refill_commodities
from twingkit.imperium.galaxy.table.abilities import Moment, usable_abilities
from twingkit.imperium.galaxy.table.card_drawing import ask_to_choose
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.technology.cards import faction

RULE = "IM-STRAT-trade"

GAINED_GOODS = 3
"""The trade goods gained by the primary ability."""

FREE_REFILL_EFFECT = "trade_free"
"""The effect that makes a player use the secondary ability free of charge."""


def primary(table: GameTable, seat: int) -> Script:
    """Resolve Trade's primary ability: gain three trade goods, refill commodities, and choose who may refill
    free of charge.

    The players whom the owner chooses refill free of charge when their turn comes for the secondary ability.
    """
    yield from gain_goods(table, seat, GAINED_GOODS, RULE)
    yield from refill_commodities(table, seat)
    waiting = [SEATS[other] for other in table.other_seats(seat)]
    while waiting:
        named = yield from ask_to_choose(table, seat, [*waiting, NO_TARGET_WORD], "free", RULE)
        if named == NO_TARGET_WORD:
            break
        waiting.remove(named)
        table.start_effect(FREE_REFILL_EFFECT, SEATS.index(named), "strategic")
        table.announce(RULE, "named", SEATS.index(named), owner=SEATS[seat])


def secondary_has_effect(table: GameTable, seat: int) -> bool:
    """Return whether Trade's secondary ability, which refills a player's commodities, would have any effect.

    That is: commodities are missing, an ability follows (IM-AGENDA-minister_commerce), or another player
    holds this player's Trade Agreement (IM-TRADE-4).
    """
    player = table.players[seat]
    given = f"trade_agreement:{SEATS[seat]}"
    held = any(given in table.players[other].promissory_notes for other in table.other_seats(seat))
    follows = any(True for _ in usable_abilities(table, seat, Moment("refill", seat)))
    return player.commodities < faction(player.faction).commodity_limit or held or follows


def secondary(table: GameTable, seat: int) -> Script:
    """Resolve Trade's secondary ability: refill the player's commodities."""
    yield from refill_commodities(table, seat)
