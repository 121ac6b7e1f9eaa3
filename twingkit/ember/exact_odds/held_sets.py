"""What a hand lacks for each cost, for the whole hand and without each of its cards at the same time.

Only cards that can belong to one set are put together, so almost nothing is tried in vain, and the parts of
sets that several costs share are found once. A *lane* is 64 bits of a large integer. There is one lane for
the hand without each of its cards, in their order, and a last one for the whole hand: one operation on such
integers applies to all of them.
"""

from __future__ import annotations

from functools import lru_cache

from twingkit.ember.rules.cards import ALL_CARDS_MASK, WIZARD_COUNT, bitmask_of
from twingkit.ember.rules.costs import Cost, CostSet, SetPart, longer_parts
from twingkit.ember.rules.payments import formable_set_bits

LANE_BITS = 64
"""Distance between the lanes; larger than the number of cards."""


@lru_cache(maxsize=128)
def held_sets(hand: tuple[int, ...]) -> HeldSets:
    """Return the sets that a hand forms, and the sets for which it lacks one card; `hand` are ascending card
    indexes.

    The latest hands are cached, since players weigh a hand for several goals.
    """
    return HeldSets(hand)


class HeldSets:
    """The sets that the cards of a hand form, and the sets for which one card is missing. `hand` are
    ascending card indexes.
    """

    def __init__(self, hand: tuple[int, ...]) -> None:
        self.bits = bitmask_of(hand)
        self.last_lane = LANE_BITS * len(hand)
        """Position of the lane of the whole hand."""
        self.all_lanes = sum([1 << lane for lane in range(0, self.last_lane + 1, LANE_BITS)])
        """The lowest bit of each lane."""
        wizards = [card for card in hand if card < WIZARD_COUNT]
        archmages = len(hand) - len(wizards)
        self._whole, self._near = formable_set_bits(wizards, (archmages, archmages + 1))
        """The sets that the hand forms, and those that it would form with one more Archmage, as bit masks."""
        self._lane_without = {1 << card: 1 << LANE_BITS * index for index, card in enumerate(hand)}
        self._known: dict[tuple[int, int], tuple[int, int]] = {}
        self._known_parts: dict[int, tuple[list[SetPart], list[int]]] = {}

    def lane_masks(self, cost: Cost) -> tuple[int, int]:
        """Return two bit masks in lanes (one for the hand without each card, one for the whole hand): the
        cards that complete the cost, and the lanes that pay it already.

        Cards of the hand itself may be among the former, as in
        `PaymentCompletionFinder.cost_completing_mask`.
        """
        key = cost.set_bits, cost.size
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._completions(cost) if self._is_near(cost) else (0, 0)
        return known

    def _is_near(self, cost: Cost) -> bool:
        """Return True if the hand can form all sets of a cost but one, and lacks at most one card for that
        set.
        """
        if cost.set_bits & ~self._near:
            return False
        return len(cost.sets) == 1 or any(group.bit & self._whole for group in cost.sets)

    def _completions(self, cost: Cost) -> tuple[int, int]:
        completing, paying, all_lanes = 0, 0, self.all_lanes
        first_parts, first_sets = self._parts_and_sets(cost.sets[0])
        if len(cost.sets) == 1:
            for lanes, bits, _ in first_parts:
                completing |= bits * lanes
            for lanes in first_sets:
                paying |= lanes
            return completing, paying
        second_parts, second_sets = self._parts_and_sets(cost.sets[1])
        for beside in first_sets:
            for lanes in second_sets:
                if beside | lanes == all_lanes:  # no card is in both sets
                    paying |= beside & lanes
        for sets, parts in ((first_sets, second_parts), (second_sets, first_parts)):
            for beside in sets:
                for lanes, bits, _ in parts:
                    if beside | lanes == all_lanes:
                        completing |= bits * (beside & lanes)
        return completing, paying

    def _parts_and_sets(self, group: CostSet) -> tuple[list[SetPart], list[int]]:
        """Return all choices of held cards that lack one card for a set, and all choices that form the whole
        set.

        Of a whole set it returns the lanes that have all its cards.
        """
        known = self._known_parts.get(group.bit)
        if known is None:
            parts = [(self.all_lanes, ALL_CARDS_MASK, self.bits)]
            for missing in range(group.size - 2, -1, -1):
                parts = longer_parts(group, parts, self._lane_without, missing)
            whole = longer_parts(group, parts, self._lane_without, 0)
            known = self._known_parts[group.bit] = parts, [lanes for lanes, _, _ in whole]
        return known
