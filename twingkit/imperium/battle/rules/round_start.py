"""The start of a combat round, in space and on the ground: one window for both sides (IM-TIME-2).

Starting with the attacker, the sides use one card at a time until both have used none in a row: Skilled
Retreat, Emergency Repairs, Morale Boost, Fighter Prototype, Magen Defense Grid.
"""

from __future__ import annotations

from functools import partial

from twingkit.core.notation import ROLES
from twingkit.core.play import Script
from twingkit.imperium.battle.notation.side import EffectUse
from twingkit.imperium.battle.rules.abilities_in_turns import BattleAbility, use_abilities_in_turns
from twingkit.imperium.battle.rules.counts_in_words import unit_counts
from twingkit.imperium.battle.rules.dice import combat_roll
from twingkit.imperium.battle.rules.force import Fight
from twingkit.imperium.battle.rules.ground import bombardment
from twingkit.imperium.battle.rules.table import BattleTable

SELF_REPAIRING_FLAGSHIP = "letnev_flagship"
"""The flagship that is repaired at the start of every round."""


def round_start_steps(fight: Fight, round_number: int) -> tuple[combat_roll.Step, ...]:
    """Return the step for the start of this round; empty if no side has anything to use in it."""
    repairs_itself = fight.kind == "space" and any(
        roster.flagship_id == SELF_REPAIRING_FLAGSHIP for roster in fight.rosters
    )
    uses = [use for roster in fight.rosters for hook in _HOOKS for use in roster.effects_with_hook(hook)]
    plays_card = any(
        use.effect.is_one_shot and (use.round or use.effect.default_round) in (0, round_number)
        for use in uses
    )
    return (start_round,) if repairs_itself or plays_card else ()


def start_round(table: BattleTable) -> Script:
    """Repair the Letnev flagship, then let the sides use their cards for the start of a round in turn."""
    if not table.both_sides_remain:
        return
    for side_index, roster in enumerate(table.rosters):
        if roster.has_flagship_special(SELF_REPAIRING_FLAGSHIP, table.forces[side_index]):
            _repair_flagship(table, side_index)
    waiting = [
        [use for hook in _HOOKS for use in combat_roll.due_effects(table, side, hook)] for side in (0, 1)
    ]
    yield from use_abilities_in_turns(table, _HOOKS, waiting)
    if table.both_sides_remain:
        for side_index, uses in enumerate(waiting):
            _cite_useless(table, side_index, uses)


def repair_at_battle_end(table: BattleTable) -> Script:
    """Use Emergency Repairs at the end of the last round, for the side that is left (IM-ACT-emergency).

    At the end of any other round the next one begins at once, which is the same.
    """
    if not table.round or table.stopping_rule:
        return
    waiting = [
        [] if left else combat_roll.due_effects(table, side_index, "repair_all")
        for side_index, left in enumerate(table.retreated)
    ]
    repair = BattleAbility(_nothing_damaged, partial(_repair_all, case="repaired_last"))
    yield from use_abilities_in_turns(table, {"repair_all": repair}, waiting, is_over=lambda: False)


def _cite_useless(table: BattleTable, side_index: int, uses: list[EffectUse]) -> None:
    """Cite why cards for this round could not be used. Emergency Repairs wait for damage, unless the line
    names the round.
    """
    for use in uses:
        case = _HOOKS[use.effect.hook].refusal_case(table, side_index, use)
        if case and (use.round or use.effect.hook != "repair_all"):
            facts = {"side": ROLES[side_index], "n": use.effect.amount, "round": table.round}
            lifter = bombardment.shield_lifter(table.rosters[0])
            table.record_ruling(use.effect.rule, case, **facts, **({"unit": lifter} if lifter else {}))


# -- Skilled Retreat


def _no_way_out(table: BattleTable, side_index: int, use: EffectUse) -> str:
    return "" if table.can_retreat(side_index, without_presence=True) else "nothing_no_way"


