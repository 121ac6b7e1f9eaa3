"""What cards are worth to a computer player, in Ornicles: the one scale on which it weighs gains and losses."""

from __future__ import annotations

import attrs

from twingkit.twing.cards import Creature


@attrs.frozen(eq=False)
class Prices:
    """What a computer player would give for a card, in Ornicles. Every number is a judgement, not a rule.

    `spell_base` and `spell_power` price a spell by its power, `own_spell` what one of the own element is
    worth more; creatures likewise; `refill` the spell that comes into a hand without spells (TW-TURN-2);
    `card` any card from the stack; `first` what the first Ornicle is worth more, because it can be staked.
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

    def spell(self, power: int, own: bool) -> float:
        """One spell, of the own element or not."""
        return self.spell_base + self.spell_power * power + (self.own_spell if own else 0.0)

    def spells(self, powers: tuple[int, ...], own: bool) -> float:
        """Several spells of one element."""
        each = self.spell_base + (self.own_spell if own else 0.0)
        return each * len(powers) + self.spell_power * sum(powers)

    def creature(self, card: Creature, own: bool) -> float:
        """One creature, of the own element or not."""
        return self.creature_base + card.power * (self.creature_power + (self.own_creature if own else 0.0))

    full: float = 15.0
    crowd: float = 30.0
    least: float = 0.15
    fifth: float = 2.0
    each: float = 1.0
    counts: float = 1.0
    powers: float = 1.0
    exposed: float = 1.5
    future: float = 0.45
    ready: float = 2.0
    harm: float = 0.6
    sharing: float = 1.0

    def ornicles(self, count: int, price: int = 5) -> float:
        """So many Ornicles."""
        if not count:
            return 0.0
        return self.each * count + self.first + self.fifth * (count // price)

    def thrift(self, spells: float, creatures: float) -> tuple[float, float]:
        """How dear a spell and a creature are to who has so many."""
        return max(self.least, 1.0 - spells / self.full), max(self.least, 1.0 - creatures / self.crowd)
