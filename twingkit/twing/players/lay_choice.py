"""The lays worth considering for a computer player, a few of the thousands of legal lays (TW-BAT-1 to 5).

A computer player describes a lay by five values: whether a die is rolled, whether the die is of the
player's own element, the points on the cards, what is spent for good, and what is lost if the battle is
lost. Lays with equal sums are merged, and of the creatures the strongest that fit are taken: with more
points no other choice is useful.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, combinations
from typing import NamedTuple

import attrs

from twingkit.twing.players.outlook import Prices
from twingkit.twing.rules.cards import ELEMENTS, Creature, Spell, Unit
from twingkit.twing.rules.lay import MAX_LAY_SPELLS, Lay
from twingkit.twing.rules.objects import (
    Objects,
    any_element_units,
    can_lay_mounts,
    can_lay_riders,
    extra_unit_count,
)
from twingkit.twing.variants.variant import Variant

Powers = tuple[int, ...]
"""The powers of the spells of one element, the highest first."""


class LayChoice(NamedTuple):
    """A lay as numbers (points, costs, risks), with the cards that form it.

    `power` is the number of points on the cards; `spell_cost` is the value of the spells, `creature_risk` the
    value of the creatures that are lost with the battle, both in Ornicles; `trap_losses` are the points that
    0, 1, 2 or 3 traps take away.
    """

    rolls_die: bool
    is_own_element: bool
    power: int
    spell_cost: float
    creature_risk: float
    trap_losses: tuple[int, ...]
    element: str
    spell_powers: Powers
    units: tuple[Unit, ...]

    @property
    def lay(self) -> Lay:
        """This choice as a `Lay`."""
        return Lay([Spell(self.element, power) for power in self.spell_powers], self.units)


class LegalLayLimits(NamedTuple):
    """The limits on a side's lay, given its objects, the enemy's objects and the variant."""

    is_attack: bool
    character: str
    extra_units: int
    """The number of units allowed beyond the number of spells (TW-POW-teddy)."""
    any_element_unit: bool
    """True if one unit beside spells may have any element."""
    any_element_shield_unit: bool
    """True if one unit in a shield may have any element."""
    can_lay_riders: bool
    can_lay_mounts: bool
    any_element_rider: bool
    must_add_creatures: bool
    """True if every spell needs a creature beside it, while there are creatures (TW-VAR-6)."""

    @classmethod
    def from_objects(
        cls, is_attack: bool, character: str, own: Objects, enemy: Objects, variant: Variant
    ) -> LegalLayLimits:
        """Return the limits of a side with its own active objects against the enemy's."""
        return cls(
            is_attack,
            character,
            extra_unit_count(own, variant),
            any_element_units(own, variant=variant) > 0,
            any_element_units(own, True, variant) > 0,
            can_lay_riders(enemy),
            can_lay_mounts(enemy, variant),
            variant.rider_element == "any",
            variant.units == "required",
        )


_MAX_TRAPS = 3
"""Players hardly ever play more in one battle."""

EMPTY_CHOICE = LayChoice(False, False, 0, 0.0, 0.0, (0, 0, 0, 0), "", (), ())
"""The empty defence (TW-BAT-4)."""


@lru_cache(maxsize=8)  # one decision needs the same choices against each enemy
def promising_choices(
    spells: tuple[Spell, ...], entourage: tuple[Creature, ...], limits: LegalLayLimits, prices: Prices
) -> tuple[LayChoice, ...]:
    """Return the lays of these spells and creatures that a computer player should consider.

    For a defender this includes shields, and the empty defence if there is no card to lay.
    """
    powers = powers_by_element(spells)
    lays = (*spell_choices(powers, entourage, limits, prices), *shield_choices(entourage, limits, prices))
    return lays if lays or limits.is_attack else (EMPTY_CHOICE,)


def powers_by_element(spells: Iterable[Spell]) -> dict[str, Powers]:
    """Return the powers of spells by element, the highest first."""
    powers: dict[str, list[int]] = {}
    for spell in spells:
        powers.setdefault(spell.element, []).append(spell.power)
    return {
        element: tuple(sorted(powers[element], reverse=True)) for element in ELEMENTS if element in powers
    }


def spell_choices(
    powers: dict[str, Powers], entourage: Sequence[Creature], limits: LegalLayLimits, prices: Prices
) -> Iterator[LayChoice]:
    """Yield the lays with spells that a computer player should consider, each spell choice with and without
    creatures.

    For each number of spells every possible sum occurs once, with none to all of the creatures that fit.
    """
    held = sum(len(values) for values in powers.values())
    for element, values in powers.items():
        own = element == limits.character
        groups = creature_groups_by_spells(element, entourage, limits, prices)
        yield from _element_choices(element, own, values, len(values) == held, groups, prices)


