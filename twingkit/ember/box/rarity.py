"""The rarity of each cost: how many of all five-card hands can pay it (EM-POOL-1).

There are 3,478,761 hands of five cards with the three Archmages and 2,598,960 without. The numbers in
`rarity.toml` come from `count_hands`, which tries every hand (hands that differ only in the names of elements
just once).
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from itertools import chain, combinations, combinations_with_replacement, product
from math import comb, factorial, prod

from twingkit.core.arguments import BOOLEAN, check_arguments
from twingkit.ember.rules.cards import ARCHMAGES, DECK_SIZE, WIZARDS, places_in
from twingkit.ember.rules.costs import COST_TEXT, LARGEST, Cost

HAND = 5
"""Number of cards in a hand."""

HANDS = comb(DECK_SIZE, HAND)
"""Number of five-card hands, including those with Archmages.

>>> HANDS, HANDS_WITHOUT_ARCHMAGES
(3478761, 2598960)
"""

HANDS_WITHOUT_ARCHMAGES = comb(WIZARDS, HAND)
"""Number of five-card hands without Archmages."""


@cache
def _table() -> dict[str, list[int]]:
    table: dict[str, list[int]] = tomllib.loads(
        files("twingkit.ember.box").joinpath("rarity.toml").read_text("utf-8")
    )
    return table


@check_arguments(cost=COST_TEXT, archmages=BOOLEAN)
def rarity(cost: str, archmages: bool = True) -> int:
    """Return how many five-card hands can pay a cost, of `HANDS` or (without Archmages)
    `HANDS_WITHOUT_ARCHMAGES`.

    Raises `Fault` for text that is not a cost (EM-COST-1).

    >>> rarity("N4"), rarity("N4", archmages=False)
    (20865, 624)
    """
    groups = sorted(map(str, Cost.parse(cost).groups))
    return _table()["+".join(groups)][not archmages]


def all_costs() -> Iterator[str]:
    """Yield every possible cost, the kinds of a pair in alphabetical order.

    >>> len(list(all_costs()))
    42
    """
    groups = [f"{kind}{size}" for kind in "ENRS" for size in range(2, LARGEST + 1)]
    yield from groups
    for place, group in enumerate(groups):
        for other in groups[place:]:
            if int(group[1]) + int(other[1]) <= LARGEST:
                yield "+".join(sorted((group, other)))


def hand_classes(archmages: int = ARCHMAGES) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield five-card hands as ascending places, each with the number of hands that it stands for.

    Elements are interchangeable in all costs, so hands that differ only in the names of elements are yielded
    once.

    >>> counts = [count for _, count in hand_classes()]
    >>> sum(counts) == HANDS, len(counts)
    (True, 152815)
    """
    ranks: list[list[tuple[int, ...]]] = [
        list(combinations(range(WIZARDS // 4), size)) for size in range(HAND + 1)
    ]
    for wild in range(archmages + 1):
        wilds = tuple(range(WIZARDS, WIZARDS + wild))
        for sizes in combinations_with_replacement(range(HAND + 1), 4):
            if sum(sizes) != HAND - wild:
                continue
            alike = [combinations_with_replacement(ranks[size], n) for size, n in Counter(sizes).items()]
            for chosen in product(*alike):
                numbers = tuple(chain.from_iterable(chosen))
                places = sorted(4 * rank + element for element in range(4) for rank in numbers[element])
                yield (*places, *wilds), comb(ARCHMAGES, wild) * _element_orders(chosen)


def _element_orders(chosen: Iterable[Sequence[Hashable]]) -> int:
    """Return the number of ways to assign these sets of numbers to the four elements, given for each size."""
    orders = factorial(4)
    for numbers in chosen:
        if len(numbers) == len(set(numbers)):
            continue
        orders //= prod(factorial(count) for count in Counter(numbers).values())
    return orders


def count_hands(costs: Iterable[str], archmages: int = ARCHMAGES) -> dict[str, int]:
    """Return for each cost how many five-card hands can pay it, by trying them all.

    >>> count_hands(["E5"], archmages=0)
    {'E5': 5148}
    """
    wanted = [Cost.parse(cost) for cost in costs]
    by_size = {size: [n for n, cost in enumerate(wanted) if cost.size == size] for size in range(2, HAND + 1)}
    known: dict[tuple[int, ...], int] = {}
    counts = [0] * len(wanted)
    for hand, ways in hand_classes(archmages):
        paid = 0
        for size, numbers in by_size.items():
            if not numbers:
                continue
            for chosen in combinations(hand, size):
                bits = known.get(chosen)
                if bits is None:
                    bits = sum(1 << n for n in numbers if wanted[n].is_paid(chosen))
                    if size < HAND:
                        known[chosen] = bits
                paid |= bits
        for n in places_in(paid):
            counts[n] += ways
    return {str(cost): count for cost, count in zip(wanted, counts, strict=True)}
