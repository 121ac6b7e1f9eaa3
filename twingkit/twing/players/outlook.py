"""The outlook of a game: every player's strength, and a computer player's estimate of the chance to win.

Strength counts objects, Ornicles and cards on one scale, fitted to many games between computer players: a
player with one point more than another is e times as likely to win. It is a judgement, not a rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp

from twingkit.twing.players.sight import owned
from twingkit.twing.players.worth import Prices
from twingkit.twing.view import View

ORNICLE = 0.1
"""The strength in the worth of one Ornicle."""

COUNT = (0.0, 0.5, 1.0, 1.5, 1.9, 2.2, 2.5, 2.7, 2.9, 3.1)
"""The strength of owning a number of objects, whichever they are."""

POWERS = {
    "boots": 1.5,
    "teddy": 0.9,
    "bra": 0.5,
    "shamrock": 0.5,
    "cup": 0.4,
    "panties": 0.4,
    "socks": 0.4,
    "hat": 0.4,
    "puppet": 0.1,
}
"""The strength of each object's power."""

UNKNOWN = "unknown"
"""Stands for an object whose name is not known yet."""

_MEAN = sum(POWERS.values()) / len(POWERS)

EXPOSED = 1.5
"""The strength that a player without an object lacks where another could enter the end game (TW-END-2)."""

Move = tuple[str, int | None, int | None]
"""An object that changes hands: its name, the seat that loses it and the one that gets it, if any."""

Changes = Mapping[int, int]
"""The number of Ornicles that come to some seats, or leave them."""

_NO_CHANGE: Changes = {}


class Outlook:
    """The standing of a game for one player; hands are worth what that player knows or guesses."""

    def __init__(self, view: View, prices: Prices, hands: Mapping[int, float]) -> None:
        self.player = view.player
        self.prices = prices
        self._needed, self._price = view.variant.objects_needed, view.variant.price
        self._counts: dict[int, int] = {}
        self._ornicles: dict[int, int] = {}
        self._cards: dict[int, float] = {}
        for seat in view.seats:
            if not seat.out:
                creatures = [prices.creature(card, card.element == seat.character) for card in seat.entourage]
                powers = sum(POWERS[name] for name in owned(seat))
                self._counts[seat.seat] = len(owned(seat))
                self._ornicles[seat.seat] = seat.ornicles
                self._cards[seat.seat] = powers + ORNICLE * (sum(creatures) + hands[seat.seat])

    def chance(self, moves: Sequence[Move] = (), ornicles: Changes = _NO_CHANGE, cards: float = 0.0) -> float:
        """The own chance to win once objects and Ornicles have changed hands, and `cards` (their worth in
        Ornicles) have come to this player."""
        counts, powers = self._counts, self._cards
        if moves:
            counts, powers = {**counts}, {**powers}
            for name, giver, taker in moves:
                power = POWERS.get(name, _MEAN)
                if giver is not None:
                    counts[giver] -= 1
                    powers[giver] -= power
                if taker is not None:
                    counts[taker] += 1
                    powers[taker] += power
        total = mine = 0.0
        for seat, count in counts.items():
            held = self.prices.ornicles(self._ornicles[seat] + ornicles.get(seat, 0), self._price)
            strength = COUNT[count] + powers[seat] + ORNICLE * held
            if seat == self.player:
                strength += ORNICLE * cards
            if not count and any(other >= self._needed for other in counts.values()):
                strength -= EXPOSED
            weight = exp(strength)
            total += weight
            if seat == self.player:
                mine = weight
        return mine / total


def best_power(names: Sequence[str]) -> str:
    """The object with the greatest power."""
    return max(names, key=lambda name: POWERS[name])
