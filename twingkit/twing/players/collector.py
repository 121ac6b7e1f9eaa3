"""The player `collector`: it plans like `steady`, but wants Ornicles and objects more than cards.

It attacks where `steady` waits: for the first Ornicle, which it stakes in a duel for an object, and for the
Ornicles that buy one.
"""

from __future__ import annotations

import attrs

from twingkit.twing.players.steady import Steady
from twingkit.twing.players.steady_prices import MULTIPLAYER_PRICES, TWO_PLAYER_PRICES

ORNICLE_VALUE = 2.0
"""The value of an Ornicle for this player, on the scale of `Prices`."""

FULL_PRICE_BONUS = 4.0
"""The additional value of as many Ornicles as an object costs."""


class Collector(Steady):
    """The player `collector`; it is called like `Steady`.

    >>> from twingkit import policies, twing
    >>> game = policies.play(twing.new_game(2, seed=3), ["collector", "steady"])
    >>> any(entry.answer.startswith("attack") for entry in game.transcript if entry.seat == "p1")
    True
    """

    prices = attrs.evolve(TWO_PLAYER_PRICES, ornicle_value=ORNICLE_VALUE, full_price_bonus=FULL_PRICE_BONUS)
    multiplayer_prices = attrs.evolve(
        MULTIPLAYER_PRICES, ornicle_value=ORNICLE_VALUE, full_price_bonus=FULL_PRICE_BONUS
    )
