"""The survivors of a space battle, and the units that their ships carry to a planet (IM-UNIT-11)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import attrs

from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.notation.side import DAMAGED_SUFFIX, Side
from twingkit.imperium.battle.rules.force import (
    NO_ROOM_MARK,
    STAYED_ABOARD_MARK,
    Fight,
    Force,
    Roster,
    count_damaged_ground_forces_as_ships,
    count_ground_forces_as_ships,
)
from twingkit.imperium.battle.rules.losses.loss_order import without_ground_forces
from twingkit.imperium.box.units import GROUND_FORCES, Unit

CARGO_LOSS_ORDER = ("fighter", *GROUND_FORCES)
"""The units that need room on ships, in the order in which they are given up if there is too little."""


@attrs.frozen
class SpaceBattleSurvivors:
    """The units that a side keeps after its space battle, and those lost for lack of room.

    `ships`, the `fighters` and ground forces (`ground_forces`) that they carry, and the units lost for lack
    of room (`lost_without_room`) are names of units with their counts, in the order of a line. Damaged ground
    forces have a name of their own (`mech!`); damage to ships no longer matters. `ship_capacity` is the
    capacity of the ships, `cost` the cost of everything kept in resources, `used_effects` the one-shot
    effects used in space.
    """

    ships: tuple[tuple[str, int], ...]
    fighters: tuple[tuple[str, int], ...]
    ground_forces: tuple[tuple[str, int], ...]
    lost_without_room: tuple[tuple[str, int], ...] = ()
    ship_capacity: int = 0
    cost: float = 0.0
    used_effects: tuple[str, ...] = ()

    @property
    def ground_force_count(self) -> int:
        """The number of ground forces that can land."""
        return sum(count for _, count in self.ground_forces)


def needs_room(unit: Unit) -> bool:
    """True if a unit must be carried: ground forces, and fighters that are not upgraded (IM-UNIT-11)."""
    return unit.is_ground_force or (unit.is_fighter and not unit.is_upgraded)


def survivors(fight: Fight, side_index: int, force: Force) -> SpaceBattleSurvivors:
    """Return the units that remain of a side's `force` after a space battle; its ships carry as many as they
    have room for.

    Its ships carry as much as they can.

    Fighters are given up before infantry, infantry before mechs, a basic unit before its upgrade, a damaged
    one before an undamaged one; an upgraded fighter needs no room. Ground forces that took no part in the
    battle are all there.

    >>> fight = Fight.from_battle(Battle.parse("space: 1 carrier 2 fighter 4 infantry vs 1 cruiser"))
    >>> kept = survivors(fight, 0, fight.starting_forces()[0])
    >>> kept.ship_capacity, kept.fighters, kept.ground_forces, kept.lost_without_room
    (4, (), (('infantry', 4),), (('fighter', 2),))
    """
    left = _kept_units(fight.rosters[side_index], force)
    kinds = {unit.name: unit for unit, _ in fight.battle.sides[side_index].units_with_counts()}
    kinds.update({name: kinds[name.removesuffix(DAMAGED_SUFFIX)] for name in left})
    room = sum(kinds[name].capacity * count for name, count in left.items() if kinds[name].is_ship)
    carried = [name for name in left if needs_room(kinds[name])]
    carried.sort(key=lambda name: _removal_key(name, kinds[name]))
    excess = max(0, sum(left[name] for name in carried) - room)
    dropped = dict.fromkeys(carried, 0)
    for name in carried:
        dropped[name] = min(left[name], excess)
        excess -= dropped[name]
        left[name] -= dropped[name]
    return SpaceBattleSurvivors(
        ships=_filter_units(left, lambda unit: unit.is_ship and not unit.is_fighter, kinds),
        fighters=_filter_units(left, lambda unit: unit.is_fighter, kinds),
        ground_forces=_filter_units(left, lambda unit: unit.is_ground_force, kinds),
        lost_without_room=_filter_units(dropped, lambda unit: True, kinds),
        ship_capacity=room,
        cost=sum(kinds[name].cost * count for name, count in left.items()),
        used_effects=force.used_effects,
    )


def _removal_key(name: str, unit: Unit) -> tuple[int, bool, bool]:
    return CARGO_LOSS_ORDER.index(unit.unit_class), unit.is_upgraded, not name.endswith(DAMAGED_SUFFIX)


def _kept_units(roster: Roster, force: Force) -> dict[str, int]:
    """Return the number of remaining units by name, including units that took no part; damaged ground forces
    are counted separately.
    """
    left: dict[str, int] = {}
    for kind, unit in enumerate(roster.units):
        count, hurt = force.count(kind), force.damaged[kind]
        if unit.is_ground_force and STAYED_ABOARD_MARK in force.used_effects:
            count = count_ground_forces_as_ships(roster, force, kind)
            hurt = count_damaged_ground_forces_as_ships(roster, force, kind)
        left.update(_named_counts(unit, count, hurt))
    for unit, count in roster.support_units:
        if unit.kind != "structure":
            gone = force.used_effects.count(
                f"{NO_ROOM_MARK}{unit.name}"
            )  # for lack of room, before the battle
            left.update(
                _named_counts(unit, count - gone, max(0, roster.side.count_damaged(unit.name) - gone))
            )
    return left


def _named_counts(unit: Unit, count: int, hurt: int) -> dict[str, int]:
    if not (unit.is_ground_force and hurt):
        return {unit.name: count}
    return {unit.name: count - hurt, unit.name + DAMAGED_SUFFIX: hurt}


def _filter_units(
    counts: Mapping[str, int], condition: Callable[[Unit], bool], kinds: Mapping[str, Unit]
) -> tuple[tuple[str, int], ...]:
    return Side({name: n for name, n in counts.items() if n and condition(kinds[name])}).units


def following_ground_battle(
    battle: Battle, survivors: SpaceBattleSurvivors, defender_used_effects: tuple[str, ...] = ()
) -> Battle:
    """Return the ground battle that follows an invasion's space battle, with only the surviving units and
    effects that still matter.

    Of the attacker's ships it keeps those that bombard, and flagships and war suns, which can do more there;
    fighters only with the Naalu flagship. Cards used in space are gone.

    >>> whole = Battle.parse("invasion: 1 carrier 1 dreadnought 3 infantry @ mb vs 1 cruiser 2 infantry")
    >>> fight = Fight.from_battle(whole.space_battle)
    >>> print(following_ground_battle(whole, survivors(fight, 0, fight.starting_forces()[0].with_used("mb"))))
    ground: 1 dreadnought 3 infantry vs 2 infantry
    """
    attacker, defender = battle.sides
    kinds = {unit.name: unit for unit, _ in attacker.units_with_counts()}
    units = {
        name: count
        for name, count in survivors.ships
        if kinds[name].bombardment or kinds[name].unit_class in ("flagship", "warsun")
    }
    if attacker.faction == "naalu" and units.get("flagship"):
        units.update(survivors.fighters)
    units.update(survivors.ground_forces)
    staying = {unit.name for unit, _ in defender.units_with_counts() if not unit.is_ship}
    present = {name: count for name, count in defender.units if name.removesuffix(DAMAGED_SUFFIX) in staying}
    return attrs.evolve(
        battle,
        kind="ground",
        attacker=_landed_side(attacker, units, survivors.used_effects),
        defender=_landed_side(defender, present, defender_used_effects),
    )


def _landed_side(side: Side, units: Mapping[str, int], spent: tuple[str, ...]) -> Side:
    """Return a side as it fights on the ground, with only the units and effects that are left."""
    policy = side.policy and attrs.evolve(side.policy, order=without_ground_forces(side.policy.order))
    effects = [use for use in side.effects if str(use) not in spent and use.effect.phase != "space"]
    return attrs.evolve(side, units=units, effects=effects, policy=policy)
