"""The contest that decides a battle's odds: margin on the cards, values of each die, plays left.

A `Contest` contains only numbers. It is built from a typed battle or from a battle under way
(`variants/contest.py`). The exact odds (`odds.py`) and best responses (`best_responses/`) are computed from
it alone.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from itertools import accumulate, product
from math import prod

import attrs

from twingkit.twing.exact_odds.terms import BOX_TERMS, ContestVariant
from twingkit.twing.rules.cards import CROSS, FACES, SPIRAL, SUN
from twingkit.twing.rules.objects import Objects, cross_counts_zero, sun_counts_zero
from twingkit.twing.rules.response_cards import NO_RESPONSE_CARDS, ResponseCardHolder, ResponseCards

PlaysLeft = tuple[int, ...]
"""The plays that both sides have left, in the order of `Contest.play_limits`."""

DIE_STATES = (-4, -3, -2, -1, 0, 1, 2, 3, 4, SUN, CROSS)
"""The faces of a die that count differently; a Spiral counts as 0 (TW-BAT-15)."""

STATE_WEIGHTS = tuple(2 if state == 0 else 1 for state in DIE_STATES)
"""For each of `DIE_STATES`, how many of the twelve faces show it."""

INVERTED_STATE_INDICES = tuple(DIE_STATES.index(-state) for state in DIE_STATES)
"""For each of `DIE_STATES`, the index of the state after Miromon turns the die (TW-BAT-12)."""

CERTAIN_MARGIN = 9
"""The margin in card points, for either side, from which the numbers on the dice no longer matter."""

NO_DIE_STATES = (0,)
"""The single state of a side that does not roll a die."""


@attrs.frozen(cache_hash=True)
class DieRules:
    """The rules that determine what each face of one side's die counts.

    The fields say whether the side rolls, fights with its own element, has the Panties, and faces the Bra.
    The `…_must_be_rolled` fields, for variants, restrict these rules to faces that were rolled, not turned by
    Miromon.
    """

    rolls_die: bool
    has_own_element: bool
    has_panties: bool
    enemy_has_bra: bool
    cross_must_be_rolled: bool = False
    sun_must_be_rolled: bool = False
    minus_must_be_rolled: bool = False

    def face_result(self, rolled: int, turned: bool = False, as_own_element: bool = False) -> int:
        """Return the result of a rolled face, or of the face that Miromon turned it to (TW-BAT-15): a number,
        `SUN` or `CROSS`.

        With `as_own_element` it counts as a roll of the own element, whatever the spells are (TW-BAT-15,
        TW-PLAY-3).
        """
        own = self.has_own_element or as_own_element
        if own and self.minus_must_be_rolled and -5 < rolled < 0:
            rolled = 0
        shown = -rolled if turned else rolled
        if shown == CROSS and self.has_panties:
            return CROSS if turned and self.cross_must_be_rolled else 0
        if shown == SUN and self.enemy_has_bra:
            return SUN if turned and self.sun_must_be_rolled else 0
        return 0 if own and not self.minus_must_be_rolled and -5 < shown < 0 else shown

    @property
    def states(self) -> tuple[int, ...]:
        """The distinct states that this side's die can show."""
        return DIE_STATES if self.rolls_die else NO_DIE_STATES

    @property
    def roll_counts(self) -> tuple[float, ...]:
        """For each of `states`, how many of twelve rolls give it."""
        return STATE_WEIGHTS if self.rolls_die else (12,)


@attrs.frozen
class RemainingSidePlays(ResponseCardHolder):
    """The plays that one side can still make: the reroll object (at most 1) and response cards."""

    reroll_count: int = 0
    response_cards: ResponseCards = NO_RESPONSE_CARDS

    @cached_property
    def play_counts(self) -> tuple[int, ...]:
        """The number of plays of each kind: the reroll object, then the response cards."""
        return (self.reroll_count, *self.response_cards)


