"""Random questions of every kind that the odds of Ember answer, each against a reference implementation.

Hands of any size with Archmages among them, few or many unseen cards, every cost of the pool.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations

import pytest
from ember.exact_odds.test_chance_within import EVERY_COST, Slow
from long_runs import runs

from twingkit.ember.box.pool import load_pool
from twingkit.ember.exact_odds.chance_within import chance_within, keep_rows
from twingkit.ember.exact_odds.other_draws import chance_with_draws
from twingkit.ember.exact_odds.pool_chances import conjurable_rows, pool_chance_rows
from twingkit.ember.rules.cards import DECK
from twingkit.ember.rules.costs import Cost
from twingkit.ember.rules.payments import possible_payments

SLOW = {cost: Slow(cost) for cost in EVERY_COST}


class Dealt:
    """A random hand of up to `most` cards, and up to `left` cards that may still come."""

    def __init__(self, rng: random.Random, most: int, left: int) -> None:
        deck = list(DECK)
        rng.shuffle(deck)
        for _ in range(rng.choice((0, 0, 1, 1, 2, 3))):  # more Archmages than a real deal would have
            deck.remove("*")
            deck.insert(rng.randint(0, most), "*")
        size, unseen = rng.randint(0, most), rng.randint(0, left)
        self.hand, self.unseen = deck[:size], deck[size : size + unseen]
        self.seen = deck[size + unseen :]
        self.cost = rng.choice([*EVERY_COST])
        self.turns = rng.randint(0, 2 if len(self.hand) > 5 or unseen > 4 else 3)

    def __repr__(self) -> str:
        return f"{self.hand} {self.cost} {self.turns} of {self.unseen}"


def within(rng: random.Random) -> None:
    """Check EM-TURN-2: the chance within some turns."""
    dealt = Dealt(rng, 8, 6)
    slow = SLOW[dealt.cost].chance(tuple(dealt.hand), dealt.unseen, dealt.turns)
    assert chance_within(dealt.hand, dealt.cost, turns=dealt.turns, exact=True, seen=dealt.seen) == slow, (
        dealt
    )
    for reach in pool_chance_rows(dealt.hand, min(1, dealt.turns), seen=dealt.seen)[:3]:
        twin = SLOW[str(reach.creature.cost)]
        chance = twin.chance(tuple(dealt.hand), dealt.unseen, min(1, dealt.turns))
        assert reach.chance == float(chance), (dealt, reach)


def keeping(rng: random.Random) -> None:
    """Check EM-TURN-2: every row of the table of what to keep."""
    dealt = Dealt(rng, 7, 6)
    turns, slow = max(1, min(2, dealt.turns)), SLOW[dealt.cost]
    rows = keep_rows(dealt.hand, dealt.cost, turns, seen=dealt.seen)
    hand = tuple(dealt.hand)
    if slow.payable(hand) or not dealt.unseen:
        assert rows == []
        return
    for row in rows:
        total = Fraction(0)
        for place, card in enumerate(dealt.unseen):
            rest = dealt.unseen[:place] + dealt.unseen[place + 1 :]
            total += slow.chance((*row.kept_cards, card), rest, turns - 1, first=False)
        assert Fraction(row.successes, row.total_draws) == total / len(dealt.unseen), (dealt, row)
    assert rows[0].chance == max(row.chance for row in rows)


def conjuring(rng: random.Random) -> None:
    """Check EM-CONJ-1, EM-COST-5: what a hand pays for now, also where the Archmages in it are limited."""
    dealt, wilds = Dealt(rng, 8, 0), rng.choice((1, 3))
    found = conjurable_rows(dealt.hand)
    values = [row.creature.value for row in found]
    assert values == sorted(values, reverse=True)
    rows = {row.creature.id: set(row.payments) for row in found}
    for name, creature in load_pool().items():
        slow, ways = SLOW[str(creature.cost)], set()
        for cards in combinations(sorted(dealt.hand), creature.cost.size):
            if slow.payable(cards):
                ways.add(cards)
        assert {tuple(sorted(way)) for way in rows.get(name, set())} == ways, (dealt, name)
        few = {
            tuple(sorted(way))
            for way in possible_payments(dealt.hand, Cost.parse(str(creature.cost)), max_wilds=wilds)
        }
        assert few == {way for way in ways if way.count("*") <= wilds}, (dealt, name, wilds)


def by_ability(rng: random.Random) -> None:
    """Check EM-TURN-6: the draws of an ability, all at once and without a discard."""
    dealt, draws = Dealt(rng, 6, 8), rng.randint(0, 3)
    drawn = list(combinations(dealt.unseen, min(draws, len(dealt.unseen))))
    paid = sum(SLOW[dealt.cost].payable((*dealt.hand, *cards)) for cards in drawn)
    chance = chance_with_draws(dealt.hand, dealt.cost, draws=draws, exact=True, seen=dealt.seen)
    assert chance == Fraction(paid, len(drawn)), (dealt, draws)


@pytest.mark.parametrize("ask", [within, keeping, conjuring, by_ability])
@pytest.mark.parametrize("first", range(0, runs(4, 400), 4))
def test_EM_ODDS_1_random_questions_are_answered_as_by_the_slow_twin(
    ask: Callable[[random.Random], None], first: int
) -> None:
    for number in range(first, first + 4):
        ask(random.Random(f"{ask.__name__} {number}"))
