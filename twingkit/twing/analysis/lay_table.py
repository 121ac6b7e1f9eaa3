"""Every legal lay of what a player holds, merged into what matters (TW-BAT-1 to TW-BAT-5).

Thousands of lays are legal, but the odds of a battle and what it costs see only a few numbers of each: what
its die counts, the points on its cards, what traps would take, what a lost battle would take. `lay_table`
builds all lays by parts - sets of spells, parties of units - and keeps them as classes with equal numbers.
`lay.problems` decides which lays are legal; tests compare this table with `lay.lays`.
"""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, combinations, product
from typing import NamedTuple

import attrs

from twingkit.messages import Fault
from twingkit.twing.exact_odds.hidden_deck import Named
from twingkit.twing.notation.battle_line import ROLES
from twingkit.twing.rules.cards import ELEMENTS, Creature, Spell, Unit, spell_order, unit_order
from twingkit.twing.rules.lay import SPELL_LIMIT, Lay
from twingkit.twing.rules.objects import Objects, extra_units, free_units, may_ride

MOST_LAYS = 500_000
"""More lays than this are refused: an entourage of one element with several mounts stays below."""

EMPTY = "nothing"
"""The notation of the empty defence of TW-BAT-4."""


class SpellSet(NamedTuple):
    """One to three spells of one element, highest first, and their text; no spells in a shield."""

    spells: tuple[Spell, ...]
    text: str


class Party(NamedTuple):
    """Creature units that are laid together, in the order of the notation, and their text.

    `rides` says whether a mount carries a rider, `strange` whether a unit has another element than the
    spells, or than most of a shield (the Teddy's unit).
    """

    units: tuple[Unit, ...]
    text: str
    rides: bool
    strange: bool


Block = tuple[tuple[SpellSet, ...], tuple[Party, ...]]
"""Lays of one class: each of these sets of spells with each of these parties."""

NO_SPELLS = SpellSet((), "")
NOBODY = Party((), "", False, False)


class Numbers(NamedTuple):
    """The numbers of a lay that decide: two lays with equal numbers have equal odds and cost as much.

    `own`: its spells are of the character's element (TW-BAT-15). `losses` are the points that 0, 1, 2 …
    traps take, the strongest creature first, for as many traps as the other side can play. `fates` are the
    creature cards and their points that are gone for good after a lost battle with 0, 1, 2 … traps played
    against it (TW-BAT-13, 20, 21). Of equally strong creatures a trap takes the one that comes first in the
    notation.
    """

    spells: int
    own: bool
    spell_power: int
    creatures: int
    creature_power: int
    losses: tuple[int, ...]
    fates: tuple[tuple[int, int], ...]

    @property
    def rolls(self) -> bool:
        """True if a die is rolled (TW-BAT-7)."""
        return self.spells > 0

    @property
    def power(self) -> int:
        """The points on the cards."""
        return self.spell_power + self.creature_power

    @property
    def cards(self) -> int:
        """The number of cards laid."""
        return self.spells + self.creatures


@attrs.frozen
class LayClass:
    """All lays with the same numbers, by parts."""

    numbers: Numbers
    blocks: tuple[Block, ...]

    def __len__(self) -> int:
        return sum(len(spells) * len(parties) for spells, parties in self.blocks)

    def parts(self) -> Iterator[tuple[SpellSet, Party]]:
        """The spells and the units of each lay."""
        for spells, parties in self.blocks:
            yield from product(spells, parties)

    @property
    def first(self) -> str:
        """The text of the lay whose text comes first."""
        return min(
            lay_text(min(spells, key=_text), min(parties, key=_text)) for spells, parties in self.blocks
        )


@attrs.frozen
class LayTable:
    """Every legal lay of a holding: `len(table)`, `table.classes`, `table.texts()`, `table.lays()`."""

    classes: tuple[LayClass, ...]

    def __len__(self) -> int:
        return sum(map(len, self.classes))

    def texts(self) -> Iterator[str]:
        """Every lay in notation, class by class."""
        for lay_class in self.classes:
            for spells, party in lay_class.parts():
                yield lay_text(spells, party)

    def lays(self) -> Iterator[Lay]:
        """Yield every lay, class by class."""
        for lay_class in self.classes:
            for spells, party in lay_class.parts():
                yield Lay(spells.spells, party.units)


def lay_text(spells: SpellSet, party: Party) -> str:
    """A lay in notation, from the texts of its parts; the same as `str(Lay(…))`."""
    if not spells.text:
        return f"shield {party.text}" if party.text else EMPTY
    return f"{spells.text} + {party.text}" if party.text else spells.text


def _text(part: SpellSet | Party) -> str:
    return part.text


