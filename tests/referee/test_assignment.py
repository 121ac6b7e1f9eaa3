"""The search for unknown cards in the histories of hands, with small hands."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping

from twingkit.core.slices import finish
from twingkit.referee.assignment import CardAssignmentSearch, HandEvent

OLD, NEW = "the first deck", "the deck that was made anew"


def some(hand: Mapping[str, int]) -> int:
    """Return the constraint that the hand holds something other than traps."""
    return 0 if set(hand) - {"trap"} else 1


def two_hands(seed: int) -> CardAssignmentSearch:
    """Return the histories of two hands. The first one drew a four from the old deck, a two from the new one,
    laid a two, and lacks a trap; the second one drew a two and a trap from the old deck."""
    assignment = CardAssignmentSearch(random.Random(seed))
    assignment.dealt_tokens = {0: "two", 1: "trap", 2: "four", 4: "two"}
    assignment.decks = {0: OLD, 1: OLD, 2: OLD, 4: NEW}
    assignment.owner = {0: 1, 1: 1, 2: 0, 4: 0}
    assignment.spare = {NEW: Counter(trap=3, two=1)}
    assignment.histories[1] = [HandEvent("+", 0, unknown_line=0), HandEvent("+", 1, unknown_line=1)]
    assignment.histories[0] = [
        HandEvent("+", 2, unknown_line=2),
        HandEvent("must", 3, demand=some),
        HandEvent("+", 4, unknown_line=4),
        HandEvent("-", 5, "two"),
        HandEvent("-", 6, "trap"),
    ]
    return assignment


def test_what_left_a_hand_was_a_card_that_is_taken_for_one_there_still() -> None:
    assert two_hands(0).total_cost() > 0
    at_once = [finish(two_hands(seed).meet_demands(1)) for seed in range(20)]
    assert sum(at_once) > 10  # each of these cards alone saves nothing


def test_what_was_chosen_unseen_is_only_a_card_that_could_be() -> None:
    assignment = two_hands(0)
    assignment.dealt_tokens[7], assignment.owner[7] = "four", 0
    assignment.histories[0].insert(-2, HandEvent("-", 5, unknown_line=7))
    assert assignment.possible_tokens(7) == {"two", "four"}
    assignment.choosable_tests[7] = "four".__eq__
    assert assignment.possible_tokens(7) == {"four"}
