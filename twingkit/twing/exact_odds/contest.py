"""The contest that decides a battle's odds: margin on the cards, values of each die, plays left.

A `Contest` contains only numbers. It is built from a typed battle or from a battle under way
(`variants/contest.py`). The exact odds (`odds.py`) and best responses (`best_responses/`) are computed from
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
"""The faces of a die that differ; a Spiral counts as 0 (TW-BAT-15)."""

WEIGHTS = tuple(2 if state == 0 else 1 for state in STATES)
"""How many of the twelve faces show each state."""

INVERTED = tuple(STATES.index(-state) for state in STATES)
"""The index of the state that Miromon makes of each state (TW-BAT-12)."""

CERTAIN_MARGIN = 9
"""From this margin on the cards on, for either side, the numbers on the dice no longer matter."""

NO_DIE = (0,)
"""The states of a side that does not roll."""


@attrs.frozen(cache_hash=True)
class Profile:
    """How the faces of a side's die count.

    The fields say whether the side rolls, fights with its own element, has the Panties, and faces the Bra.
    The `natural_…` fields, for variants, restrict these to rolled faces, so that they do not apply to a face
    that Miromon turned.
    """

    rolls: bool
    own_element: bool
    panties: bool
    enemy_bra: bool
    natural_cross: bool = False
    natural_sun: bool = False
    natural_minus: bool = False

    def result(self, state: int) -> int:
        """Return the value of a face: a number, `SUN` or `CROSS` (TW-BAT-15)."""
        if (state == CROSS and self.panties) or (state == SUN and self.enemy_bra):
            return 0
        return 0 if self.own_element and -5 < state < 0 else state

    def turned_result(self, rolled: int, turned: bool, own_roll: bool = False) -> int:
        """Return the value of a rolled face that may have been turned round since.

        With `own_roll` it counts as a roll of the own element whatever the spells (TW-BAT-15, TW-PLAY-3).
        """
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
        """The distinct states of this side's die."""
        return STATES if self.rolls else NO_DIE

    @property
    def weights(self) -> tuple[float, ...]:
        """How many of twelve rolls give each state."""
        return WEIGHTS if self.rolls else (12,)


@attrs.frozen
class Resources(ResponseCardHolder):
    """The plays that one side has left and may use: the re-roll object (at most 1) and response cards."""

    reroll: int = 0
    held: ResponseCards = NO_RESPONSE_CARDS

    @property
    def counts(self) -> tuple[int, ...]:
        """The re-roll object, then the response cards by kind."""
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
        """The plays of both sides in one tuple: the attacker's re-roll object and response cards, then the
        defender's.
        """
        return self.resources[0].counts + self.resources[1].counts

    @property
    def size(self) -> int:
        """The number of combinations of remaining plays, which measures the work of best play."""
        return prod(count + 1 for count in self.limits)

    def shown_outcome(self, states: tuple[int, int]) -> int:
        """Return the outcome (1, 0 or −1 for the attacker) if both dice decide as they lie now."""
        attack, defence = (
            die.turned_result(state, turned, own)
            for die, state, turned, own in zip(
                self.profiles, states, self.terms.turned, (self.terms.own_roll, False), strict=True
            )
        )
        return self.outcome(attack, defence, (0, 0))

    def outcome(self, attack: int, defence: int, traps: tuple[int, int]) -> int:
        """Return the outcome for the results of both dice and the number of successful traps of each side."""
        if SUN in (attack, defence) or CROSS in (attack, defence):
            if attack != defence:
                return (rank(attack) > rank(defence)) - (rank(attack) < rank(defence))
            if not self.terms.symbols_cancel:
                return -self.terms.defender_wins_ties
            attack = defence = 0
        margin = self.margin + attack - defence - self.losses[0][traps[1]] + self.losses[1][traps[0]]
        return (margin > 0) - (margin < 0) or -self.terms.defender_wins_ties


def rank(result: int) -> int:
    """Return a number that orders results by TW-BAT-16: a Sun above every number, a Cross below."""
    return 1 if result == SUN else -1 if result == CROSS else 0


_PROFILES = {switches: Profile(*switches) for switches in product((False, True), repeat=4)}


def profile(rolls: bool, own_element: bool, own: Objects, enemy: Objects) -> Profile:
    """Return the profile of a side with these objects against an enemy with those objects."""
    return _PROFILES[rolls, own_element, cross_counts_zero(own), sun_counts_zero(enemy)]


def strongest_first(powers: list[int]) -> tuple[int, ...]:
    """Return the points lost to 0, 1, 2 … traps, which take the strongest first."""
    return tuple(accumulate(sorted(powers, reverse=True), initial=0))


def battle_profiles(battle: Battle) -> tuple[Profile, Profile]:
    """Return the profiles of both dice of a typed battle."""
    attack, defence = battle.sides
    return _battle_profile(attack, defence), _battle_profile(defence, attack)


def _battle_profile(side: BattleSide, enemy: BattleSide) -> Profile:
    spells = side.lay.spells
    own = bool(spells) and spells[0].element == side.character
    return profile(bool(spells), own, side.objects, enemy.objects)


def state_of(face: int) -> int:
    """Return the state that a face shows: the face itself, or 0 for a Spiral."""
    return 0 if face == SPIRAL else face


assert sum(WEIGHTS) == len(FACES)
