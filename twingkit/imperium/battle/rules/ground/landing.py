"""The landing: ground forces commit or are sent away, Space Cannon fires at them (IM-INV-3, IM-INV-4)."""

from __future__ import annotations

from twingkit.core.notation import ROLES
from twingkit.core.play import Script
from twingkit.imperium.battle.notation.side import EffectUse
from twingkit.imperium.battle.rules.abilities_in_turns import BattleAbility
from twingkit.imperium.battle.rules.counts_in_words import unit_counts
from twingkit.imperium.battle.rules.ground import bombardment
from twingkit.imperium.battle.rules.space.space_cannon import cannon_step
from twingkit.imperium.battle.rules.table import BattleTable
from twingkit.imperium.box.effects import effects_by_id

_NEVER_SHOT_AT = {"amd": "nothing_no_cannon", "mjets": "nothing_no_hit"}
"""Effects that protect from Space Cannon and are useless to the defender of a planet, with the case of the
reason.
"""


def commit_ground_forces(table: BattleTable) -> Script:
    """Land all ground forces of the attacker, unless a card sends the forces of one side away (IM-INV-3)."""
    if table.stopping_rule:
        return
    if table.rulings is not None:
        _cite_landing(table)
    yield from bombardment.use_in_invasion_window(table, _COMMITTED_HOOKS)


def _cite_landing(table: BattleTable) -> None:
    attacker, force = table.rosters[0], table.forces[0]
    landed = unit_counts(attacker, map(force.count, range(len(attacker.units))))
    table.record_ruling("IM-INV-3", "landed" if landed else "nobody", side=ROLES[0], units=landed)
    fighters = attacker.side.count_class("fighter")
    if attacker.side.count_class("flagship") and attacker.faction == "naalu":
        case = "lands" if fighters else "nothing_no_fighters"
        table.record_ruling("IM-UNIT-naalu_flagship", case, side=ROLES[0], n=fighters)
    elif fighters:
        table.record_ruling("IM-INV-3", "fighters_stay", side=ROLES[0], n=fighters)


def _nobody_landed(table: BattleTable, side_index: int, use: EffectUse) -> str:
    return "" if table.forces[0].size else "nothing_nobody_landed"


def _nobody_to_send_away(table: BattleTable, side_index: int, use: EffectUse) -> str:
    return _nobody_landed(table, side_index, use) or ("" if table.forces[1].size else "nothing_nobody")


def _send_away(table: BattleTable, side_index: int, use: EffectUse) -> None:
    """IM-TRADE-raghs_call: the ground forces of Saar leave the planet; its PDS stay."""
    table.retreated[1] = True
    table.record_ruling(use.effect.rule, "left", n=table.forces[1].size)


def _send_back(table: BattleTable, side_index: int, use: EffectUse) -> None:
    """IM-ACT-parley: the landing force returns to its ships."""
    table.stopping_rule = use.effect.rule
    table.record_ruling(use.effect.rule, "returned", n=table.forces[0].size)


_COMMITTED_HOOKS: dict[str, BattleAbility] = {
    "send_away": BattleAbility(_nobody_to_send_away, _send_away),
    "no_landing": BattleAbility(_nobody_landed, _send_back),
}
"""The cards after the landing by hook."""


def space_cannon_defence(table: BattleTable) -> Script:
    """Let PDS on the planet fire at the ground forces that have just landed (IM-INV-4)."""
    if table.stopping_rule:
        return
    attacker, defender = table.rosters
    count = bombardment.count_planetary_shields(defender)
    if attacker.has_working("l4"):
        table.record_ruling("IM-TECH-l4", "silenced" if count else "nothing_no_pds", n=count)
    elif count and bombardment.are_defender_pds_disabled(table.state):
        table.record_ruling("IM-ACT-disable", "silenced", n=count)
    elif not count:
        table.record_ruling("IM-INV-4", "no_pds")
    for effect_id, case in _NEVER_SHOT_AT.items():
        if defender.has_working(effect_id):
            facts = {"side": defender.role, "enemy": attacker.role}
            table.record_ruling(effects_by_id()[effect_id].rule, case, **facts)
    yield from cannon_step(1)(table)
