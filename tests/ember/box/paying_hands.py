"""The hands of five cards that can pay a cost, counted by trying every hand: `rarity.toml` has these numbers.
Hands that differ only in the names of elements are tried just once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import chain, combinations, combinations_with_replacement, product
from math import comb, factorial, prod

from twingkit.ember.box.rarity import HAND_SIZE
from twingkit.ember.rules.cards import ARCHMAGE_COUNT, WIZARD_COUNT, indexes_in_bitmask
from twingkit.ember.rules.costs import MAX_COST_SIZE, Cost


def all_costs() -> Iterator[str]:
    """Yield every possible cost, the kinds of a pair in alphabetical order.

    >>> len(list(all_costs()))
    42
    """
    groups = [f"{kind}{size}" for kind in "ENRS" for size in range(2, MAX_COST_SIZE + 1)]
    yield from groups
    for place, group in enumerate(groups):
        for other in groups[place:]:
            if int(group[1]) + int(other[1]) <= MAX_COST_SIZE:
                yield "+".join(sorted((group, other)))


def _hand_classes(archmages: int = ARCHMAGE_COUNT) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield one five-card hand (ascending card indexes) per class of equivalent hands, with the class size.

    Elements are interchangeable in all costs, so hands that differ only in the names of elements are yielded
    once.

    >>> counts = [count for _, count in _hand_classes()]
    >>> sum(counts), len(counts)
    (3478761, 152815)
    """
    ranks: list[list[tuple[int, ...]]] = [
        list(combinations(range(WIZARD_COUNT // 4), size)) for size in range(HAND_SIZE + 1)
    ]
    for wild in range(archmages + 1):
        wilds = tuple(range(WIZARD_COUNT, WIZARD_COUNT + wild))
        for sizes in combinations_with_replacement(range(HAND_SIZE + 1), 4):
            if sum(sizes) != HAND_SIZE - wild:
                continue
            alike = [combinations_with_replacement(ranks[size], n) for size, n in Counter(sizes).items()]
            for chosen in product(*alike):
                numbers = tuple(chain.from_iterable(chosen))
                places = sorted(4 * rank + element for element in range(4) for rank in numbers[element])
                yield (*places, *wilds), comb(ARCHMAGE_COUNT, wild) * _element_orders(chosen)


def _element_orders(chosen: Iterable[Sequence[Hashable]]) -> int:
    orders = factorial(4)
    for numbers in chosen:
        if len(numbers) == len(set(numbers)):
            continue
        orders //= prod(factorial(count) for count in Counter(numbers).values())
    return orders


def paying_hands_by_cost(costs: Iterable[str], max_archmages: int = ARCHMAGE_COUNT) -> dict[str, int]:
    """Return for each cost how many five-card hands with at most `max_archmages` Archmages can pay it, by
    trying every hand.

    >>> paying_hands_by_cost(["E5"], max_archmages=0)
    {'E5': 5148}
    """
    wanted = [Cost.parse(cost) for cost in costs]
    by_size = {
        size: [n for n, cost in enumerate(wanted) if cost.size == size] for size in range(2, HAND_SIZE + 1)
    }
    known: dict[tuple[int, ...], int] = {}
    counts = [0] * len(wanted)
    for hand, ways in _hand_classes(max_archmages):
        paid = 0
        for size, numbers in by_size.items():
            if not numbers:
                continue
            for chosen in combinations(hand, size):
                bits = known.get(chosen)
                if bits is None:
                    bits = sum(1 << n for n in numbers if wanted[n].is_paid(chosen))
                    if size < HAND_SIZE:
                        known[chosen] = bits
                paid |= bits
        for n in indexes_in_bitmask(paid):
            counts[n] += ways
    return {str(cost): count for cost, count in zip(wanted, counts, strict=True)}
