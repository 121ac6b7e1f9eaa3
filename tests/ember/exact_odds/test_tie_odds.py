"""The chances at a tie, against every hand dealt."""

from __future__ import annotations

from itertools import combinations

import pytest

from twingkit.asking import Refusal
from twingkit.ember.exact_odds.tie_odds import tie_odds, worth
from twingkit.ember.rules.cards import DECK


@pytest.mark.parametrize(
    ("hand", "cards", "seen"), [("A13 E2", 2, ""), ("* A9", 1, "* F3"), ("W1 W2 W3", 3, "A1 A2")]
)
def test_EM_CALL_5_the_sums_of_hands_against_all_hands_dealt(hand: str, cards: int, seen: str) -> None:
    unseen = list(DECK)
    for card in [*hand.split(), *seen.split()]:
        unseen.remove(card)
    own = sum(map(worth, hand.split()))
    dealt = [sum(map(worth, cards)) for cards in combinations(unseen, cards)]
    odds = tie_odds(hand, cards, seen=seen)
    assert odds.higher * len(dealt) == sum(total < own for total in dealt)
    assert odds.equal * len(dealt) == sum(total == own for total in dealt)
    assert odds.higher + odds.equal + odds.lower == 1


def test_EM_SET_2_more_cards_than_are_unseen_are_refused() -> None:
    with pytest.raises(Refusal, match="EM-SET-2"):
        tie_odds("A5", 60)
