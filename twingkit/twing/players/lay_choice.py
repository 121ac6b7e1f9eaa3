"""The few lays that are worth considering, out of the thousands that are legal (TW-BAT-1 to 5).

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

from twingkit.twing.players.outlook import Prices
from twingkit.twing.rules.cards import ELEMENTS, Creature, Spell, Unit
from twingkit.twing.rules.lay import SPELL_LIMIT, Lay
from twingkit.twing.rules.objects import Objects, can_lay_mounts, can_lay_riders, extra_units, free_units
from twingkit.twing.variants.variant import Variant

Powers = tuple[int, ...]
"""The powers of the spells of one element, the highest first."""


class LayChoice(NamedTuple):
    """A lay in numbers, and the cards that form it.

    `power` is the number of points on the cards; `spent` is the value of the spells, `risk` the value of the
    creatures that are lost with the battle, both in Ornicles; `trap_losses` are the points that 0, 1, 2 or 3
    traps take away.
    """

    rolls: bool
    own: bool
    power: int
    spent: float
    risk: float
    trap_losses: tuple[int, ...]
    element: str
    spells: Powers
    units: tuple[Unit, ...]

    @property
    def lay(self) -> Lay:
        """Return the lay itself."""
        return Lay([Spell(self.element, power) for power in self.spells], self.units)


class LayTerms(NamedTuple):
    """What a side may lay, given its objects, the enemy's objects and the variant."""

    attacks: bool
    character: str
    extra: int
    """The number of units allowed beyond the number of spells (TW-POW-teddy)."""
    free: bool
    """True if one unit beside spells may have any element."""
    free_shield: bool
    """True if one unit in a shield may have any element."""
    rides: bool
    mounts: bool
    any_rider: bool
    must_fill: bool
    """True if every spell needs a creature beside it, as far as there are any (TW-VAR-6)."""

    @classmethod
    def from_objects(
        cls, attacks: bool, character: str, own: Objects, enemy: Objects, variant: Variant
    ) -> LayTerms:
        """Return the terms of a side with its own active objects against the enemy's."""
        return cls(
            attacks,
            character,
            extra_units(own, variant=variant),
            free_units(own, variant=variant) > 0,
            free_units(own, True, variant) > 0,
            can_lay_riders(enemy),
            can_lay_mounts(enemy, variant),
            variant.rider_element == "any",
            variant.units == "required",
        )


MAX_TRAPS = 3
"""The highest number of traps considered: more are hardly ever played in one battle."""

EMPTY_CHOICE = LayChoice(False, False, 0, 0.0, 0.0, (0, 0, 0, 0), "", (), ())
"""The empty defence (TW-BAT-4)."""


@lru_cache(maxsize=8)  # one decision needs the same choices against each enemy
def lay_choices(
    spells: tuple[Spell, ...], entourage: tuple[Creature, ...], terms: LayTerms, prices: Prices
) -> tuple[LayChoice, ...]:
    """Return the lays worth considering; for a defender also shields, and the empty defence if there is no
    card to lay.
    """
    powers = powers_by_element(spells)
    lays = (*spell_choices(powers, entourage, terms, prices), *shield_choices(entourage, terms, prices))
    return lays if lays or terms.attacks else (EMPTY_CHOICE,)


def powers_by_element(spells: Iterable[Spell]) -> dict[str, Powers]:
    """Return the powers of spells by element, the highest first."""
    powers: dict[str, list[int]] = {}
    for spell in spells:
        powers.setdefault(spell.element, []).append(spell.power)
    return {
        element: tuple(sorted(powers[element], reverse=True)) for element in ELEMENTS if element in powers
    }


