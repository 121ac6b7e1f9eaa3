"""Find the cards that complete a payment of a cost, as bit masks of all cards.

Bit `p` of an integer stands for the card with index `p` (see `twingkit.ember.rules.cards`). Counting cards
means counting bits, so the three Archmages count three times without a special case.

If a cost cannot be paid in time, a sentence says how many cards are missing, and how many are drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations, product

from twingkit.core.messages import message
from twingkit.ember.rules.cards import ALL_CARDS_MASK, DECK_SIZE, bitmask_of, card_indexes, indexes_in_bitmask
from twingkit.ember.rules.costs import Cost, can_share_set, set_partner_masks


def set_completing_mask(partner_masks: Sequence[int], held: Sequence[int]) -> int:
    """Return the bit mask of all cards that would complete a set when added to the cards `held`, which are
    one card short.

    `partner_masks` are the `set_partner_masks` of the set. The result may include a card from `held`.

    >>> from twingkit.ember.rules.cards import indexes_in_bitmask
    >>> list(indexes_in_bitmask(set_completing_mask(set_partner_masks("S", 3), (0, 8))))
    [4, 52, 53, 54]
    """
    bits = ALL_CARDS_MASK
    for place in held:
        if not bits >> place & 1:
            return 0
        bits &= partner_masks[place]
    return bits


@lru_cache
def third_card_masks(kind: str) -> tuple[tuple[int, ...], ...]:
    """Return a table of bit masks: `[index][other]` has all cards that form a set of three with these two
    cards.
    """
    partner_masks, places = set_partner_masks(kind, 3), range(DECK_SIZE)
    return tuple(
        tuple(set_completing_mask(partner_masks, (place, other)) for other in places) for place in places
    )


class PaymentCompletionFinder:
    """A finder of all cards that, added to held cards, complete the payment of one cost; caches results by
    held cards.
    """

    def __init__(self, cost: Cost) -> None:
        self.cost = cost
        self.known: dict[int, int] = {}
        self.exact: dict[tuple[int, ...], int] = {}
        self.rows: dict[int, tuple[list[int], int]] = {}
        self._exactly = self._one_set if len(cost.sets) == 1 else self._two_sets
        self._mates = [set_partner_masks(group.kind, group.size) for group in cost.sets]
        self._pairs = [set_partner_masks(group.kind, 2) for group in cost.sets if group.size == 2]
        self._threes = [third_card_masks(group.kind) for group in cost.sets if group.size == 3]

    def cost_completing_mask(self, held: tuple[int, ...]) -> int:
        """Return the bit mask of cards that pay the cost together with some of the cards in `held` (ascending
        indexes).
        """
        key = bitmask_of(held)
        bits = self.known.get(key)
        if bits is None:
            bits, exactly = 0, self._exactly
            for chosen in combinations(held, self.cost.size - 1):
                bits |= exactly(chosen)
            self.known[key] = bits
        return bits

    def masks_by_added_card(self, held: tuple[int, ...]) -> tuple[list[int], int]:
        """Return `cost_completing_mask` of `held` plus each card of the deck, and the largest number of
        cards in one of these masks.

        The work that does not depend on the added card is done only once.
        """
        key = bitmask_of(held)
        known = self.rows.get(key)
        if known is None:
            row = [self.cost_completing_mask(held)] * DECK_SIZE
            for part in combinations(held, self.cost.size - 2):
                self._add_beside(row, part)
            known = self.rows[key] = row, max(map(int.bit_count, row))
        return known

    def _add_beside(self, row: list[int], part: tuple[int, ...]) -> None:
        """Add to each card's entry in `row` the cards that pay the cost with exactly `part` and that card."""
        if len(self.cost.sets) == 1:
            partner_masks = self._mates[0]
            both = set_completing_mask(partner_masks, part)
            for place in indexes_in_bitmask(both):
                row[place] |= both & partner_masks[place]
        else:
            pays: Callable[..., int] = self._pair_and_three if self._threes else self._two_pairs
            for place in range(DECK_SIZE):
                row[place] |= pays(*part, place)

    def is_payable(self, hand: tuple[int, ...]) -> bool:
        """Return True if some of these cards (ascending indexes) pay the cost."""
        exactly = self._exactly
        chosen_ones = combinations(hand, self.cost.size)
        return any(exactly(chosen[:-1]) >> chosen[-1] & 1 for chosen in chosen_ones)

    def _one_set(self, held: tuple[int, ...]) -> int:
        return set_completing_mask(self._mates[0], held)

    def _two_sets(self, held: tuple[int, ...]) -> int:
        bits = self.exact.get(held)
        if bits is None:
            bits = self.exact[held] = self._pair_and_three(*held) if self._threes else self._two_pairs(*held)
        return bits

    def _two_pairs(self, a: int, b: int, c: int) -> int:
        """Return the bit mask of cards that complete two pairs with three held cards, two of which are a
        pair.
        """
        bits, (pair, other) = 0, self._pairs
        for first, second, single in ((a, b, c), (a, c, b), (b, c, a)):
            if pair[first] >> second & 1:
                bits |= other[single]
            if other[first] >> second & 1:
                bits |= pair[single]
        return bits

    def _pair_and_three(self, a: int, b: int, c: int, d: int) -> int:
        """Return the bit mask of cards that complete a pair and a set of three with four held cards, split 2
        + 2 or 3 + 1.
        """
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


@lru_cache(maxsize=4096)
def min_missing_cards(held: tuple[str, ...], cost: Cost) -> int:
    """Return the smallest number of further cards with which held cards pay a cost.

    >>> held = ("A6", "E6", "F9")
    >>> min_missing_cards(held, Cost.parse("N4")), min_missing_cards(held, Cost.parse("N2"))
    (2, 0)
    """
    places = card_indexes(held)
    best = 0
    for groups in product(range(len(cost.sets) + 1), repeat=len(places)):
        sets = [
            tuple(place for place, chosen in zip(places, groups, strict=True) if chosen == number)
            for number in range(len(cost.sets))
        ]
        if all(
            len(chosen) <= group.size and can_share_set(group.kind, group.size, chosen)
            for chosen, group in zip(sets, cost.sets, strict=True)
        ):
            best = max(best, sum(map(len, sets)))
    return cost.size - best


def why_unreachable(held: tuple[str, ...], cost: Cost, draws: int) -> str:
    """Return a sentence saying why held cards and `draws` unseen ones can never pay a cost.

    >>> why_unreachable(("A6", "E6", "F9"), Cost.parse("N4"), 1)
    'N4 still needs 2 cards, but you draw only 1.'
    """
    lacking = min_missing_cards(held, cost)
    if lacking > draws:
        return message("ember.lacking", cost=str(cost), n=lacking, draws=draws)
    return message("ember.all_seen", cost=str(cost))
