"""The player `expert`: like `steady`, but in the last turns before the turn limit it plays for the ranking.

In the ranking (TW-PLAY-2) objects count, then Ornicles between players with equal numbers, and then the
entourage; cards in the hand are worth nothing. So in its last turns `expert` spends the cards that it has
collected: it attacks for an Ornicle, stakes it in a duel for an object, and defends its objects, where
`steady` goes on collecting. Doing this earlier does not pay: the others would have time for duels with the
Ornicles that a lost attack gives them.

Games of four players often end this way: once the stack of objects is empty nobody gets a third one, and
everybody passes. Games of two and three hardly ever do, so in them it plays like `steady`.
`benchmarks/fits/expert_strength.py` measures its strength: with four players it wins 0.217 ± 0.034 games
more per game than its share of the seats, in 120 games.
"""

from __future__ import annotations

from twingkit.twing.players.outlook import PRICES, Prices
from twingkit.twing.players.steady import SteadyPlayer
from twingkit.twing.view import GameView

LAST_TURNS = 3
"""The number of turns per player before the end of the game that count as last turns."""


class Planner(SteadyPlayer):
    """The computer player `expert`; call it like `SteadyPlayer`."""

    def prices_for(self, view: GameView) -> Prices:
        """Return the prices of cards for a view: in the last turns those of the final ranking."""
        return PRICES["last_turns"] if is_in_last_turns(view) else super().prices_for(view)


def is_in_last_turns(view: GameView) -> bool:
    """Return whether at most `LAST_TURNS` turns per player remain before the turn limit ends the game.

    >>> from twingkit import twing
    >>> is_in_last_turns(twing.new_game(2, seed=1).view(0))
    False
    """
    limit = view.variant.turn_limit
    playing = sum(not seat.has_left for seat in view.seats)
    return bool(limit) and limit - view.turn_number < LAST_TURNS * playing