def _leave(table: BattleTable, side_index: int, use: EffectUse) -> None:
    """IM-ACT-s_retreat: all ships of the side leave, so that nobody wins."""
    table.retreated[side_index], table.stopping_rule = True, use.effect.rule
    table.record_ruling(use.effect.rule, "left", side=ROLES[side_index], enemy=ROLES[1 - side_index])


# -- repairs


def _repair_flagship(table: BattleTable, side_index: int) -> None:
    """IM-UNIT-letnev_flagship: repair the flagship at the start of every round of a space battle."""
    roster, force = table.rosters[side_index], table.forces[side_index]
    kind = roster.flagship_index
    hurt = force.damaged[kind]
    if hurt:
        table.forces[side_index] = force.with_count_changes(kind, hurt, -hurt)
        table.record_ruling("IM-UNIT-letnev_flagship", "repaired", side=roster.role)
    elif table.round == 1:
        table.record_ruling("IM-UNIT-letnev_flagship", "nothing_whole", side=roster.role)


def _nothing_damaged(table: BattleTable, side_index: int, use: EffectUse) -> str:
    return "" if any(table.forces[side_index].damaged) else "nothing_whole"


def _repair_all(table: BattleTable, side_index: int, use: EffectUse, *, case: str = "repaired") -> None:
    """IM-ACT-emergency: repair all damaged units of a side."""
    roster, force = table.rosters[side_index], table.forces[side_index]
    if table.rulings is not None:
        units = unit_counts(roster, force.damaged)
        table.record_ruling(use.effect.rule, case, side=roster.role, units=units)
    for kind, n in enumerate(force.damaged):
        force = force.with_count_changes(kind, n, -n)
    table.forces[side_index] = force


# -- cards for the combat rolls of the round


def _is_for_fighters(use: EffectUse) -> bool:
    return use.effect.units == "fighter"


def _no_fighters(table: BattleTable, side_index: int, use: EffectUse) -> str:
    roster, force = table.rosters[side_index], table.forces[side_index]
    rolls = not _is_for_fighters(use) or any(force.count(kind) for kind in roster.fighter_indices)
    return "" if rolls else "nothing_no_fighters"


def _raise_combat_rolls(table: BattleTable, side_index: int, use: EffectUse) -> None:
    note = combat_roll.FIGHTER_BONUS if _is_for_fighters(use) else combat_roll.BONUS
    table.forces[side_index] = table.forces[side_index].with_notes((note, use.effect.amount))
    facts = {"side": ROLES[side_index], "n": use.effect.amount, "round": table.round}
    table.record_ruling(use.effect.rule, "played", **facts)


def _no_working_shield(table: BattleTable, side_index: int, use: EffectUse) -> str:
    if not bombardment.count_planetary_shields(table.rosters[1]):
        return "nothing_no_pds"
    if bombardment.are_defender_pds_disabled(table.state):
        return "nothing_disabled"
    return "nothing_lifted" if bombardment.shield_lifter(table.rosters[0]) is not None else ""


def _prevent_rolls(table: BattleTable, side_index: int, use: EffectUse) -> None:
    """IM-TECH-md: with a Planetary Shield the defender keeps the attacker from rolling in this round."""
    table.forces[1 - side_index] = table.forces[1 - side_index].with_notes((combat_roll.NO_ROLLS_NOTE, 1))
    facts = {"side": ROLES[side_index], "enemy": ROLES[1 - side_index], "round": table.round}
    table.record_ruling(use.effect.rule, "no_rolls", **facts)


_HOOKS: dict[str, BattleAbility] = {
    "leave": BattleAbility(_no_way_out, _leave),
    "repair_all": BattleAbility(_nothing_damaged, _repair_all),
    "combat_bonus": BattleAbility(_no_fighters, _raise_combat_rolls),
    "no_rolls": BattleAbility(_no_working_shield, _prevent_rolls),
}
"""The cards by hook, in the order in which a side uses them."""
