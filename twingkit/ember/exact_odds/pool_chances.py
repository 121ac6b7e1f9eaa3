"""The creatures that a hand can conjure now, and its chances to conjure the others soon."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import perm

import attrs

from twingkit.analyse.reports.frame_results import CellMakers, explained_frame, format_fraction
from twingkit.core.arguments import check_arguments
from twingkit.core.arguments.kinds import quote_value
from twingkit.core.language import Lang, localized
from twingkit.core.messages import Fault
from twingkit.core.slices import Slices, finish
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.ember.box.pool import (
    CREATURE_IDS_ARGUMENT,
    POOL_ARGUMENT,
    Creature,
    Pool,
    creature_by_id,
    load_pool,
)
from twingkit.ember.exact_odds.chance_within import (
    MOST_TURNS,
    Cards,
    PayingDrawCounter,
    keep_choices_before_draw,
    parse_draw_arguments,
)
from twingkit.ember.exact_odds.completions import why_unreachable
from twingkit.ember.rules.cards import (
    ALL_CARDS_MASK,
    CARDS_ARGUMENT,
    card_notation,
    cards_text,
    in_pile_order,
    parse_cards,
)
from twingkit.ember.rules.costs import Cost
from twingkit.ember.rules.payments import possible_payments
from twingkit.ember.rules.rulebook import rulebook


@attrs.frozen
class ConjurableCreature:
    """A creature that can be conjured now, with every choice of cards that pays for it.

    >>> conjurable_rows("A6 E6 F8", creatures=["gnome"])[0].payments
    (('A6', 'E6'),)
    """

    creature: Creature
    payments: tuple[tuple[str, ...], ...]


@attrs.frozen
class ConjuringChance:
    """The probability of conjuring a creature within some turns, and the best discard now.

    `successes` of `total_draws` equally likely draws succeed. `discard` is "" if nothing is discarded: with
    fewer than five cards, or if the hand already pays (probability 1).

    >>> [row.discard for row in pool_chance_rows("A6 E6 F8 A9 W1", 1, creatures=["dryad"])]
    ['A9']
    """

    creature: Creature
    turns: int
    successes: int
    total_draws: int
    discard: str

    @property
    def chance(self) -> float:
        """Return the fraction of draws that succeed, from 0 to 1."""
        return self.successes / self.total_draws


_CONJURABLE_COLUMNS: CellMakers[ConjurableCreature] = {
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
    "turns": lambda row: row.turns,
    "chance": lambda row: row.chance,
    "discard": lambda row: row.discard,
}
"""Columns of `pool_chances`, except the exact chance and the reason."""


@with_column_meanings
@check_arguments(hand=CARDS_ARGUMENT, creatures=CREATURE_IDS_ARGUMENT, pool=POOL_ARGUMENT)
@localized
def conjurable_creatures(
    hand: Cards, *, creatures: Iterable[str] | None = None, pool: Pool | None = None, lang: Lang | None = None
) -> DataFrame:
    """Return a table of the creatures that a hand can conjure now, those with the most Victory Points first
    (EM-CONJ-1).

    Parameters
    ----------
    hand
        Cards, such as "A6 E6 F6 A7".
    creatures
        The ids of the creatures to check; by default all of the pool.
    pool
        The pool of the game, as in `new_game`; by default the assumed one.
    lang
        The language of the column meanings.

    Returns
    -------
    DataFrame
        One row for each creature. `attrs`: `hand`.

    Raises
    ------
    Fault, Refusal
        For text that is not a card, an impossible hand (EM-SET-2), and an unknown creature (EM-SET-3).

    Examples
    --------
    >>> conjurable_creatures("A6 E6 F6 A7", creatures=["dryad", "imp", "wisp"])[["creature", "payments"]]
      creature  payments
    0    dryad         1
    1      imp         3
    2     wisp         3
    """
    rows = conjurable_rows(hand, creatures=creatures, pool=pool)
    name = "twingkit.ember.conjurable_creatures"
    return explained_frame(rows, _CONJURABLE_COLUMNS, name, hand=cards_text(hand))


def conjurable_rows(
    hand: Cards, *, creatures: Iterable[str] | None = None, pool: Pool | None = None
) -> list[ConjurableCreature]:
    """Return the creatures that a hand can conjure now, each with every choice of hand cards that pays for
    it.
    """
    held = parse_cards(hand)
    ways = [
        (creature, tuple(possible_payments(held, creature.cost)))
        for creature in _select_creatures(creatures, pool)
    ]
    return [ConjurableCreature(creature, paid) for creature, paid in ways if paid]


@with_column_meanings
@check_arguments(
    hand=CARDS_ARGUMENT, seen=CARDS_ARGUMENT, creatures=CREATURE_IDS_ARGUMENT, pool=POOL_ARGUMENT
)
@localized
def pool_chances(
    hand: Cards,
    turns: int | Iterable[int] = (1, 2, 3),
    *,
    creatures: Iterable[str] | None = None,
    pool: Pool | None = None,
    seen: Cards = "",
    exact: bool = False,
    lang: Lang | None = None,
) -> DataFrame:
    """Return the probability of conjuring each creature within each number of turns, the likeliest first.

    Each creature is calculated separately: the best discards for one are not the best for another. The result
    is exact or a bound as with `chance_within`.

    Parameters
    ----------
    hand
        Up to 10 cards, such as "A12 A11 *".
    turns
        A number of turns from 0 to 3, or several.
    creatures, pool
        As in `conjurable_creatures`.
    seen
        Other cards that cannot be drawn any more.
    exact
        Whether to add the column `exact` with the chance as a fraction.
    lang
        The language of `reason`.

    Returns
    -------
    DataFrame
        One row for each creature and number of turns. `charts.heat_map` and `ember.charts.reach` draw it,
        `charts.curves` up to six creatures; `frame.pivot(index="creature", columns="turns", values="chance")`
        has a column for each number of turns. `attrs`: `hand`, `seen`, and as in a sweep the names of the
        axes.

    Raises
    ------
    Fault, Refusal
        As `chance_within` and `conjurable_creatures`.

    Examples
    --------
    >>> frame = pool_chances("A6 E6 F8 A9 W1", (1, 2), creatures=["dryad", "wisp"])
    >>> frame[["creature", "turns", "chance"]].round(3)
      creature  turns  chance
    0     wisp      1   1.000
    1     wisp      2   1.000
    2    dryad      1   0.100
    3    dryad      2   0.197
    """
    counts = list(turns) if isinstance(turns, Iterable) and not isinstance(turns, str) else [turns]
    if not counts:
        raise Fault("turns", rulebook(), found=quote_value(turns), most=MOST_TURNS)
    tables = [
        pool_chance_rows(hand, number, creatures=creatures, pool=pool, seen=seen)
        for number in dict.fromkeys(counts)
    ]
    by_creature: dict[str, list[ConjuringChance]] = {}
    for row in (row for table in tables for row in table):
        by_creature.setdefault(row.creature.id, []).append(row)
    ranked = sorted(
        by_creature.values(), key=lambda rows: ([-row.chance for row in rows], -rows[0].creature.value)
    )
    held = parse_cards(hand)
    cells: CellMakers[ConjuringChance] = {
        **CONJURING_CHANCE_COLUMNS,
        **({"exact": lambda row: format_fraction(Fraction(row.successes, row.total_draws))} if exact else {}),
        "reason": lambda row: "" if row.chance else why_unreachable(held, row.creature.cost, row.turns),
    }
    about = {"hand": cards_text(hand), "seen": cards_text(seen)}
    sweep = {"template": None, "parameters": ["turns", "creature"]}  # what figures read
    rows = [row for rows in ranked for row in rows]
    return explained_frame(rows, cells, "twingkit.ember.pool_chances", **about, **sweep)


def pool_chance_rows(
    hand: Cards,
    turns: int,
    *,
    creatures: Iterable[str] | None = None,
    pool: Pool | None = None,
    seen: Cards = "",
) -> list[ConjuringChance]:
    """Return for each creature the probability that a hand can pay for it within `turns` turns, with the best
    discard now.
    """
    return finish(pool_slices(hand, turns, creatures, pool, seen=seen))


def pool_slices(
    hand: Cards,
    turns: int,
    creatures: Iterable[str] | None = None,
    pool: Pool | None = None,
    *,
    seen: Cards = "",
) -> Slices[list[ConjuringChance]]:
    """Compute `pool_chance_rows` as a generator that yields its progress, from 0 to 1, for each cost."""
    places, all_seen, drawn = parse_draw_arguments(hand, turns, seen)
    ways = perm((ALL_CARDS_MASK & ~all_seen).bit_count(), drawn)
    chosen = _select_creatures(creatures, pool)
    known: dict[Cost, tuple[int, str]] = {}
    for number, creature in enumerate(chosen):
        if creature.cost not in known:
            yield number / len(chosen)
            known[creature.cost] = _best(PayingDrawCounter(creature.cost), places, all_seen, drawn, ways)
    found = [(creature, *known[creature.cost]) for creature in chosen]
    rows = [ConjuringChance(creature, turns, count, ways, discard) for creature, count, discard in found]
    return sorted(rows, key=lambda row: -row.chance)


def _best(
    draws: PayingDrawCounter, places: tuple[int, ...], seen_mask: int, turns: int, ways: int
) -> tuple[int, str]:
    if draws.completions.is_payable(places):
        return ways, ""
    if not turns:
        return 0, ""
    counts = [
        (draws.count_after_keeping(keep, seen_mask, turns), keep)
        for keep in keep_choices_before_draw(places, may_exceed_hand_size=True)
    ]
    count, keep = max(counts, key=lambda pair: pair[0])
    discards: Sequence[str] = in_pile_order(card_notation(place) for place in places if place not in keep)
    return count, "".join(discards)


def _select_creatures(creatures: Iterable[str] | None, pool: Pool | None) -> list[Creature]:
    known = pool or load_pool()
    names = list(known) if creatures is None else list(creatures)
    return sorted((creature_by_id(known, name) for name in names), key=lambda creature: -creature.value)
