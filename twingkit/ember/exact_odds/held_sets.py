"""What a hand lacks for each cost, for the whole hand and without each of its cards at the same time.

Only cards that can belong to one set are put together, so almost nothing is tried in vain, and the parts of
sets that several costs share are found once. A *lane* is 64 bits of a large integer. There is one lane for
the hand without each of its cards, in their order, and a last one for the whole hand: one operation on such
integers applies to all of them.
"""

from __future__ import annotations

from functools import lru_cache

from twingkit.ember.rules.cards import ALL_CARDS_MASK, WIZARD_COUNT, bitmask_of
from twingkit.ember.rules.costs import Cost, CostSet, set_partners
from twingkit.ember.rules.payments import formable_sets

LANE_BITS = 64
"""Distance between the lanes; larger than the number of cards."""

_Part = tuple[int, int, int]
"""Part of a set: lanes that have its cards, cards that complete it, and those of them held further up."""


@lru_cache(maxsize=128)
def held_sets(hand: tuple[int, ...]) -> HeldSets:
    """Return the sets of a hand, cached for the latest hands: players weigh a hand for several goals."""
    return HeldSets(hand)


class HeldSets:
    """The sets that the cards of a hand form or lack one card of. `hand` are ascending card indexes."""

    def __init__(self, hand: tuple[int, ...]) -> None:
        self.bits = bitmask_of(hand)
        self.last_lane = LANE_BITS * len(hand)
        """Position of the lane of the whole hand."""
        self.all_lanes = sum([1 << lane for lane in range(0, self.last_lane + 1, LANE_BITS)])
        """The lowest bit of each lane."""
        wizards = [card for card in hand if card < WIZARD_COUNT]
        archmages = len(hand) - len(wizards)
        self._whole, self._near = formable_sets(wizards, (archmages, archmages + 1))
        """The sets that the hand forms, and those that it would form with one more Archmage, as bit masks."""
        self._lane_without = {1 << card: 1 << LANE_BITS * index for index, card in enumerate(hand)}
        self._known: dict[tuple[int, int], tuple[int, int]] = {}
        self._incomplete: dict[int, list[_Part]] = {}
        self._complete: dict[int, list[int]] = {}

    def completions(self, cost: Cost) -> tuple[int, int]:
        """Return the cards with which some of the held ones pay a cost, by lane, and the lanes that pay it.

        Cards of the hand itself may be among the former, as in `Completions.completing_subset_mask`.
        """
        key = cost.set_bits, cost.size
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._completions(cost) if self._is_near(cost) else (0, 0)
        return known

    def _is_near(self, cost: Cost) -> bool:
        """Return True if all sets of a cost but one can be formed, and that one up to a card."""
        if cost.set_bits & ~self._near:
            return False
        return len(cost.sets) == 1 or any(group.bit & self._whole for group in cost.sets)

    def _completions(self, cost: Cost) -> tuple[int, int]:
        completing, paying, lane_without = 0, 0, self._lane_without
        if len(cost.sets) == 1:
            for lanes, bits, higher in self._incomplete_sets(cost.sets[0]):
                completing |= bits * lanes
                while higher:
                    low = higher & -higher
                    higher ^= low
                    paying |= lanes ^ lane_without[low]
            return completing, paying
        first, second = cost.sets
        all_lanes = self.all_lanes
        for beside in self._complete_sets(first):
            for lanes, bits, higher in self._incomplete_sets(second):
                if beside | lanes == all_lanes:  # no card is in both sets
                    both = beside & lanes
                    completing |= bits * both
                    while higher:
                        low = higher & -higher
                        higher ^= low
                        if beside & lane_without[low]:
                            paying |= both ^ lane_without[low]
        for beside in self._complete_sets(second):
            for lanes, bits, _ in self._incomplete_sets(first):
                if beside | lanes == all_lanes:
                    completing |= bits * (beside & lanes)
        return completing, paying

    def _incomplete_sets(self, group: CostSet) -> list[_Part]:
        """Return all choices of held cards to which one card is missing for a set."""
        parts = self._incomplete.get(group.bit)
        if parts is None:
            partners = set_partners(group.kind, group.size)
            parts = [(self.all_lanes, ALL_CARDS_MASK, self.bits)]
            for missing in range(group.size - 2, -1, -1):
                longer = []
                for lanes, bits, higher in parts:
                    while higher.bit_count() > missing:
                        low = higher & -higher
                        higher ^= low
                        beside = partners[low.bit_length() - 1]
                        longer.append((lanes ^ self._lane_without[low], bits & beside, higher & beside))
                parts = longer
            self._incomplete[group.bit] = parts
        return parts

    def _complete_sets(self, group: CostSet) -> list[int]:
        """Return the lanes that have all cards of a set, for each set that the hand holds."""
        sets = self._complete.get(group.bit)
        if sets is None:
            sets = self._complete[group.bit] = []
            for lanes, _, higher in self._incomplete_sets(group):
                while higher:
                    low = higher & -higher
                    higher ^= low
                    sets.append(lanes ^ self._lane_without[low])
        return sets
