"""Every legal lay of a player's cards, merged into classes with equal numbers (TW-BAT-1 to TW-BAT-5).

Thousands of lays are legal, but the odds and costs of a battle depend on only a few numbers of each: how its
die counts, the points on its cards, what traps would take, what a lost battle would cost. `legal_lay_classes`
combines all lays from parts, sets of spells and parties of units, and groups them into classes with equal
numbers. `lay.problems` defines which lays are legal; tests compare this table with `lay.lays`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, chain, combinations, groupby
from typing import NamedTuple

import attrs

from twingkit.core.messages import Fault
from twingkit.core.notation import ROLES
from twingkit.twing.analysis.parties import CreatureParties, CreatureParty, PartiesByTally
from twingkit.twing.notation.situation import Situation
from twingkit.twing.rules.cards import ELEMENTS, Creature, Spell, Unit, spells_by_power
from twingkit.twing.rules.lay import MAX_LAY_SPELLS, Lay
from twingkit.twing.rules.objects import Objects, any_element_units, extra_unit_count
from twingkit.twing.rules.rulebook import CardOrSideInMessage
from twingkit.twing.variants.variant import BOX, Variant

_MAX_LAYS = 500_000
"""Enough for an entourage of one element with several mounts."""

EMPTY_LAY_TEXT = "nothing"
"""The notation of the empty defence of TW-BAT-4."""


class SpellSet(NamedTuple):
    """One to three spells of one element, highest first, with their notation; no spells for a shield."""

    spells: tuple[Spell, ...]
    notation: str


LayBlock = tuple[tuple[SpellSet, ...], tuple[CreatureParty, ...]]
"""Lays of one class: each of these sets of spells combined with each of these parties."""

_NO_SPELLS = SpellSet((), "")
_NO_PARTY = CreatureParty((), "", False, False)


class LayNumbers(NamedTuple):
    """The numbers of a lay that decide its odds and cost, such as cards, points and losses to traps; lays
    with equal numbers are equivalent.

    `has_own_element`: its spells match the character (TW-BAT-15). `trap_losses` are the points that 0, 1, 2 …
    traps take, the strongest creature first, for as many traps as the other side can play.
    `losses_if_defeated` are the creature cards and points that are lost in a lost battle with 0, 1, 2 … traps
    played (TW-BAT-13, 20, 21). Among equally strong creatures a trap takes the first in the order of the
    notation.
    """

    spell_count: int
    has_own_element: bool
    spell_power: int
    creature_count: int
    creature_power: int
    trap_losses: tuple[int, ...]
    losses_if_defeated: tuple[tuple[int, int], ...]

    def creature_losses(self, traps: int, beaten: bool) -> tuple[int, int]:
        """Return how many creature cards and points the side loses to this many traps and, if `beaten`, to a
        lost battle.
        """
        return self.losses_if_defeated[traps] if beaten else (traps, self.trap_losses[traps])

    @property
    def rolls_die(self) -> bool:
        """True if a side with this lay rolls a die (TW-BAT-7)."""
        return self.spell_count > 0

    @property
    def total_power(self) -> int:
        """The points on the spells and creatures laid."""
        return self.spell_power + self.creature_power

    @property
    def card_count(self) -> int:
        """The number of spells and creatures laid."""
        return self.spell_count + self.creature_count


@attrs.frozen
class LayClass:
    """A class of equivalent lays with the same `LayNumbers`, stored as combinations of spells and creature
    parties.
    """

    numbers: LayNumbers
    blocks: tuple[LayBlock, ...]

    @property
    def first_notation(self) -> str:
        """The first of these lays in sort order, in notation."""
        return min(
            lay_notation(min(spells, key=_text), min(parties, key=_text)) for spells, parties in self.blocks
        )


def lay_notation(spells: SpellSet, party: CreatureParty) -> str:
    """Return the notation of a lay, `str(Lay(…))`, from its spells and its creature party."""
    if not spells.notation:
        return f"shield {party.notation}" if party.notation else EMPTY_LAY_TEXT
    return f"{spells.notation} + {party.notation}" if party.notation else spells.notation


def _text(part: SpellSet | CreatureParty) -> str:
    return part.notation


def legal_lay_classes(
    hand: Sequence[Spell],
    entourage: Sequence[Creature],
    role: str,
    own: Objects = (),
    enemy: Objects = (),
    character: str = "F",
    enemy_traps: int = 0,
    *,
    with_shields: bool = True,
    variant: Variant = BOX,
) -> tuple[LayClass, ...]:
    """Return all lays that a side may legally lay from a hand and an entourage, grouped into classes of
    equivalent lays.

    Equal cards are merged. `enemy_traps` is how many traps the other side can play; beyond that number,
    creatures are not distinguished by power. `with_shields=False` leaves out a defender's shields. A defender
    with neither spell nor creature has the empty defence of TW-BAT-4; an attacker without a spell has no lay.
    Raises `Fault`, before building any lay, if there are more than `_MAX_LAYS`.

    >>> from twingkit.twing import Creature, Spell
    >>> table = legal_lay_classes([Spell("F", 5), Spell("F", 3)], [Creature("F", 4)], "attacker")
    >>> sorted(lay_class.first_notation for lay_class in table)
    ['F3', 'F3 + F4', 'F5', 'F5 + F4', 'F5 F3', 'F5 F3 + F4']
    """
    barracks = CreatureParties(entourage, role, character, enemy, enemy_traps, variant)
    extra, free = extra_unit_count(own, variant), any_element_units(own)
    shield_free = any_element_units(own, True, variant)
    by_numbers: dict[LayNumbers, list[LayBlock]] = {}
    ranked = spells_by_power(hand)
    every = {
        element: _spell_sets(tuple([spell for spell in ranked if spell.element == element]))
        for element in ELEMENTS
    }
    shielding = with_shields and role == ROLES[1]
    sets_in_all = sum(len(same) for sets in every.values() for same in sets.values())
    bound = barracks.party_count_bound(MAX_LAY_SPELLS + extra) * sets_in_all + barracks.party_count_bound()
    if bound > _MAX_LAYS:  # a rough count is quick
        shields_in_all = barracks.shield_sets(shield_free) if shielding else ()
        counts = chain(_lay_counts(every, barracks, extra, free), (1 for _ in shields_in_all))
        if any(count > _MAX_LAYS for count in accumulate(counts)):
            raise Fault("lays.too_many", side=CardOrSideInMessage(role), most=f"{_MAX_LAYS:,}")
    for element, sets in every.items():
        if not sets:
            continue
        most = max(count for count, _ in sets) + extra
        parties = barracks.parties_by_unit_limit(element, most, free)
        of_own = element == character
        for count, same_count in groupby(sets.items(), lambda item: item[0][0]):
            fitting = parties[count + extra]
            if variant.units == "required":
                fitting = _only_complete(fitting, barracks, element, count)
            for (_, power), spells in same_count:
                for tally, fit in fitting:
                    numbers = LayNumbers(count, of_own, power, *tally)
                    by_numbers.setdefault(numbers, []).append((spells, fit))
    if shielding:
        for tally, fit in barracks.shields_by_tally(shield_free):
            by_numbers.setdefault(LayNumbers(0, False, 0, *tally), []).append(((_NO_SPELLS,), fit))
        if not hand and not barracks:
            by_numbers[LayNumbers(0, False, 0, *barracks.party_tally((), ""))] = [
                ((_NO_SPELLS,), (_NO_PARTY,))
            ]
    return tuple(LayClass(numbers, tuple(blocks)) for numbers, blocks in by_numbers.items())


def _only_complete(
    fitting: PartiesByTally, barracks: CreatureParties, element: str, count: int
) -> PartiesByTally:
    """Remove the parties that further creatures could still join, which TW-VAR-6 forbids, and return the
    others.
    """
    whole = (
        (tally, tuple(party for party in fit if barracks.has_enough_creatures(party, element, count)))
        for tally, fit in fitting
    )
    return [(tally, fit) for tally, fit in whole if fit]


def _lay_counts(
    every: Mapping[str, Mapping[tuple[int, int], Sequence[SpellSet]]],
    barracks: CreatureParties,
    extra: int,
    free: int,
) -> Iterator[int]:
    """Yield, for each party, how many lays combine it with spells, without building these lays."""
    for element, sets in every.items():
        most = max((count for count, _ in sets), default=0) + extra
        fitting = [
            sum(len(same) for (count, _), same in sets.items() if count + extra >= units)
            for units in range(most + 1)
        ]
        for indices, _ in barracks.sets_with_spells(element, most, free) if sets else ():
            yield fitting[len(indices)]


def single_lay_class(
    lay: Lay, role: str, character: str, enemy_traps: int = 0, variant: Variant = BOX
) -> LayClass:
    """Return the class of one lay, for a side that has already laid its cards.

    >>> from twingkit.twing.notation.battle_line import parse_lay
    >>> laid = single_lay_class(parse_lay("F5 + F6M>F3 W2"), "attacker", "F", enemy_traps=1)
    >>> laid.numbers.trap_losses, laid.numbers.losses_if_defeated  # a trap takes 6
    ((0, 6), ((1, 2), (2, 8)))
    """
    barracks = CreatureParties(lay.creatures, role, character, (), enemy_traps, variant)
    own = bool(lay.spells) and lay.spells[0].element == character
    power = sum(spell.power for spell in lay.spells)
    element = lay.spells[0].element if lay.spells else ""
    numbers = LayNumbers(len(lay.spells), own, power, *barracks.party_tally(lay.units, element))
    element = element or _most_common(lay.units)
    party = CreatureParty(
        lay.units,
        " ".join(unit.token for unit in lay.units),
        any(unit.rider for unit in lay.units),
        any(unit.element != element for unit in lay.units),
    )
    spells = SpellSet(lay.spells, " ".join(spell.token for spell in lay.spells))
    return LayClass(numbers, (((spells,), (party,)),))


def _most_common(units: Sequence[Unit]) -> str:
    elements = [unit.element for unit in units]
    return max(elements, key=elements.count, default="")


def side_lay_classes(
    situation: Situation, side_index: int, enemy_traps: int, variant: Variant = BOX, *, shields: bool = True
) -> tuple[LayClass, ...]:
    """Return the lays open to a side, grouped into classes of equivalent lays: only the one it has laid, or
    else all legal ones (`legal_lay_classes`).
    """
    holder, enemy = situation.sides[side_index], situation.sides[1 - side_index]
    role = ROLES[side_index]
    if holder.laid is not None:
        return (single_lay_class(holder.laid, role, holder.character, enemy_traps, variant),)
    return legal_lay_classes(
        *(
            holder.spells,
            holder.creatures,
            role,
            holder.objects,
            enemy.objects,
            holder.character,
            enemy_traps,
        ),
        with_shields=shields,
        variant=variant,
    )


@lru_cache(maxsize=2048)  # cached: many hands have the same few spells of an element
def _spell_sets(same: tuple[Spell, ...]) -> Mapping[tuple[int, int], tuple[SpellSet, ...]]:
    """Return all sets of one to three of these spells, which have one element, by (number of spells, sum of
    powers).
    """
    sets: dict[tuple[int, int], list[SpellSet]] = {}
    for count in range(1, MAX_LAY_SPELLS + 1):
        for spells in dict.fromkeys(combinations(same, count)):
            key = count, sum([spell.power for spell in spells])
            text = " ".join([spell.token for spell in spells])
            sets.setdefault(key, []).append(SpellSet(spells, text))
    return {key: tuple(some) for key, some in sets.items()}