def spell_choices(
    powers: dict[str, Powers], entourage: Sequence[Creature], terms: LayTerms, prices: Prices
) -> Iterator[LayChoice]:
    """Yield lays with spells: each sum of each number of spells, with from none to all of the creatures that
    fit.
    """
    held = sum(len(values) for values in powers.values())
    for element, values in powers.items():
        own = element == terms.character
        parties = creature_groups(element, entourage, terms, prices)
        for count, total, chosen in _sums(values):
            # a hand without its last spell draws a new one (TW-TURN-2)
            spent = prices.spells(chosen, own) - (prices.refill if count == held else 0.0)
            for units, power, risk, trap_losses in parties[count - 1]:
                numbers = True, own, total + power, spent, risk, trap_losses, element, chosen, units
                yield tuple.__new__(LayChoice, numbers)  # faster than its constructor: there are very many


def shield_choices(entourage: Sequence[Creature], terms: LayTerms, prices: Prices) -> Iterator[LayChoice]:
    """Yield shields: for each possible sum of creatures of one element, the least valuable of them (TW-
    BAT-5).
    """
    if terms.attacks or not entourage:
        return
    for party in _shields(tuple(entourage), terms, prices):
        yield LayChoice(False, False, party.power, 0.0, party.risk, party.trap_losses, "", (), party.units)


class CreatureGroup(NamedTuple):
    """Creatures laid together: the units, their points, their value if they are lost, and the points a trap
    takes.
    """

    units: tuple[Unit, ...]
    power: int
    risk: float
    trap_losses: tuple[int, ...]


_NO_CREATURES = CreatureGroup((), 0, 0.0, (0, 0, 0, 0))


@lru_cache(maxsize=4096)
def _sums(powers: Powers) -> tuple[tuple[int, int, Powers], ...]:
    """Return the choices of one to three spells: their number, their sum, and one way to form it; each sum
    once.
    """
    lays: dict[tuple[int, int], Powers] = {}
    for count in range(1, min(SPELL_LIMIT, len(powers)) + 1):
        for chosen in combinations(powers, count):
            lays.setdefault((count, sum(chosen)), chosen)
    return tuple((count, total, chosen) for (count, total), chosen in lays.items())


def creature_groups(
    element: str, entourage: Sequence[Creature], terms: LayTerms, prices: Prices
) -> tuple[tuple[CreatureGroup, ...], ...]:
    """Return the groups of creatures that can lie beside 1, 2 and 3 spells of an element (TW-BAT-2,
    TW-POW-teddy).
    """
    if not entourage:
        return ((_NO_CREATURES,),) * SPELL_LIMIT
    return _creature_groups(element, tuple(entourage), terms, prices)


@lru_cache(maxsize=4096)
def _creature_groups(
    element: str, entourage: tuple[Creature, ...], terms: LayTerms, prices: Prices
) -> tuple[tuple[CreatureGroup, ...], ...]:
    cards = tuple(card for card in entourage if terms.mounts or not card.mount)
    same = tuple(card for card in cards if card.element == element)
    riders = _riders(cards, same, terms)
    largest = SPELL_LIMIT + terms.extra
    sets = [_best_units(same, riders, count) for count in range(min(len(same), largest) + 1)]
    parties = [_creature_group(units, terms, prices) for units in sets]
    mixed: list[CreatureGroup] = []
    if terms.free and len(cards) > len(same):
        mixed = [
            _creature_group(_with_unit_of_any_element(units, cards, terms), terms, prices)
            for units in sets[:largest]
        ]
    limits = []
    for most in range(1 + terms.extra, largest + 1):
        fitting = parties[: most + 1] + mixed[:most]
        if terms.must_fill:
            fitting = fitting[-1:]
        limits.append(tuple(dict.fromkeys(fitting)) if mixed else tuple(fitting))
    return tuple(limits)


def _riders(cards: tuple[Creature, ...], same: tuple[Creature, ...], terms: LayTerms) -> tuple[Creature, ...]:
    """Return the creatures that may ride at all (TW-BAT-3, TW-POW-cup)."""
    if not terms.rides:
        return ()
    riding = cards if terms.any_rider else same
    return tuple(card for card in riding if not card.mount)


