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

import attrs

from twingkit.twing.players.outlook import OBJECT_POWER_STRENGTH, Prices
from twingkit.twing.players.steady import SteadyPlayer
from twingkit.twing.players.steady_prices import MULTIPLAYER_PRICES
from twingkit.twing.view import GameView

LAST_TURNS = 3
"""The number of turns per player before the end of the game that count as last turns."""

CLOSING_PRICES = attrs.evolve(
    MULTIPLAYER_PRICES,
    spell_base=0.02,
    spell_power=0.02,
    own_spell=0.02,
    creature_base=0.0,
    creature_power=0.3,
    own_creature=0.0,
    cat=0.1,
    trap=0.2,
    miromon=0.1,
    refill_value=0.0,
    stack_card_bonus=0.5,
    ornicle_value=10.0,
    first_ornicle_bonus=0.0,
    full_price_bonus=0.0,
    object_count_strength=tuple(3.0 * count for count in range(10)),
    object_power_strength={name: 0.3 * power for name, power in OBJECT_POWER_STRENGTH.items()},
)
"""The prices of the last turns, which follow the final ranking (TW-PLAY-2).

They were set by hand after a few tries.
"""


class Planner(SteadyPlayer):
    """The computer player `expert`; call it like `SteadyPlayer`."""

    def prices_for(self, view: GameView) -> Prices:
        """Return the prices of cards for a view: in the last turns those of the final ranking."""
        return CLOSING_PRICES if is_in_last_turns(view) else super().prices_for(view)


def is_in_last_turns(view: GameView) -> bool:
    """Return whether at most `LAST_TURNS` turns per player remain before the turn limit ends the game.

    >>> from twingkit import twing
    >>> is_in_last_turns(twing.new_game(2, seed=1).view(0))
    False
    """
    limit = view.variant.turn_limit
    playing = sum(not seat.has_left for seat in view.seats)
    return bool(limit) and limit - view.turn_number < LAST_TURNS * playing