def lay_table(
    hand: Sequence[Spell],
    entourage: Sequence[Creature],
    role: str,
    own: Objects = (),
    enemy: Objects = (),
    character: str = "F",
    traps: int = 0,
    *,
    shields: bool = True,
) -> LayTable:
    """All that an "attacker" or "defender" may lay from these cards, with these active objects.

    Equal cards are merged. `traps` is how many traps the other side can play: more creatures than that are
    not separated by their powers. `shields` False leaves a defender's shields out. A defender with neither
    spell nor creature has the empty defence of TW-BAT-4; an attacker without a spell has nothing to lay.
    Raises `Fault`, before any lay is made, where more than `MOST_LAYS` can be laid.

    >>> from twingkit.twing import Creature, Spell
    >>> table = lay_table([Spell("F", 5), Spell("F", 3)], [Creature("F", 4)], "attacker")
    >>> sorted(table.texts())
    ['F3', 'F3 + F4', 'F5', 'F5 + F4', 'F5 F3', 'F5 F3 + F4']
    """
    barracks = _Barracks(entourage, may_ride(enemy), character if role == "attacker" else "", traps)
    by_numbers: dict[Numbers, list[Block]] = {}
    every = {element: _spell_sets(hand, element) for element in ELEMENTS}
    shielding = shields and role == ROLES[1]
    _check_count(every, barracks, own, role, shielding)
    for element, sets in every.items():
        if not sets:
            continue
        most = max(count for count, _ in sets) + extra_units(own)
        parties = barracks.beside(element, most, free_units(own))
        for (count, power), spells in sets.items():
            limit = count + extra_units(own)
            for tally, groups in parties.items():
                fit = tuple(party for size in range(limit + 1) for party in groups.get(size, ()))
                if fit:
                    numbers = Numbers(count, element == character, power, *tally)
                    by_numbers.setdefault(numbers, []).append((tuple(spells), fit))
    if shielding:
        for tally, groups in barracks.shields(free_units(own, True)).items():
            every_shield = tuple(party for group in groups.values() for party in group)
            by_numbers.setdefault(Numbers(0, False, 0, *tally), []).append(((NO_SPELLS,), every_shield))
        if not hand and not entourage:
            by_numbers[Numbers(0, False, 0, *barracks.tally(()))] = [((NO_SPELLS,), (NOBODY,))]
    return LayTable(tuple(LayClass(numbers, tuple(blocks)) for numbers, blocks in by_numbers.items()))


def _check_count(
    every: Mapping[str, Mapping[tuple[int, int], Sequence[SpellSet]]],
    barracks: _Barracks,
    own: Objects,
    role: str,
    shielding: bool,
) -> None:
    """Raise `Fault` if there are more than `MOST_LAYS`, without making any; stops counting there."""
    count = 0
    for element, sets in every.items():
        by_spells = Counter[int]()
        for (spells, _), same in sets.items():
            by_spells[spells] += len(same)
        most = max(by_spells, default=0) + extra_units(own)
        fitting = [
            sum(count for spells, count in by_spells.items() if spells + extra_units(own) >= units)
            for units in range(most + 1)
        ]
        for units, parties in barracks.sizes_beside(element, most, free_units(own)) if sets else ():
            count += parties * fitting[units]
            if count > MOST_LAYS:
                raise _too_many(role)
    for parties in barracks.shields_counted(free_units(own, True)) if shielding else ():
        count += parties
        if count > MOST_LAYS:
            raise _too_many(role)


def _too_many(role: str) -> Fault:
    return Fault("lays.too_many", side=Named(role), most=f"{MOST_LAYS:,}")


def laid_table(lay: Lay, role: str, character: str, traps: int = 0) -> LayTable:
    """The table of a side that has laid its cards: this one lay.

    >>> from twingkit.twing.notation.battle_line import read_lay
    >>> [laid] = laid_table(read_lay("F5 + F6M>F3 W2"), "attacker", "F", traps=1).classes
    >>> laid.numbers.losses, laid.numbers.fates  # a trap takes 6; then only the foreign creature is lost
    ((0, 6), ((1, 2), (2, 8)))
    """
    barracks = _Barracks(lay.creatures, True, character if role == "attacker" else "", traps)
    own = bool(lay.spells) and lay.spells[0].element == character
    power = sum(spell.power for spell in lay.spells)
    numbers = Numbers(len(lay.spells), own, power, *barracks.tally(lay.creatures))
    element = lay.spells[0].element if lay.spells else _most_common(lay.units)
    party = Party(
        lay.units,
        " ".join(unit.token for unit in lay.units),
        any(unit.rider for unit in lay.units),
        any(unit.element != element for unit in lay.units),
    )
    spells = SpellSet(lay.spells, " ".join(spell.token for spell in lay.spells))
    return LayTable((LayClass(numbers, (((spells,), (party,)),)),))


def _most_common(units: Sequence[Unit]) -> str:
    elements = [unit.element for unit in units]
    return max(elements, key=elements.count, default="")


def _spell_sets(hand: Sequence[Spell], element: str) -> dict[tuple[int, int], list[SpellSet]]:
    """The sets of one to three spells of an element, by how many they are and their sum."""
    same = [spell for spell in spell_order(hand) if spell.element == element]
    sets: dict[tuple[int, int], list[SpellSet]] = {}
    for count in range(1, SPELL_LIMIT + 1):
        for spells in dict.fromkeys(combinations(same, count)):
            key = count, sum([spell.power for spell in spells])
            text = " ".join([spell.token for spell in spells])
            sets.setdefault(key, []).append(SpellSet(spells, text))
    return sets


