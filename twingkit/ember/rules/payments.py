"""Find all choices of hand cards that pay a cost (EM-COST).

Sets are built from what their cards have in common instead of being searched among all choices: cards of one
number, of one element, or of numbers that are near enough. Archmages fill the gaps (EM-COST-5). A choice of
cards is an integer whose highest bit is the first card of the hand, so larger integers come earlier.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations, product

from twingkit.core.arguments import check_arguments, instance_of, integer_between
from twingkit.ember.rules.cards import (
    ARCHMAGE,
    ARCHMAGE_COUNT,
    CARDS_ARGUMENT,
    INDEX_BY_CARD,
    parse_card,
    sorted_cards,
)
from twingkit.ember.rules.costs import MAX_COST_SIZE, Cost

_Part = tuple[int, int]
"""Part of a payment: the number of Archmages, and the wizards as bits."""


@check_arguments(
    hand=CARDS_ARGUMENT, cost=instance_of("argument.cost", Cost), wilds=integer_between(0, ARCHMAGE_COUNT)
)
def payments(hand: Iterable[str], cost: Cost, *, wilds: int = 3) -> Iterator[tuple[str, ...]]:
    """Yield every choice of hand cards that pays a cost, each sorted in pile order.

    At most `wilds` Archmages are paid (EM-COST-5).

    >>> list(payments(["F5", "E5", "W5", "*"], Cost.parse("N4")))
    [('*', 'E5', 'F5', 'W5')]
    >>> len(list(payments(["A6", "E6", "F6", "W6"], Cost.parse("N3"))))
    4
    """
    held = sorted_cards(map(parse_card, hand.split() if isinstance(hand, str) else hand))
    yield from payment_finder(held).payments(cost, wilds)


@lru_cache(maxsize=1 << 10)
def payment_finder(held: tuple[str, ...]) -> PaymentFinder:
    """Return the payment finder of a hand whose cards are in pile order; the latest ones are cached."""
    return PaymentFinder(held)


class PaymentFinder:
    """The cards of a hand by number and by element, and the payments they allow."""

    def __init__(self, held: tuple[str, ...]) -> None:
        self.held = held
        self.archmages = held.count(ARCHMAGE)
        self._numbers: dict[int, list[int]] = {}
        """Bits of the wizards of each number, lowest first."""
        self._elements: dict[int, dict[int, list[int]]] = {}
        """Bits of the wizards of each number, lowest first, for each element alone."""
        bit = 1 << len(held) >> 1 + self.archmages
        for card in held[self.archmages :]:
            number, element = divmod(INDEX_BY_CARD[card], 4)
            self._numbers.setdefault(number, []).append(bit)
            self._elements.setdefault(element, {})[number] = [bit]
            bit >>= 1
        alone = [_nearest(sum(1 << number for number in numbers)) for numbers in self._elements.values()]
        self._most = {
            "N": [max(map(len, self._numbers.values()), default=0)] * (MAX_COST_SIZE + 1),
            "E": [max(map(len, self._elements.values()), default=0)] * (MAX_COST_SIZE + 1),
            "R": _nearest(sum(1 << number for number in self._numbers)),
            "S": [max(reaches, default=0) for reaches in zip(*alone, strict=True)] or _nearest(0),
        }
        """Largest number of wizards of this hand in one set, by kind and size."""
        self._ways: dict[tuple[Cost, int], tuple[tuple[str, ...], ...]] = {}

    def payments(self, cost: Cost, wilds: int) -> tuple[tuple[str, ...], ...]:
        """Return every choice of cards that pays a cost with at most `wilds` Archmages."""
        archmages = min(wilds, self.archmages)
        missing = 0
        for group in cost.sets:
            most = self._most[group.kind][group.size]
            if most < group.size:
                missing += group.size - most
        if missing > archmages:
            return ()
        ways = self._ways.get((cost, wilds))
        if ways is None:
            ways = self._ways[cost, wilds] = self._found(cost, archmages)
        return ways

    def _found(self, cost: Cost, archmages: int) -> tuple[tuple[str, ...], ...]:
        first, *others = ([*self._sets(group.kind, group.size, archmages)] for group in cost.sets)
        parts = set(first)
        for sets in others:
            pairs = product(parts, sets)
            parts = {
                (wilds + extra, bits | more) for (wilds, bits), (extra, more) in pairs if not bits & more
            }
        top = 1 << len(self.held) >> 1
        leading = [2 * top - (2 * top >> many) for many in range(archmages + 1)]  # the first of equal cards
        choices = sorted((leading[many] | bits for many, bits in parts if many <= archmages), reverse=True)
        marked = [(top >> index, card) for index, card in enumerate(self.held)]
        return tuple(tuple([card for bit, card in marked if bits & bit]) for bits in choices)

    def _sets(self, kind: str, size: int, archmages: int) -> Iterator[_Part]:
        if archmages >= size:
            yield size, 0
        fewest = max(1, size - archmages)
        if kind in "NE":
            same = self._numbers.values() if kind == "N" else map(_wizards, self._elements.values())
            for bits in same:
                for count in range(fewest, min(size, len(bits)) + 1):
                    for chosen in combinations(bits, count):
                        yield size - count, sum(chosen)
        else:
            for numbers in [self._numbers] if kind == "R" else self._elements.values():
                yield from _runs(numbers, size, fewest)


def _wizards(numbers: dict[int, list[int]]) -> list[int]:
    return [bit for bits in numbers.values() for bit in bits]


def _runs(numbers: dict[int, list[int]], size: int, fewest: int) -> Iterator[_Part]:
    """Yield sets of at least `fewest` wizards with different numbers that fit in one run."""
    for lowest, bits in numbers.items():
        near = [number for number in numbers if lowest < number < lowest + size]
        for count in range(fewest, min(size, len(near) + 1) + 1):
            for others in combinations(near, count - 1):
                for chosen in product(bits, *[numbers[number] for number in others]):
                    yield size - count, sum(chosen)


@cache
def _nearest(numbers: int) -> Sequence[int]:
    """Return for each run length how many of these numbers (bits) fit into one run."""
    return [
        max((numbers >> low & (1 << size) - 1).bit_count() for low in range(13))
        for size in range(MAX_COST_SIZE + 1)
    ]
