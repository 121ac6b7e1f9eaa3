"""The course of a battle: its opening, then rounds until a side is gone or neither can hit (IM-SPACE-8)."""

from __future__ import annotations

from collections.abc import Callable

from twingkit.core.play import CHECKPOINT, Script
from twingkit.imperium.battle.rules.dice.combat_roll import Step, combat_volley
from twingkit.imperium.battle.rules.events import RoundBegins
from twingkit.imperium.battle.rules.force import Fight, Force, Roster
from twingkit.imperium.battle.rules.losses.assign import PendingHits, assign_hits_by_policy
from twingkit.imperium.battle.rules.result import attacker_retreats_in_standoff
from twingkit.imperium.battle.rules.round_start import SELF_REPAIRING_FLAGSHIP
from twingkit.imperium.battle.rules.table import BattleTable

_STRIKES_WITHOUT_ROLLS = ("devotion", "sacrifice_dreadnought", "harrow", "leave")
"""The hooks that can change a battle in which neither side can hit with combat rolls."""


def fight_battle(
    table: BattleTable,
    opening: Callable[[Fight], tuple[Step, ...]],
    round_steps: Callable[[Fight, int], tuple[Step, ...]],
    round_event: type[RoundBegins],
) -> Script:
    """Play a battle's opening and rounds to the end, from the beginning or from a saved state at the start of
    a round.

    `round_event` is recorded when a further round follows.
    """
    begun = table.round > 0
    if not begun:
        for step in opening(table.fight):
            yield from step(table)
            table.steps_done += 1
        table.forces = [force._replace(round_notes=()) for force in table.forces]
    while begun or _goes_on(table):
        if not begun:
            table.round, table.steps_done = table.round + 1, 0
            if table.round > 1:
                table.record(round_event(table.round))
            yield CHECKPOINT
        begun = False
        for step in round_steps(table.fight, table.round):
            yield from step(table)
            table.steps_done += 1
        table.forces = [force._replace(round_notes=()) for force in table.forces]


def _goes_on(table: BattleTable) -> bool:
    if not table.both_sides_remain:
        return False
    if is_standoff(table):
        table.retreated[0] = attacker_retreats_in_standoff(table.fight.battle)
        retreat, broken_off = "standoff", f"standoff_{table.fight.kind}"
        if any(_most_hits(table, side_index) for side_index in (0, 1)):
            retreat, broken_off = "repaired", "repaired_space"
        table.record_ruling("IM-ODDS-4", retreat if table.retreated[0] else broken_off)
        return False
    return True


def is_standoff(table: BattleTable) -> bool:
    """True if no more round can change anything (IM-ODDS-4).

    No side can hit in a coming round, or every hit is repaired.
    """
    for side_index, roster in enumerate(table.rosters):
        volley = combat_volley(table.fight, table.state, side_index, table.round + 1)
        if _most_hits(table, side_index) and not _stays_whole(table, 1 - side_index):
            return False
        if any(roster.effects_with_hook(hook) for hook in _STRIKES_WITHOUT_ROLLS):
            return False
        bonuses = (use for use in roster.effects_with_hook("combat_bonus") if use.effect.is_one_shot)
        if volley.count and any((use.round or use.effect.default_round) > table.round for use in bonuses):
            return False
    return True


def _most_hits(table: BattleTable, side_index: int) -> int:
    """Return the maximum number of hits that a side can make with the combat rolls of the next round."""
    volley = combat_volley(table.fight, table.state, side_index, table.round + 1)
    return sum(dice.count * (1 + dice.extra_hits) for dice in volley.groups if dice.chance)


def _stays_whole(table: BattleTable, side_index: int) -> bool:
    """True if a side's flagship takes all hits and is repaired every round (IM-UNIT-letnev_flagship)."""
    roster, enemy = table.rosters[side_index], table.rosters[1 - side_index]
    if not roster.has_flagship_special(
        SELF_REPAIRING_FLAGSHIP, table.forces[side_index]
    ) or enemy.effects_with_hook("destroy_sustained"):
        return False
    if not table.round and (
        roster.fighter_indices or any(use.id != "nes" for use in roster.effect_uses + enemy.effect_uses)
    ):
        return False  # round 1 has more than combat rolls
    whole = _force_after_repairs(roster, table.forces[side_index])
    state = (whole, table.forces[1]) if side_index == 0 else (table.forces[0], whole)
    hit_cases = [
        pending_hits
        for hits in range(1, _most_hits(table, 1 - side_index) + 1)
        for pending_hits in (PendingHits(unrestricted=hits), PendingHits(nonfighters_only=hits))
    ]
    n = table.round + 1
    return all(
        _force_after_repairs(
            roster, assign_hits_by_policy(table.fight, state, side_index, pending_hits, n)[0]
        )
        == whole
        for pending_hits in hit_cases
    )


def _force_after_repairs(roster: Roster, force: Force) -> Force:
    hurt = force.damaged[roster.flagship_index]
    return (
        force.with_count_changes(roster.flagship_index, hurt, -hurt)
        if force.count(roster.flagship_index)
        else force
    )
