"""What is left of a fleet after its space battle, and what its ships carry to a planet (IM-UNIT-11)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import attrs

from twingkit.imperium.battle.notation.battle_line import Battle, EffectUse, Side
from twingkit.imperium.battle.notation.side import DAMAGED
from twingkit.imperium.battle.rules.force import (
    DROPPED,
    STAYED,
    Fight,
    Force,
    Roster,
    boarded_damaged,
    boarded_ground_forces,
)
from twingkit.imperium.battle.rules.losses.loss_order import ships_of
from twingkit.imperium.box.units import GROUND_FORCES, Unit

GIVEN_UP = ("fighter", *GROUND_FORCES)
"""The units that need room on ships, in the order in which they are given up if there is too little."""


@attrs.frozen
class Survivors:
    """A side after its space battle.

    `ships`, the `fighters` and ground forces (`landing`) that they carry, and the units lost for lack of room
    (`dropped`) are names of units with their counts, in the order of a line. Damaged ground forces have a
    name of their own (`mech!`); damage to ships no longer matters. `room` is the capacity of the ships,
    `cost` the cost of everything kept in resources, `spent` the one-shot effects used in space.
    """

    ships: tuple[tuple[str, int], ...]
    fighters: tuple[tuple[str, int], ...]
    landing: tuple[tuple[str, int], ...]
    dropped: tuple[tuple[str, int], ...] = ()
    room: int = 0
    cost: float = 0.0
    spent: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """The number of ground forces that can land."""
        return sum(count for _, count in self.landing)


def needs_room(unit: Unit) -> bool:
    """True if a unit must be carried: ground forces, and fighters that are not upgraded (IM-UNIT-11)."""
    return unit.ground_force or (unit.fighter and not unit.upgraded)


def survivors(fight: Fight, index: int, force: Force) -> Survivors:
    """Return what a side keeps of `force` after the space battle `fight`: its ships carry as much as they
    can.

    Fighters are given up before infantry, infantry before mechs, a basic unit before its upgrade, a damaged
    one before an undamaged one; an upgraded fighter needs no room. Ground forces that took no part in the
    battle are all there.

    >>> fight = Fight.from_battle(Battle.parse("space: 1 carrier 2 fighter 4 infantry vs 1 cruiser"))
    >>> kept = survivors(fight, 0, fight.start()[0])
    >>> kept.room, kept.fighters, kept.landing, kept.dropped
    (4, (), (('infantry', 4),), (('fighter', 2),))
    """
    left = kept_units(fight.rosters[index], force)
    kinds = {unit.name: unit for unit, _ in fight.battle.sides[index].kinds()}
    kinds.update({name: kinds[name.removesuffix(DAMAGED)] for name in left})
    room = sum(kinds[name].capacity * count for name, count in left.items() if kinds[name].ship)
    carried = [name for name in left if needs_room(kinds[name])]
    carried.sort(key=lambda name: _removal_key(name, kinds[name]))
    excess = max(0, sum(left[name] for name in carried) - room)
    dropped = dict.fromkeys(carried, 0)
    for name in carried:
        dropped[name] = min(left[name], excess)
        excess -= dropped[name]
        left[name] -= dropped[name]
    return Survivors(
        ships=_filter_units(left, lambda unit: unit.ship and not unit.fighter, kinds),
        fighters=_filter_units(left, lambda unit: unit.fighter, kinds),
        landing=_filter_units(left, lambda unit: unit.ground_force, kinds),
        dropped=_filter_units(dropped, lambda unit: True, kinds),
        room=room,
        cost=sum(kinds[name].cost * count for name, count in left.items()),
        spent=force.spent,
    )


def _removal_key(name: str, unit: Unit) -> tuple[int, bool, bool]:
    return GIVEN_UP.index(unit.unit_class), unit.upgraded, not name.endswith(DAMAGED)


def kept_units(roster: Roster, force: Force) -> dict[str, int]:
    """Return the remaining ships and ground forces of a side, including those that took no part; damaged
    ground forces have a name of their own.
    """
    left: dict[str, int] = {}
    for kind, unit in enumerate(roster.units):
        count, hurt = force.count(kind), force.damaged[kind]
        if unit.ground_force and STAYED in force.spent:
            count, hurt = boarded_ground_forces(roster, force, kind), boarded_damaged(roster, force, kind)
        left.update(_named_counts(unit, count, hurt))
    for unit, count in roster.support:
        if unit.kind != "structure":
            gone = force.spent.count(f"{DROPPED}{unit.name}")  # for lack of room, before the battle
            left.update(_named_counts(unit, count - gone, max(0, roster.side.damaged(unit.name) - gone)))
    return left


def _named_counts(unit: Unit, count: int, hurt: int) -> dict[str, int]:
    if not (unit.ground_force and hurt):
        return {unit.name: count}
    return {unit.name: count - hurt, unit.name + DAMAGED: hurt}


def _filter_units(
    counts: Mapping[str, int], condition: Callable[[Unit], bool], kinds: Mapping[str, Unit]
) -> tuple[tuple[str, int], ...]:
    return Side({name: n for name, n in counts.items() if n and condition(kinds[name])}).units


def landing_battle(battle: Battle, kept: Survivors, enemy_spent: tuple[str, ...] = ()) -> Battle:
    """Return the ground battle after an invasion's space battle, with only what can still matter there.

    Of the attacker's ships it keeps those that bombard, and flagships and war suns, which can do more there;
    fighters only with the Naalu flagship. Cards used in space are gone.

    >>> whole = Battle.parse("invasion: 1 carrier 1 dreadnought 3 infantry @ mb vs 1 cruiser 2 infantry")
    >>> fight = Fight.from_battle(whole.in_space)
    >>> print(landing_battle(whole, survivors(fight, 0, fight.start()[0].with_used("mb"))))
    ground: 1 dreadnought 3 infantry vs 2 infantry
    """
    attacker, defender = battle.sides
    kinds = {unit.name: unit for unit, _ in attacker.kinds()}
    units = {
        name: count
        for name, count in kept.ships
        if kinds[name].bombardment or kinds[name].unit_class in ("flagship", "warsun")
    }
    if attacker.faction == "naalu" and units.get("flagship"):
        units.update(kept.fighters)
    units.update(kept.landing)
    staying = {unit.name for unit, _ in defender.kinds() if not unit.ship}
    present = {name: count for name, count in defender.units if name.removesuffix(DAMAGED) in staying}
    return attrs.evolve(
        battle,
        kind="ground",
        attacker=_landed(attacker, units, kept.spent),
        defender=_landed(defender, present, enemy_spent),
    )


def _landed(side: Side, units: Mapping[str, int], spent: tuple[str, ...]) -> Side:
    """Return a side as it fights on the ground; the place of ground forces in the order of ships has no
    meaning there.
    """
    policy = side.policy and attrs.evolve(side.policy, order=ships_of(side.policy.order))
    return attrs.evolve(side, units=units, effects=_unspent(side.effects, spent), policy=policy)


def _unspent(uses: tuple[EffectUse, ...], spent: tuple[str, ...]) -> tuple[EffectUse, ...]:
    """Return the effects that are still available on the ground, without those that work only in space."""
    return tuple(use for use in uses if str(use) not in spent and use.effect.phase != "space")