@lru_cache(maxsize=1024)  # hands that are guessed often agree in the spells of one element
def _element_choices(
    element: str, own: bool, values: Powers, all_spells: bool, groups: _CreatureGroups, prices: Prices
) -> tuple[LayChoice, ...]:
    """Return the lays with spells of one element; `all_spells` is True if the hand has no spells of other
    elements.
    """
    choices = []
    for count, total, chosen in _sums(values):
        spent = prices.price_of_spells(chosen, own)
        if all_spells and count == len(values):  # without its last spell, a hand draws a new one (TW-TURN-2)
            spent -= prices.refill_value
        for units, power, risk, trap_losses in groups.by_spell_count[count - 1]:
            numbers = True, own, total + power, spent, risk, trap_losses, element, chosen, units
            choices.append(tuple.__new__(LayChoice, numbers))  # faster than its constructor
    return tuple(choices)


def shield_choices(
    entourage: Sequence[Creature], limits: LegalLayLimits, prices: Prices
) -> tuple[LayChoice, ...]:
    """Return the shields that a computer player should consider: for each possible sum of points the least
    valuable creatures of one element (TW-BAT-5).
    """
    return _shields(tuple(entourage), limits, prices) if entourage and not limits.is_attack else ()


class CreatureGroup(NamedTuple):
    """Creatures laid together: units, points, their value if they are lost, and the points lost to traps."""

    units: tuple[Unit, ...]
    power: int
    creature_risk: float
    trap_losses: tuple[int, ...]


@attrs.frozen(eq=False)
class _CreatureGroups:
    """The creature groups that fit beside 1, 2 and 3 spells of an element; compared by identity, as a key."""

    by_spell_count: tuple[tuple[CreatureGroup, ...], ...]


_NO_CREATURES = CreatureGroup((), 0, 0.0, (0, 0, 0, 0))
_NO_GROUPS = _CreatureGroups(((_NO_CREATURES,),) * MAX_LAY_SPELLS)


@lru_cache(maxsize=4096)
def _sums(powers: Powers) -> tuple[tuple[int, int, Powers], ...]:
    """Return, for each number of spells from one to three and each possible sum, one choice: (number, sum,
    powers).
    """
    lays: dict[tuple[int, int], Powers] = {}
    for count in range(1, min(MAX_LAY_SPELLS, len(powers)) + 1):
        for chosen in combinations(powers, count):
            lays.setdefault((count, sum(chosen)), chosen)
    return tuple((count, total, chosen) for (count, total), chosen in lays.items())


def creature_groups_by_spells(
    element: str, entourage: Sequence[Creature], limits: LegalLayLimits, prices: Prices
) -> _CreatureGroups:
    """Return the groups of creatures that may be laid with 1, 2 and 3 spells of an element (TW-BAT-2,
    TW-POW-teddy).
    """
    fitting = tuple(entourage)
    if not (limits.any_element_unit or limits.any_element_rider):
        fitting = tuple([card for card in fitting if card.element == element])
    return _creature_groups(element, fitting, limits, prices) if fitting else _NO_GROUPS


@lru_cache(maxsize=4096)
def _creature_groups(
    element: str, entourage: tuple[Creature, ...], limits: LegalLayLimits, prices: Prices
) -> _CreatureGroups:
    cards = tuple(card for card in entourage if limits.can_lay_mounts or not card.mount)
    same = tuple(card for card in cards if card.element == element)
    riders = _riders(cards, same, limits)
    largest = MAX_LAY_SPELLS + limits.extra_units
    sets = [_best_units(same, riders, count) for count in range(min(len(same), largest) + 1)]
    parties = [_creature_group(units, limits, prices) for units in sets]
    mixed: list[CreatureGroup] = []
    if limits.any_element_unit and len(cards) > len(same):
        mixed = [
            _creature_group(_with_unit_of_any_element(units, cards, limits), limits, prices)
            for units in sets[:largest]
        ]
    limits_by_spells = []
    for most in range(1 + limits.extra_units, largest + 1):
        fitting = parties[: most + 1] + mixed[:most]
        if limits.must_add_creatures:
            fitting = fitting[-1:]
        limits_by_spells.append(tuple(dict.fromkeys(fitting)) if mixed else tuple(fitting))
    return _CreatureGroups(tuple(limits_by_spells))


def _riders(
    cards: tuple[Creature, ...], same: tuple[Creature, ...], limits: LegalLayLimits
) -> tuple[Creature, ...]:
    """Return the creatures that could ride on some mount (TW-BAT-3, TW-POW-cup)."""
    if not limits.can_lay_riders:
        return ()
    riding = cards if limits.any_element_rider else same
    return tuple(card for card in riding if not card.mount)


