"""The cards that complete a set: all cards, as bits, with which held cards pay a cost.

Bit `p` of an integer stands for the card at place `p` (see `twingkit.ember.rules.cards`). Counting cards
means counting bits, so the three Archmages count three times without a special case.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations

from twingkit.ember.rules.cards import DECK_SIZE, WIZARDS, bits_of, places_in
from twingkit.ember.rules.costs import Cost

ALL = (1 << DECK_SIZE) - 1
"""All cards as bits."""

WILD = ALL & ~((1 << WIZARDS) - 1)
"""The three Archmages as bits."""


@lru_cache
def set_partners(kind: str, size: int) -> tuple[int, ...]:
    """Return for each card the cards, as bits, with which it can be in one set (EM-COST-2, 3, 5).

    If every two of several cards can be in a set, all of them can. This holds for runs, too: no two numbers
    may be equal, or differ by `size` or more.

    >>> from twingkit.ember.rules.cards import places_in
    >>> list(places_in(set_partners("S", 2)[4]))
    [0, 8, 52, 53, 54]
    """
    wizards = range(WIZARDS)
    beside = [sum(1 << other for other in wizards if _beside(kind, size, place, other)) for place in wizards]
    return (*(bits | WILD for bits in beside), *[ALL] * (DECK_SIZE - WIZARDS))


def _beside(kind: str, size: int, place: int, other: int) -> bool:
    """Return True if two wizards can be in one set. A card beside itself counts like any other."""
    if kind == "N":
        return place // 4 == other // 4
    alike = place % 4 == other % 4
    if kind == "E":
        return alike
    return 0 < abs(place // 4 - other // 4) < size and (kind == "R" or alike)


def completing(beside: Sequence[int], held: Sequence[int]) -> int:
    """Return the cards, as bits, that complete `held`, which is one card short of a set.

    `beside` are the `set_partners` of the set. The result may include a card from `held`.

    >>> from twingkit.ember.rules.cards import places_in
    >>> list(places_in(completing(set_partners("S", 3), (0, 8))))
    [4, 52, 53, 54]
    """
    bits = ALL
    for place in held:
        if not bits >> place & 1:
            return 0
        bits &= beside[place]
    return bits


@lru_cache
def third_cards(kind: str) -> tuple[tuple[int, ...], ...]:
    """Return for each two cards, as `[place][other]`, the cards (as bits) that complete a set of three."""
    beside, places = set_partners(kind, 3), range(DECK_SIZE)
    return tuple(tuple(completing(beside, (place, other)) for other in places) for place in places)


class Completions:
    """The cards that complete a payment of one cost, cached by the held cards."""

    def __init__(self, cost: Cost) -> None:
        self.cost = cost
        self.known: dict[int, int] = {}
        self.exact: dict[tuple[int, ...], int] = {}
        self.rows: dict[int, tuple[list[int], int]] = {}
        self._exactly = self._one_set if len(cost.groups) == 1 else self._two_sets
        self._mates = [set_partners(group.kind, group.size) for group in cost.groups]
        self._pairs = [set_partners(group.kind, 2) for group in cost.groups if group.size == 2]
        self._threes = [third_cards(group.kind) for group in cost.groups if group.size == 3]

    def completing_some(self, held: tuple[int, ...]) -> int:
        """Return the cards, as bits, with which some of `held` (ascending places) pay the cost."""
        key = bits_of(held)
        bits = self.known.get(key)
        if bits is None:
            bits, exactly = 0, self._exactly
            for chosen in combinations(held, self.cost.size - 1):
                bits |= exactly(chosen)
            self.known[key] = bits
        return bits

    def beside_each(self, held: tuple[int, ...]) -> tuple[list[int], int]:
        """Return what `completing_some` returns for `held` plus each card of the deck, and the largest count.

        The work that does not depend on the added card is done only once.
        """
        key = bits_of(held)
        known = self.rows.get(key)
        if known is None:
            row = [self._of_parts(held, self.cost.size - 1)] * DECK_SIZE
            for part in combinations(held, self.cost.size - 2):
                self._add_beside(row, part)
            known = self.rows[key] = row, max(map(int.bit_count, row))
        return known

    def _of_parts(self, held: tuple[int, ...], size: int) -> int:
        """Return the cards that complete a payment with `size` of the held cards."""
        bits = 0
        for chosen in combinations(held, size):
            bits |= self._exactly(chosen)
        return bits

    def _add_beside(self, row: list[int], part: tuple[int, ...]) -> None:
        """Add to each card's entry in `row` the cards that pay the cost with exactly `part` and that card."""
        if len(self.cost.groups) == 1:
            beside = self._mates[0]
            both = completing(beside, part)
            for place in places_in(both):
                row[place] |= both & beside[place]
        else:
            pays: Callable[..., int] = self._pair_and_three if self._threes else self._two_pairs
            for place in range(DECK_SIZE):
                row[place] |= pays(*part, place)

    def forget(self, most: int) -> None:
        """Clear the cache if it holds more than `most` hands."""
        for known in (self.known, self.exact, self.rows):
            if len(known) > most:
                known.clear()

    def is_payable(self, hand: tuple[int, ...]) -> bool:
        """Return True if some of these cards (ascending places) pay the cost."""
        exactly = self._exactly
        chosen_ones = combinations(hand, self.cost.size)
        return any(exactly(chosen[:-1]) >> chosen[-1] & 1 for chosen in chosen_ones)

    def completing(self, held: tuple[int, ...]) -> int:
        """Return the cards, as bits, that complete exactly `held`, which is one card short of the cost."""
        bits = self.exact.get(held)
        if bits is None:
            bits = self.exact[held] = self._exactly(held)
        return bits

    def _one_set(self, held: tuple[int, ...]) -> int:
        """Return the cards that complete exactly `held` to a cost of one set."""
        return completing(self._mates[0], held)

    def _two_sets(self, held: tuple[int, ...]) -> int:
        """Return the cards that complete exactly `held` to a cost of two sets."""
        bits = self.exact.get(held)
        if bits is None:
            bits = self.exact[held] = self._pair_and_three(*held) if self._threes else self._two_pairs(*held)
        return bits

    def _two_pairs(self, a: int, b: int, c: int) -> int:
        """Return the cards that pair the third card while the other two are a pair."""
        bits, (pair, other) = 0, self._pairs
        for first, second, single in ((a, b, c), (a, c, b), (b, c, a)):
            if pair[first] >> second & 1:
                bits |= other[single]
            if other[first] >> second & 1:
                bits |= pair[single]
        return bits

    def _pair_and_three(self, a: int, b: int, c: int, d: int) -> int:
        """Return the cards that complete a pair and a set of three: the held four are 2 + 2 or 3 + 1."""
        (pair,), (three,) = self._pairs, self._threes
        left, right = three[a][b], three[c][d]
        bits = left if pair[c] >> d & 1 else 0
        if pair[a] >> b & 1:
            bits |= right
        if pair[a] >> c & 1:
            bits |= three[b][d]
        if pair[b] >> d & 1:
            bits |= three[a][c]
        if pair[a] >> d & 1:
            bits |= three[b][c]
        if pair[b] >> c & 1:
            bits |= three[a][d]
        if left >> c & 1:
            bits |= pair[d]
        if left >> d & 1:
            bits |= pair[c]
        if right >> a & 1:
            bits |= pair[b]
        if right >> b & 1:
            bits |= pair[a]
        return bits
