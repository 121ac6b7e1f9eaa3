"""Battles with other units on one side: which units can be added, and whether the ships can carry them."""

from __future__ import annotations

from collections.abc import Mapping

from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.notation.side import DAMAGED_SUFFIX, Side
from twingkit.imperium.battle.rules.space.survivors import needs_room
from twingkit.imperium.box.units import BATTLE_CLASSES, SHIPS, Unit


def has_enough_capacity(side: Side) -> bool:
    """True if the ships of a side can carry its fighters and ground forces (IM-UNIT-11).

    >>> [has_enough_capacity(Battle.parse(f"space: {fleet} vs 1 cruiser").attacker)
    ...  for fleet in ("4 fighter 1 carrier", "5 fighter 1 carrier", "5 fighter+ 1 carrier")]
    [True, False, True]
    """
    needed, room = needed_and_total_capacity(side)
    return needed <= room


def needed_and_total_capacity(side: Side) -> tuple[int, int]:
    """Return the capacity that a side's fighters and ground forces need, and the capacity of its ships
    (IM-UNIT-11).
    """
    kinds = [(unit, side.count(name)) for name in side.unit_names() if (unit := side.find_unit(name))]
    needed = sum(count for unit, count in kinds if needs_room(unit))
    return needed, sum(unit.capacity * count for unit, count in kinds if unit.is_ship)


def battle_with_units(battle: Battle, side_index: int, units: Mapping[str, int]) -> Battle:
    """Return the battle in which side `side_index` has exactly these units.

    Kinds with a count of 0 are left out.
    """
    return battle.with_side(side_index, units={name: n for name, n in units.items() if n})


def counts_after_adding(side: Side, name: str, count: int) -> dict[str, int]:
    """Return the unit counts of a side, by notation, after adding `count` undamaged units of one kind; a
    negative `count` removes units.

    A negative `count` removes units, undamaged ones first.

    >>> side = Battle.parse("space: 1 dreadnought 1 dreadnought! vs 1 cruiser").attacker
    >>> counts_after_adding(side, "dreadnought", 1), counts_after_adding(side, "dreadnought", -2)
    ({'dreadnought': 2, 'dreadnought!': 1}, {'dreadnought': 0, 'dreadnought!': 0})
    """
    units, whole = dict(side.units), side.count(name) - side.count_damaged(name)
    units[name] = max(0, whole + count)
    if whole + count < 0:
        units[name + DAMAGED_SUFFIX] = side.count_damaged(name) + whole + count
    return units


def counts_after_conversion(side: Side, old_name: str, new_name: str) -> dict[str, int]:
    """Return the unit counts of a side, by notation, after replacing all units of one kind by another.

    Damaged units stay damaged if the new kind can sustain damage.

    >>> side = Battle.parse("space: 1 dreadnought 1 dreadnought! vs 1 cruiser").attacker
    >>> counts_after_conversion(side, "dreadnought", "dreadnought+")
    {'dreadnought': 0, 'dreadnought!': 0, 'dreadnought+': 1, 'dreadnought+!': 1}
    """
    kind = side.find_unit(new_name)
    hurt = side.count_damaged(old_name) if kind is not None and kind.can_sustain_damage else 0
    units = {**dict(side.units), old_name: 0, old_name + DAMAGED_SUFFIX: 0}
    units[new_name] = units.get(new_name, 0) + side.count(old_name) - hurt
    units[new_name + DAMAGED_SUFFIX] = units.get(new_name + DAMAGED_SUFFIX, 0) + hurt
    return units


def useful_units(battle: Battle, side_index: int) -> list[str]:
    """Return the kinds of units worth adding to a side: those that can do something in this battle.

    For each class this is the upgraded kind if the side has it, otherwise the basic one; a flagship if the
    side has a faction and no flagship yet; then your own units.
    """
    side = battle.sides[side_index]
    changes = []
    own = (
        [name for name in side.custom_units.names if name.removesuffix("+") not in BATTLE_CLASSES]
        if side.custom_units
        else []
    )
    for name in (*BATTLE_CLASSES, *own):
        kind = side.find_unit(name)
        if kind is None or not _is_useful(kind, battle.kind, side_index):
            continue
        if name == "flagship" and (side.count(name) or not side.faction):
            continue
        upgrade = f"{name}+"
        if name.endswith("+") and name.removesuffix("+") in own:
            continue  # the basic unit of its class is offered in its place
        changes.append(upgrade if side.count(upgrade) and not side.count(name) else name)
    return changes


def _is_useful(kind: Unit, kind_of_battle: str, side_index: int) -> bool:
    if kind_of_battle == "space":
        return kind.unit_class in (*SHIPS, "pds")
    if kind_of_battle == "ground" and side_index == 0:
        return kind.is_ground_force or kind.bombardment is not None
    if kind_of_battle == "ground":
        return kind.is_ground_force or kind.kind == "structure"
    return True
