"""Hands that are only partly known: counted like an enumeration of every hand, and as rare as in the box."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations

import pytest

from twingkit.core.questions import Refusal
from twingkit.ember.box.pool import load_pool
from twingkit.ember.box.rarity import HAND_COUNT, count_paying_hands
from twingkit.ember.exact_odds.unseen_hand import SAMPLES, hand_payment_chances, single_set_chance
from twingkit.ember.rules.cards import DECK
from twingkit.ember.rules.costs import unpaid_case

POOL = tuple(load_pool().values())
COSTS = {creature.cost: creature for creature in POOL}
ONE_SET = [creature for cost, creature in COSTS.items() if len(cost.sets) == 1]
TWO_SETS = [creature for cost, creature in COSTS.items() if len(cost.sets) == 2]


def dealt(held: tuple[str, ...], unknown: int, cost: object, unseen: list[str], wilds: int) -> Fraction:
    """Return the share of all hands that pay: deal each one, and try each choice of its cards."""
    hands = list(combinations(range(len(unseen)), unknown))
    paid = 0
    for places in hands:
        hand = [*held, *(unseen[place] for place in places)]
        chosen = combinations(hand, cost.size)  # type: ignore[attr-defined]
        paid += any(
            not unpaid_case(cards, cost) and cards.count("*") <= wilds  # type: ignore[arg-type]
            for cards in chosen
        )
    return Fraction(paid, len(hands))


@pytest.mark.parametrize("creature", ONE_SET, ids=lambda creature: str(creature.cost))
def test_EM_POOL_1_five_cards_of_the_whole_deck_pay_as_often_as_all_hands_say(creature) -> None:
    chance = single_set_chance((), 5, creature.cost.sets[0], DECK)
    assert chance == Fraction(count_paying_hands(str(creature.cost)), HAND_COUNT)


@pytest.mark.parametrize("wilds", [3, 1])
@pytest.mark.parametrize("creature", ONE_SET, ids=lambda creature: str(creature.cost))
def test_EM_COST_5_known_and_unknown_cards_are_counted_as_by_dealing_every_hand(creature, wilds: int) -> None:
    rng = random.Random(f"{creature.id} {wilds}")
    for known, unknown in ((2, 3), (0, 4), (4, 1), (1, 5)):
        deck = list(DECK)
        rng.shuffle(deck)
        deck.sort(key=lambda card: card != "*")  # Archmages are known, or may still come
        rng.shuffle(first := deck[:14])
        held, unseen = tuple(first[:known]), first[known:]
        counted = single_set_chance(held, unknown, creature.cost.sets[0], tuple(unseen), wilds)
        assert counted == dealt(held, unknown, creature.cost, unseen, wilds)


@pytest.mark.parametrize("creature", TWO_SETS, ids=lambda creature: str(creature.cost))
def test_two_sets_are_counted_for_few_unknown_cards_and_estimated_with_their_error_for_more(creature) -> None:
    rng = random.Random(creature.id)
    deck = list(DECK)
    rng.shuffle(deck)
    held, unseen, seen = tuple(deck[:3]), deck[3:14], deck[14:]
    (row,) = hand_payment_chances(held, 2, [creature], seen=seen)
    assert row.standard_error == 0
    assert row.chance == float(dealt(held, 2, creature.cost, unseen, 3))
    (row,) = hand_payment_chances("", 5, [creature])
    assert 0 < row.standard_error < 1 / SAMPLES**0.5
    assert abs(row.chance - count_paying_hands(str(creature.cost)) / HAND_COUNT) < 4 * row.standard_error


def test_EM_SET_2_more_unknown_cards_than_there_are_unseen_ones_are_refused() -> None:
    with pytest.raises(Refusal, match="EM-SET-2"):
        hand_payment_chances("A1", 4, POOL, seen=DECK[4:])
    assert hand_payment_chances("A1", 0, POOL[:1]) == hand_payment_chances("A1", 0, POOL[:1], seen=DECK[1:])