@lru_cache(maxsize=4096)
def _best_units(heads: tuple[Creature, ...], riders: tuple[Creature, ...], count: int) -> tuple[Unit, ...]:
    best: tuple[Unit, ...] = ()
    most = -1
    for chosen in combinations(sorted(heads, key=lambda card: -card.power)[: count + 3], count):
        units = _mount_riders(chosen, riders)
        power = sum([unit.power for unit in units])
        if power > most:
            best, most = units, power
    return best


def _mount_riders(heads: Sequence[Creature], riders: Sequence[Creature]) -> tuple[Unit, ...]:
    """Return one unit for each of `heads`; weak mounts choose riders first, so that strong mounts take the
    rest.
    """
    left = list(riders)
    for head in heads:
        if head in left:
            left.remove(head)
    units = []
    for head in sorted(heads, key=lambda card: card.power):
        fit = [card for card in left if card.power <= head.power] if head.mount else []
        rider = max(fit, key=lambda card: card.power) if fit else None
        if rider:
            left.remove(rider)
        units.append(Unit(head, rider))
    return tuple(units)


def _with_unit_of_any_element(
    units: tuple[Unit, ...], cards: Sequence[Creature], limits: LegalLayLimits
) -> tuple[Unit, ...]:
    """Return the units and the strongest further unit of any element (TW-POW-teddy)."""
    left = list(cards)
    for unit in units:
        for card in unit.cards:
            left.remove(card)
    mounted = [
        Unit(card, rider)
        for card in left
        for rider in left
        if limits.can_lay_riders and card.mount and not rider.mount and rider.power <= card.power
        if limits.any_element_rider or rider.element == card.element
    ]
    strangers = [*mounted, *[Unit(card) for card in left]]
    return (*units, max(strangers, key=lambda unit: unit.power)) if strangers else units


def _creature_group(units: tuple[Unit, ...], limits: LegalLayLimits, prices: Prices) -> CreatureGroup:
    cards = [card for unit in units for card in unit.cards]
    at_risk = [card for card in cards if not (limits.is_attack and card.element == limits.character)]
    return CreatureGroup(
        units,
        sum(card.power for card in cards),
        sum(prices.creature_price(card, card.element == limits.character) for card in at_risk),
        _trap_losses(cards),
    )


def _trap_losses(cards: Sequence[Creature]) -> tuple[int, ...]:
    """Return the points lost to 0, 1, 2 and 3 traps, the strongest cards first (TW-BAT-13)."""
    powers = sorted([card.power for card in cards], reverse=True)[:_MAX_TRAPS]
    losses = (0, *accumulate(powers))
    return losses + losses[-1:] * (_MAX_TRAPS - len(powers))


@lru_cache(maxsize=2048)
def _shields(
    entourage: tuple[Creature, ...], limits: LegalLayLimits, prices: Prices
) -> tuple[LayChoice, ...]:
    cards = tuple(card for card in entourage if limits.can_lay_mounts or not card.mount)
    parties_found: list[CreatureGroup] = []
    for element in ELEMENTS:
        same = [card for card in cards if card.element == element]
        if not same:
            continue
        parties = list(_cheapest(same, limits, prices).values())
        others = [card for card in cards if card.element != element]
        if limits.any_element_rider and limits.can_lay_riders and others:
            riders = [card for card in others if not card.mount]
            ridden = [_mount_riders([unit.creature for unit in party.units], riders) for party in parties]
            parties += [
                _creature_group(units, limits, prices)
                for units in ridden
                if any(unit.rider for unit in units)
            ]
        if limits.any_element_shield_unit and others:
            parties += [
                _creature_group(_with_unit_of_any_element(party.units, cards, limits), limits, prices)
                for party in tuple(parties)
            ]
        parties_found += parties
    return tuple(
        LayChoice(False, False, party.power, 0.0, party.creature_risk, party.trap_losses, "", (), party.units)
        for party in parties_found
    )


def _cheapest(cards: Sequence[Creature], limits: LegalLayLimits, prices: Prices) -> dict[int, CreatureGroup]:
    """Return the least valuable group of single creatures for each sum of powers."""
    sums: dict[int, tuple[float, tuple[Unit, ...]]] = {0: (0.0, ())}
    for card in cards:
        worth = prices.creature_price(card, card.element == limits.character)
        for power, (risk, units) in list(sums.items()):
            total = power + card.power
            if total not in sums or risk + worth < sums[total][0]:
                sums[total] = (risk + worth, (*units, Unit(card)))
    del sums[0]
    return {total: _creature_group(units, limits, prices) for total, (_, units) in sums.items()}