@lru_cache(maxsize=4096)
def _best_units(heads: tuple[Creature, ...], riders: tuple[Creature, ...], count: int) -> tuple[Unit, ...]:
    """Return the strongest `count` units that these creatures can form."""
    best: tuple[Unit, ...] = ()
    most = -1
    for chosen in combinations(sorted(heads, key=lambda card: -card.power)[: count + 3], count):
        units = _mounted(chosen, riders)
        power = sum([unit.power for unit in units])
        if power > most:
            best, most = units, power
    return best


def _mounted(heads: Sequence[Creature], riders: Sequence[Creature]) -> tuple[Unit, ...]:
    """Return the heads as units; weak mounts choose their riders first, so that strong mounts can take the
    others.
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
    units: tuple[Unit, ...], cards: Sequence[Creature], terms: LayTerms
) -> tuple[Unit, ...]:
    """Return the units and one more of any element (TW-POW-teddy), the strongest that the remaining cards can
    form.
    """
    left = list(cards)
    for unit in units:
        for card in unit.cards:
            left.remove(card)
    mounted = [
        Unit(card, rider)
        for card in left
        for rider in left
        if terms.rides and card.mount and not rider.mount and rider.power <= card.power
        if terms.any_rider or rider.element == card.element
    ]
    strangers = [*mounted, *[Unit(card) for card in left]]
    return (*units, max(strangers, key=lambda unit: unit.power)) if strangers else units


def _creature_group(units: tuple[Unit, ...], terms: LayTerms, prices: Prices) -> CreatureGroup:
    cards = [card for unit in units for card in unit.cards]
    at_risk = [card for card in cards if not (terms.attacks and card.element == terms.character)]
    return CreatureGroup(
        units,
        sum(card.power for card in cards),
        sum(prices.creature(card, card.element == terms.character) for card in at_risk),
        _trap_losses(cards),
    )


def _trap_losses(cards: Sequence[Creature]) -> tuple[int, ...]:
    """Return the points that none to three traps take away, the strongest cards first (TW-BAT-13)."""
    powers = sorted([card.power for card in cards], reverse=True)[:MAX_TRAPS]
    losses = (0, *accumulate(powers))
    return losses + losses[-1:] * (MAX_TRAPS - len(powers))


@lru_cache(maxsize=2048)
def _shields(entourage: tuple[Creature, ...], terms: LayTerms, prices: Prices) -> tuple[CreatureGroup, ...]:
    cards = tuple(card for card in entourage if terms.mounts or not card.mount)
    parties_found: list[CreatureGroup] = []
    for element in ELEMENTS:
        same = [card for card in cards if card.element == element]
        if not same:
            continue
        parties = list(_cheapest(same, terms, prices).values())
        others = [card for card in cards if card.element != element]
        if terms.any_rider and terms.rides and others:
            riders = [card for card in others if not card.mount]
            ridden = [_mounted([unit.creature for unit in party.units], riders) for party in parties]
            parties += [
                _creature_group(units, terms, prices) for units in ridden if any(unit.rider for unit in units)
            ]
        if terms.free_shield and others:
            parties += [
                _creature_group(_with_unit_of_any_element(party.units, cards, terms), terms, prices)
                for party in tuple(parties)
            ]
        parties_found += parties
    return tuple(parties_found)


def _cheapest(cards: Sequence[Creature], terms: LayTerms, prices: Prices) -> dict[int, CreatureGroup]:
    """Return the least valuable creatures for each sum of powers, each creature as a unit of its own."""
    sums: dict[int, tuple[float, tuple[Unit, ...]]] = {0: (0.0, ())}
    for card in cards:
        worth = prices.creature(card, card.element == terms.character)
        for power, (risk, units) in list(sums.items()):
            total = power + card.power
            if total not in sums or risk + worth < sums[total][0]:
                sums[total] = (risk + worth, (*units, Unit(card)))
    del sums[0]
    return {total: _creature_group(units, terms, prices) for total, (_, units) in sums.items()}
