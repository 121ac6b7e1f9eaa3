"""Technology: research one; the other players pay resources and a token (IM-STRAT-technology)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.imperium.galaxy.economy.paying import max_payment, pay_cost
from twingkit.imperium.galaxy.table.card_drawing import ask_to_choose
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.technology.research import can_gain_from_research, research_technology

RULE = "IM-STRAT-technology"

SECOND_TECHNOLOGY_COST = 6
"""The resources that a second technology of the primary ability costs."""

SECONDARY_COST = 4
"""The resources that the secondary ability costs."""


def primary(table: GameTable, seat: int) -> Script:
    """Resolve Technology's primary ability: the player researches one technology, and may research another
    for six resources.
    """
    yield from research_technology(table, seat, RULE)
    price = 0 if _has_free_research(table, seat) else SECOND_TECHNOLOGY_COST
    if can_gain_from_research(table, seat) and max_payment(table, seat, "resources") >= price:
        answer = yield from ask_to_choose(table, seat, ["yes", "no"], "second", RULE, subject=price)
        if answer == "yes":
            yield from pay_cost(table, seat, price, "resources", RULE)
            yield from research_technology(table, seat, RULE)


def _has_free_research(table: GameTable, seat: int) -> bool:
    """True if research with this card costs no resources, as the Minister of Sciences allows."""
    return any(law.card == "minister_sciences" and law.elected == SEATS[seat] for law in table.laws)


def _can_use_brilliant(table: GameTable, seat: int) -> bool:
    """True if a token for the secondary ability may buy the primary one (Brilliant, Jol-Nar)."""
    return table.players[seat].faction == "jolnar"


def secondary_price(table: GameTable, seat: int) -> int:
    """Return the number of resources that Technology's secondary ability costs a player; 0 if a card or
    ability makes it free.
    """
    return 0 if _has_free_research(table, seat) or _can_use_brilliant(table, seat) else SECONDARY_COST


def secondary_has_effect(table: GameTable, seat: int) -> bool:
    """Return whether a player can use Technology's secondary ability: they can pay for it and have a
    technology to research.
    """
    price = secondary_price(table, seat)
    return max_payment(table, seat, "resources") >= price and can_gain_from_research(table, seat)


def secondary(table: GameTable, seat: int) -> Script:
    """Resolve Technology's secondary ability: research one technology for four resources; Jol-Nar may use the
    primary ability (IM-UNIT-brilliant).
    """
    if _can_use_brilliant(table, seat):
        able = max_payment(table, seat, "resources") >= SECONDARY_COST
        answers = ["yes", "no"] if able else ["yes"]
        if (yield from ask_to_choose(table, seat, answers, "brilliant", "IM-UNIT-brilliant")) == "yes":
            table.announce("IM-UNIT-brilliant", "primary", seat)
            yield from primary(table, seat)
            return
    yield from pay_cost(
        table, seat, 0 if _has_free_research(table, seat) else SECONDARY_COST, "resources", RULE
    )
    yield from research_technology(table, seat, RULE)
