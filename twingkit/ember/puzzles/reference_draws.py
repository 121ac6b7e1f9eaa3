"""Reference implementation of the chances in draw puzzles, which tries every card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from math import comb

from twingkit.ember.puzzles.goals import PuzzleGoal
from twingkit.ember.rules.acts import NOTATION, Conjure
from twingkit.ember.rules.cards import DECK, in_pile_order, without_cards
from twingkit.ember.rules.payments import possible_payments
from twingkit.ember.rules.table import EmberTable


def reference_goal_chances(
    table: EmberTable, goal: PuzzleGoal, answers: Iterable[str]
) -> Mapping[str, float]:
    """Return the probability of reaching a puzzle's goal after each answer, by a slow independent
    computation.
    """
    draws = _Draws(goal, [*table.active.hand, *table.pile])
    worth = {}
    for answer in answers:
        act = NOTATION.parse(answer)
        assert act is not None
        gone = act.words_of_kind("card")
        kept = without_cards(table.active.hand, gone)
        worth[answer] = draws.at_once(kept, len(gone)) if isinstance(act, Conjure) else draws.turns(kept)
    return worth


class _Draws:
    """The unseen cards, and which hands drawn from them pay for the goal."""

    def __init__(self, goal: PuzzleGoal, seen: Sequence[str]) -> None:
        self.goal = goal
        self.unseen = list((Counter(DECK) - Counter(seen)).elements())
        self._known: dict[tuple[str, ...], bool] = {}

    def pays(self, hand: Sequence[str]) -> bool:
        held = in_pile_order(hand)
        if held not in self._known:
            self._known[held] = any(any(possible_payments(held, cost)) for cost in self.goal.costs)
        return self._known[held]

    def at_once(self, kept: Sequence[str], cards: int) -> float:
        """Return the share of all draws of `cards` cards after which the hand pays."""
        paid = sum(self.pays([*kept, *drawn]) for drawn in combinations(self.unseen, cards))
        return paid / comb(len(self.unseen), cards)

    def turns(self, kept: Sequence[str]) -> float:
        """Return the share of draws, one a turn, that succeed with the best discard in the second turn."""
        total = 0.0
        for place, card in enumerate(self.unseen):
            if self.pays([*kept, card]):
                total += 1
            elif self.goal.turns > 1:
                left = [*self.unseen[:place], *self.unseen[place + 1 :]]
                four = combinations([*kept, card], len(kept))
                total += max(sum(self.pays([*cards, last]) for last in left) for cards in four) / len(left)
        return total / len(self.unseen)
