"""The parties of units that an entourage can form, with their numbers (TW-BAT-2, 3, 5, TW-POW-teddy)."""

from __future__ import annotations

from bisect import insort
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, product
from math import comb
from typing import NamedTuple

from twingkit.core.notation import ROLES
from twingkit.twing.exact_odds.variants.contest import trap_victims_of_units
from twingkit.twing.rules.cards import ELEMENTS, Creature, Unit, units_by_power
from twingkit.twing.rules.objects import Objects, can_lay_mounts, can_lay_riders
from twingkit.twing.rules.outcome import creature_returns_by_element
from twingkit.twing.variants.variant import BOX, Variant


class CreatureParty(NamedTuple):
    """Creature units that can be laid together, in the order of the notation, with that notation.

    `has_rider` says whether a mount carries a rider, `has_other_element` whether a unit has another element
    than the spells, or than most of a shield (the Teddy's unit).
    """

    units: tuple[Unit, ...]
    notation: str
    has_rider: bool
    has_other_element: bool


PartyTally = tuple[int, int, tuple[int, ...], tuple[tuple[int, int], ...]]
"""The numbers of a party of creatures: the last four fields of `LayNumbers`."""

PartyGroups = dict[PartyTally, dict[int, list[CreatureParty]]]
"""Parties grouped by their tally, then by their number of units."""

PartiesByTally = Sequence[tuple[PartyTally, tuple[CreatureParty, ...]]]
"""Parties that can be laid with a number of spells, grouped by their tally."""

_UnitSet = tuple[tuple[int, ...], bool]
"""The indices of a party's units, and whether one of them has another element."""


