"""Makers of questions about one sort of battles, for a topic.

    BATTLES = BattleItemMakers("shield", _battle, mistake_share=0.8)
    BATTLES.register("winner", "gone")

Each kind is the name of a method of `BattleItemMakers`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from twingkit.learn.quiz.deal import MAKERS_BY_HOME
from twingkit.learn.quiz.item import QuizItem
from twingkit.learn.quiz.makers import first_result, item_if_mistake, require, require_value
from twingkit.twing.quiz.battles import battle_items as asks
from twingkit.twing.quiz.battles import staging
from twingkit.twing.quiz.battles.battle_wording import winner_key
from twingkit.twing.quiz.battles.mistakes import FORGETTABLE_RULES_BY_TOPIC

DealBattle = Callable[[random.Random, int], staging.PlayedBattle | None]
"""A function that deals and plays a battle for a learner in this seat; None if the cards make none."""

MakeItem = Callable[[staging.PlayedBattle, int], QuizItem | None]
"""A function that makes a question about a played battle for a learner in this seat."""

_OWN_SIDE_PROBABILITY = 0.7
"""The probability that a question is about the learner's side."""


class BattleItemMakers:
    """Makers of quiz questions about one sort of battle, with one method for each kind of question.

    `pick_seat` picks the learner's seat; `results` are the possible endings, each as likely as the number of
    times it is listed; `mistake_share` is how often a question about the winner must have an option that
    follows from a forgotten rule, which must be one of `rules` if these are given. The known rules are those
    of the topic.
    """

    def __init__(
        self,
        topic: str,
        deal_battle: DealBattle,
        *,
        pick_seat: Callable[[random.Random], int] = staging.random_learner_seat,
        results: Sequence[str] = staging.BATTLE_RESULTS,
        mistake_share: float = 1.0,
        rules: Sequence[str] = (),
    ) -> None:
        self.topic, self.known_rules = topic, FORGETTABLE_RULES_BY_TOPIC[topic]
        self._deal_battle, self._pick_seat, self._results = deal_battle, pick_seat, results
        self._mistake_share, self._rules = mistake_share, rules

    def register(self, *names: str) -> None:
        """Register the makers of these kinds for the topic; each kind is the name of a method."""
        MAKERS_BY_HOME[self.topic] |= {name: getattr(self, name) for name in names}

    def make_item_with_random_result(self, rng: random.Random, make_item: MakeItem) -> QuizItem | None:
        """Make a question about a battle with one of the possible results, chosen at random."""
        return self.make_item_with_result(rng, self._pick_seat(rng), make_item, rng.choice(self._results))

    def make_item_with_result(
        self, rng: random.Random, learner_seat: int, make_item: MakeItem, result: str
    ) -> QuizItem | None:
        """Make a question about a battle with this result for a learner in this seat."""

        def make() -> QuizItem | None:
            played = require_value(self._deal_battle(rng, learner_seat))
            require(winner_key(played, learner_seat) == result)
            return make_item(played, learner_seat)

        return first_result(make)

    def _whose(self, rng: random.Random, learner_seat: int) -> int:
        return learner_seat if rng.random() < _OWN_SIDE_PROBABILITY else 1 - learner_seat

    def _if_rules_matter(self, item: QuizItem | None) -> QuizItem | None:
        return item_if_mistake(item, *self._rules) if self._rules else item

    def winner(self, rng: random.Random) -> QuizItem | None:
        """Make the question “Who wins?”"""
        needs_mistake = rng.random() < self._mistake_share
        return self.make_item_with_random_result(
            rng,
            lambda played, learner_seat: self._if_rules_matter(
                asks.winner_item(played, learner_seat, self.known_rules, needs_mistake)
            ),
        )

    def verdict(self, rng: random.Random) -> QuizItem | None:
        """Make the question “How does it end?”"""
        return self.make_item_with_random_result(
            rng,
            lambda played, learner_seat: self._if_rules_matter(
                asks.verdict_item(played, learner_seat, self.known_rules)
            ),
        )

    def points(self, rng: random.Random) -> QuizItem | None:
        """Make the question “How many points does a side have in the end?”"""
        return self.make_item_with_random_result(
            rng,
            lambda played, learner_seat: asks.final_points_item(
                played, learner_seat, self._whose(rng, learner_seat), self.known_rules, rng
            ),
        )

    def worth(self, rng: random.Random) -> QuizItem | None:
        """Make the question “What does a side's die count?”"""
        learner_seat = self._pick_seat(rng)
        side_index = self._whose(rng, learner_seat)

        def make() -> QuizItem | None:
            played = require_value(self._deal_battle(rng, learner_seat))
            return asks.die_value_item(played, learner_seat, side_index, self.known_rules)

        return first_result(make)

    def ornicle(self, rng: random.Random) -> QuizItem | None:
        """Make the question “Who takes an Ornicle?”"""
        return self.make_item_with_random_result(
            rng, lambda played, learner_seat: asks.ornicle_winner_item(played, learner_seat, self.known_rules)
        )

    def gone(self, rng: random.Random) -> QuizItem | None:
        """Make the question “How many cards are discarded?”"""
        return self.make_item_with_random_result(
            rng,
            lambda played, learner_seat: asks.discard_count_item(played, learner_seat, self.known_rules, rng),
        )

    def fate(self, rng: random.Random) -> QuizItem | None:
        """Make the question “What happens to a creature?”"""
        learner_seat = self._pick_seat(rng)
        return self.make_creature_fate_item(
            rng,
            learner_seat,
            self._whose(rng, learner_seat),
            rng.choice((*staging.DECIDED_RESULTS, *staging.DECIDED_RESULTS, "tie")),
        )

    def make_creature_fate_item(
        self, rng: random.Random, learner_seat: int, side_index: int, result: str
    ) -> QuizItem | None:
        """Make the question “What happens to a creature of that side?” for a battle with this result."""

        def ask(played: staging.PlayedBattle, learner_seat: int) -> QuizItem | None:
            card = require_value(asks.random_unique_creature(played.staged.battle, side_index, rng))
            return asks.creature_fate_item(played, learner_seat, side_index, card, self.known_rules)

        return self.make_item_with_result(rng, learner_seat, ask, result)
