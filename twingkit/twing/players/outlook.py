"""The value of cards in Ornicles, and each player's strength and estimated chance of winning.

Strength measures objects, Ornicles and cards on one scale, fitted to many games between computer players:
a player with one point more than another is e times as likely to win. It is an estimate, not a rule.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from math import exp
from typing import Any

import attrs

from twingkit.twing.players.open_battle import owned_objects
from twingkit.twing.rules.cards import Creature
from twingkit.twing.rules.response_cards import RESPONSE_CARD_KINDS
from twingkit.twing.view import GameView

_OTHER_CARD_PRICE = 0.6
"""The default price of a response card."""

ORNICLE_STRENGTH = 0.1
"""The strength of one Ornicle."""

ESTIMATES: Mapping[str, Any] = tomllib.loads(
    files("twingkit.twing.players").joinpath("estimates.toml").read_text(encoding="utf-8")
)
"""The numbers that the computer players go by."""

OBJECT_POWER_STRENGTH: Mapping[str, float] = ESTIMATES["objects"]["power_strength"]
"""The additional strength of each object for its power."""


@attrs.frozen(eq=False)
class Prices:
    """The prices of cards for a computer player, in Ornicles. Every number is an estimate, not a rule.

    `spell_base` and `spell_power` price a spell by its power, `own_spell` is the extra value of a spell of
    the player's own element; the same holds for creatures. `refill_value` is the value of the spell drawn
    into a hand without spells (TW-TURN-2), `stack_card_bonus` the value of any card from the stack above the
    average value of such cards. `ornicle_value` is the value of each Ornicle, `first_ornicle_bonus` the extra
    value of the first one, because it can be staked, and `full_price_bonus` the extra value of each full
    price. `spell_saturation` and `creature_saturation` are the numbers of spells and creatures from which
    further ones are worth little, `min_price_factor` how little. `expected_traps` is how many traps are
    expected in a battle that matters, `trap_loss_share` the share of a creature's value that its owner loses
    to a trap, `later_win_chance` the chance of winning a later battle.

    `object_count_strength` is the strength of owning a number of objects, whichever they are,
    `object_power_strength` that of the power of each object.
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
    refill_value: float = 0.35
    stack_card_bonus: float = 0.4
    first_ornicle_bonus: float = 0.0
    ornicle_value: float = 1.0
    full_price_bonus: float = 2.0
    spell_saturation: float = 15.0
    creature_saturation: float = 30.0
    min_price_factor: float = 0.15
    expected_traps: int = 2
    trap_loss_share: float = 0.6
    later_win_chance: float = 0.45
    object_count_strength: Sequence[float] = ESTIMATES["objects"]["count_strength"]
    object_power_strength: Mapping[str, float] = attrs.field(
        factory=lambda: OBJECT_POWER_STRENGTH, repr=False
    )

    @property
    def rise_with_power(self) -> bool:
        """True if no spell and no creature has a negative price, and more power never costs less."""
        growth = self.spell_power, self.own_spell, self.creature_power, self.own_creature
        weakest = self.spell_base + self.spell_power, self.creature_base + self.creature_power
        return min(*growth, *weakest) >= 0

    def spell_price(self, power: int, own_element: bool) -> float:
        """Return the price of one spell, of the player's own element or not."""
        return self.spell_base + self.spell_power * power + (self.own_spell if own_element else 0.0)

    def price_of_spells(self, powers: tuple[int, ...], own_element: bool) -> float:
        """Return the price of several spells of one element."""
        per_spell = self.spell_base + (self.own_spell if own_element else 0.0)
        return per_spell * len(powers) + self.spell_power * sum(powers)

    def creature_price(self, card: Creature, own_element: bool) -> float:
        """Return the price of one creature, of the player's own element or not."""
        return self.creature_base + card.power * (
            self.creature_power + (self.own_creature if own_element else 0.0)
        )

    def response_cost(self, name: str) -> float:
        """Return the price of a response card by its kind; 0 for what else a response can use."""
        return float(getattr(self, name, _OTHER_CARD_PRICE)) if name in RESPONSE_CARD_KINDS else 0.0

    def ornicles_value(self, count: int, object_price: int) -> float:
        """Return the value of `count` Ornicles if an object costs `object_price`."""
        return (
            self.ornicle_value * count
            + self.first_ornicle_bonus
            + self.full_price_bonus * (count // object_price)
            if count
            else 0.0
        )

    def price_factors(self, spell_count: float, creature_count: float) -> tuple[float, float]:
        """Return the factors by which to multiply the prices of spells and creatures for a player who has
        this many of them.
        """
        return max(self.min_price_factor, 1.0 - spell_count / self.spell_saturation), max(
            self.min_price_factor, 1.0 - creature_count / self.creature_saturation
        )


PRICES = {name: Prices(**fields) for name, fields in ESTIMATES["prices"].items()}
"""The prices of the computer players, by the player or the stage of the game."""

UNKNOWN_OBJECT = "unknown"
"""The name used for an object that is not known yet."""

_MEAN_POWER_STRENGTH = sum(OBJECT_POWER_STRENGTH.values()) / len(OBJECT_POWER_STRENGTH)

_NO_OBJECT_PENALTY = 1.5
"""The strength lost by a player without an object if another player could enter the end game (TW-END-2)."""

ObjectMove = tuple[str, int | None, int | None]
"""A change of ownership: the object, the seat that loses it and the seat that gains it, if any."""

OrnicleChanges = Mapping[int, int]
"""The number of Ornicles that each seat gains or loses."""

_NO_CHANGE: OrnicleChanges = {}


class GameOutlook:
    """The strength of every player in a game, and the chance of winning, from the view of one player."""

    def __init__(self, view: GameView, prices: Prices, hand_values: Mapping[int, float]) -> None:
        self.player = view.player
        self.prices = prices
        self._needed, self._price = view.variant.objects_needed, view.variant.price
        self._counts: dict[int, int] = {}
        self._ornicles: dict[int, int] = {}
        self._cards: dict[int, float] = {}
        for seat in view.seats:
            if not seat.has_left:
                creatures = [
                    prices.creature_price(card, card.element == seat.character) for card in seat.entourage
                ]
                powers = sum(prices.object_power_strength[name] for name in owned_objects(seat))
                self._counts[seat.seat] = len(owned_objects(seat))
                self._ornicles[seat.seat] = seat.ornicles
                self._cards[seat.seat] = powers + ORNICLE_STRENGTH * (sum(creatures) + hand_values[seat.seat])

    def win_probability(
        self,
        moves: Sequence[ObjectMove] = (),
        ornicle_changes: OrnicleChanges = _NO_CHANGE,
        cards_value: float = 0.0,
    ) -> float:
        """Return this player's probability of winning after these moves of objects, changes of Ornicles, and
        a gain of cards worth `cards_value` Ornicles.
        """
        counts, powers, known = self._counts, self._cards, self.prices.object_power_strength
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
            held = self.prices.ornicles_value(
                self._ornicles[seat] + ornicle_changes.get(seat, 0), self._price
            )
            strength = self.prices.object_count_strength[count] + powers[seat] + ORNICLE_STRENGTH * held
            if seat == self.player:
                strength += ORNICLE_STRENGTH * cards_value
            if not count and any(other >= self._needed for other in counts.values()):
                strength -= _NO_OBJECT_PENALTY
            weight = exp(strength)
            total += weight
            if seat == self.player:
                mine = weight
        return mine / total


def strongest_object(names: Sequence[str], prices: Prices) -> str:
    """Return the one of these objects whose power a computer player values most."""
    return max(names, key=lambda name: prices.object_power_strength[name])
