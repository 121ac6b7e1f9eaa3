"""The cards that one side may lay in a battle (TW-BAT-1 to TW-BAT-5).

`lay_refusals` is the single source of these conditions: it judges typed battles, refuses a player's lay and
filters the listed options.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations
from typing import TypeVar

import attrs

from twingkit.core.notation import NotationValue
from twingkit.core.questions import Refusal
from twingkit.twing.rules.cards import ELEMENTS, Creature, Spell, Unit, spells_by_power, units_by_power
from twingkit.twing.rules.objects import (
    Objects,
    any_element_units,
    can_lay_mounts,
    can_lay_riders,
    extra_unit_count,
)
from twingkit.twing.rules.rulebook import rule_refusal
from twingkit.twing.variants.variant import BOX, Variant

OneKind = TypeVar("OneKind", Spell, Creature)

MAX_LAY_SPELLS = 3
"""The largest number of spells in one lay (TW-BAT-1)."""


@attrs.frozen(cache_hash=True)
class Lay(NotationValue):
    """The cards that one side lays in a battle: spells with units, a shield of units, or nothing (TW-BAT-4).

    Spells and units are sorted as in the notation.

    >>> from twingkit.twing import Creature, Spell, Unit
    >>> lay = Lay([Spell("F", 3), Spell("F", 5)], [Unit(Creature("F", 4))])
    >>> print(lay, lay.power)
    F5 F3 + F4 12
    """

    spells: tuple[Spell, ...] = attrs.field(default=(), converter=spells_by_power)
    units: tuple[Unit, ...] = attrs.field(default=(), converter=units_by_power)

    @property
    def is_shield(self) -> bool:
        """True if the lay has creatures but no spell (TW-BAT-5)."""
        return bool(self.units) and not self.spells

    @property
    def creatures(self) -> tuple[Creature, ...]:
        """Every creature card of the lay, riders included."""
        return tuple(card for unit in self.units for card in unit.cards)

    @property
    def support_element(self) -> str:
        """The element that a supporter has to match: that of the spells, or of most units of a shield
        (TW-BAT-6).
        """
        if self.spells:
            return self.spells[0].element
        elements = [unit.element for unit in self.units]
        return max(elements, key=elements.count, default="")

    def support_elements(self, joined: Iterable[Spell | Creature] = ()) -> tuple[str, ...]:
        """Return the possible elements of the next supporter's card, after the cards `joined` (TW-BAT-6).

        Usually there is one: that of the spells, or of most of a shield. In a shield of two units of
        different elements the stronger unit sets it. If both are equally strong, the owner names it; in
        notation the first supporter's card sets it.

        >>> from twingkit.twing.notation.battle_line import parse_lay
        >>> parse_lay("shield W5 L4").support_elements(), parse_lay("shield W4 L4").support_elements()
        (('W',), ('L', 'W'))
        >>> parse_lay("shield W4 L4").support_elements([Creature("L", 2)])
        ('L',)
        """
        if self.spells or not self.units:
            return (self.support_element,) if self.support_element else ()
        ranks: dict[str, tuple[int, int]] = {}
        for unit in self.units:
            count, power = ranks.get(unit.element, (0, 0))
            ranks[unit.element] = count + 1, max(power, unit.power)
        most = tuple(element for element, rank in ranks.items() if rank == max(ranks.values()))
        chosen = next((card.element for card in joined if card.element in most), "")
        return (chosen,) if chosen else most

    @property
    def power(self) -> int:
        """The points on the cards, without a die."""
        return sum([spell.power for spell in self.spells]) + sum([unit.power for unit in self.units])

    def __str__(self) -> str:
        """Return the lay in notation; `nothing` for the empty defence."""
        units = " ".join([unit.token for unit in self.units])
        if not self.spells:
            return f"shield {units}" if units else "nothing"
        spells = " ".join([spell.token for spell in self.spells])
        return f"{spells} + {units}" if units else spells


def lay_refusals(
    lay: Lay, role: str, own: Objects, enemy: Objects, variant: Variant = BOX
) -> Iterator[Refusal]:
    """Yield a refusal for every rule that a lay breaks in this role, given the active objects of both sides.

    It does not check whether the player owns the cards (see `missing_card_refusal`), nor the empty defence of
    TW-BAT-4.
    """
    if not lay.spells and not lay.units:
        yield (
            rule_refusal("TW-BAT-4", "must_lay")
            if role == "defender"
            else rule_refusal("TW-BAT-1", "count", n=0)
        )
        return
    if lay.is_shield:
        if role == "attacker":
            yield rule_refusal("TW-BAT-5", "attacker")
            yield rule_refusal("TW-BAT-1", "count", n=0)
        yield from _shield_problems(lay, own, variant)
    else:
        yield from _spell_problems(lay)
        if lay.units:
            yield from _unit_problems(lay, own, can_lay_riders(enemy), variant)
    riders = [unit for unit in lay.units if unit.rider]
    for unit in riders:
        yield from _rider_problems(unit, variant)
    if riders and not can_lay_riders(enemy):
        yield rule_refusal("TW-POW-cup", "rider", side=role, unit=riders[0])
    if not can_lay_mounts(enemy, variant):
        mounts = [unit for unit in lay.units if unit.creature.mount]
        if mounts:
            yield rule_refusal("TW-POW-cup", "mount", side=role, unit=mounts[0])


def _spell_problems(lay: Lay) -> Iterator[Refusal]:
    """Yield a refusal unless the lay has one to three spells, all of one element (TW-BAT-1)."""
    if len(lay.spells) > MAX_LAY_SPELLS:
        yield rule_refusal("TW-BAT-1", "count", n=len(lay.spells))
    elements = dict.fromkeys([spell.element for spell in lay.spells])
    if len(elements) > 1:
        yield rule_refusal("TW-BAT-1", "mixed", elements=tuple(elements))


def _unit_problems(lay: Lay, own: Objects, rides: bool, variant: Variant) -> Iterator[Refusal]:
    """Yield refusals of units beyond one per spell or of another element; the Teddy adds one of any element
    (TW-BAT-2).

    If one creature could ride on another, or is just too strong or itself a mount, the refusal names the two,
    or the Cup that forbids it (`rides` is False).
    """
    spells, extra, free = len(lay.spells), extra_unit_count(own, variant), any_element_units(own)
    if len(lay.units) > spells + extra:
        case = ("count_within" if variant.teddy == "within" else "count_teddy") if free else "count"
        facts: dict[str, object] = {"n": len(lay.units), "limit": spells + extra, "spells": spells}
        could = _rider_and_free_mount(lay.units, variant)
        pair = could or _barred_rider_and_mount(lay.units)
        if pair and case != "count_within":
            barred = "_mounts" if pair[0].mount else "_strong"
            case += ("_ride" if could else barred) if rides or not could else "_cup"
            facts |= {"rider": pair[0], "card": pair[1]}
        yield rule_refusal("TW-BAT-2", case, **facts)
    elements = {spell.element for spell in lay.spells}
    off = [unit for unit in lay.units if unit.element not in elements]
    if len(off) > free:
        yield rule_refusal(
            "TW-BAT-2", "teddy_element" if free else "element", unit=off[free], elements=(*elements,)
        )


def _rider_and_free_mount(units: Sequence[Unit], variant: Variant) -> tuple[Creature, Creature] | None:
    """Return the strongest creature laid on foot that a free mount could carry, and that mount (TW-BAT-3)."""
    alone = [unit.creature for unit in units if not unit.rider]
    pairs = [
        (rider, mount)
        for mount in alone
        for rider in alone
        if mount.mount and not any(_rider_problems(Unit(mount, rider), variant))
    ]
    return max(pairs, key=lambda pair: (pair[0].power, pair[1].power), default=None)


def _barred_rider_and_mount(units: Sequence[Unit]) -> tuple[Creature, Creature] | None:
    """Return a creature laid on foot that is a mount or too strong, and a free mount of its element."""
    alone = (unit.creature for unit in units if not unit.rider)
    pairs = [pair for pair in permutations(alone, 2) if pair[1].mount and pair[0].element == pair[1].element]
    return next((pair for pair in pairs if pair[0].mount or pair[0].power > pair[1].power), None)


def _shield_problems(lay: Lay, own: Objects, variant: Variant) -> Iterator[Refusal]:
    """Yield a refusal if the units of a shield differ in element; with the Teddy one unit may differ
    (TW-BAT-5).
    """
    counts = Counter(unit.element for unit in lay.units)
    off = len(lay.units) - max(counts.values())
    free = any_element_units(own, True, variant)
    if off > free:
        case = "teddy_mixed" if free else "mixed"
        yield rule_refusal("TW-BAT-5", case, elements=tuple(sorted(counts, key=ELEMENTS.index)))


def _rider_problems(unit: Unit, variant: Variant) -> Iterator[Refusal]:
    """Yield refusals of a rider that is no plain creature of the mount's element, or is stronger than it
    (TW-BAT-3).
    """
    mount, rider = unit.creature, unit.rider
    if rider is None:
        return
    if not mount.mount:
        yield rule_refusal("TW-BAT-3", "no_mount", card=mount, rider=rider)
    if rider.mount:
        yield rule_refusal("TW-BAT-3", "mount_rides", card=mount, rider=rider)
    if rider.element != mount.element and variant.rider_element == "same":
        yield rule_refusal("TW-BAT-3", "element", card=mount, rider=rider)
    if rider.power > mount.power:
        yield rule_refusal("TW-BAT-3", "power", card=mount, rider=rider, n=rider.power, limit=mount.power)


def missing_card_refusal(lay: Lay, hand: Sequence[Spell], entourage: Sequence[Creature]) -> Refusal | None:
    """Return a refusal that names a card of the lay which the player does not own, or None if all are
    there.
    """
    if (spell := _first_missing(lay.spells, hand)) is not None:
        return rule_refusal("TW-BAT-1", "not_in_hand", card=spell)
    if (creature := _first_missing(lay.creatures, entourage)) is not None:
        return rule_refusal("TW-BAT-2", "not_in_entourage", card=creature)
    return None


def _first_missing(cards: Iterable[OneKind], owned: Iterable[OneKind]) -> OneKind | None:
    rest = list(owned)
    for card in cards:
        if card not in rest:
            return card
        rest.remove(card)
    return None


def too_few_units_refusal(
    lay: Lay, entourage: Sequence[Creature], own: Objects, enemy: Objects, variant: Variant
) -> Refusal | None:
    """Return a refusal if a lay has fewer units than spells although a creature could be added (TW-VAR-6),
    otherwise None.
    """
    if variant.units == "optional" or not lay.spells or len(lay.units) >= len(lay.spells):
        return None
    element = lay.spells[0].element
    mounts = can_lay_mounts(enemy, variant)
    left = Counter(card for card in entourage if card.element == element and (mounts or not card.mount))
    left -= Counter(lay.creatures)
    if left:
        return rule_refusal(
            "TW-VAR-6", "required", card=next(iter(left)), n=len(lay.units), limit=len(lay.spells)
        )
    return None


def legal_lays(
    hand: Sequence[Spell],
    entourage: Sequence[Creature],
    role: str,
    own: Objects,
    enemy: Objects,
    variant: Variant = BOX,
) -> Iterator[Lay]:
    """Yield all legal lays from these cards; equal cards count as one."""
    seen: set[Lay] = set()
    creatures = tuple(sorted(entourage, key=lambda card: (not card.mount, card.token)))

    def fresh(lay: Lay) -> bool:
        if lay in seen or next(lay_refusals(lay, role, own, enemy, variant), None) is not None:
            return False
        seen.add(lay)
        return too_few_units_refusal(lay, entourage, own, enemy, variant) is None

    for spells in _spell_sets(hand):
        for units in _unit_sets(creatures, len(spells) + extra_unit_count(own, variant)):
            if fresh(lay := Lay(spells, units)):
                yield lay
    if role == "defender":
        mixed = variant.rider_element == "any"
        shields = (
            _unit_sets(creatures, len(creatures))
            if mixed
            else _shields(creatures, any_element_units(own, True, variant))
        )
        for units in filter(None, shields):
            if fresh(lay := Lay((), units)):
                yield lay


def random_lay(
    hand: Sequence[Spell],
    entourage: Sequence[Creature],
    role: str,
    own: Objects,
    enemy: Objects,
    rng: random.Random,
    variant: Variant = BOX,
) -> Lay:
    """Return a random legal lay, built without listing all legal lays; every legal lay can occur.

    Raises `ValueError` if there is none: an attacker needs a spell, a defender a spell or a creature.
    """
    if not hand and (role == "attacker" or not entourage):
        raise ValueError(f"no {role} can lay anything without a {'spell' if role == 'attacker' else 'card'}")
    free = any_element_units(own, variant=variant)
    while True:
        lay = _random_plain_lay(hand, entourage, role, own, enemy, rng, variant, free)
        if variant is BOX:
            return lay  # legal by construction
        wrong = next(lay_refusals(lay, role, own, enemy, variant), None)
        if not (wrong or too_few_units_refusal(lay, entourage, own, enemy, variant)):
            return lay


def _random_plain_lay(
    hand: Sequence[Spell],
    entourage: Sequence[Creature],
    role: str,
    own: Objects,
    enemy: Objects,
    rng: random.Random,
    variant: Variant,
    free: int,
) -> Lay:
    """Return a random lay that is legal without variants, by construction."""
    chance = rng.random
    spells: list[Spell] = []
    if hand and not (role == "defender" and entourage and chance() < 0.2):
        element = hand[int(chance() * len(hand))].element
        spells = [spell for spell in hand if spell.element == element]
        most = int(chance() * min(MAX_LAY_SPELLS, len(spells))) + 1
        while len(spells) > most:
            spells.pop(int(chance() * len(spells)))
    else:
        element = entourage[int(chance() * len(entourage))].element
    mounts = can_lay_mounts(enemy, variant)
    fitting = [card for card in entourage if mounts or not card.mount]
    left = [card for card in fitting if card.element == element]
    others = [card for card in fitting if card.element != element] if free else []
    most = len(spells) + extra_unit_count(own, variant) if spells else len(left) + free
    least = 0 if spells else 1
    if variant.units == "required":
        least = max(least, len(spells))
    units: list[Unit] = []
    while len(units) < most and ((left and len(units) < least) or chance() < 0.7):
        strange = bool(others and (spells or units)) and (not left or chance() < 0.3)
        pool = others if strange else left
        if not pool:
            break
        if strange:
            others = []  # the Teddy brings one unit of another element, no more
        card = pool.pop(int(chance() * len(pool)))
        riders = (
            _possible_riders(card, _cards_not_in_units(entourage, units, card), variant) if card.mount else ()
        )
        rider = (
            riders[int(chance() * len(riders))]
            if riders and can_lay_riders(enemy) and chance() < 0.5
            else None
        )
        for cards in (left, others):
            if rider in cards:
                cards.remove(rider)
                break
        units.append(Unit(card, rider))
    return Lay(spells, units)


def _cards_not_in_units(
    entourage: Sequence[Creature], units: Sequence[Unit], mount: Creature
) -> list[Creature]:
    left = list(entourage)
    for card in (mount, *(card for unit in units for card in unit.cards)):
        left.remove(card)
    return left


def _possible_riders(mount: Creature, cards: Sequence[Creature], variant: Variant) -> list[Creature]:
    same = variant.rider_element == "same"
    return [
        card
        for card in cards
        if not card.mount and card.power <= mount.power and (card.element == mount.element or not same)
    ]


def _spell_sets(hand: Sequence[Spell]) -> Iterator[tuple[Spell, ...]]:
    for element in ELEMENTS:
        same = [spell for spell in spells_by_power(hand) if spell.element == element]
        for size in range(1, min(MAX_LAY_SPELLS, len(same)) + 1):
            yield from dict.fromkeys(combinations(same, size))


def _shields(creatures: tuple[Creature, ...], free: int) -> Iterator[tuple[Unit, ...]]:
    for element in ELEMENTS:
        same = tuple(card for card in creatures if card.element == element)
        others = tuple(card for card in creatures if card.element != element)
        for units in _unit_sets(same, len(same)):
            if units:
                yield units
                for extra in _unit_sets(others, free):
                    yield (*units, *extra)


def _unit_sets(cards: tuple[Creature, ...], most: int) -> Iterator[tuple[Unit, ...]]:
    """Yield every way to form up to `most` units; `cards` has mounts first, so that riders follow them."""
    yield ()
    if not most:
        return
    for index, card in enumerate(cards):
        later = cards[index + 1 :]
        for units in _unit_sets(later, most - 1):
            yield (Unit(card), *units)
        for rider in dict.fromkeys(other for other in later if card.mount and not other.mount):
            without = list(later)
            without.remove(rider)
            for units in _unit_sets(tuple(without), most - 1):
                yield (Unit(card, rider), *units)
