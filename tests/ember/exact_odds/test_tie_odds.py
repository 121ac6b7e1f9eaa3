"""The chances at a tie, against an enumeration of all hands."""

from __future__ import annotations

import random
from itertools import combinations
from math import comb

import pytest
from long_runs import runs

from twingkit.core.language import in_language
from twingkit.core.messages import Fault
from twingkit.core.questions import Refusal
from twingkit.core.variants.switches import VariantError
from twingkit.ember.exact_odds.other_draws import archmage_chance
from twingkit.ember.exact_odds.tie_odds import odds_in_tie
from twingkit.ember.rules.cards import DECK
from twingkit.ember.rules.table import EmberTable
from twingkit.ember.rules.turn import tie_hand_worth
from twingkit.ember.variants.variant import Variant


def walked(hand: list[str], unseen: list[str], cards: int, tie: str) -> tuple[int, int]:
    """Return how many of all hands lose and share, compared by the rules of the game."""
    table, lower, equal = EmberTable(2, variant=Variant.parse(f"tie={tie}")), 0, 0
    own, other = table.players
    own.hand = hand
    for dealt in combinations(unseen, cards):
        other.hand = list(dealt)
        mine, theirs = tie_hand_worth(table, own), tie_hand_worth(table, other)
        lower, equal = lower + (theirs < mine), equal + (theirs == mine)
    return lower, equal


@pytest.mark.parametrize("first", range(0, runs(60, 1_000), 20))
def test_EM_CALL_5_both_readings_against_every_hand_compared_by_the_rules(first: int) -> None:
    """Random hands, some with Archmages, against small hands or a deck of few unseen cards."""
    for number in range(first, first + 20):
        rng = random.Random(number)
        deck = list(DECK)
        rng.shuffle(deck)
        size, cards = rng.randint(0, 8), rng.randint(0, 6)
        few = rng.randint(cards, 9) if cards > 2 else rng.randint(cards, 47)
        hand, unseen, seen = deck[:size], deck[size : size + few], deck[size + few :]
        tie = rng.choice(("sum", "best"))
        lower, equal = walked(hand, unseen, cards, tie)
        odds = odds_in_tie(hand, cards, exact=True, seen=seen, variant=f"tie={tie}")
        hands = comb(few, cards)
        assert (odds.higher * hands, odds.equal * hands) == (lower, equal), (hand, unseen, cards, tie)
        assert odds.higher + odds.equal + odds.lower == 1


@pytest.mark.parametrize("cards", [60, -1, 2.0, "2", True, None])
def test_EM_SET_2_an_invalid_number_of_unseen_cards_is_refused(cards: object) -> None:
    for asked in (lambda: odds_in_tie("A5", cards), lambda: archmage_chance(cards)):  # type: ignore[arg-type]
        with pytest.raises((Refusal, Fault), match="EM-SET-2"):
            asked()


def test_EM_CALL_5_a_variant_that_is_none_is_refused() -> None:
    with pytest.raises(VariantError):
        odds_in_tie("A5", 2, variant="tie=high")


def test_EM_CALL_5_a_chance_of_0_says_which_sums_there_are():
    frame = odds_in_tie("A13", 1).frame()
    assert frame.reason.tolist()[:2] == ["", ""]
    assert "adds up to 13, and the other hand’s sum can only be from 1 to 13" in frame.reason[2]
    with in_language("de"):
        best = odds_in_tie("A13 E13 W13", 2, variant="tie=best").frame()
    assert best.reason[0] == ""
    assert set(best.reason[1:]) == {
        "Dieses Ergebnis ist unmöglich: Keine andere Hand führt dazu, wenn die Hände Karte "
        "für Karte verglichen werden [EM-CALL-5]."
    }
