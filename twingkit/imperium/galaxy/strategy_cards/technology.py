"""Technology: research, for resources and a token for the others (IM-STRAT-technology)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.imperium.galaxy.economy.paying import largest_payment, pay
from twingkit.imperium.galaxy.table.drawing import choose
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.technology.research import can_research, research

RULE = "IM-STRAT-technology"

SECOND_PRICE = 6
"""The resources for a second technology of the primary ability."""

PRICE = 4
"""The resources that the secondary ability costs."""


def primary(table: GameTable, seat: int) -> Script:
    """One technology, and another one for six resources."""
    yield from research(table, seat, RULE)
    price = 0 if has_free_research(table, seat) else SECOND_PRICE
    if can_research(table, seat) and largest_payment(table, seat, "resources") >= price:
        answer = yield from choose(table, seat, ["yes", "no"], "second", RULE, subject=price)
        if answer == "yes":
            yield from pay(table, seat, price, "resources", RULE)
            yield from research(table, seat, RULE)


def has_free_research(table: GameTable, seat: int) -> bool:
    """True if a player pays no resources here: the Minister of Sciences."""
    return any(law.card == "minister_sciences" and law.elected == SEATS[seat] for law in table.laws)


def can_use_brilliant(table: GameTable, seat: int) -> bool:
    """True if a player may resolve the primary ability for the token of the secondary one (Jol-Nar)."""
    return table.players[seat].faction == "jolnar"


def can_use_secondary(table: GameTable, seat: int) -> bool:
    """True if a player can pay, and could research something."""
    price = 0 if has_free_research(table, seat) or can_use_brilliant(table, seat) else PRICE
    return largest_payment(table, seat, "resources") >= price and can_research(table, seat)


def secondary(table: GameTable, seat: int) -> Script:
    """One technology for four resources; Jol-Nar may resolve the primary ability (IM-UNIT-brilliant)."""
    if can_use_brilliant(table, seat):
        able = largest_payment(table, seat, "resources") >= PRICE
        answers = ["yes", "no"] if able else ["yes"]
        if (yield from choose(table, seat, answers, "brilliant", "IM-UNIT-brilliant")) == "yes":
            table.announce("IM-UNIT-brilliant", "primary", seat)
            yield from primary(table, seat)
            return
    yield from pay(table, seat, 0 if has_free_research(table, seat) else PRICE, "resources", RULE)
    yield from research(table, seat, RULE)
