"""One side of a battle line: its units, its faction, its effects, and how it takes hits (IM-NOTE-1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, cached_property

import attrs

from twingkit.core.notation import NotationValue
from twingkit.imperium.battle.custom_units import CustomUnits
from twingkit.imperium.battle.notation.assimilated import AssimilatedUpgrade
from twingkit.imperium.battle.rules.losses.loss_order import LossPolicy
from twingkit.imperium.box.effects import BattleEffect, effects_by_id
from twingkit.imperium.box.units import BATTLE_CLASSES, GROUND_FORCES, Unit, find_unit

DAMAGED_SUFFIX = "!"
"""The character after the name of units that are damaged when the battle begins (IM-UNIT-9)."""

NOTHING = "nothing"
"""The word for a side without units."""

UNIT_NAMES = tuple(
    name + plus + hurt for name in BATTLE_CLASSES for plus in ("", "+") for hurt in ("", DAMAGED_SUFFIX)
)
"""All names of units in the order of a line: basic before upgraded, undamaged before damaged."""

_POSITION = {name: index for index, name in enumerate(UNIT_NAMES)}


@attrs.frozen(order=True)
class EffectUse:
    """An effect of a side as its line names it: id, round, and number of cards.

    The round is 0 if the line names none.

    >>> from twingkit.imperium.battle.notation.battle_line import Battle
    >>> line = "space: 2 cruiser @ amd,mb:2 vs 1 dreadnought"
    >>> [(use.id, use.round, use.effect.rule) for use in Battle.parse(line).attacker.effects]
    [('amd', 0, 'IM-TECH-amd'), ('mb', 2, 'IM-ACT-mb')]
    >>> print(Side({"cruiser": 2}, effects=[EffectUse("mb", 2), EffectUse("amd"), EffectUse("dh", copies=2)]))
    2 cruiser @ amd,dh*2,mb:2
    """

    id: str
    round: int = attrs.field(default=0)
    copies: int = attrs.field(default=1)

    @property
    def effect(self) -> BattleEffect:
        """The effect itself, from the data of the box."""
        return effects_by_id()[self.id]

    def __str__(self) -> str:
        several = f"*{self.copies}" if self.copies > 1 else ""
        return f"{self.id}{several}:{self.round}" if self.round else f"{self.id}{several}"


def _uses(uses: Iterable[EffectUse]) -> tuple[EffectUse, ...]:
    return tuple(sorted(uses))


def _tokens(copied: Iterable[AssimilatedUpgrade]) -> tuple[AssimilatedUpgrade, ...]:
    return tuple(sorted(copied))


def _units(units: Mapping[str, int] | Iterable[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    return tuple(
        sorted(dict(units).items(), key=lambda pair: (_POSITION.get(pair[0], len(_POSITION)), pair[0]))
    )


@cache
def _faction_abilities(faction: str) -> tuple[EffectUse, ...]:
    uses = (
        effect for effect in effects_by_id().values() if effect.is_automatic and effect.source == "ability"
    )
    return tuple(EffectUse(effect.id) for effect in uses if effect.owner == faction)


@attrs.frozen
class Side(NotationValue):
    """One side of a battle: its units, faction, effects and policy, as written in a battle line.

    `units` are the names of units with their counts (1 to 99) in the order of a line; damaged ones have a `!`
    after the name; empty if nobody fights. `faction` is an id or "", `effects` what else the side has,
    `policy` how it takes hits (IM-ODDS-2; None for `best`, IM-ODDS-3), `copied_upgrades` unit upgrades of
    other factions (IM-TECH-vax), `custom_units` the units of a file that it may have.

    >>> from twingkit.imperium.battle.notation.battle_line import Battle
    >>> side = Battle.parse("space: 4 fighter 2 cruiser @ sol,amd vs 1 carrier").attacker
    >>> side.units, side.faction, [use.id for use in side.effects], side.cost
    ((('fighter', 4), ('cruiser', 2)), 'sol', ['amd'], 6.0)
    >>> side = Battle.parse("space: 1 dreadnought! 3 dreadnought vs 1 carrier").attacker
    >>> str(side), side.count("dreadnought"), side.count_damaged("dreadnought")
    ('3 dreadnought 1 dreadnought!', 4, 1)
    """

    units: tuple[tuple[str, int], ...] = attrs.field(converter=_units)
    faction: str = ""
    effects: tuple[EffectUse, ...] = attrs.field(default=(), converter=_uses)
    policy: LossPolicy | None = attrs.field(factory=LossPolicy)
    copied_upgrades: tuple[AssimilatedUpgrade, ...] = attrs.field(default=(), converter=_tokens)
    custom_units: CustomUnits | None = attrs.field(default=None, repr=False)

    def count(self, name: str) -> int:
        """Return the number of units of that name, including those damaged at the start."""
        return dict(self.units).get(name, 0) + self.count_damaged(name)

    def count_damaged(self, name: str) -> int:
        """Return the number of units of that name that are damaged at the start."""
        return dict(self.units).get(name + DAMAGED_SUFFIX, 0)

    def count_class(self, unit_class: str) -> int:
        """Return the number of units of a class, upgraded or not, including damaged ones."""
        plain = self.count(unit_class) + self.count(f"{unit_class}+")
        if self.custom_units is None:
            return plain
        more = {unit.name for _, unit in self.custom_units.units if unit.unit_class == unit_class} - {
            *UNIT_NAMES
        }
        return plain + sum(map(self.count, more))

    @property
    def has_fighters_and_ground_forces(self) -> bool:
        """True if the side has both fighters and ground forces.

        Its order then decides which of them lose their room in space first (IM-UNIT-11).
        """
        if not any(map(self.count_class, GROUND_FORCES)):
            return False
        units = map(self.find_unit, self.unit_names())
        return any(unit is not None and unit.is_fighter and not unit.is_upgraded for unit in units)

    def units_with_counts(self) -> list[tuple[Unit, int]]:
        """Return the side's kinds of units, in its faction's version, with their counts including damaged
        ones.

        Raises `KeyError` for a unit it cannot have.
        """
        return [(self.unit(name), self.count(name)) for name in self.unit_names()]

    def find_unit(self, name: str) -> Unit | None:
        """Return the kind of unit with that name that this side has; None if there is none.

        This is a copied unit, its faction's, or the common one.
        """
        for copied in self.copied_upgrades:
            if copied.unit and copied.unit.name == name:
                return copied.unit
        if self.custom_units is not None:
            return self.custom_units.find_with_box(name, self.faction)
        return find_unit(name, self.faction)

    def unit(self, name: str) -> Unit:
        """Return the kind of unit with that name that this side has; raise `KeyError` if there is none."""
        unit = self.find_unit(name)
        if unit is None:
            raise KeyError(name)
        return unit

    def can_sustain(self, unit_class: str) -> bool:
        """True if units of a class, basic or upgraded, can sustain damage for this side (IM-UNIT-3)."""
        kinds = [self.find_unit(unit_class), self.find_unit(f"{unit_class}+")]
        for of, unit in self.custom_units.units if self.custom_units else ():
            if of in ("", self.faction) and unit.unit_class == unit_class:
                kinds.append(unit)
        return unit_class == "flagship" or any(kind.can_sustain_damage for kind in kinds if kind is not None)

    def unit_names(self) -> list[str]:
        """Return the names of the side's units, whether damaged or not, each once."""
        return list(dict.fromkeys(name.removesuffix(DAMAGED_SUFFIX) for name, _ in self.units))

    @property
    def cost(self) -> float:
        """The cost of the units in resources; structures cost nothing (IM-ODDS-5)."""
        return sum(kind.cost * count for kind, count in self.units_with_counts())

    def has(self, effect_id: str) -> bool:
        """True if the side has this effect: named in its line, or an ability that its faction always has."""
        return any(use.id == effect_id for use in self.all_effect_uses())

    def all_effect_uses(self) -> tuple[EffectUse, ...]:
        """Return the effects in the side's line and the abilities that its faction always has."""
        return (*_faction_abilities(self.faction), *self.effects)

    def __str__(self) -> str:
        return self._text

    @cached_property
    def _text(self) -> str:
        text = " ".join(f"{count} {name}" for name, count in self.units) or NOTHING
        named = [name for name in (self.faction, *map(str, (*self.effects, *self.copied_upgrades))) if name]
        if named:
            text += " @ " + ",".join(named)
        if self.policy is None:
            return f"{text} / best"
        return text if self.policy.is_default else f"{text} / {self.policy}"
