"""The chance to pay within some turns, against independent numbers and a reference implementation."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, product

import pytest
from long_runs import runs

from twingkit.core.messages import Fault
from twingkit.core.questions import Refusal
from twingkit.ember.box.pool import load_pool
from twingkit.ember.exact_odds.chance_within import (
    PayingDrawCounter,
    chance_within,
    keep_rows,
    parse_draw_arguments,
)
from twingkit.ember.exact_odds.completions import PaymentCompletionFinder
from twingkit.ember.exact_odds.other_draws import chance_with_draws, refresh_chance
from twingkit.ember.rules.cards import ALL_CARDS_MASK, DECK, ELEMENTS, bitmask_of, card_number
from twingkit.ember.rules.costs import Cost, CostSet

KNOWN = """
A12 A11 E11 E10 F13: E3 2 37/49
E8 A10 A6 E2 W5: E2+N3 2 3/98
E10 F8 W10 W3 F2: E3+N2 1 7/25
W1 A12 A9 E4 W7: S2+N2 2 207/2450
F2 F12 W4 F4: E3+N2 3 23/35
A2 E2 F13: S3 2 16/663
F4 E9 E7 * A7: E4 2 559/1225
E4 A1 F11 E13 E11: N3 2 241/1225
F11 W7 F10: S2+S2 2 287/1326
F7 F5 E2: S3+E2 3 4057/33150
A5 E12 E7 E3 W9: S2 2 484/1225
A4 W1 F8 E1 A3: S2+N3 1 1/10
W13 E2 E1 A11: S2+N2 2 143/425
E5 A12 W6 F8 A6: N3 1 1/10
"""
"""Hand, cost, turns, and the chance from an independent source."""


@pytest.mark.parametrize("cost", sorted({str(creature.cost) for creature in load_pool().values()}))
def test_what_completes_held_cards_beside_each_card_is_looked_up_as_for_each_hand(cost: str) -> None:
    rng = random.Random(cost)
    completions, alone = PaymentCompletionFinder(Cost.parse(cost)), PaymentCompletionFinder(Cost.parse(cost))
    for size in (0, 1, 2, 3, 4) * runs(4, 40):
        held = tuple(sorted(rng.sample(range(len(DECK)), size)))
        row, most = completions.masks_by_added_card(held)
        for place in set(range(len(DECK))) - {*held}:
            unseen = ALL_CARDS_MASK & ~bitmask_of((*held, place))
            assert row[place] & unseen == alone.cost_completing_mask(tuple(sorted((*held, place)))) & unseen
        assert most == max(bits.bit_count() for bits in row)


@pytest.mark.parametrize("line", KNOWN.strip().splitlines())
def test_numbers_that_were_worked_out_elsewhere_come_out(line: str) -> None:
    hand, _, rest = line.partition(": ")
    cost, turns, chance = rest.split()
    assert chance_within(hand, cost, turns=int(turns), exact=True) == Fraction(chance)
    assert chance_within(hand, cost, turns=int(turns)) == float(Fraction(chance))


# -- the reference implementation: every draw, every discard, every card that an Archmage can be


def is_set(group: CostSet, cards: list[tuple[str, int]]) -> bool:
    numbers = {n for _, n in cards}
    if group.kind == "N":
        return len(numbers) == 1
    if group.kind in "ES" and len({element for element, _ in cards}) > 1:
        return False
    return group.kind == "E" or len(numbers) == len(cards) == max(numbers) - min(numbers) + 1


SEATED = list(product(ELEMENTS, range(1, 14)))


def is_paid(cost: Cost, cards: tuple[str, ...]) -> bool:
    """Return whether cards pay a cost, as the rules say it: an Archmage is each of the 52 cards in turn."""
    wizards = [(card[0], card_number(card)) for card in cards if card != "*"]
    for stands_for in combinations_with_replacement(SEATED, cards.count("*")):
        laid = [*wizards, *stands_for]
        for first in combinations(range(len(laid)), cost.sets[0].size):
            rest = [card for place, card in enumerate(laid) if place not in first]
            chosen = [[laid[place] for place in first], rest]
            if all(is_set(group, part) for group, part in zip(cost.sets, chosen, strict=False)):
                return True
    return False


class Slow:
    def __init__(self, cost: str) -> None:
        self.cost = Cost.parse(cost)
        self.known: dict[tuple[str, ...], bool] = {}

    def payable(self, hand: tuple[str, ...]) -> bool:
        for cards in combinations(sorted(hand), self.cost.size):
            if cards not in self.known:
                self.known[cards] = is_paid(self.cost, cards)
            if self.known[cards]:
                return True
        return False

    def chance(self, hand: tuple[str, ...], unseen: list[str], turns: int, *, first: bool = True) -> Fraction:
        """A hand above the Hand Size is discarded down at the end of the first turn (EM-TURN-7)."""
        if self.payable(hand):
            return Fraction(1)
        if not turns or not unseen:
            return Fraction(0)
        if not first and len(hand) > 5:
            kept = combinations(hand, 5)
            return max(self.chance(keep, unseen, turns, first=False) for keep in kept)
        best = Fraction(0)
        for keep in [hand] if len(hand) < 5 else combinations(hand, len(hand) - 1):
            total = Fraction(0)
            for place, card in enumerate(unseen):
                rest = unseen[:place] + unseen[place + 1 :]
                total += self.chance((*keep, card), rest, turns - 1, first=False)
            best = max(best, total / len(unseen))
        return best


EVERY_COST = dict.fromkeys(str(creature.cost) for creature in load_pool().values())


@pytest.mark.parametrize("size", range(10))
def test_EM_TURN_7_hands_of_every_size_are_counted_as_by_the_slow_twin(size: int) -> None:
    """All costs, with Archmages in the hand, among the discards, or still to come; also a deck that runs
    out."""
    rng = random.Random(size)
    slow = {cost: Slow(cost) for cost in EVERY_COST}
    for index, cost in enumerate([*EVERY_COST][size % 5 :: runs(5, 1)] * runs(1, 4)):
        deck = list(DECK)
        rng.shuffle(deck)
        turns = index % (4 if size < 7 else 3)
        if index % 3 == 0 and size:  # an Archmage in the hand
            deck.remove("*")
            deck.insert(0, "*")
        left = rng.randint(0, 3 if turns == 3 or size > 5 else 7)
        hand, unseen, seen = tuple(deck[:size]), deck[size : size + left], deck[size + left :]
        chance = slow[cost].chance(hand, unseen, turns)
        assert chance_within(hand, cost, turns=turns, exact=True, seen=seen) == chance, (
            hand,
            cost,
            turns,
            unseen,
        )
        assert chance_within(hand, cost, turns=turns, seen=seen) == float(chance)
        rows = keep_rows(hand, cost, turns, seen=seen) if turns else []
        assert all(row.chance <= float(chance) for row in rows)
        if 0 < chance < 1:
            assert rows[0].chance == float(chance)
            assert rows[0].discard in ("", *hand)


def test_EM_DECK_3_without_a_card_to_come_only_the_hand_counts() -> None:
    hand = "A6 E6 F7"
    others = [card for card in DECK if card not in hand.split()]
    assert chance_within(hand, "N2", turns=3, seen=others) == 1
    assert chance_within(hand, "N3", turns=3, exact=True, seen=others) == 0
    assert keep_rows(hand, "N3", 2, seen=others) == []
    others.remove("W6")
    assert chance_within(hand, "N3", turns=3, exact=True, seen=others) == 1
    assert chance_with_draws(hand, "N3", draws=3, seen=others) == 1
    assert refresh_chance("A6", "N2", turns=3, samples=None, seen=[*others, "E6", "F7"]).chance == 0


def test_what_pays_at_once_is_certain_and_nothing_is_kept() -> None:
    assert chance_within("A6 E6 *", "N3", turns=0) == 1
    assert chance_within("A6 E6", "N3", turns=0) == 0
    assert keep_rows("A6 E6 *", "N3", 1) == []


@pytest.mark.parametrize(
    ("hand", "cost", "turns", "rule"),
    [
        ("X1", "N2", 1, "EM-SET-2"),
        ("A1 A14", "N2", 1, "EM-SET-2"),
        ("A1", "N9", 1, "EM-COST-1"),
        ("A1", "N3+E3", 1, "EM-COST-1"),
        ("A1", "R2+R2+R2", 1, "EM-COST-1"),
        ("A1", "N2", 4, "EM-ODDS-1"),
        ("A1", "N2", -1, "EM-ODDS-1"),
        ("A1", "N2", True, "EM-ODDS-1"),
    ],
)
def test_what_cannot_be_read_is_said_with_its_rule(hand: str, cost: str, turns: int, rule: str) -> None:
    with pytest.raises(Fault) as error:
        chance_within(hand, cost, turns=turns)
    for lang in ("en", "de"):
        assert error.value.text(lang).endswith(f"[{rule}]")


@pytest.mark.parametrize(
    ("hand", "rule"),
    [("A1 A1", "EM-SET-2"), ("* * * *", "EM-SET-2"), ("A1 A2 A3 A4 A5 A6 A7 A8 A9 A10 A11", "EM-TURN-3")],
)
def test_hands_that_cannot_be_are_refused(hand: str, rule: str) -> None:
    with pytest.raises(Refusal) as error:
        chance_within(hand, "N2", turns=1)
    assert error.value.rule == rule
    assert error.value.text("de")


class Unpruned(PayingDrawCounter):
    """The same count without pruning."""

    def _bound(self, keep: tuple[int, ...]) -> int:
        return 10**9


@pytest.mark.parametrize(
    ("hand", "cost"),
    [
        ("A5 E12 E7 W3 F9", "S3+E2"),
        ("A5 E6 * W3 F9", "N4"),
        ("A1 A2 E1 E2 F13", "R5"),
        ("A7 E7 F1 W2", "N3+N2"),
    ],
)
def test_leaving_out_what_cannot_be_best_changes_nothing(hand: str, cost: str) -> None:
    places, seen, _ = parse_draw_arguments(hand, 3)
    counts = [
        draws(Cost.parse(cost)).count_successes(places, seen, 3, may_exceed_hand_size=True)
        for draws in (PayingDrawCounter, Unpruned)
    ]
    assert counts[0] == counts[1]
