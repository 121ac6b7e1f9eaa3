"""What a hand lacks for each cost without each of its cards, against an exhaustive search."""

from __future__ import annotations

import random

import pytest
from long_runs import runs

from twingkit.ember.box.pool import load_pool
from twingkit.ember.exact_odds.completions import PaymentCompletionFinder
from twingkit.ember.exact_odds.held_sets import LANE_BITS, HeldSets, held_sets
from twingkit.ember.rules.cards import ALL_CARDS_MASK, DECK_SIZE, WIZARD_COUNT
from twingkit.ember.rules.costs import Cost


@pytest.mark.parametrize("cost", sorted({str(creature.cost) for creature in load_pool().values()}))
def test_each_lane_has_what_completes_and_pays_for_the_hand_without_one_card(cost: str) -> None:
    rng, paid = random.Random(cost), Cost.parse(cost)
    slow = PaymentCompletionFinder(paid)
    near = [*range(20), *range(WIZARD_COUNT, DECK_SIZE)]  # cards that often form sets
    for size in (0, 1, 2, 4, 5, 6, 8) * runs(4, 40):
        hand = tuple(sorted(rng.sample(rng.choice([range(DECK_SIZE), near]), size)))
        completing, paying = HeldSets(hand).lane_masks(paid)
        kept = [*((*hand[:gone], *hand[gone + 1 :]) for gone in range(size)), hand]
        for index, cards in enumerate(kept):
            lane = LANE_BITS * index
            assert completing >> lane & ALL_CARDS_MASK == slow.cost_completing_mask(cards)
            assert paying >> lane & 1 == slow.is_payable(cards)


def test_costs_with_the_same_sets_are_kept_apart() -> None:
    held = held_sets((0, 1, 4, 5))
    for cost in ("N2", "N2+N2", "E2", "R2", "R2+R2", "S2"):
        assert held.lane_masks(Cost.parse(cost)) == HeldSets((0, 1, 4, 5)).lane_masks(Cost.parse(cost))
