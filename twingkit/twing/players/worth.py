"""The worth of cards to a computer player, in Ornicles: the one scale for gains and losses."""

from __future__ import annotations

import attrs

from twingkit.twing.rules.cards import Creature


@attrs.frozen(eq=False)
class Prices:
    """The prices of cards for a computer player, in Ornicles. Every number is a judgement, not a rule.

    `spell_base` and `spell_power` price a spell by its power, `own_spell` what one of the own element is
    worth more; creatures likewise; `refill` the spell that comes into a hand without spells (TW-TURN-2);
    `card` any card from the stack, beside what such cards are worth on average. Ornicles: `ornicle` each of
    them, `first` what the first is worth more, because it can be staked, `fifth` what each full price is
    worth more. `full` and `crowd` say how many spells and creatures make further ones worth little, `least`
    how little. `ready` is how many traps are expected in a battle that matters, `harm` how much of a
    creature's worth its owner loses to a trap, `future` the chance to win a battle still to come.
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

    def spell(self, power: int, own: bool) -> float:
        """One spell, of the own element or not."""
        return self.spell_base + self.spell_power * power + (self.own_spell if own else 0.0)

    def spells(self, powers: tuple[int, ...], own: bool) -> float:
        """Several spells of one element."""
        per_spell = self.spell_base + (self.own_spell if own else 0.0)
        return per_spell * len(powers) + self.spell_power * sum(powers)

    def creature(self, card: Creature, own: bool) -> float:
        """One creature, of the own element or not."""
        return self.creature_base + card.power * (self.creature_power + (self.own_creature if own else 0.0))

    def played(self, answer: str) -> float:
        """The card that a response costs; 0 for one that costs none."""
        return {"cat": self.cat, "trap": self.trap, "miromon": self.miromon}.get(
            answer.partition(" ")[0], 0.0
        )

    def ornicles(self, count: int, price: int) -> float:
        """The worth of `count` Ornicles where an object costs `price`."""
        return self.ornicle * count + self.first + self.fifth * (count // price) if count else 0.0

    def thrift(self, spells: float, creatures: float) -> tuple[float, float]:
        """The factors on the prices of a spell and of a creature for a player with so many: 1 for the first,
        less and less then."""
        return max(self.least, 1.0 - spells / self.full), max(self.least, 1.0 - creatures / self.crowd)
