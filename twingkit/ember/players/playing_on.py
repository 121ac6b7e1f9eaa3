"""The player that plays copies on: `greedy`, with quicker choices of cards, and with its abilities kept.

What an ability is worth beyond this turn is known to `worth`: it is used where a question about it is rated.
"""

from __future__ import annotations

from twingkit.ember.players.greedy import Greedy
from twingkit.ember.players.next_turn import NextTurn
from twingkit.ember.players.outlook import hand_of
from twingkit.ember.rules.cards import token
from twingkit.ember.rules.choices import Discard, EmberChoice
from twingkit.ember.rules.questions import Conjure
from twingkit.ember.rules.table import EmberTable


class PlayingOn(Greedy):
    """A player for many games in a short time; deterministic from its seed."""

    def on_conjure(self, table: EmberTable, question: Conjure, answers: list[str]) -> str:
        """Step 2: the best creature; after it nothing."""
        return "done" if table.conjured or table.refreshed else super().on_conjure(table, question, answers)

    def on_choice(self, table: EmberTable, question: EmberChoice, answers: list[str]) -> str:
        """Cards to discard, give or replace, one after another, each the one that is missed least, as many as
        there may be; else greedy's choice."""
        if isinstance(question, Discard):
            return least_missed(table, question, question.count)
        return super().on_choice(table, question, answers)


def least_missed(table: EmberTable, question: Discard, count: int) -> str:
    """The answer that gives up so many cards, one after another, each the one that is missed least."""
    hand = hand_of(question.things)
    gone = list(NextTurn(table, question.player).kept(hand, min(count, len(hand))))
    return " ".join([question.word, *question.ordered([token(place) for place in gone])])