Tally = tuple[int, int, tuple[int, ...], tuple[tuple[int, int], ...]]
"""The last four of `Numbers`: those of a party."""

Groups = dict[Tally, dict[int, list[Party]]]
"""Parties by their tally, then by their number of units."""


class _Barracks:
    """The units that an entourage can form, and the parties of them.

    Each kind of unit has an index in the order of the notation; a party is the rising indices of its units.
    """

    def __init__(self, entourage: Sequence[Creature], rides: bool, home: str, traps: int) -> None:
        self._supply = Counter(entourage)
        cards = tuple(self._supply)
        pairs = [
            Unit(mount, rider)
            for mount, rider in product(cards, cards)
            if rides and mount.mount and not rider.mount
            if rider.element == mount.element and rider.power <= mount.power
        ]
        self._kinds = unit_order([*map(Unit, cards), *pairs])
        self._home, self._traps = home, traps

    def beside(self, element: str, most: int, free: int) -> Groups:
        """Return the parties of at most `most` units beside spells of an element (TW-BAT-2, TW-POW-teddy)."""
        groups: Groups = {}
        others = [index for index, unit in enumerate(self._kinds) if unit.element != element] if free else []
        for indices in self._sets(element, most):
            self._put(groups, indices)
            if len(indices) < most:
                for other in others:
                    self._put(groups, _inserted(indices, other), strange=True)
        return groups

    def sizes_beside(self, element: str, most: int, free: int) -> Iterator[tuple[int, int]]:
        """Yield unit numbers of the parties of `beside`, with how many parties have them; these add up."""
        others = sum(unit.element != element for unit in self._kinds) if free else 0
        for indices in self._sets(element, most):
            yield len(indices), 1
            if others and len(indices) < most:
                yield len(indices) + 1, others

    def shields_counted(self, free: int) -> Iterator[int]:
        """Yield numbers of parties in `shields`, to add up; two units of two elements may count twice."""
        for element in ELEMENTS:
            others = sum(unit.element != element for unit in self._kinds) if free else 0
            for indices in self._sets(element, self._supply.total()):
                if indices:
                    yield 1 + others

    def shields(self, free: int) -> Groups:
        """The shields (TW-BAT-5): units of one element, with the Teddy one of another among them."""
        groups: Groups = {}
        for rank, element in enumerate(ELEMENTS):
            others = [
                (index, ELEMENTS.index(unit.element) > rank)
                for index, unit in enumerate(self._kinds)
                if free and unit.element != element
            ]
            for indices in self._sets(element, self._supply.total()):
                if indices:
                    self._put(groups, indices)
                for other, later in others:
                    if len(indices) > 1 or (indices and later):  # one and one come up from both elements
                        self._put(groups, _inserted(indices, other), strange=True)
        return groups

    def tally(self, cards: Sequence[Creature]) -> Tally:
        """Return the tally of these creature cards, which are in the order of the notation."""
        powers = [card.power for card in cards]
        rising = sorted(cards, key=lambda card: -card.power) if len(cards) > 1 else cards
        reach = min(self._traps, len(cards))
        losses = (*accumulate([card.power for card in rising[:reach]], initial=0),)
        fates = []
        for trapped, points in enumerate(losses):
            lost = [card.power for card in rising[trapped:] if card.element != self._home]
            fates.append((trapped + len(lost), points + sum(lost)))
        return len(cards), sum(powers), losses, (*fates,)

    def _put(self, groups: Groups, indices: tuple[int, ...], *, strange: bool = False) -> None:
        units = tuple([self._kinds[index] for index in indices])
        text = " ".join([unit.token for unit in units])
        cards = [card for unit in units for card in unit.cards]
        tally = self.tally(cards)
        party = Party(units, text, len(cards) > len(units), strange)
        groups.setdefault(tally, {}).setdefault(len(units), []).append(party)

    def _sets(self, element: str, most: int) -> Iterator[tuple[int, ...]]:
        """Yield every party of at most `most` units of an element once, the empty one too."""
        kinds = [
            (index, unit.creature, unit.rider)
            for index, unit in enumerate(self._kinds)
            if unit.element == element
        ]
        supply = dict(self._supply)

        def grow(chosen: tuple[int, ...], start: int) -> Iterator[tuple[int, ...]]:
            yield chosen
            if len(chosen) == most:
                return
            for spot in range(start, len(kinds)):
                index, creature, rider = kinds[spot]
                if not supply[creature] or (rider and not supply[rider]):
                    continue
                supply[creature] -= 1
                if rider:
                    supply[rider] -= 1
                yield from grow((*chosen, index), spot)
                supply[creature] += 1
                if rider:
                    supply[rider] += 1

        return grow((), 0)


def _inserted(indices: tuple[int, ...], other: int) -> tuple[int, ...]:
    every = list(indices)
    insort(every, other)
    return tuple(every)
