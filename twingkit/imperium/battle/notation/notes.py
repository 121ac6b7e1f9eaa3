"""Notes on a battle line: pieces beyond the box, and entries without effect.

Nothing of this is forbidden (IM-UNIT-10): a line is computed as written, and the notes point out oddities
about it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import attrs

from twingkit.core.arguments import check_arguments, instance_of
from twingkit.core.notation import ROLES
from twingkit.core.rulebook import Ruling
from twingkit.imperium.battle.notation.assimilated import (
    ASSIMILATOR_TOKENS,
    COPYING_FACTION,
    copied_technologies,
)
from twingkit.imperium.battle.notation.battle_line import Battle, legal_battle
from twingkit.imperium.battle.rules.force import Fight, idle_reason_keys_by_phase
from twingkit.imperium.battle.rules.ground.bombardment import is_shielded
from twingkit.imperium.battle.rules.losses.loss_order import LossPolicy
from twingkit.imperium.box.units import DOCK, FIGURES_PER_PLAYER, Unit
from twingkit.imperium.texts.rulebook import rulebook

PIECE_LIMITS = {name: count for name, count in FIGURES_PER_PLAYER.items() if name != DOCK}
"""The number of pieces of one player that fight; fighters and infantry are unlimited because of tokens
(IM-UNIT-10).
"""

_MAX_PDS_PER_PLANET = 2
"""The number of PDS that one planet can hold (IM-UNIT-10)."""


@check_arguments(battle=instance_of("argument.battle", Battle, str))
def notes(battle: Battle | str) -> list[Ruling]:
    """Return notes on a legal battle, such as pieces beyond the component limits of the box or effects that
    do nothing.

    `battle` is a line or a `Battle`; raises `NotationError` or `IllegalBattleError` for a bad one. The notes
    are rulings, those on the attacker first, with `.rule`, `.case` and `.text(lang)`.

    >>> for note in notes("space: 3 warsun @ bunker vs 4 fighter 1 carrier 1 mech"):
    ...     print(note.rule, note.case)
    IM-UNIT-10 limit
    IM-ACT-bunker role
    IM-UNIT-11 capacity
    IM-UNIT-12 later
    IM-SPACE-1 idle
    """
    book, read = rulebook(), legal_battle(battle) if isinstance(battle, str) else battle
    return [
        Ruling(rule, case, facts, book)
        for side_index in (0, 1)
        for find in _FINDERS
        for rule, case, facts in find(read, side_index)
    ]


Note = tuple[str, str, dict[str, object]]
"""A note as the rule, the case and the facts of a ruling."""


def _excess(battle: Battle, side_index: int) -> Iterator[Note]:
    """Yield notes on more pieces than one player has, or than a planet can hold."""
    side, role = battle.sides[side_index], ROLES[side_index]
    for name, limit in PIECE_LIMITS.items():
        count = side.count_class(name)
        if name == "pds" and "ground" in battle.phases:
            if count > _MAX_PDS_PER_PLANET:
                yield "IM-UNIT-10", "planet", {"side": role, "n": count, "m": _MAX_PDS_PER_PLANET}
        elif count > limit:
            yield "IM-UNIT-10", "limit", {"side": role, "unit": name, "n": count, "m": limit}


def _capacity(battle: Battle, side_index: int) -> Iterator[Note]:
    """Yield notes on fighters and ground forces beyond the capacity of the ships; Fighter II need none."""
    if battle.kind == "ground":
        return  # the ships that carried the landing force need not be in its line
    kinds = battle.space_battle.sides[side_index].units_with_counts()
    room = sum(unit.capacity * count for unit, count in kinds)
    carried = sum(
        count for unit, count in kinds if unit.is_ground_force or (unit.is_fighter and not unit.is_upgraded)
    )
    if carried > room:
        yield "IM-UNIT-11", "capacity", {"side": ROLES[side_index], "n": carried, "m": room}


def _not_in_base_box(battle: Battle, side_index: int) -> Iterator[Note]:
    if any(unit.is_expansion for unit, _ in battle.sides[side_index].units_with_counts()):
        yield "IM-UNIT-12", "later", {"side": ROLES[side_index]}


def _idle_units(battle: Battle, side_index: int) -> Iterator[Note]:
    side, role = battle.sides[side_index], ROLES[side_index]
    units = [unit for unit, _ in side.units_with_counts()]
    flagship = side.count_class("flagship") > 0
    if battle.kind == "space":
        fighting = flagship and side.faction == "nekro"
        forces = () if fighting else _matching(units, lambda unit: unit.is_ground_force)
        if forces:
            yield "IM-SPACE-1", "idle", {"side": role, "units": forces}
    elif battle.kind == "ground" and side_index:
        ships = _matching(units, lambda unit: unit.is_ship)
        if ships:
            yield "IM-INV-5", "idle_ships", {"side": role, "units": ships}
    elif battle.kind == "ground":
        landing = flagship and side.faction == "naalu"
        ships = _matching(
            units,
            lambda unit: unit.is_ship and not unit.bombardment and not _joins_ground_combat(unit, landing),
        )
        if ships:
            yield "IM-INV-1", "idle", {"side": role, "units": ships}
        structures = _matching(units, lambda unit: unit.kind == "structure")
        if structures:
            yield "IM-INV-4", "idle", {"side": role, "units": structures}


def _blocked_bombardment(battle: Battle, side_index: int) -> Iterator[Note]:
    """Yield notes on ships that a Planetary Shield keeps from bombarding."""
    if battle.kind != "ground" or side_index:
        return
    ships = _matching(
        [unit for unit, _ in battle.attacker.units_with_counts()], lambda unit: unit.bombardment is not None
    )
    sides = [attrs.evolve(side, policy=side.policy or LossPolicy()) for side in battle.sides]
    fight = Fight.from_battle(attrs.evolve(battle, attacker=sides[0], defender=sides[1]))
    if ships and not battle.attacker.has("disable") and is_shielded(fight, fight.starting_forces()):
        yield "IM-INV-2", "idle", {"side": ROLES[0], "units": ships}


def _matching(units: Iterable[Unit], condition: Callable[[Unit], bool]) -> tuple[Unit, ...]:
    return tuple(filter(condition, units))


def _joins_ground_combat(unit: Unit, landing: bool) -> bool:
    """True if the Naalu flagship lets a unit take part in ground combat: the flagship itself or a fighter of
    its side.
    """
    return landing and unit.unit_class in ("fighter", "flagship")


def _idle_effects(battle: Battle, side_index: int) -> Iterator[Note]:
    """Yield notes on effects that can do nothing in this battle, with a single note for a card named for
    several rounds.
    """
    side = battle.sides[side_index]
    for use in {use.id: use for use in side.effects}.values():
        reasons = idle_reason_keys_by_phase(use.effect, battle, side_index)
        own_phase = [why for why in reasons if why != "phase"]
        lacks_unit = use.effect.source == "unit" and not side.count(use.id.rpartition("_")[2])
        why = (own_phase or reasons)[0] if all(reasons) else "no_unit" * lacks_unit
        if why:
            facts = {
                "side": ROLES[side_index],
                "enemy": ROLES[1 - side_index],
                "effect": use.effect,
                "faction": use.effect.owner,
                "phase": use.effect.phase,
            }
            yield use.effect.rule, why, facts


def _copied_upgrade_notes(battle: Battle, side_index: int) -> Iterator[Note]:
    """Yield notes on copied upgrades of units that the side does not have, and on more copies than the side
    has tokens.
    """
    side, role = battle.sides[side_index], ROLES[side_index]
    for copied in side.copied_upgrades:
        if copied.unit and not side.count(copied.unit.name):
            yield "IM-TECH-vax", "no_unit", {"side": role, "faction": copied.faction, "unit": copied.unit}
    if side.faction == COPYING_FACTION:
        count = len(copied_technologies([use.effect for use in side.effects], side.copied_upgrades))
        if count > len(ASSIMILATOR_TOKENS):
            yield "IM-TECH-vax", "tokens", {"side": role, "n": count, "m": len(ASSIMILATOR_TOKENS)}


_FINDERS = (
    _excess,
    _idle_effects,
    _copied_upgrade_notes,
    _capacity,
    _not_in_base_box,
    _idle_units,
    _blocked_bombardment,
)
