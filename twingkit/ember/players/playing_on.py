"""The player that plays copies on: `greedy`, with quicker choices of what is discarded."""

from __future__ import annotations

from twingkit.ember.players.greedy import Greedy
from twingkit.ember.players.next_turn import NextTurn
from twingkit.ember.players.outlook import hand_of
from twingkit.ember.rules.cards import token
from twingkit.ember.rules.choices import Discard, EmberChoice, Redraw
from twingkit.ember.rules.table import EmberTable


class PlayingOn(Greedy):
    """A player for many games in a short time; deterministic from its seed."""

    def on_choice(self, table: EmberTable, question: EmberChoice, answers: list[str]) -> str:
        """Cards to discard or give, one after another, each the one that is missed least; of what may be
        replaced, any; else greedy's choice."""
        if isinstance(question, Discard) and not isinstance(question, Redraw):
            hand = hand_of(question.things)
            gone = list(NextTurn(table, question.player).kept(hand, question.count))
            return " ".join([question.word, *question.ordered([token(place) for place in gone])])
        return super().on_choice(table, question, answers)
