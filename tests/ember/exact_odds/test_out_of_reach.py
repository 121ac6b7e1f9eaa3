"""A chance of 0 has a reason: how many cards are missing at least, or that all useful cards have been
seen."""

from __future__ import annotations

import random

import pytest

from twingkit.core.language import in_language
from twingkit.ember import chance_within, keep_choices_table, pool_chances, refresh_chance
from twingkit.ember.exact_odds.completions import min_missing_cards, why_unreachable
from twingkit.ember.rules.cards import DECK
from twingkit.ember.rules.costs import Cost
from twingkit.ember.rules.payments import possible_payments

COSTS = ("N2", "N4", "E3", "E5", "R3", "R5", "S3", "S2+N2", "N2+N2", "R3+N2", "E2+N3")


@pytest.mark.parametrize("seed", range(6))
def test_nothing_is_missing_where_a_hand_pays_and_one_card_where_some_card_of_the_deck_would_do(
    seed: int,
) -> None:
    hand = tuple(random.Random(seed).sample(DECK, 4))
    for text in COSTS:
        cost = Cost.parse(text)
        lacking = min_missing_cards(hand, cost)
        assert (lacking == 0) == any(possible_payments(hand, cost))
        others = [card for card in dict.fromkeys(DECK) if card not in hand or card == "*"]
        assert (lacking <= 1) == any(any(possible_payments((*hand, card), cost)) for card in others)
        assert (chance_within(" ".join(hand), text, turns=1) > 0) == (lacking <= 1)


def test_each_chance_of_0_has_its_reason_and_no_other_has_one() -> None:
    hand = "A6 E6 F8 A9 W1"
    for frame in (
        pool_chances(hand, 1),
        keep_choices_table(hand, "R4", turns=1),
        refresh_chance(hand, "N3", turns=1).frame(),
    ):
        assert len(frame)
        assert ((frame["chance"] == 0) == (frame["reason"] != "")).all()
    with in_language("de"):
        assert "EM-TURN-4" in refresh_chance(hand, "N3", turns=1).frame()["reason"][0]
    assert refresh_chance(hand, "N2", turns=2, samples=5).frame()["reason"][0] == ""


def test_where_all_cards_that_would_do_are_seen_that_is_the_reason() -> None:
    seen = "E6 F6 W6 * * *"
    assert chance_within("A6", "N2", turns=1, seen=seen) == 0
    assert (
        why_unreachable(("A6",), Cost.parse("N2"), 1)
        == "N2 cannot be completed, because all cards that would complete it have been seen."
    )
