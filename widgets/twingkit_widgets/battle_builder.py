"""Building a battle card by card: a draft that may be forbidden for a while, and every change to it.

A draft keeps its cards in the order in which they were added (the line prints them in its own), remembers the
spells behind a shield, and always has a line: what would leave a side with nothing is refused.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from twingkit import Refusal, twing
from twingkit.twing import lay as laying
from twingkit.twing.box import Box
from twingkit.twing.cards import Creature, Spell, Unit
from twingkit.twing.lay import Lay
from twingkit.twing.notation import ROLES, Side
from twingkit_widgets.battle_steps import StepFault

MOST = 99
"""The highest power and count that a line can hold."""

HELD = ("cats", "traps", "miromon")


@attrs.define
class SideDraft:
    """One side being built. `element` is that of the next card; `shield`: the spells stay in hand."""

    character: str
    element: str
    spells: list[Spell]
    units: list[Unit]
    shield: bool
    objects: list[str]
    cats: int
    traps: int
    miromon: int

    @classmethod
    def of(cls, side: Side) -> SideDraft:
        """The draft of a typed side."""
        laid = side.spells[0].element if side.spells else ""
        element = laid or (side.units[0].element if side.units else side.character)
        return cls(
            side.character,
            element,
            list(side.spells),
            list(side.units),
            side.shield,
            list(side.objects),
            side.cats,
            side.traps,
            side.miromon,
        )

    def side(self) -> Side:
        """The side as it stands, legal or not."""
        lay = Lay(() if self.shield else self.spells, self.units)
        return Side(self.character, lay, self.objects, self.cats, self.traps, self.miromon)

    def copy(self) -> SideDraft:
        """An independent copy."""
        return attrs.evolve(
            self, spells=list(self.spells), units=list(self.units), objects=list(self.objects)
        )

    # -- changes

    def set_element(self, element: str) -> None:
        """Other spells, or another shield: creatures of the old element come along."""
        old = self.element
        self.element = element
        self.spells = [Spell(element, spell.power) for spell in self.spells]
        self.units = [_recoloured(unit, element) if unit.element == old else unit for unit in self.units]

    def add_spell(self) -> None:
        """One more spell, as strong as the last."""
        power = self.spells[-1].power if self.spells else 3
        self.spells.append(Spell(self.element, power))

    def drop_spell(self, place: int) -> None:
        """Take a spell away."""
        del self.spells[_within(place, self.spells)]

    def add_unit(self) -> None:
        """One more creature, of the side's element."""
        self.units.append(Unit(Creature(self.element, 3)))

    def drop_unit(self, place: int) -> None:
        """Take a unit away, rider and all."""
        del self.units[_within(place, self.units)]

    def add_rider(self, place: int) -> None:
        """Let somebody ride: of the mount's element, not stronger than it."""
        unit = self.unit(place)
        rider = Creature(unit.element, min(2, unit.creature.power))
        self.units[place] = Unit(unit.creature, rider)

    def drop_rider(self, place: int) -> None:
        """The rider dismounts and leaves."""
        self.units[place] = Unit(self.unit(place).creature)

    def unit(self, place: int) -> Unit:
        """The unit at a place. Raises `StepFault` if there is none."""
        return self.units[_within(place, self.units)]

    def toggle_mount(self, place: int, mounts: Sequence[int], creatures: Sequence[int]) -> None:
        """Make a creature a mount or a plain one, of the nearest power there is; a rider stays."""
        unit = self.unit(place)
        old = unit.creature
        powers = creatures if old.mount else mounts
        power = min(powers, key=lambda each: (abs(each - old.power), each), default=old.power)
        self.units[place] = Unit(Creature(old.element, power, not old.mount), unit.rider)

    def set_unit_element(self, place: int, element: str) -> None:
        """Give one unit another element, its rider too."""
        self.units[place] = _recoloured(self.unit(place), element)

    def toggle_shield(self) -> None:
        """Stand behind a shield, or lay spells again; either way something is laid."""
        self.shield = not self.shield
        if self.shield and not self.units:
            self.add_unit()
        if not self.shield and not self.spells:
            self.add_spell()

    def toggle_object(self, name: str) -> None:
        """Take an object, or lay it aside."""
        if name in self.objects:
            self.objects.remove(name)
        else:
            self.objects.append(name)

    def set_held(self, name: str, count: int) -> None:
        """Set how many cats, traps or Miromon are held."""
        setattr(self, name, _number(count, 0, 1 if name == "miromon" else MOST))

    # -- powers, by the place of a card: s0 a spell, u0 a unit's creature, r0 its rider

    def card(self, spot: str) -> Spell | Creature:
        """The card at a spot. Raises `StepFault` if there is none."""
        kind, place = spot[:1], spot[1:]
        if not place.isdecimal() or kind not in ("s", "u", "r"):
            raise StepFault("fault.no_place")
        if kind == "s":
            return self.spells[_within(int(place), self.spells)]
        unit = self.unit(int(place))
        if kind == "u":
            return unit.creature
        if unit.rider is None:
            raise StepFault("fault.no_place")
        return unit.rider

    def set_power(self, spot: str, power: int) -> None:
        """Give the card at a spot another power."""
        card, place = attrs.evolve(self.card(spot), power=_number(power, 1, MOST)), int(spot[1:])
        if isinstance(card, Spell):
            self.spells[place] = card
        elif spot[0] == "u":
            self.units[place] = Unit(card, self.units[place].rider)
        else:
            self.units[place] = Unit(self.units[place].creature, card)