@attrs.frozen
class Contest:
    """A battle reduced to the numbers that decide its odds; index 0 is the attacker.

    `margin` is the attacker's minus the defender's points on cards; `trap_losses[i]` holds, for side i, the
    points lost to 0, 1, 2 … of the enemy's traps (the strongest creature first, TW-ODDS-2).
    """

    margin: int
    profiles: tuple[DieRules, DieRules]
    trap_losses: tuple[tuple[int, ...], tuple[int, ...]] = ((0,), (0,))
    side_plays: tuple[RemainingSidePlays, RemainingSidePlays] = (RemainingSidePlays(), RemainingSidePlays())
    terms: ContestVariant = BOX_TERMS
    play_limits: PlaysLeft = attrs.field(init=False, eq=False, repr=False)
    """The plays of the attacker, then of the defender: for each its reroll object and response cards."""

    @play_limits.default
    def _play_limits(self) -> PlaysLeft:
        return self.side_plays[0].play_counts + self.side_plays[1].play_counts

    @property
    def without_plays(self) -> Contest:
        """The contest if neither side responds: only the dice and the terms of the outcome matter."""
        return Contest(self.margin, self.profiles, self.trap_losses, terms=self.terms.outcome_terms)

    @property
    def play_combinations(self) -> int:
        """The number of combinations of remaining plays, a measure of how long best play takes to compute."""
        return _combination_count(self.play_limits)

    def margin_after_traps(self, traps: tuple[int, int]) -> int:
        """Return the attacker's lead on the cards after these numbers of successful traps of both sides."""
        return self.margin - self.trap_losses[0][traps[1]] + self.trap_losses[1][traps[0]]

    def capped_margin_after_traps(self, traps: tuple[int, int]) -> int:
        """Return `margin_after_traps`, capped at ±`CERTAIN_MARGIN`, which no dice can overcome."""
        return max(-CERTAIN_MARGIN, min(CERTAIN_MARGIN, self.margin_after_traps(traps)))

    def shown_outcome_sign(self, states: tuple[int, int]) -> int:
        """Return the outcome (1, 0 or −1 for the attacker) if both dice count as they show now."""
        attack, defence = (
            die.face_result(state, turned, own)
            for die, state, turned, own in zip(
                self.profiles,
                states,
                self.terms.dice_turned,
                (self.terms.rolled_for_cats, False),
                strict=True,
            )
        )
        return self.outcome_sign(attack, defence, (0, 0))

    def outcome_sign(self, attack: int, defence: int, traps: tuple[int, int]) -> int:
        """Return the outcome (1, 0 or −1 for the attacker) of two die results and the successful traps."""
        if SUN in (attack, defence) or CROSS in (attack, defence):
            if attack != defence:
                return (die_result_rank(attack) > die_result_rank(defence)) - (
                    die_result_rank(attack) < die_result_rank(defence)
                )
            if not self.terms.symbols_cancel:
                return -self.terms.defender_wins_ties
            attack = defence = 0
        margin = self.margin_after_traps(traps) + attack - defence
        return (margin > 0) - (margin < 0) or -self.terms.defender_wins_ties


@lru_cache(maxsize=4096)
def _combination_count(limits: PlaysLeft) -> int:
    return prod([count + 1 for count in limits])


def die_result_rank(result: int) -> int:
    """Return the rank of a die result by TW-BAT-16: a Sun above every number, a Cross below."""
    return 1 if result == SUN else -1 if result == CROSS else 0


def results_by_dice_pair(
    profiles: tuple[DieRules, DieRules], turned: tuple[bool, bool], attack_as_own_element: bool
) -> list[tuple[int, int]]:
    """Return what both dice count for every pair of die states, as (attacker, defender); the defender's state
    changes fastest.

    `turned` says whether Miromon has turned each die, `attack_as_own_element` whether the attacker's counts
    as a roll of the own element.
    """
    attack, defence = profiles
    mine = [attack.face_result(state, turned[0], attack_as_own_element) for state in attack.states]
    theirs = [defence.face_result(state, turned[1]) for state in defence.states]
    return list(product(mine, theirs))


_PROFILES = {switches: DieRules(*switches) for switches in product((False, True), repeat=4)}


def die_rules(rolls_die: bool, own_element: bool, own: Objects, enemy: Objects) -> DieRules:
    """Return the rules for a side's die from whether it rolls, whether it has its own element, and both
    sides' active objects.
    """
    return _PROFILES[rolls_die, own_element, cross_counts_zero(own), sun_counts_zero(enemy)]


def points_lost_to_traps(powers: list[int]) -> tuple[int, ...]:
    """Return the points that 0, 1, 2 … traps take, the strongest creature first."""
    return tuple(accumulate(sorted(powers, reverse=True), initial=0))


def die_state(face: int) -> int:
    """Return the state that a face shows: the face itself, or 0 for a Spiral."""
    return 0 if face == SPIRAL else face


assert sum(STATE_WEIGHTS) == len(FACES)
