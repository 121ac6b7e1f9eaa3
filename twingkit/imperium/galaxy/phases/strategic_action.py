"""Strategic actions: the owner's primary ability, then the other players' secondary ones (IM-STRAT-1, 2)."""

from __future__ import annotations

from typing import Protocol

from twingkit.core.play import Script
from twingkit.imperium.galaxy.economy.paying import max_payment
from twingkit.imperium.galaxy.phases.ending import raise_if_game_over
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
from twingkit.imperium.galaxy.table.abilities import Moment, open_ability_window
from twingkit.imperium.galaxy.table.card_drawing import ask_to_choose
from twingkit.imperium.galaxy.table.game_table import GameTable


class _StrategyCard(Protocol):
    """A module that implements a strategy card: its two abilities, and a test of whether the secondary one
    would have an effect for a player.
    """

    def primary(self, table: GameTable, seat: int) -> Script:
        """Resolve the primary ability for the owner of the card."""

    def secondary(self, table: GameTable, seat: int) -> Script:
        """Resolve the secondary ability for another player."""

    def secondary_has_effect(self, table: GameTable, seat: int) -> bool:
        """Return whether the secondary ability would do anything for a player."""


_CARDS: dict[int, _StrategyCard] = {
    1: leadership, 2: diplomacy, 3: politics, 4: construction,
    5: trade, 6: warfare, 7: technology, 8: imperial,
}  # fmt: skip
"""The modules of the strategy cards by their numbers."""


def strategic_action(table: GameTable, seat: int, card_number: int) -> Script:
    """Resolve the primary ability, offer each other player the secondary one, then exhaust the card
    (IM-STRAT-1)."""
    card = _CARDS[card_number]
    table.announce("IM-STRAT-1", "primary", seat, card=f"strategy_{card_number}")
    yield from card.primary(table, seat)
    raise_if_game_over(table)
    answers = set()
    for other in table.other_seats(seat):
        answers.add((yield from offer_secondary(table, other, card_number)))
        raise_if_game_over(table)
    if "no" in answers and "yes" not in answers:
        table.announce("IM-STRAT-2", "nobody", seat, card=f"strategy_{card_number}")
    table.end_effects("strategic")
    table.players[seat].strategy_cards[card_number] = True
    yield from open_ability_window(table, Moment("action.end", seat))


def offer_secondary(table: GameTable, seat: int, card_number: int) -> Script[str]:
    """Let a player use the secondary ability of a card if it can do anything, and resolve it if they do
    (IM-STRAT-2). Return "yes" if it is used, "no" if the player does not want to, "" if the player cannot.

    A player chosen for Trade must use it (IM-STRAT-trade).
    """
    card, player = _CARDS[card_number], table.players[seat]
    if card is trade and table.has_effect(trade.FREE_REFILL_EFFECT, seat):
        yield from card.secondary(table, seat)
        return "yes"
    rule = "IM-UNIT-master_of_trade" if card is trade and player.faction == "hacan" else "IM-STRAT-2"
    free = card is leadership or rule != "IM-STRAT-2"
    if not free and not player.strategy:
        table.announce("IM-STRAT-2", "no_token", seat, card=f"strategy_{card_number}")
        return ""
    if not card.secondary_has_effect(table, seat):
        _announce_unusable(table, seat, card_number)
        return ""
    answer = yield from ask_to_choose(
        table, seat, ["yes", "no"], "secondary", "IM-STRAT-2", subject=f"strategy_{card_number}"
    )
    if answer == "no":
        return answer
    if not free:
        player.add_tokens("strategy", -1)
    table.announce(rule, "free" if free else "used", seat, card=f"strategy_{card_number}")
    yield from card.secondary(table, seat)
    return answer


_UNUSABLE_CASES: dict[_StrategyCard, str] = {
    diplomacy: "no_exhausted",
    trade: "no_missing",
    warfare: "no_dock",
    imperial: "no_secret",
}
"""What is missing if nothing would come of the secondary ability of a strategy card."""


def _announce_unusable(table: GameTable, seat: int, card_number: int) -> None:
    """Log why a player is not asked about the secondary ability of a card: the player cannot pay the price,
    or the ability would have no effect.
    """
    card, named = _CARDS[card_number], f"strategy_{card_number}"
    prices: dict[_StrategyCard, tuple[str, int]] = {
        leadership: ("influence", leadership.INFLUENCE_PER_TOKEN),
        technology: ("resources", technology.secondary_price(table, seat)),
    }
    currency, price = prices.get(card, ("", 0))
    if currency and (there := max_payment(table, seat, currency)) < price:
        table.announce("IM-STRAT-2", f"no_{currency}", seat, card=named, n=there, price=price)
    else:
        table.announce("IM-STRAT-2", _UNUSABLE_CASES.get(card, "no_effect"), seat, card=named)