class CreatureParties:
    """All parties of creature units that a player's entourage can form.

    Each kind of unit has an index in the order of the notation; a party is an increasing tuple of indices.
    """

    def __init__(
        self,
        entourage: Sequence[Creature],
        role: str,
        character: str,
        enemy: Objects = (),
        traps: int = 0,
        variant: Variant = BOX,
    ) -> None:
        mounts = can_lay_mounts(enemy, variant)
        self._cards = [card for card in entourage if mounts or not card.mount]
        self._mixed = variant.rider_element == "any"
        self._index, self._character, self._enemy = ROLES.index(role), character, enemy
        self._traps, self._variant = traps, variant
        self._simple = variant.trap_pair == "card" and variant.own_creatures != "protected"

    @cached_property
    def _supply(self) -> Counter[Creature]:
        return Counter(self._cards)

    @cached_property
    def _kinds(self) -> tuple[Unit, ...]:
        cards = tuple(self._supply)
        pairs = [
            Unit(mount, rider)
            for mount, rider in product(cards, cards)
            if can_lay_riders(self._enemy) and mount.mount and not rider.mount
            if (self._mixed or rider.element == mount.element) and rider.power <= mount.power
        ]
        return units_by_power([*map(Unit, cards), *pairs])

    def __bool__(self) -> bool:
        """Return whether any creature may be laid."""
        return bool(self._cards)

    def has_enough_creatures(self, party: CreatureParty, element: str, spell_count: int) -> bool:
        """Return whether a party has a creature for each spell, or no further creature could join it
        (TW-VAR-6).

        Only creatures of the spells' element can join.
        """
        if len(party.units) >= spell_count:
            return True
        laid = Counter(card for unit in party.units for card in unit.cards)
        return not any(card.element == element for card in self._supply - laid)

    def party_count_bound(self, max_units: int | None = None) -> int:
        """Return an upper bound for the number of parties of at most `max_units` units (None: any size)."""
        creatures, mounts = len(self._cards), sum([card.mount for card in self._cards])
        units = creatures if max_units is None else min(max_units, creatures)
        return comb(creatures + mounts * (creatures - mounts) + units, units)

    def parties_by_unit_limit(
        self, element: str, max_units: int, any_element_count: int
    ) -> Sequence[PartiesByTally]:
        """Return, for each limit of 0, 1, 2 … `max_units` units, the parties within the limit that can join
        spells of an element, grouped by tally.

        If `any_element_count` is not 0, one unit may have another element (TW-BAT-2, TW-POW-teddy).
        """
        groups = self._grouped(self.sets_with_spells(element, max_units, any_element_count), element)
        by_limit = []
        for limit in range(max_units + 1):
            fitting = [
                (tally, tuple([party for size in range(limit + 1) for party in by_size.get(size, ())]))
                for tally, by_size in groups.items()
            ]
            by_limit.append([(tally, parties) for tally, parties in fitting if parties])
        return by_limit

    def shields_by_tally(self, any_element_count: int) -> PartiesByTally:
        """Return the parties for a shield, units of one element, grouped by tally.

        If `any_element_count` is not 0, one unit may have another element (TW-BAT-5, TW-POW-teddy).
        """
        groups = self._grouped(self.shield_sets(any_element_count), "")
        return [
            (tally, tuple([party for parties in by_size.values() for party in parties]))
            for tally, by_size in groups.items()
        ]

    def sets_with_spells(self, element: str, max_units: int, any_element_count: int) -> Iterator[_UnitSet]:
        """Yield the units of each party of at most `max_units` units that can join spells of an element."""
        others = (
            [index for index, unit in enumerate(self._kinds) if unit.element != element]
            if any_element_count
            else []
        )
        for indices in self._sets(element, max_units):
            yield indices, False
            if len(indices) < max_units:
                for other in others:
                    yield _insert_sorted(indices, other), True

    def shield_sets(self, any_element_count: int) -> Iterator[_UnitSet]:
        """Yield the units of each party for a shield."""
        for rank, element in enumerate(ELEMENTS):
            others = [
                (index, ELEMENTS.index(unit.element) > rank)
                for index, unit in enumerate(self._kinds)
                if any_element_count and unit.element != element
            ]
            for indices in self._sets(element, self._supply.total()):
                if indices:
                    yield indices, False
                for other, later in others:
                    if len(indices) > 1 or (indices and later):  # pairs come from both elements
                        yield _insert_sorted(indices, other), True

    def party_tally(self, units: Sequence[Unit], element: str) -> PartyTally:
        """Return the number, points and possible losses of units laid with spells of `element`.

        The units are in the order of the notation; `element` is empty for a shield.
        """
        cards = [card for unit in units for card in unit.cards]
        powers = [card.power for card in cards]
        trap_losses = self._trap_losses(units, cards)[: self._traps]
        losses = (
            *accumulate([sum(card.power for card in trap_loss) for trap_loss in trap_losses], initial=0),
        )
        left, fates = list(cards), [(0, 0)]
        for trap_loss in trap_losses:
            for card in trap_loss:
                left.remove(card)
            fates.append(
                (fates[-1][0] + len(trap_loss), fates[-1][1] + sum(card.power for card in trap_loss))
            )
            fates[-2] = self._losses_if_beaten(fates[-2], [*trap_loss, *left], element)
        fates[-1] = self._losses_if_beaten(fates[-1], left, element)
        return len(cards), sum(powers), losses, (*fates,)

    def _trap_losses(
        self, units: Sequence[Unit], cards: Sequence[Creature]
    ) -> Sequence[tuple[Creature, ...]]:
        """Return the creature cards that the first, second … trap takes, the strongest first."""
        if self._simple:
            return [(card,) for card in sorted(cards, key=lambda card: -card.power)]
        return trap_victims_of_units(units, self._character, self._variant)

    def _losses_if_beaten(
        self, trapped: tuple[int, int], left: Sequence[Creature], element: str
    ) -> tuple[int, int]:
        """Return the creatures and points lost in a lost battle, including those trapped."""
        lost = [
            card.power
            for card in left
            if not creature_returns_by_element(self._variant, self._index, self._character, card, element)
        ]
        return trapped[0] + len(lost), trapped[1] + sum(lost)

    def _grouped(self, sets: Iterable[_UnitSet], element: str) -> PartyGroups:
        groups: PartyGroups = {}
        for indices, strange in sets:
            units = tuple([self._kinds[index] for index in indices])
            text = " ".join([unit.token for unit in units])
            cards = [card for unit in units for card in unit.cards]
            if self._mixed and strange and Counter(cards) - self._supply:
                continue  # its rider belongs to another unit
            tally = self.party_tally(units, element)
            party = CreatureParty(units, text, len(cards) > len(units), strange)
            groups.setdefault(tally, {}).setdefault(len(units), []).append(party)
        return groups

    def _sets(self, element: str, most: int) -> Iterator[tuple[int, ...]]:
        """Yield every set of at most `max_units` units of an element that can be laid, once each, including
        the empty set.
        """
        kinds = [index for index, unit in enumerate(self._kinds) if unit.element == element]
        return self._extend_choices(kinds, most, dict(self._supply))

    def _extend_choices(
        self,
        kinds: Sequence[int],
        most: int,
        supply: dict[Creature, int],
        chosen: tuple[int, ...] = (),
        start: int = 0,
    ) -> Iterator[tuple[int, ...]]:
        """Yield every choice of at most `most` units that extends `chosen` by kinds from index `start` on.

        `supply` holds the creatures that are left.
        """
        yield chosen
        if len(chosen) == most:
            return
        for place in range(start, len(kinds)):
            creature, rider = self._kinds[kinds[place]].creature, self._kinds[kinds[place]].rider
            if not supply[creature] or (rider and not supply[rider]):
                continue
            supply[creature] -= 1
            if rider:
                supply[rider] -= 1
            yield from self._extend_choices(kinds, most, supply, (*chosen, kinds[place]), place)
            supply[creature] += 1
            if rider:
                supply[rider] += 1


def _insert_sorted(indices: tuple[int, ...], other: int) -> tuple[int, ...]:
    every = list(indices)
    insort(every, other)
    return tuple(every)
