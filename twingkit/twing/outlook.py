"""How a game stands: every player's strength, and from it the chance to win that a computer player reckons with.

Strength counts objects, Ornicles and cards on one scale, fitted to many games between computer players: a
player with one point more than another is e times as likely to win. It is a judgement, not a rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp

from twingkit.twing.sight import owned
from twingkit.twing.view import View
from twingkit.twing.worth import Prices

ORNICLE = 0.1
"""How much strength there is in what one Ornicle is worth."""

OBJECTS_OWNED = (0.0, 0.82, 1.75, 2.6, 3.3, 3.9, 4.4, 4.8, 5.1, 5.4)
"""The strength of owning so many objects."""

EXPOSED = 2.0
"""What a player without an object lacks where another could enter the end game (TW-END-2)."""

Changes = Mapping[int, int]
"""How many come to some seats, or leave them."""

_NO_CHANGE: Changes = {}


class Outlook:
    """The standing of a game for one player, with the worth of all hands as that player knows or guesses it."""

    def __init__(self, view: View, prices: Prices, hands: Mapping[int, float]) -> None:
        self.player = view.player
        self.prices = prices
        self._needed = view.variant.objects_needed
        self._counts: dict[int, int] = {}
        self._ornicles: dict[int, int] = {}
        self._cards: dict[int, float] = {}
        for seat in view.seats:
            if not seat.out:
                creatures = [prices.creature(card, card.element == seat.character) for card in seat.entourage]
                self._counts[seat.seat] = len(owned(seat))
                self._ornicles[seat.seat] = seat.ornicles
                self._cards[seat.seat] = sum(creatures) + hands[seat.seat]

    def chance(
        self, objects: Changes = _NO_CHANGE, ornicles: Changes = _NO_CHANGE, cards: float = 0.0
    ) -> float:
        """The own chance to win once objects and Ornicles have changed hands, and `cards` (their worth in
        Ornicles) have come to this player."""
        counts = {seat: count + objects.get(seat, 0) for seat, count in self._counts.items()}
        total = mine = 0.0
        for seat, count in counts.items():
            held = self.prices.ornicles(self._ornicles[seat] + ornicles.get(seat, 0))
            strength = OBJECTS_OWNED[count] + ORNICLE * (self._cards[seat] + held)
            if seat == self.player:
                strength += ORNICLE * cards
            if not count and any(other >= self._needed for other in counts.values()):
                strength -= EXPOSED
            weight = exp(strength)
            total += weight
            if seat == self.player:
                mine = weight
        return mine / total
