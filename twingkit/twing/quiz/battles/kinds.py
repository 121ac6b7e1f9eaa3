"""The kinds of questions that a topic asks about its own sort of battles.

BATTLES = BattleMakers("shield", _battle, sharp=0.8)
KINDS = {"shield": BATTLES.kinds("winner", "gone")}
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from twingkit.learn.quiz.deal import Maker
from twingkit.learn.quiz.item import Item
from twingkit.learn.quiz.makers import first_result, if_mistake_from
from twingkit.twing.quiz.battles import battle_items as asks
from twingkit.twing.quiz.battles.mistakes import KNOWN_RULES
from twingkit.twing.quiz.battles.staging import RESULTS, WON, Played, random_seat
from twingkit.twing.quiz.battles.telling import who_won

DealBattle = Callable[[random.Random, int], Played | None]
"""Deals and plays a battle for a learner in this seat; None if the cards make none."""

Ask = Callable[[Played, int], Item | None]
"""Makes a question about a played battle for a learner in this seat."""

OWN = 0.7
"""The probability that a question is about the learner's side."""


class BattleMakers:
    """Makers of questions about battles of one sort.

    `sits` picks the learner's seat; `results` are the possible endings, each as likely as the number of times
    it is listed; `sharp` is how often a question about the winner must have an option that follows from a
    forgotten rule, which must be one of `rules` if these are given. The known rules are those of the topic.
    """

    def __init__(
        self,
        topic: str,
        sort: DealBattle,
        *,
        sits: Callable[[random.Random], int] = random_seat,
        results: Sequence[str] = RESULTS,
        sharp: float = 1.0,
        rules: Sequence[str] = (),
    ) -> None:
        self.known = KNOWN_RULES[topic]
        self._sort, self._sits, self._results = sort, sits, results
        self._sharp, self._rules = sharp, rules

    def kinds(self, *names: str) -> dict[str, Maker]:
        """Return the makers of these kinds; a kind is the name of a method."""
        return {name: getattr(self, name) for name in names}

    def ended(self, rng: random.Random, ask: Ask) -> Item | None:
        """Make a question about a battle that ends in one of the wanted ways."""
        return self.ended_for(rng, self._sits(rng), ask, rng.choice(self._results))

    def ended_for(self, rng: random.Random, sitting: int, ask: Ask, result: str) -> Item | None:
        """Make a question about a battle with this result for a learner in this seat."""

        def make() -> Item | None:
            played = self._sort(rng, sitting)
            return ask(played, sitting) if played and who_won(played, sitting) == result else None

        return first_result(make)

    def _whose(self, rng: random.Random, sitting: int) -> int:
        return sitting if rng.random() < OWN else 1 - sitting

    def _if_rules_matter(self, item: Item | None) -> Item | None:
        return if_mistake_from(item, *self._rules) if self._rules else item

    def winner(self, rng: random.Random) -> Item | None:
        """Make the question “Who wins?”"""
        sharp = rng.random() < self._sharp
        return self.ended(
            rng,
            lambda played, sitting: self._if_rules_matter(asks.winner(played, sitting, self.known, sharp)),
        )

    def verdict(self, rng: random.Random) -> Item | None:
        """Make the question “How does it end?”"""
        return self.ended(
            rng, lambda played, sitting: self._if_rules_matter(asks.verdict(played, sitting, self.known))
        )

    def points(self, rng: random.Random) -> Item | None:
        """Make the question “How many points does a side have in the end?”"""
        return self.ended(
            rng,
            lambda played, sitting: asks.points(played, sitting, self._whose(rng, sitting), self.known, rng),
        )

    def worth(self, rng: random.Random) -> Item | None:
        """Make the question “What does a side's die count?”"""
        sitting = self._sits(rng)
        whose = self._whose(rng, sitting)

        def make() -> Item | None:
            played = self._sort(rng, sitting)
            return asks.worth(played, sitting, whose, self.known) if played else None

        return first_result(make)

    def ornicle(self, rng: random.Random) -> Item | None:
        """Make the question “Who takes an Ornicle?”"""
        return self.ended(rng, lambda played, sitting: asks.ornicle(played, sitting, self.known))

    def gone(self, rng: random.Random) -> Item | None:
        """Make the question “How many cards are discarded?”"""
        return self.ended(
            rng, lambda played, sitting: asks.discard_count_item(played, sitting, self.known, rng)
        )

    def fate(self, rng: random.Random) -> Item | None:
        """Make the question “What happens to a creature?”"""
        sitting = self._sits(rng)
        return self.fate_of(rng, sitting, self._whose(rng, sitting), rng.choice((*WON, *WON, "tie")))

    def fate_of(self, rng: random.Random, sitting: int, whose: int, result: str) -> Item | None:
        """Make the question “What happens to a creature of that side?” for a battle with this result."""

        def ask(played: Played, sitting: int) -> Item | None:
            card = asks.unique_creature(played.staged.battle, whose, rng)
            return asks.fate(played, sitting, whose, card, self.known) if card else None

        return self.ended_for(rng, sitting, ask, result)
