"""The rules that one side of a battle line breaks: by its units, its effects, its copies or its policy."""

from __future__ import annotations

from functools import lru_cache

from twingkit.core.questions import Refusal
from twingkit.imperium.battle.notation.assimilated import COPYING_FACTION, copied_upgrade_problems
from twingkit.imperium.battle.notation.side import Side
from twingkit.imperium.texts.rulebook import rule_refusal


@lru_cache(maxsize=4096)
def is_legal_side(side: Side, role: str, kind: str) -> bool:
    """True if a side breaks no rule (cached, since many lines share sides)."""
    return not side_problems(side, role, kind)


def side_problems(side: Side, role: str, kind: str) -> list[Refusal]:
    """Return a refusal for every rule that one side of a battle breaks."""
    refusals = _unit_problems(side, role) + _effect_problems(side, role, kind)
    refusals += copied_upgrade_problems(
        side.copied_upgrades, [use.effect for use in side.effects], side.faction, role
    )
    for name in side.policy.sustain_classes if side.policy else ():
        if not side.can_sustain(name):
            refusals.append(rule_refusal("IM-UNIT-3", "never_sustains", side=role, unit=name))
    carried = side.has_fighters_and_ground_forces and (
        kind == "space" or (kind == "invasion" and role == "attacker")
    )
    named = side.policy is not None and side.policy.reorders_ground_forces
    if named and not (carried or ground_forces_fight_as_ships(side, kind)):
        refusals.append(rule_refusal("IM-ODDS-2", "no_ships", side=role))
    return refusals


def ground_forces_fight_as_ships(side: Side, kind: str) -> bool:
    """True if the ground forces of a side fight as ships in a battle of this kind
    (IM-UNIT-nekro_flagship).
    """
    return kind != "ground" and side.faction == "nekro" and side.count_class("flagship") > 0


def _unit_problems(side: Side, role: str) -> list[Refusal]:
    refusals = []
    for name in side.unit_names():
        kind = side.find_unit(name)
        if kind is not None:
            if side.count_damaged(name) and not kind.can_sustain_damage:
                refusals.append(rule_refusal("IM-UNIT-3", "cannot_be_damaged", side=role, unit=kind))
        elif name == "flagship":
            refusals.append(rule_refusal("IM-UNIT-13", "no_faction", side=role))
        else:
            refusals.append(rule_refusal("IM-UNIT-2", "no_upgrade", side=role, unit=name.removesuffix("+")))
    return refusals


def _effect_problems(side: Side, role: str, kind: str) -> list[Refusal]:
    refusals = []
    for use in side.effects:
        effect = use.effect
        facts = {"side": role, "effect": effect, "faction": effect.owner}
        if use.id == "nebula" and (role != "defender" or kind == "ground"):
            refusals.append(rule_refusal("IM-MOVE-7", "not_here", side=role))
        elif effect.source == "promissory":
            if effect.owner and effect.owner == side.faction:
                refusals.append(rule_refusal("IM-TRADE-1", "own_note", **facts))
        elif effect.owner and effect.owner != side.faction:
            if effect.source != "technology":
                refusals.append(rule_refusal("IM-UNIT-14", "other_faction", **facts))
            elif side.faction != COPYING_FACTION:
                refusals.append(rule_refusal("IM-TECH-1", "other_faction", **facts))
    return refusals
