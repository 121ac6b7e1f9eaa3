"""Payments of a hand, built from common features of cards, against an exhaustive search (EM-COST)."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from twingkit.ember.rules.cards import ARCHMAGE, DECK, in_pile_order
from twingkit.ember.rules.costs import SET_KINDS, Cost, pays_cost
from twingkit.ember.rules.payments import possible_payments

SINGLE = [f"{kind}{size}" for kind in SET_KINDS for size in (2, 3, 4, 5)]
DOUBLE = [f"{one}2+{other}{size}" for one in SET_KINDS for other in SET_KINDS for size in (2, 3)]


@pytest.mark.parametrize("cost", [*SINGLE, *DOUBLE], ids=str)
def test_EM_COST_1_payments_are_all_choices_that_pay_in_the_order_of_the_hand(cost: str) -> None:
    rng = random.Random(cost)
    price, paid = Cost.parse(cost), 0
    for size in (*range(9), *[8] * 20):
        near = rng.sample([card for card in DECK if card == ARCHMAGE or int(card[1:]) < 5], size)
        held, wilds = in_pile_order(near), rng.randint(0, 3)
        tried = dict.fromkeys(combinations(held, price.size))
        slow = [cards for cards in tried if cards.count(ARCHMAGE) <= wilds and pays_cost(cards, price)]
        assert list(possible_payments(near, price, max_wilds=wilds)) == slow
        paid += len(slow)
    assert paid
