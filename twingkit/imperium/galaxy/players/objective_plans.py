"""Planning for objectives: the worth of a player's progress on them, and what to save for their costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from twingkit.imperium.galaxy.economy.paying import max_payment
from twingkit.imperium.galaxy.objectives.cards import Objective, objective_cards
from twingkit.imperium.galaxy.objectives.progress import can_score_public, is_fulfilled, progress
from twingkit.imperium.galaxy.players.tactical_options import TacticalOption
from twingkit.imperium.galaxy.table.game_table import GameTable

POINT_WORTH = 10.0
"""The worth of a victory point, the unit of all other worths."""

UNFULFILLED_WORTH_SHARE = 0.6
"""The share of its worth that an objective counts just before it is fulfilled."""

REACHABLE_SHARE, UNREACHABLE_SHARE = 0.7, 0.2
"""The share for objectives that need ships in places, with and without tokens left to move there."""

MIN_SAVED_GOODS = 2
"""The smallest number of trade goods that is saved for an objective."""

RENEWABLE_CURRENCIES = ("resources", "influence")
"""The currencies that are soon ready again after they were spent on an objective."""


def unscored_objectives(table: GameTable, seat: int) -> list[Objective]:
    """Return the open public objectives and own secret ones that are not scored."""
    player = table.players[seat]
    names = [*table.open_objectives, *player.secret_objectives]
    return [objective_cards()[name] for name in names if name not in player.scored_objectives]


def completed_fraction(table: GameTable, seat: int, card: Objective) -> float:
    """Return the fulfilled fraction of an objective, at most 1."""
    return min(progress(table, seat, card) / card.needed_count, 1.0)


def objectives_worth(table: GameTable, seat: int, cards: Sequence[Objective]) -> float:
    """Return the worth of a player's progress on objectives, leaving out those with a cost."""
    total = 0.0
    for card in cards:
        if card.requirement_kind not in ("spend", "event"):
            total += card.points * POINT_WORTH * _promised_share(table, seat, card)
    return total


def _promised_share(table: GameTable, seat: int, card: Objective) -> float:
    """Return the share of its worth that an unfinished objective counts; 1 if it is fulfilled."""
    part = completed_fraction(table, seat, card)
    if part >= 1:
        return 1.0
    if card.requirement_kind != "ships":
        return float(UNFULFILLED_WORTH_SHARE * part**1.5)
    short = card.needed_count - progress(table, seat, card)
    return REACHABLE_SHARE * part if short <= table.players[seat].tactic else UNREACHABLE_SHARE * part


def table_after_option(table: GameTable, seat: int, strike: TacticalOption) -> GameTable:
    """Return the table after a tactical option that wins: units have moved, planets are gained."""
    twin = table.copy()
    twin.players[seat].tactic -= 1
    for group in strike.plan:
        for name, count, _ in group.ships:
            hurt = twin.take_units(seat, group.start_system, name, count)
            twin.put_units(seat, strike.system, name, count, hurt)
        for item in group.cargo:
            twin.take_units(seat, item.source_place, item.unit_class, item.count)
            twin.put_units(seat, strike.system, item.unit_class, item.count)
    for planet in strike.gained_planets:
        twin.planet_controllers[planet] = seat
    return twin


def reserved_amounts(table: GameTable, seat: int) -> Mapping[str, int]:
    """Return the amounts, by currency, to save for the objective to pay for next.

    Empty if none can be paid, or if a public objective without a cost is enough.
    """
    if not can_score_public(table, seat):
        return {}
    player = table.players[seat]
    cards = [
        objective_cards()[name] for name in table.open_objectives if name not in player.scored_objectives
    ]
    able = [card for card in cards if is_fulfilled(table, seat, card)]
    twice = player.strategy_cards.get(8) is False
    if not able or (any(card.requirement_kind != "spend" for card in able) and not twice):
        return {}
    paid = [card for card in able if card.requirement_kind == "spend"]
    if not paid:
        return {}
    card = max(
        paid,
        key=lambda card: (
            card.points,
            card.counted_thing in RENEWABLE_CURRENCIES,
            _surplus(table, seat, card),
        ),
    )
    return {card.counted_thing: card.needed_count}


def _surplus(table: GameTable, seat: int, card: Objective) -> int:
    """Return the amount that a player has beyond an objective's requirement."""
    return progress(table, seat, card) - card.needed_count


def should_save_goods(table: GameTable, seat: int) -> bool:
    """Return whether an unscored objective costs trade goods and the player has some."""
    return table.players[seat].goods >= MIN_SAVED_GOODS and any(
        card.counted_thing == "trade_goods" for card in unscored_objectives(table, seat)
    )


def spendable_amount(table: GameTable, seat: int, currency: str) -> int:
    """Return the resources or influence that a player can spend beyond the reserved amount."""
    goods = table.players[seat].goods if should_save_goods(table, seat) else 0
    return max(max_payment(table, seat, currency) - goods - reserved_amounts(table, seat).get(currency, 0), 0)


def scoring_sort_key(card: Objective) -> tuple[int, int]:
    """Return the sort key for scoring: most points first, then cheap objectives and those that may soon be
    lost."""
    if card.requirement_kind == "spend":
        order = 0 if card.counted_thing in RENEWABLE_CURRENCIES else 3
    else:
        order = {"ships": 1, "control": 2, "board": 4}.get(card.requirement_kind, 5)
    return -card.points, order
