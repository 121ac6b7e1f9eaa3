"""What cards are worth to a computer player, in Ornicles, and the outlook of a game: the strength of every
player and the estimated chance of winning.

Strength measures objects, Ornicles and cards on one scale, fitted to many games between computer players:
a player with one point more than another is e times as likely to win. It is an estimate, not a rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp

import attrs

from twingkit.twing.players.open_battle import owned_objects
from twingkit.twing.rules.cards import Creature
from twingkit.twing.rules.response_cards import SPECIALS
from twingkit.twing.view import View

OTHER_CARD_PRICE = 0.6
"""The price of a response card that has no price of its own."""

ORNICLE_STRENGTH = 0.1
"""The strength of one Ornicle."""

OBJECT_COUNT_STRENGTH = (0.0, 0.5, 1.0, 1.5, 1.9, 2.2, 2.5, 2.7, 2.9, 3.1)
"""The strength of owning a number of objects, whichever they are."""

OBJECT_POWER_STRENGTH = {
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
"""The strength of the power of each object."""


@attrs.frozen(eq=False)
class Prices:
    """The prices of cards for a computer player, in Ornicles. Every number is an estimate, not a rule.

    `spell_base` and `spell_power` price a spell by its power, `own_spell` is the extra value of a spell of
    the player's own element; the same holds for creatures. `refill` is the value of the spell drawn into a
    hand without spells (TW-TURN-2), `card` the value of any card from the stack above the average value of
    such cards. `ornicle` is the value of each Ornicle, `first` the extra value of the first one, because it
    can be staked, and `fifth` the extra value of each full price. `full` and `crowd` are the numbers of
    spells and creatures from which further ones are worth little, `least` how little. `ready` is how many
    traps are expected in a battle that matters, `harm` the share of a creature's value that its owner loses
    to a trap, `future` the chance of winning a later battle.

    `counts` is the strength of owning a number of objects, whichever they are, `powers` that of the power of
    each object.
    """

    spell_base: float = 0.10
    spell_power: float = 0.10
    own_spell: float = 0.10
    creature_base: float = 0.05
    creature_power: float = 0.15
    own_creature: float = 0.15
    cat: float = 0.6
    trap: float = 0.6
    miromon: float = 0.8
    refill: float = 0.35
    card: float = 0.4
    first: float = 0.0
    ornicle: float = 1.0
    fifth: float = 2.0
    full: float = 15.0
    crowd: float = 30.0
    least: float = 0.15
    ready: int = 2
    harm: float = 0.6
    future: float = 0.45
    counts: tuple[float, ...] = OBJECT_COUNT_STRENGTH
    powers: Mapping[str, float] = attrs.field(factory=lambda: OBJECT_POWER_STRENGTH, repr=False)

    def spell(self, power: int, own: bool) -> float:
        """Return the price of one spell, of the player's own element or not."""
        return self.spell_base + self.spell_power * power + (self.own_spell if own else 0.0)

    def spells(self, powers: tuple[int, ...], own: bool) -> float:
        """Return the price of several spells of one element."""
        per_spell = self.spell_base + (self.own_spell if own else 0.0)
        return per_spell * len(powers) + self.spell_power * sum(powers)

    def creature(self, card: Creature, own: bool) -> float:
        """Return the price of one creature, of the player's own element or not."""
        return self.creature_base + card.power * (self.creature_power + (self.own_creature if own else 0.0))

    def response_cost(self, answer: str) -> float:
        """Return the price of the card that a response uses; 0 for a response that uses none."""
        word = answer.partition(" ")[0]
        return float(getattr(self, word, OTHER_CARD_PRICE)) if word in SPECIALS else 0.0

    def ornicles(self, count: int, price: int) -> float:
        """Return the value of `count` Ornicles if an object costs `price`."""
        return self.ornicle * count + self.first + self.fifth * (count // price) if count else 0.0

    def price_factors(self, spells: float, creatures: float) -> tuple[float, float]:
        """Return the factors on the prices of spells and creatures for a player with so many of them: 1 for
        the first ones, then less and less.
        """
        return max(self.least, 1.0 - spells / self.full), max(self.least, 1.0 - creatures / self.crowd)


UNKNOWN = "unknown"
"""The name used for an object that is not known yet."""

_MEAN_POWER_STRENGTH = sum(OBJECT_POWER_STRENGTH.values()) / len(OBJECT_POWER_STRENGTH)

EXPOSED = 1.5
"""The strength that a player without an object loses if another player could enter the end game (TW-END-2).
"""

ObjectMove = tuple[str, int | None, int | None]
"""An object that changes hands: its name, the seat that loses it and the seat that gets it, if any."""

OrnicleChanges = Mapping[int, int]
"""The numbers of Ornicles that seats gain or lose."""

_NO_CHANGE: OrnicleChanges = {}


class Outlook:
    """The state of a game for one player; hands are worth what that player knows or guesses."""

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
                powers = sum(prices.powers[name] for name in owned_objects(seat))
                self._counts[seat.seat] = len(owned_objects(seat))
                self._ornicles[seat.seat] = seat.ornicles
                self._cards[seat.seat] = powers + ORNICLE_STRENGTH * (sum(creatures) + hands[seat.seat])

    def win_probability(
        self, moves: Sequence[ObjectMove] = (), ornicles: OrnicleChanges = _NO_CHANGE, cards: float = 0.0
    ) -> float:
        """Return this player's probability of winning after objects and Ornicles have changed hands and it
        has received cards worth `cards` Ornicles.
        """
        counts, powers, known = self._counts, self._cards, self.prices.powers
        if moves:
            counts, powers = {**counts}, {**powers}
            for name, giver, taker in moves:
                power = known.get(name, _MEAN_POWER_STRENGTH)
                if giver is not None:
                    counts[giver] -= 1
                    powers[giver] -= power
                if taker is not None:
                    counts[taker] += 1
                    powers[taker] += power
        total = mine = 0.0
        for seat, count in counts.items():
            held = self.prices.ornicles(self._ornicles[seat] + ornicles.get(seat, 0), self._price)
            strength = self.prices.counts[count] + powers[seat] + ORNICLE_STRENGTH * held
            if seat == self.player:
                strength += ORNICLE_STRENGTH * cards
            if not count and any(other >= self._needed for other in counts.values()):
                strength -= EXPOSED
            weight = exp(strength)
            total += weight
            if seat == self.player:
                mine = weight
        return mine / total


def strongest_object(names: Sequence[str], prices: Prices) -> str:
    """Return the object with the greatest power."""
    return max(names, key=lambda name: prices.powers[name])
