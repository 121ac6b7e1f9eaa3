"""The probability that a partly known hand pays a cost, as an observer sees it.

All choices of unseen cards are equally likely for the unknown part. A cost of one set is counted exactly,
number by number or element by element. A cost of two sets is counted exactly for up to two unknown cards; for
more it is estimated from random hands, and the row has the standard error.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb

import attrs

from twingkit.ember.box.pool import Creature
from twingkit.ember.exact_odds.chance_within import Cards, check_unseen_count
from twingkit.ember.exact_odds.completions import PaymentCompletionFinder
from twingkit.ember.exact_odds.other_draws import chance_with_draws, standard_error
from twingkit.ember.rules.cards import (
    ARCHMAGE,
    ARCHMAGE_COUNT,
    DECK,
    ELEMENTS,
    HIGHEST_NUMBER,
    card_indexes,
    card_number,
    in_pile_order,
    parse_cards,
)
from twingkit.ember.rules.costs import Cost, CostSet

SAMPLES = 1500
"""Number of random hands for the estimate of a cost of two sets."""

_MAX_EXACT_UNKNOWN = 2
"""Largest number of unknown cards for which a cost of two sets is counted exactly."""

_CountsBySize = tuple[int, ...]
"""Numbers of choices by number of cards (0, 1, 2 …)."""


@attrs.frozen
class PaymentChance:
    """The probability that a hand pays for a creature now.

    `standard_error` is the standard error of an estimate, or 0 if the probability is exact.

    >>> from twingkit.ember.box.pool import load_pool
    >>> [row.chance for row in hand_payment_chances("A6 E6", 0, [load_pool()["gnome"], load_pool()["wisp"]])]
    [1.0, 0.0]
    """

    creature: Creature
    chance: float
    standard_error: float = 0.0


def hand_payment_chances(
    known: Cards,
    unknown_count: int,
    pool: Iterable[Creature],
    *,
    seen: Cards = "",
    max_wilds: int = ARCHMAGE_COUNT,
) -> list[PaymentChance]:
    """Return for each creature the probability that a hand of `known` and `unknown_count` cards pays for it.

    `seen` are all other cards that cannot be in the hand. At most `max_wilds` Archmages can pay (EM-COST-5).
    Raises `Fault` for text that is not a card, `Refusal` for more cards than are unseen (EM-SET-2).
    """
    held = in_pile_order(parse_cards(known))
    left = Counter(DECK) - Counter(parse_cards((*held, *parse_cards(seen))))
    unseen = tuple(in_pile_order(left.elements()))
    check_unseen_count(unknown_count, len(unseen))
    creatures = list(pool)
    chances: dict[Cost, tuple[float, float]] = {}
    for cost in dict.fromkeys(creature.cost for creature in creatures):
        if cost.size > len(held) + unknown_count:
            chances[cost] = 0.0, 0.0
        elif len(cost.sets) == 1:
            chances[cost] = (
                float(single_set_chance(held, unknown_count, cost.sets[0], unseen, max_wilds)),
                0.0,
            )
        elif unknown_count <= _MAX_EXACT_UNKNOWN and max_wilds == ARCHMAGE_COUNT:
            others = tuple((Counter(DECK) - Counter(held) - Counter(unseen)).elements())
            chances[cost] = chance_with_draws(held, str(cost), draws=unknown_count, seen=others), 0.0
        else:
            chances[cost] = _estimate_pay_share(held, unknown_count, cost, unseen, max_wilds)
    return [PaymentChance(creature, *chances[creature.cost]) for creature in creatures]


# -- costs of one set: exact counts


@lru_cache(maxsize=256)
def single_set_chance(
    held: tuple[str, ...],
    unknown_count: int,
    group: CostSet,
    unseen: tuple[str, ...],
    max_wilds: int = ARCHMAGE_COUNT,
) -> Fraction:
    """Return the exact probability that held cards and `unknown_count` unseen ones pay a cost of one set.

    >>> single_set_chance(("A6",), 1, CostSet("N", 2), ("A5", "E6", "F9", "*"))
    Fraction(1, 2)
    """
    masters = held.count(ARCHMAGE)
    hidden = unseen.count(ARCHMAGE)
    unpaid = 0
    for more in range(min(hidden, unknown_count) + 1):
        need = group.size - min(masters + more, max_wilds)
        if need > 0:
            without = _count_lacking_draws(
                group, need, _wizards(held), _wizards(unseen), unknown_count - more
            )
            unpaid += comb(hidden, more) * without
    return 1 - Fraction(unpaid, comb(len(unseen), unknown_count))


def _wizards(cards: Iterable[str]) -> tuple[str, ...]:
    return tuple(card for card in cards if card != ARCHMAGE)


def _count_lacking_draws(
    group: CostSet, need: int, held: Sequence[str], unseen: Sequence[str], drawn: int
) -> int:
    """Return the number of draws of unseen wizards after which fewer than `need` cards fit in one set."""
    if group.kind == "R":
        return _without_run(group.size, need, held, unseen, drawn)
    total: _CountsBySize = (1,)
    for part in range(1, HIGHEST_NUMBER + 1) if group.kind == "N" else ELEMENTS:
        own = [card for card in held if part in (card[0], card_number(card))]
        rest = [card for card in unseen if part in (card[0], card_number(card))]
        if group.kind == "S":
            counts = _sparse_choices(group.size, need, _bits(own), _bits(rest), drawn)
        else:
            counts = tuple(
                comb(len(rest), more) if len(own) + more < need else 0 for more in range(drawn + 1)
            )
        total = _product(total, counts, drawn)
    return total[drawn] if drawn < len(total) else 0


def _product(heap: _CountsBySize, other: _CountsBySize, most: int) -> _CountsBySize:
    """Return, by number of cards, how many choices two groups of cards allow together, given the numbers of
    choices of each group.
    """
    counts = [0] * min(most + 1, len(heap) + len(other) - 1)
    for left, first in enumerate(heap):
        for right, second in enumerate(other[: len(counts) - left]):
            counts[left + right] += first * second
    return tuple(counts)


def _bits(cards: Iterable[str]) -> int:
    """Return a bit mask of the numbers on these cards."""
    return sum({1 << card_number(card) - 1 for card in cards})


@lru_cache(maxsize=1 << 14)
def max_bits_in_window(size: int, bits: int) -> int:
    """Return the largest number of set bits within `size` consecutive bits.

    >>> max_bits_in_window(3, 0b1011)
    2
    """
    row = (1 << size) - 1
    return max((bits & row << low).bit_count() for low in range(HIGHEST_NUMBER - size + 1))


@lru_cache(maxsize=256)
def _sparse_choices(size: int, need: int, held: int, unseen: int, most: int) -> _CountsBySize:
    """Return how many choices of 0, 1 … unseen numbers of one element leave fewer than `need` numbers, with
    the held ones, in every run of `size`.
    """
    free = [1 << place for place in range(HIGHEST_NUMBER) if unseen >> place & 1]
    return tuple(
        sum(max_bits_in_window(size, held | sum(chosen)) < need for chosen in combinations(free, more))
        for more in range(min(most, len(free)) + 1)
    )


def _without_run(size: int, need: int, held: Sequence[str], unseen: Sequence[str], drawn: int) -> int:
    """Return how many draws leave fewer than `need` different numbers in every run of `size` consecutive
    numbers.

    They are counted number by number; the state is which of the last numbers are present.
    """
    own = {card_number(card) for card in held}
    there = Counter(map(card_number, unseen))
    row = (1 << size) - 1
    states: dict[tuple[int, int], int] = {(0, 0): 1}
    for value in range(1, HIGHEST_NUMBER + 1):
        following: dict[tuple[int, int], int] = {}
        for (bits, used), ways in states.items():
            for more in range(min(there[value], drawn - used) + 1):
                last = (bits << 1 | (value in own or more > 0)) & row
                if last.bit_count() < need:
                    key = last, used + more
                    following[key] = following.get(key, 0) + ways * comb(there[value], more)
        states = following
    return sum(ways for (_, used), ways in states.items() if used == drawn)


# -- costs of two sets: random hands


def _estimate_pay_share(
    held: tuple[str, ...], unknown: int, cost: Cost, unseen: tuple[str, ...], wilds: int
) -> tuple[float, float]:
    """Estimate the share of random hands that pay a cost, and return it with its standard error."""
    completions, rng = PaymentCompletionFinder(cost), random.Random(f"{held} {unknown} {cost}")
    own, others = card_indexes((*held, *unseen))[: len(held)], card_indexes((*held, *unseen))[len(held) :]
    limit = len(card_indexes(_wizards(DECK)))
    paid = 0
    for _ in range(SAMPLES):
        hand = sorted((*own, *rng.sample(others, unknown)))
        masters = sum(place >= limit for place in hand)
        paid += completions.is_payable(tuple(hand[: len(hand) - max(0, masters - wilds)]))
    share = paid / SAMPLES
    return share, standard_error(share, share, SAMPLES)
