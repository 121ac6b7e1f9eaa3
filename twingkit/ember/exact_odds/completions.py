"""The cards that complete a set: for held ones, all of the deck with which a cost can be paid, as bits.

Bit `p` of a number stands for the card of place `p` (see `twingkit.ember.rules.cards`); counting cards is
counting bits, and three Archmages count three times without a special case.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations

from twingkit.ember.rules.cards import DECK_SIZE, WIZARDS, bits_of, places_in
from twingkit.ember.rules.costs import Cost

ALL = (1 << DECK_SIZE) - 1
"""The bits of all cards."""

WILD = ALL & ~((1 << WIZARDS) - 1)
"""The bits of the three Archmages."""


@lru_cache
def set_partners(kind: str, size: int) -> tuple[int, ...]:
    """Return for each card the cards, as bits, beside which it can be in one set (EM-COST-2, 3, 5).

    Cards that can be in a set two by two can be in it together: runs as well, in which no two numbers are
    equal or `size` apart.

    >>> from twingkit.ember.rules.cards import places_in
    >>> list(places_in(set_partners("S", 2)[4]))
    [0, 8, 52, 53, 54]
    """
    wizards = range(WIZARDS)
    beside = [sum(1 << other for other in wizards if _beside(kind, size, place, other)) for place in wizards]
    return (*(bits | WILD for bits in beside), *[ALL] * (DECK_SIZE - WIZARDS))


def _beside(kind: str, size: int, place: int, other: int) -> bool:
    """True if two wizards can be in one set; a card beside itself counts as any other."""
    if kind == "N":
        return place // 4 == other // 4
    alike = place % 4 == other % 4
    if kind == "E":
        return alike
    return 0 < abs(place // 4 - other // 4) < size and (kind == "R" or alike)


def completing(beside: Sequence[int], held: Sequence[int]) -> int:
    """Return the cards, as bits, with which `held`, one card short of a set, becomes the set.

    `beside` are the `set_partners` of the set; a card of `held` itself may be among the bits.

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
    """Return for each two cards, `[place][other]`, the cards, as bits, with which they are a set of three."""
    beside, places = set_partners(kind, 3), range(DECK_SIZE)
    return tuple(tuple(completing(beside, (place, other)) for other in places) for place in places)


class Completions:
    """The cards that complete a payment of one cost, by the held cards; kept for those that were asked."""

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
        """Return the cards, as bits, with which some of `held` (places, lowest first) pay the cost."""
        key = bits_of(held)
        bits = self.known.get(key)
        if bits is None:
            bits, exactly = 0, self._exactly
            for chosen in combinations(held, self.cost.size - 1):
                bits |= exactly(chosen)
            self.known[key] = bits
        return bits

    def beside_each(self, held: tuple[int, ...]) -> tuple[list[int], int]:
        """Return for each card of the deck what `completing_some` returns for `held` and that card, and the
        most cards that any of these are.

        What `held` brings without the card, and each part of it that waits for two cards, is looked at once.
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
        """The cards with which so many of `held` pay the cost."""
        bits = 0
        for chosen in combinations(held, size):
            bits |= self._exactly(chosen)
        return bits

    def _add_beside(self, row: list[int], part: tuple[int, ...]) -> None:
        """Put into a row, for each card, the cards with which exactly `part` and that card pay the cost."""
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
        """Forget what is known where that are more than so many hands."""
        for known in (self.known, self.exact, self.rows):
            if len(known) > most:
                known.clear()

    def is_payable(self, hand: tuple[int, ...]) -> bool:
        """Return whether some of these cards (places, lowest first) pay the cost."""
        exactly = self._exactly
        chosen_ones = combinations(hand, self.cost.size)
        return any(exactly(chosen[:-1]) >> chosen[-1] & 1 for chosen in chosen_ones)

    def completing(self, held: tuple[int, ...]) -> int:
        """Return the cards, as bits, with which exactly `held`, one card short of the cost, pays it."""
        bits = self.exact.get(held)
        if bits is None:
            bits = self.exact[held] = self._exactly(held)
        return bits

    def _one_set(self, held: tuple[int, ...]) -> int:
        """The cards with which exactly `held` and that card pay a cost of one set."""
        return completing(self._mates[0], held)

    def _two_sets(self, held: tuple[int, ...]) -> int:
        """The cards with which exactly `held` and that card pay a cost of two sets."""
        bits = self.exact.get(held)
        if bits is None:
            bits = self.exact[held] = self._pair_and_three(*held) if self._threes else self._two_pairs(*held)
        return bits

    def _two_pairs(self, a: int, b: int, c: int) -> int:
        """Two of three cards are one pair, and the third waits for the other."""
        bits, (pair, other) = 0, self._pairs
        for first, second, single in ((a, b, c), (a, c, b), (b, c, a)):
            if pair[first] >> second & 1:
                bits |= other[single]
            if other[first] >> second & 1:
                bits |= pair[single]
        return bits

    def _pair_and_three(self, a: int, b: int, c: int, d: int) -> int:
        """Of four cards two are the pair and two wait for a third, or three are there and one waits."""
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
