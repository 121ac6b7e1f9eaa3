"""The start of a ground combat: Indoctrination, Greyfire Mutagen Ω, Magen Defense Grid Ω (IM-INV-5)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.imperium.battle.notation.battle_line import ROLES, EffectUse
from twingkit.imperium.battle.rules.abilities_in_turns import BattleAbility, use_abilities_in_turns
from twingkit.imperium.battle.rules.force import gained_infantry_index
from twingkit.imperium.battle.rules.ground.bombardment import count_planetary_shields
from twingkit.imperium.battle.rules.losses.combat_hits import take_hits
from twingkit.imperium.battle.rules.table import BattleTable
from twingkit.imperium.battle.rules.target import ChooseTarget


def use_ground_combat_abilities(table: BattleTable) -> Script:
    """IM-INV-5: use the abilities at the start of the combat, one at a time in turn."""
    waiting = [[use for hook in _HOOKS for use in roster.effects_with_hook(hook)] for roster in table.rosters]
    yield from use_abilities_in_turns(table, _HOOKS, waiting)
    for side_index, uses in enumerate(waiting):
        for use in uses:
            lacking = _HOOKS[use.effect.hook].refusal_case(table, side_index, use)
            case = (
                lacking if table.both_sides_remain else "nothing_over"
            )  # the other side's ability ended the combat
            if case:
                facts = {"side": ROLES[side_index], "enemy": ROLES[1 - side_index], "n": use.effect.amount}
                table.record_ruling(use.effect.rule, case, **facts)


# -- Indoctrination, Greyfire Mutagen Ω


def _infantry(table: BattleTable, side_index: int) -> list[int]:
    """Return the roster indices of the infantry that a side has in the ground combat, the basic kind
    first.
    """
    units, force = table.rosters[side_index].units, table.forces[side_index]
    return [kind for kind, unit in enumerate(units) if unit.unit_class == "infantry" and force.count(kind)]


def _nobody_to_swap(table: BattleTable, side_index: int, use: EffectUse) -> str:
    if not _infantry(table, 1 - side_index):
        return "nothing_no_infantry"
    return "nothing_too_few" if table.forces[1 - side_index].size < use.effect.amount else ""


def swap_infantry(table: BattleTable, side_index: int, use: EffectUse) -> Script:
    """Replace one infantry of the other side by one of this side.

    Rules: IM-UNIT-indoctrination, IM-TRADE-greyfire_omega.
    """
    own, enemy = table.rosters[side_index], table.rosters[1 - side_index]
    standing = _infantry(table, 1 - side_index)
    kind: int = standing[0]
    if len(standing) > 1:
        kind = yield ChooseTarget(table, side_index, use, standing, standing[0])
    new, old = gained_infantry_index(own), enemy.units[kind]
    table.forces[1 - side_index] = table.forces[1 - side_index].without(kind)
    table.forces[side_index] = (
        table.forces[side_index].with_count_changes(new, 1, 0).with_used(f"{use.id}:{old.name}")
    )
    facts = {"side": own.role, "enemy": enemy.role}
    table.record_ruling(use.effect.rule, "replaced", unit=old, gained=own.units[new], **facts)


# -- Magen Defense Grid Ω


def _no_structures(table: BattleTable, side_index: int, use: EffectUse) -> str:
    return "" if count_planetary_shields(table.rosters[side_index]) else "nothing_no_pds"


def _hit_with_structures(table: BattleTable, side_index: int, use: EffectUse) -> Script:
    """IM-TECH-md_omega: structures on the planet make a hit against the landed force."""
    table.forces[side_index] = table.forces[side_index].with_used(use.id)
    table.record_ruling(use.effect.rule, "hit", side=ROLES[side_index], n=use.effect.amount)
    yield from take_hits(table, 1 - side_index, use.effect.amount, use.effect.rule)


_HOOKS: dict[str, BattleAbility] = {
    "swap_infantry": BattleAbility(_nobody_to_swap, swap_infantry),
    "hit_at_start": BattleAbility(_no_structures, _hit_with_structures),
}
"""The abilities by hook, in the order in which a side uses them: first those that change units, then those
that hit.
"""
