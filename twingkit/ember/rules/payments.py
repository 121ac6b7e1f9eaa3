"""Find all choices of hand cards that pay a cost (EM-COST).

Only wizards that can belong to one set are put together; Archmages fill the gaps (EM-COST-5). Several cards
are a bit mask of their indexes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cache, lru_cache

from twingkit.core.arguments import check_arguments, instance_of, integer_between
from twingkit.ember.rules.cards import (
    ALL_CARDS_MASK,
    ARCHMAGE,
    ARCHMAGE_COUNT,
    CARDS_ARGUMENT,
    DECK,
    ELEMENTS,
    HIGHEST_NUMBER,
    INDEX_BY_CARD,
    in_pile_order,
    indexes_in_bitmask,
    parse_card,
)
from twingkit.ember.rules.costs import MAX_COST_SIZE, Cost, CostSet, SetPart, longer_parts

_Part = tuple[int, int]
"""Part of a payment: the number of Archmages, and the wizards as bits."""


@check_arguments(
    hand=CARDS_ARGUMENT, cost=instance_of("argument.cost", Cost), max_wilds=integer_between(0, ARCHMAGE_COUNT)
)
def possible_payments(hand: Iterable[str], cost: Cost, *, max_wilds: int = 3) -> Iterator[tuple[str, ...]]:
    """Yield every choice of hand cards that pays a cost, each sorted in pile order.

    At most `max_wilds` Archmages are paid (EM-COST-5).

    >>> list(possible_payments(["F5", "E5", "W5", "*"], Cost.parse("N4")))
    [('*', 'E5', 'F5', 'W5')]
    >>> len(list(possible_payments(["A6", "E6", "F6", "W6"], Cost.parse("N3"))))
    4
    """
    held = in_pile_order(map(parse_card, hand.split() if isinstance(hand, str) else hand))
    yield from payment_finder(held).payments(cost, max_wilds)


@lru_cache(maxsize=1 << 10)
def payment_finder(held: tuple[str, ...]) -> PaymentFinder:
    """Return the `PaymentFinder` of a hand in pile order; recent ones are cached."""
    return PaymentFinder(held)


class PaymentFinder:
    """A finder of the payments that one hand allows: every choice of its cards that pays a cost."""

    def __init__(self, held: tuple[str, ...]) -> None:
        self.held = held
        self.archmages = held.count(ARCHMAGE)
        wizards = [INDEX_BY_CARD[card] for card in held[self.archmages :]]
        self._bit_by_card = {DECK[place]: 1 << place for place in wizards}
        self._mark_by_bit = {bit: bit for bit in self._bit_by_card.values()}
        self._formable = formable_set_bits(wizards, range(self.archmages + 1))
        self._known_sets: dict[tuple[int, int], list[_Part]] = {}
        self._ways: dict[tuple[int, int, int], tuple[tuple[str, ...], ...]] = {}

    def unformable_sets(self, max_wilds: int) -> int:
        """Return the sets that the hand cannot form with at most `max_wilds` Archmages, as a bit mask.

        A cost with such a set among its `set_bits` cannot be paid.
        """
        return ~self._formable[min(max_wilds, self.archmages)]

    def payments(self, cost: Cost, max_wilds: int) -> tuple[tuple[str, ...], ...]:
        """Return every choice of cards that pays a cost with at most `max_wilds` Archmages."""
        archmages = min(max_wilds, self.archmages)
        if cost.set_bits & ~self._formable[archmages] or (archmages and not self._may_pay(cost, archmages)):
            return ()
        key = cost.set_bits, cost.size, archmages
        ways = self._ways.get(key)
        if ways is None:
            ways = self._ways[key] = self._found(cost, archmages)
        return ways

    def _may_pay(self, cost: Cost, archmages: int) -> bool:
        """Return True if the sets of a cost, each of which can be formed, need no Archmage twice."""
        first, *others = cost.sets
        formable = self._formable
        return not others or any(
            first.bit & formable[wilds] and others[0].bit & formable[archmages - wilds]
            for wilds in range(archmages + 1)
        )

    def _found(self, cost: Cost, archmages: int) -> tuple[tuple[str, ...], ...]:
        first, *others = cost.sets
        parts: Collection[_Part] = self._sets(first, archmages)
        for group in others:
            sets = self._sets(group, archmages)
            parts = {
                (wilds + extra, bits | more)
                for wilds, bits in parts
                for extra, more in sets
                if not bits & more and wilds + extra <= archmages
            }
        if len(parts) > 1:
            parts = sorted(parts, key=_pile_order)
        bit_by_card = self._bit_by_card.items()
        return tuple(
            [
                (ARCHMAGE,) * wilds + tuple([card for card, bit in bit_by_card if bits & bit])
                for wilds, bits in parts
            ]
        )

    def _sets(self, group: CostSet, archmages: int) -> list[_Part]:
        """Return all choices of wizards that form a set with at most this many Archmages."""
        known = self._known_sets.get((group.bit, archmages))
        if known is not None:
            return known
        fewest, marks = group.size - archmages, self._mark_by_bit
        sets = [(group.size, 0)] if fewest <= 0 else []
        parts: list[SetPart] = [(0, ALL_CARDS_MASK, sum(marks))]
        for count in range(1, group.size + 1):
            parts = longer_parts(group, parts, marks, max(0, fewest - count))
            if count >= fewest:
                sets += [(group.size - count, bits) for bits, _, _ in parts]
        self._known_sets[group.bit, archmages] = sets
        return sets


def _pile_order(part: _Part) -> tuple[int, list[int]]:
    wilds, bits = part
    return -wilds, [*indexes_in_bitmask(bits)]


def formable_set_bits(wizards: Iterable[int], wild_limits: Iterable[int]) -> list[int]:
    """Return, for each limit in `wild_limits`, the bit mask of the sets that wizards (card indexes) form with
    at most that many Archmages.

    A bit stands for a set as in `Cost.set_bits`.
    """
    elements = [0] * len(ELEMENTS)
    for place in wizards:
        elements[place % 4] |= 1 << place // 4
    air, earth, fire, water = elements
    same, alike = _most_of_one_number(air, earth, fire, water), max(map(int.bit_count, elements))
    return [
        _sets_up_to("N", same + extra)
        | _sets_up_to("E", alike + extra)
        | _formable_runs("R", air | earth | fire | water, extra)
        | _formable_runs("S", air, extra)
        | _formable_runs("S", earth, extra)
        | _formable_runs("S", fire, extra)
        | _formable_runs("S", water, extra)
        for extra in wild_limits
    ]


def _most_of_one_number(air: int, earth: int, fire: int, water: int) -> int:
    """Return the largest number of wizards with one number; each argument has the numbers of one element."""
    if air & earth & fire & water:
        return 4
    if air & earth & (fire | water) or fire & water & (air | earth):
        return 3
    if air & earth or fire & water or (air | earth) & (fire | water):
        return 2
    return 1 if air | earth | fire | water else 0


@cache
def _sets_up_to(kind: str, most: int) -> int:
    """Return the sets of a kind with at most `most` cards, as a bit mask."""
    return sum(CostSet(kind, size).bit for size in range(2, min(most, MAX_COST_SIZE) + 1))


@lru_cache(maxsize=1 << 13)
def _formable_runs(kind: str, numbers: int, wilds: int) -> int:
    """Return the bit mask of the runs that wizards with these numbers (bits) form with at most `wilds`
    Archmages.
    """
    for size in range(MAX_COST_SIZE, 1, -1):
        window = (1 << size) - 1
        if any((numbers >> low & window).bit_count() + wilds >= size for low in range(HIGHEST_NUMBER)):
            return _sets_up_to(kind, size)
    return 0
