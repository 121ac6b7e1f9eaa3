"""What a player plans for: how much the objectives in sight promise, and what is kept to pay for one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from twingkit.imperium.galaxy.economy.paying import largest_payment
from twingkit.imperium.galaxy.objectives.cards import Objective, objective_cards
from twingkit.imperium.galaxy.objectives.progress import can_score_public, is_fulfilled, progress
from twingkit.imperium.galaxy.players.strikes import Strike
from twingkit.imperium.galaxy.table.game_table import GameTable

POINT = 10.0
"""The worth of a victory point, beside which all other worth is weighed."""

HALF_WAY = 0.6
"""The part of its worth that an objective promises just before it is fulfilled."""

IN_REACH, PASSING = 0.7, 0.2
"""The same of ships that must stand somewhere, where tokens are left to send the others, and where not."""

SAVED_FROM = 2
"""The number of trade goods from which on they are saved for an objective."""

FIRST_SCORED = ("resources", "influence")
"""The currencies that are ready again soon after it was spent on an objective."""


def wanted_objectives(table: GameTable, seat: int) -> list[Objective]:
    """The objectives in sight that are not scored: open public ones, own secret ones."""
    player = table.players[seat]
    names = [*table.objectives, *player.secrets]
    return [objective_cards()[name] for name in names if name not in player.scored]


def completed_share(table: GameTable, seat: int, card: Objective) -> float:
    """The part of an objective that is there, 1 where it is fulfilled."""
    return min(progress(table, seat, card) / card.count, 1.0)


def promised_worth(table: GameTable, seat: int, cards: Sequence[Objective]) -> float:
    """The worth of objectives as they stand, those left out that are paid for."""
    total = 0.0
    for card in cards:
        if card.verb not in ("spend", "event"):
            total += card.points * POINT * _promised_share(table, seat, card)
    return total


def _promised_share(table: GameTable, seat: int, card: Objective) -> float:
    """The part of an objective's worth that it promises: 1 where it is fulfilled."""
    part = completed_share(table, seat, card)
    if part >= 1:
        return 1.0
    if card.verb != "ships":
        return float(HALF_WAY * part**1.5)
    short = card.count - progress(table, seat, card)
    return IN_REACH * part if short <= table.players[seat].tactic else PASSING * part


def table_after_strike(table: GameTable, seat: int, strike: Strike) -> GameTable:
    """The table after a strike that wins: ships and cargo have moved, the planets are gained."""
    twin = table.copy()
    twin.players[seat].tactic -= 1
    for group in strike.plan:
        for name, count, _ in group.ships:
            hurt = twin.take_units(seat, group.start, name, count)
            twin.put_units(seat, strike.system, name, count, hurt)
        for item in group.cargo:
            twin.take_units(seat, item.place, item.unit_class, item.count)
            twin.put_units(seat, strike.system, item.unit_class, item.count)
    for planet in strike.planets:
        twin.holders[planet] = seat
    return twin


def kept_amounts(table: GameTable, seat: int) -> Mapping[str, int]:
    """Return the amount to keep for the objective to pay for next, by currency.

    Empty if none can be paid, or if a public objective without a cost is enough.
    """
    if not can_score_public(table, seat):
        return {}
    player = table.players[seat]
    cards = [objective_cards()[name] for name in table.objectives if name not in player.scored]
    able = [card for card in cards if is_fulfilled(table, seat, card)]
    twice = player.strategy_cards.get(8) is False
    if not able or (any(card.verb != "spend" for card in able) and not twice):
        return {}
    paid = [card for card in able if card.verb == "spend"]
    if not paid:
        return {}
    card = max(paid, key=lambda card: (card.points, card.of in FIRST_SCORED, _surplus(table, seat, card)))
    return {card.of: card.count}


def _surplus(table: GameTable, seat: int, card: Objective) -> int:
    """The number that is there beyond what an objective asks for."""
    return progress(table, seat, card) - card.count


def saves_goods(table: GameTable, seat: int) -> bool:
    """True if an objective in sight is paid in trade goods, and some are there."""
    return table.players[seat].goods >= SAVED_FROM and any(
        card.of == "trade_goods" for card in wanted_objectives(table, seat)
    )


def spendable(table: GameTable, seat: int, currency: str) -> int:
    """Return the resources or influence that a player can spend beyond what is kept."""
    goods = table.players[seat].goods if saves_goods(table, seat) else 0
    return max(largest_payment(table, seat, currency) - goods - kept_amounts(table, seat).get(currency, 0), 0)


def scoring_order(card: Objective) -> tuple[int, int]:
    """Return the sort key for scoring: most points first, then what costs least or may soon be lost."""
    if card.verb == "spend":
        order = 0 if card.of in FIRST_SCORED else 3
    else:
        order = {"ships": 1, "control": 2, "board": 4}.get(card.verb, 5)
    return -card.points, order
