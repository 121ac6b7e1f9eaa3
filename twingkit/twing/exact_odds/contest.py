"""The contest that decides a battle's odds: the margin on the cards, the values of each die, the plays left.

A `Contest` has numbers only, no names. It is made from a typed battle or from a battle under way
(`variants/contest.py`); the exact odds (`odds.py`) and best responses (`best_responses/`) are computed from
it alone.
"""

from __future__ import annotations

from functools import cached_property
from itertools import accumulate, product
from math import prod

import attrs

from twingkit.twing.exact_odds.terms import BOX_TERMS, Terms
from twingkit.twing.notation.battle_line import Battle
from twingkit.twing.notation.battle_line import Side as BattleSide
from twingkit.twing.rules.cards import CROSS, FACES, SPIRAL, SUN
from twingkit.twing.rules.objects import Objects, cross_counts_zero, sun_counts_zero
from twingkit.twing.rules.response_cards import NO_RESPONSE_CARDS, ResponseCardHolder, ResponseCards

Left = tuple[int, ...]
"""The plays that both sides have left, in the order of `Contest.limits`."""

STATES = (-4, -3, -2, -1, 0, 1, 2, 3, 4, SUN, CROSS)
"""The faces of a die that differ: a Spiral is worth the same as a 0 (TW-BAT-15)."""

WEIGHTS = tuple(2 if state == 0 else 1 for state in STATES)
"""The number of the twelve faces that show each state."""

INVERTED = tuple(STATES.index(-state) for state in STATES)
"""The state that Miromon makes of each state (TW-BAT-12)."""

CERTAIN_MARGIN = 9
"""At this margin on the cards and above, for either side, no number of the dice matters."""

NO_DIE = (0,)
"""The states of a side that rolls no die."""


@attrs.frozen(cache_hash=True)
class Profile:
    """The rules for the values of a side's faces: whether it rolls, its own element, its Panties, the enemy's
    Bra; and under a variant whether these act only on what was rolled, not on what Miromon made of it."""

    rolls: bool
    own_element: bool
    panties: bool
    enemy_bra: bool
    natural_cross: bool = False
    natural_sun: bool = False
    natural_minus: bool = False

    def result(self, state: int) -> int:
        """The value of a face: a number, `SUN` or `CROSS` (TW-BAT-15)."""
        if (state == CROSS and self.panties) or (state == SUN and self.enemy_bra):
            return 0
        return 0 if self.own_element and -5 < state < 0 else state

    def turned_result(self, rolled: int, turned: bool, own_roll: bool = False) -> int:
        """The value of a face that was rolled and since then turned round or not; `own_roll`: it counts as
        one of the own element whatever the spells (TW-BAT-15, TW-PLAY-3)."""
        own = self.own_element or own_roll
        if own and self.natural_minus and -5 < rolled < 0:
            rolled = 0
        shown = -rolled if turned else rolled
        if shown == CROSS and self.panties:
            return CROSS if turned and self.natural_cross else 0
        if shown == SUN and self.enemy_bra:
            return SUN if turned and self.natural_sun else 0
        return 0 if own and not self.natural_minus and -5 < shown < 0 else shown

    @property
    def states(self) -> tuple[int, ...]:
        """The different states of this side's die."""
        return STATES if self.rolls else NO_DIE

    @property
    def weights(self) -> tuple[float, ...]:
        """The number of twelve rolls that give each state."""
        return WEIGHTS if self.rolls else (12,)


@attrs.frozen
class Resources(ResponseCardHolder):
    """The plays that one side has left and is allowed: the re-roll object (at most 1), response cards."""

    reroll: int = 0
    held: ResponseCards = NO_RESPONSE_CARDS

    @property
    def counts(self) -> tuple[int, ...]:
        """Re-roll object, then response cards by kind."""
        return (self.reroll, *self.held)


@attrs.frozen
class Contest:
    """A battle reduced to what its odds depend on; index 0 is the attacker.

    `margin` is attacker's minus defender's points on cards; `losses[i]` holds, for side i, the points lost to
    0, 1, 2 … of the enemy's traps (the strongest creature first, TW-ODDS-2).
    """

    margin: int
    profiles: tuple[Profile, Profile]
    losses: tuple[tuple[int, ...], tuple[int, ...]]
    resources: tuple[Resources, Resources]
    terms: Terms = BOX_TERMS

    @cached_property
    def limits(self) -> Left:
        """The counts of both sides' resources in a row: attacker's re-roll and response cards, defender's."""
        return self.resources[0].counts + self.resources[1].counts

    @property
    def size(self) -> int:
        """The number of combinations of remaining resources: the measure of the work of best play."""
        return prod(count + 1 for count in self.limits)

    def shown_outcome(self, states: tuple[int, int]) -> int:
        """The outcome if both dice, as they lie now, decide: 1, 0 or −1."""
        attack, defence = (
            die.turned_result(state, turned, own)
            for die, state, turned, own in zip(
                self.profiles, states, self.terms.turned, (self.terms.own_roll, False), strict=True
            )
        )
        return self.outcome(attack, defence, (0, 0))

    def outcome(self, attack: int, defence: int, traps: tuple[int, int]) -> int:
        """The outcome for the results of both dice, and how often each side's traps took something."""
        if SUN in (attack, defence) or CROSS in (attack, defence):
            if attack != defence:
                return (rank(attack) > rank(defence)) - (rank(attack) < rank(defence))
            if not self.terms.symbols_cancel:
                return -self.terms.defender_wins_ties
            attack = defence = 0
        margin = self.margin + attack - defence - self.losses[0][traps[1]] + self.losses[1][traps[0]]
        return (margin > 0) - (margin < 0) or -self.terms.defender_wins_ties


def rank(result: int) -> int:
    """TW-BAT-16 as an order: a Sun above every number, a Cross below."""
    return 1 if result == SUN else -1 if result == CROSS else 0


_PROFILES = {switches: Profile(*switches) for switches in product((False, True), repeat=4)}


def profile(rolls: bool, own_element: bool, own: Objects, enemy: Objects) -> Profile:
    """The profile of a side with these objects against these objects."""
    return _PROFILES[rolls, own_element, cross_counts_zero(own), sun_counts_zero(enemy)]


def strongest_first(powers: list[int]) -> tuple[int, ...]:
    """The points lost to 0, 1, 2 … traps, which take the strongest first."""
    return tuple(accumulate(sorted(powers, reverse=True), initial=0))


def battle_profiles(battle: Battle) -> tuple[Profile, Profile]:
    """The profiles of both dice of a typed battle."""
    attack, defence = battle.sides
    return _battle_profile(attack, defence), _battle_profile(defence, attack)


def _battle_profile(side: BattleSide, enemy: BattleSide) -> Profile:
    spells = side.lay.spells
    own = bool(spells) and spells[0].element == side.character
    return profile(bool(spells), own, side.objects, enemy.objects)


def state_of(face: int) -> int:
    """The state that a face shows: itself, or 0 for a Spiral."""
    return 0 if face == SPIRAL else face


assert sum(WEIGHTS) == len(FACES)
