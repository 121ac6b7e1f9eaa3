"""What a hand pays now, soon, after an ability's draws, and after a refresh; each against a reference
implementation."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest

from twingkit.core.messages import Fault
from twingkit.core.questions import Refusal
from twingkit.ember.exact_odds.chance_within import chance_within, keep_rows
from twingkit.ember.exact_odds.other_draws import archmage_chance, chance_with_draws, refresh_chance
from twingkit.ember.exact_odds.pool_chances import conjurable_creatures, pool_chance_rows
from twingkit.ember.rules.cards import DECK
from twingkit.ember.rules.costs import Cost, pays_cost


def payable(hand: tuple[str, ...], cost: str) -> bool:
    size = Cost.parse(cost).size
    return any(pays_cost(cards, Cost.parse(cost)) for cards in combinations(hand, size))


def test_the_chances_of_a_pool_are_those_of_its_costs_and_the_discard_is_the_first_row() -> None:
    hand = "A5 E12 E7 W3 F9"
    for row in pool_chance_rows(hand, 1):
        cost = str(row.creature.cost)
        assert row.chance == chance_within(hand, cost, turns=1)
        rows = keep_rows(hand, cost, 1)
        if rows:
            assert rows[0].chance == row.chance
            assert row.chance in [kept.chance for kept in rows if kept.discard == row.discard]
    assert {row.chance for row in pool_chance_rows(hand, 0)} <= {0.0, 1.0}


@pytest.mark.parametrize(
    ("cost", "draws"), [("N3", 1), ("N3", 2), ("S3", 2), ("R4", 2), ("R2+N3", 2), ("E3", 3)]
)
def test_EM_TURN_6_draws_of_an_ability_are_counted_one_set_of_cards_after_another(
    cost: str, draws: int
) -> None:
    hand, unseen = (
        ("A6", "E6", "F8", "A9", "W1"),
        [card for card in DECK if card[1:] in ("6", "7", "8", "10")],
    )
    unseen = [card for card in unseen if card != "E6" and card != "A6" and card != "F8"] + ["*"]
    seen = [card for card in DECK[:-3] if card not in unseen and card not in hand] + ["*", "*"]
    sets = list(combinations(unseen, draws))
    slow = Fraction(sum(payable((*hand, *cards), cost) for cards in sets), len(sets))
    assert chance_with_draws(hand, cost, draws=draws, exact=True, seen=seen) == slow


def test_EM_TURN_4_a_refresh_deals_every_hand_and_then_keeps_what_is_best() -> None:
    hand, kept = ("A1", "E1"), ("A2", "E2", "F7", "W7", "A7", "*")
    seen = [card for card in DECK[:-3] if card not in kept and card not in hand] + ["*", "*"]
    news = list(combinations(kept, 2))
    for cost in ("N2", "R2", "N3"):
        slow = Fraction(0)
        for new in news:
            slow += chance_within(new, cost, turns=1, exact=True, seen=[*seen, *hand])
        exact = refresh_chance(hand, cost, turns=2, samples=None, seen=seen)
        assert exact.chance == pytest.approx(float(slow / len(news)), abs=1e-12)
        assert (exact.standard_error, exact.hand_count) == (0.0, len(news))
        sampled = refresh_chance(hand, cost, turns=2, samples=2000, seen=seen)
        assert abs(sampled.chance - exact.chance) < 4 * sampled.standard_error + 1e-9
    assert refresh_chance(hand, "N2", turns=1).chance == 0.0
    assert (
        refresh_chance("A1 A2 A3 A4 A5", "N4", turns=2, samples=5000, should_stop=lambda: True).hand_count
        == 100
    )


def test_the_chance_that_a_hand_holds_an_archmage_is_that_of_all_hands() -> None:
    seen = [card for card in DECK if card != "*" and card[1:] not in ("1", "2")]
    unseen = [card for card in DECK if card not in seen]
    for cards in (0, 1, 2, 3):
        hands = list(combinations(range(len(unseen)), cards))
        held = sum(any(unseen[place] == "*" for place in hand) for hand in hands)
        assert archmage_chance(cards, seen=seen, exact=True) == Fraction(held, len(hands))
        assert archmage_chance(cards, seen=seen) == held / len(hands)


def test_what_cannot_be_asked_is_refused_with_its_rule() -> None:
    with pytest.raises(Fault, match="EM-ODDS-1"):
        chance_with_draws("A1", "N2", draws=4)
    with pytest.raises(Refusal, match="EM-TURN-4"):
        refresh_chance("", "N2", turns=2)
    with pytest.raises(Refusal, match="EM-SET-3"):
        conjurable_creatures("A1", creatures=["dragonfly"])