@attrs.define
class Draft:
    """A battle being built: both sides, the attacker's first."""

    sides: list[SideDraft]

    @classmethod
    def of(cls, battle: twing.Battle) -> Draft:
        """The draft of a typed battle."""
        return cls([SideDraft.of(side) for side in battle.sides])

    def battle(self) -> twing.Battle:
        """The battle as it stands, legal or not."""
        return twing.Battle(*(side.side() for side in self.sides))

    def copy(self) -> Draft:
        """An independent copy."""
        return Draft([side.copy() for side in self.sides])

    def swap(self) -> None:
        """Exchange the sides."""
        self.sides.reverse()


@attrs.frozen
class Offer:
    """What a box offers to build with: the powers of its cards, how many cats and traps, and if all that is
    assumed (TW-BOX-5)."""

    spells: tuple[int, ...]
    creatures: tuple[int, ...]
    mounts: tuple[int, ...]
    cats: int
    traps: int
    assumed: bool

    @classmethod
    def of(cls, box: Box) -> Offer:
        """What this box offers."""
        mounts = {entry.power for entry in box.creature if entry.mount}
        creatures = {entry.power for entry in box.creature if not entry.mount}
        return cls(
            tuple(sorted({entry.power for entry in box.spell})),
            tuple(sorted(creatures)),
            tuple(sorted(mounts)),
            box.count("cat"),
            box.count("trap"),
            box.assumed,
        )

    def powers(self, card: Spell | Creature) -> tuple[int, ...]:
        """The powers to choose from for a card, its own among them even if no box holds it."""
        creatures = self.mounts if isinstance(card, Creature) and card.mount else self.creatures
        offered = self.spells if isinstance(card, Spell) else creatures
        return tuple(sorted({*offered, card.power}))


# -- what is refused at once, and why; everything else may be built and is then shown as a problem


def object_refusal(draft: Draft, place: int, name: str) -> Refusal | None:
    """Why this side cannot take an object: it would be the fourth, or the other side has it."""
    if name in draft.sides[place].objects:
        return None
    tried = draft.copy()
    tried.sides[place].toggle_object(name)
    for problem in tried.battle().problems():
        facts = problem.ruling.facts
        if (problem.rule, facts.get("side")) == ("TW-OBJ-2", ROLES[place]) or facts.get("object") == name:
            return problem
    return None


def miromon_refusal(draft: Draft, place: int) -> Refusal | None:
    """Why this side cannot hold Miromon: the other side does."""
    if draft.sides[place].miromon:
        return None
    tried = draft.copy()
    tried.sides[place].miromon = 1
    return next((problem for problem in tried.battle().problems() if problem.rule == "TW-BOX-6"), None)


def add_spell_refusal(draft: Draft, place: int) -> Refusal | None:
    """Why no spell can be added: there are three."""
    spells = draft.sides[place].spells
    return _refusal(draft, place, Lay([*spells, *spells[-1:]]), ("TW-BAT-1", "count"))


def add_unit_refusal(draft: Draft, place: int) -> Refusal | None:
    """Why no creature can be added: there is one for each spell."""
    side = draft.sides[place].copy()
    side.add_unit()
    return _refusal(draft, place, side.side().lay, ("TW-BAT-2", "count"))


def drop_refusal(draft: Draft, place: int, kind: str) -> Refusal | None:
    """Why a card ("spells" or "units") cannot be taken away: nothing would be left to fight with."""
    side = draft.sides[place]
    last = len(getattr(side, kind)) == 1 and side.shield == (kind == "units")
    return next(laying.problems(Lay(), ROLES[place], (), ()), None) if last else None


def shield_refusal(draft: Draft, place: int) -> Refusal | None:
    """Why this side cannot raise a shield: it attacks."""
    side = draft.sides[place].copy()
    if side.shield:
        return None
    side.toggle_shield()
    return _refusal(draft, place, side.side().lay, ("TW-BAT-5", "attacker"))


def rider_refusal(draft: Draft, place: int, unit: int) -> Refusal | None:
    """Why nobody can ride here: it is no mount, or the other side owns the Cup."""
    side = draft.sides[place].copy()
    side.add_rider(unit)
    lay = Lay(side.side().spells, [side.units[unit]])
    return _refusal(draft, place, lay, ("TW-BAT-3", "no_mount"), ("TW-POW-cup", "rider"))


def _refusal(draft: Draft, place: int, lay: Lay, *cases: tuple[str, str]) -> Refusal | None:
    """The first of these cases (rule and case) that a lay of this side meets."""
    own, enemy = (tuple(draft.sides[each].objects) for each in (place, 1 - place))
    found = laying.problems(lay, ROLES[place], own, enemy)
    return next((problem for problem in found if (problem.rule, problem.case) in cases), None)


def _recoloured(unit: Unit, element: str) -> Unit:
    cards = [attrs.evolve(card, element=element) for card in unit.cards]
    return Unit(*cards)


def _within(place: int, cards: Sequence[object]) -> int:
    """The place of a card; raises `StepFault` if there is none."""
    if not 0 <= place < len(cards):
        raise StepFault("fault.no_place")
    return place


def _number(value: int, low: int, high: int) -> int:
    """A number a line can hold; raises `StepFault` for another."""
    if not low <= value <= high:
        raise StepFault("fault.no_value", value=value, low=low, high=high)
    return value
