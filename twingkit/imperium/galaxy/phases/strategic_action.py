"""Strategic actions: the owner's primary ability, then the others' secondary ones (IM-STRAT-1, 2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import attrs

from twingkit.core.play import Script
from twingkit.imperium.galaxy.phases.ending import check_end
from twingkit.imperium.galaxy.strategy_cards import (
    construction,
    diplomacy,
    imperial,
    leadership,
    politics,
    technology,
    trade,
    warfare,
)
from twingkit.imperium.galaxy.table.abilities import Moment, window
from twingkit.imperium.galaxy.table.drawing import choose
from twingkit.imperium.galaxy.table.game_table import GameTable

Ability = Callable[[GameTable, int], Script]


@attrs.frozen
class StrategyCard:
    """A strategy card: its id, its two abilities, who may use the secondary one, and if that takes a token
    off the strategy pool (`costs`)."""

    id: str
    primary: Ability
    secondary: Ability
    may: Callable[[GameTable, int], bool]
    costs: bool = True


STRATEGY_CARDS: Mapping[int, StrategyCard] = {
    1: StrategyCard("leadership", leadership.primary, leadership.secondary, leadership.may, costs=False),
    2: StrategyCard("diplomacy", diplomacy.primary, diplomacy.secondary, diplomacy.may),
    3: StrategyCard("politics", politics.primary, politics.secondary, politics.may),
    4: StrategyCard("construction", construction.primary, construction.secondary, construction.may),
    5: StrategyCard("trade", trade.primary, trade.secondary, trade.may),
    6: StrategyCard("warfare", warfare.primary, warfare.secondary, warfare.may),
    7: StrategyCard("technology", technology.primary, technology.secondary, technology.may),
    8: StrategyCard("imperial", imperial.primary, imperial.secondary, imperial.may),
}
"""The strategy cards by their numbers."""


def strategic_action(table: GameTable, seat: int, number: int) -> Script:
    """The primary ability, then from the left clockwise each other player once: secondary or not; then the
    card is exhausted (IM-STRAT-1)."""
    card = STRATEGY_CARDS[number]
    table.tell("IM-STRAT-1", "primary", seat, card=f"strategy_{number}")
    yield from card.primary(table, seat)
    check_end(table)
    for other in table.others(seat):
        yield from secondary(table, other, number)
        check_end(table)
    table.end("strategic")
    table.players[seat].strategy_cards[number] = True
    yield from window(table, Moment("action.end", seat))


def secondary(table: GameTable, seat: int, number: int) -> Script:
    """Ask a player whether to use the secondary ability of a card, where it can do anything (IM-STRAT-2); who
    was named for it must (IM-STRAT-trade)."""
    card, player = STRATEGY_CARDS[number], table.players[seat]
    if card.id == "trade" and table.lasts(trade.NAMED, seat):
        yield from card.secondary(table, seat)
        return
    free = not card.costs or (number == 5 and player.faction == "hacan")
    if (not free and not player.strategy) or not card.may(table, seat):
        return
    answer = yield from choose(
        table, seat, ["yes", "no"], "secondary", "IM-STRAT-2", subject=f"strategy_{number}"
    )
    if answer == "no":
        return
    if not free:
        player.gain_token("strategy", -1)
    table.tell("IM-STRAT-2", "free" if free else "used", seat, card=f"strategy_{number}")
    yield from card.secondary(table, seat)
