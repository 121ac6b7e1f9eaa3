"""The creatures that a hand can conjure now, and its chances to conjure the others soon."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from math import perm

import attrs

from twingkit.analyse.reports.frame_results import CellMakers, FrameList
from twingkit.core.arguments import check_arguments
from twingkit.core.slices import Slices, finish
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.ember.box.pool import (
    CREATURE_IDS_ARGUMENT,
    POOL_ARGUMENT,
    Creature,
    Pool,
    creature_by_id,
    load_pool,
)
from twingkit.ember.exact_odds.chance_within import Cards, DrawCounter, keep_choices, prepare_hand
from twingkit.ember.exact_odds.completions import ALL_CARDS_MASK
from twingkit.ember.exact_odds.out_of_reach import why_unreachable
from twingkit.ember.rules.cards import CARDS_ARGUMENT, card_token, parse_cards, sorted_cards
from twingkit.ember.rules.costs import Cost
from twingkit.ember.rules.payments import payments


@attrs.frozen
class Conjurable:
    """A creature that can be conjured now, with every choice of cards that pays for it.

    >>> conjurable_creatures("A6 E6 F8", ["gnome"])[0].payments
    (('A6', 'E6'),)
    """

    creature: Creature
    payments: tuple[tuple[str, ...], ...]


@attrs.frozen
class ConjuringChance:
    """The probability of conjuring a creature within some turns, and the best discard now.

    `discard` is "" if nothing is discarded: with fewer than five cards, or if the hand already pays
    (probability 1).

    >>> [reach.discard for reach in pool_chances("A6 E6 F8 A9 W1", 1, ["dryad"])]
    ['A9']
    """

    creature: Creature
    chance: float
    discard: str


def conjurable_columns() -> CellMakers[Conjurable]:
    """Return the columns of `conjurable_creatures(...).frame()`."""
    return {
        "creature": lambda row: row.creature.id,
        "value": lambda row: row.creature.value,
        "cost": lambda row: str(row.creature.cost),
        "payments": lambda row: len(row.payments),
        "cards": lambda row: " ".join(row.payments[0]),
    }


CONJURING_CHANCE_COLUMNS: CellMakers[ConjuringChance] = {
    "creature": lambda row: row.creature.id,
    "value": lambda row: row.creature.value,
    "cost": lambda row: str(row.creature.cost),
    "chance": lambda row: row.chance,
    "discard": lambda row: row.discard,
}
"""Columns of `pool_chances(...).frame()`."""


@with_column_meanings
@check_arguments(hand=CARDS_ARGUMENT, pool=CREATURE_IDS_ARGUMENT, creatures=POOL_ARGUMENT)
def conjurable_creatures(
    hand: Cards, pool: Iterable[str] | None = None, creatures: Pool | None = None
) -> FrameList[Conjurable]:
    """Return the creatures that a hand can conjure now, the highest first, with all payments (EM-CONJ-1).

    `pool` are the ids of the creatures to check, by default all in `creatures` (by default the assumed pool).
    Raises `Fault` and `Refusal` (EM-SET-2, EM-SET-3). `.frame()` returns a table with the columns creature,
    value, cost, payments, cards.

    >>> rows = conjurable_creatures("A6 E6 F6 A7", ["dryad", "imp", "wisp"])
    >>> [(row.creature.id, len(row.payments)) for row in rows]
    [('dryad', 1), ('imp', 3), ('wisp', 3)]
    """
    held = parse_cards(hand)
    rows = []
    for creature in _select_creatures(pool, creatures):
        ways = tuple(payments(held, creature.cost))
        if ways:
            rows.append(Conjurable(creature, ways))
    return FrameList(rows, conjurable_columns, "twingkit.ember.conjurable_creatures")


@with_column_meanings
@check_arguments(
    hand=CARDS_ARGUMENT, seen=CARDS_ARGUMENT, pool=CREATURE_IDS_ARGUMENT, creatures=POOL_ARGUMENT
)
def pool_chances(
    hand: Cards,
    turns: int,
    pool: Iterable[str] | None = None,
    creatures: Pool | None = None,
    *,
    seen: Cards = "",
) -> FrameList[ConjuringChance]:
    """Return for each creature the probability of conjuring it within some turns, the likeliest first.

    Each creature is calculated separately: the best discards for one are not the best for another. The
    parameters are those of `chance_within` and `conjurable_creatures`, and the result is exact or a bound as
    with `chance_within`. `.frame()` returns a table with the columns creature, value, cost, chance, discard,
    and reason (if the chance is 0).

    >>> rows = pool_chances("A6 E6 F8 A9 W1", 1, ["dryad", "wisp"])
    >>> [(row.creature.id, row.chance, row.discard) for row in rows]
    [('wisp', 1.0, ''), ('dryad', 0.1, 'A9')]
    """
    held = parse_cards(hand)

    rows = finish(pool_slices(hand, turns, pool, creatures, seen=seen))
    return FrameList(rows, partial(_reach_cells, held, turns), "twingkit.ember.pool_chances")


def _reach_cells(held: tuple[str, ...], turns: int) -> CellMakers[ConjuringChance]:
    never = {"reason": lambda row: "" if row.chance else why_unreachable(held, row.creature.cost, turns)}
    return {**CONJURING_CHANCE_COLUMNS, **never}


def pool_slices(
    hand: Cards,
    turns: int,
    pool: Iterable[str] | None = None,
    creatures: Pool | None = None,
    *,
    seen: Cards = "",
) -> Slices[list[ConjuringChance]]:
    """Calculate `pool_chances` in slices, one for each cost."""
    places, all_seen, turns = prepare_hand(hand, turns, seen)
    ways = perm((ALL_CARDS_MASK & ~all_seen).bit_count(), turns)
    chosen = _select_creatures(pool, creatures)
    known: dict[Cost, tuple[float, str]] = {}
    for number, creature in enumerate(chosen):
        if creature.cost not in known:
            yield number / len(chosen)
            known[creature.cost] = _best(DrawCounter(creature.cost), places, all_seen, turns, ways)
    rows = [ConjuringChance(creature, *known[creature.cost]) for creature in chosen]
    return sorted(rows, key=lambda row: -row.chance)


def _best(draws: DrawCounter, places: tuple[int, ...], seen: int, turns: int, ways: int) -> tuple[float, str]:
    if draws.completions.is_payable(places):
        return 1.0, ""
    if not turns:
        return 0.0, ""
    counts = [
        (draws.count_after_keeping(keep, seen, turns), keep) for keep in keep_choices(places, first=True)
    ]
    count, keep = max(counts, key=lambda pair: pair[0])
    discards: Sequence[str] = sorted_cards(card_token(place) for place in places if place not in keep)
    return count / ways, "".join(discards)


def _select_creatures(pool: Iterable[str] | None, creatures: Pool | None) -> list[Creature]:
    known = creatures or load_pool()
    names = list(known) if pool is None else list(pool)
    return sorted((creature_by_id(known, name) for name in names), key=lambda creature: -creature.value)
