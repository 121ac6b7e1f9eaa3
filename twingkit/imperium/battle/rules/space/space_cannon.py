"""Space Cannon before a space battle and against a landing (IM-SPACE-2, IM-UNIT-6)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from twingkit.core.play import Script
from twingkit.imperium.battle.rules import fire
from twingkit.imperium.battle.rules.counts_in_words import VolleyFaces
from twingkit.imperium.battle.rules.dice.combat_roll import Step
from twingkit.imperium.battle.rules.dice.volley import DiceGroup, Volley, VolleyResult
from twingkit.imperium.battle.rules.force import Fight, ForcePair, Roster
from twingkit.imperium.battle.rules.losses.assign import HitLosses, PendingHits
from twingkit.imperium.battle.rules.losses.combat_hits import cancel_hits, take_hits
from twingkit.imperium.battle.rules.questions import RollDice, ask_to_play
from twingkit.imperium.battle.rules.table import BattleTable
from twingkit.imperium.box.effects import effects_by_id
from twingkit.imperium.box.units import UnitAbilityDice

_BATTLESTATION_SHOTS = UnitAbilityDice(hits_on=5, dice=3)
"""The shots of a space dock with Experimental Battlestation (IM-ACT-experimental)."""

_RULES = {"space": "IM-SPACE-2", "ground": "IM-INV-4"}


def cannon_volley(
    fight: Fight, state: ForcePair, side_index: int, counts: Mapping[str, int] | None = None
) -> Volley:
    """Return the dice of a side's Space Cannon.

    Before a space battle all its units fire, against a landing only the defender's PDS on the planet.
    `counts` limits the units of each kind. Plasma Scoring adds a die to the unit that hits most easily;
    Antimass Deflectors of the other side subtract from each die; L4 Disruptors and Disable leave no dice
    against a landing.

    >>> from twingkit.imperium.battle.notation.battle_line import Battle
    >>> fight = Fight.from_battle(Battle.parse("space: 2 cruiser @ amd vs 1 cruiser 2 pds 1 pds+ @ ps"))
    >>> volley = cannon_volley(fight, fight.starting_forces(), 1)
    >>> [(dice.unit, dice.count, dice.hits_on) for dice in volley.groups]
    [('pds', 2, 7), ('pds+', 2, 6)]
    """
    own, enemy = fight.rosters[side_index], fight.rosters[1 - side_index]
    if fight.kind == "ground" and (
        side_index == 0 or enemy.has_working("l4") or "disable" in state[0].used_effects
    ):
        return Volley(side_index, ())
    penalty = effects_by_id()["amd"].amount if enemy.has_working("amd") else 0
    aimed = own.has_working("gls")
    groups = [
        DiceGroup(
            guns.words_key,
            guns.count * guns.shots.dice,
            guns.shots.hits_on - penalty,
            must_hit_nonfighters=aimed,
        )
        for guns in fire.limit_firing_units(_cannon_firing_units(fight, state, own), counts)
    ]
    return Volley(side_index, fire.with_plasma_scoring(own, groups))


def _cannon_firing_units(fight: Fight, state: ForcePair, roster: Roster) -> list[fire.FiringUnits]:
    shots = [
        fire.FiringUnits(unit.name, unit.words_key, unit.space_cannon, count)
        for unit, count in roster.support_units
        if unit.space_cannon and (fight.kind == "space" or not unit.is_ship)
    ]
    force = state[roster.side_index]
    shots += [
        fire.FiringUnits(unit.name, unit.words_key, unit.space_cannon, force.count(kind))
        for kind, unit in enumerate(roster.units)
        if unit.space_cannon
    ]
    if roster.has_working("experimental"):
        shots.append(
            fire.FiringUnits("experimental", effects_by_id()["experimental"].rule, _BATTLESTATION_SHOTS, 1)
        )
    return [guns for guns in shots if guns.count]


def cannon_hits(thrown: VolleyResult) -> PendingHits:
    """Return the hits of a Space Cannon roll, for the other side to assign.

    Graviton Laser Systems limit them to non-fighters (IM-TECH-gls).
    """
    return PendingHits(thrown.unrestricted_hits, thrown.nonfighter_hits)


def cannon_step(side_index: int) -> Step:
    """Return the step in which one side fires its Space Cannon and the other assigns the hits.

    The step returns the number of destroyed units.
    """
    return partial(_fire, side_index=side_index)


def _fire(table: BattleTable, side_index: int) -> Script[int]:
    has_left = table.retreated[1 - side_index] if table.fight.kind == "ground" else any(table.retreated)
    if table.stopping_rule or has_left:  # PDS on a planet stay when its ground forces leave
        return 0
    own, enemy = table.rosters[side_index], table.rosters[1 - side_index]
    volley = cannon_volley(table.fight, table.state, side_index)
    reason = "" if table.forces[1 - side_index].size else "no_target"
    reason = "" if volley.count and not reason else reason or "no_cannon"
    if table.rulings is not None:
        _cite_effects(table, side_index, reason)
    if reason:
        if volley.count:
            table.record_ruling(_RULES[table.fight.kind], reason, side=own.role)
        return 0
    counts = yield from fire.ask_to_fire(
        table, side_index, "space_cannon", _cannon_firing_units(table.fight, table.state, own)
    )
    if not counts:
        return 0
    volley = cannon_volley(table.fight, table.state, side_index, counts)
    thrown: VolleyResult = yield RollDice(side_index, volley, "space_cannon")
    facts = {"side": own.role, "n": volley.count, "dice": VolleyFaces(volley, thrown.faces)}
    table.record_ruling(_RULES[table.fight.kind], "rolled", hits=thrown.hits, **facts)
    pending_hits = yield from _cancel_hits_by_maneuvering_jets(table, enemy.side_index, cannon_hits(thrown))
    taken: HitLosses = yield from take_hits(table, enemy.side_index, pending_hits, _RULES[table.fight.kind])
    return sum(taken.destroyed)


def _cancel_hits_by_maneuvering_jets(
    table: BattleTable, side_index: int, pending_hits: PendingHits
) -> Script:
    """IM-ACT-mjets: cancel one hit of Space Cannon; return the hits that are left."""
    for use in table.rosters[side_index].effects_with_hook("cancel_cannon_hit"):
        facts = {"side": table.rosters[side_index].role, "n": use.effect.amount}
        if not pending_hits.total:
            table.record_ruling(use.effect.rule, "nothing_no_hit", **facts)
        elif (yield from ask_to_play(table, side_index, use)):
            table.record_ruling(use.effect.rule, "cancelled", **facts)
            table.forces[side_index] = table.forces[side_index].with_used(
                use.id
            )  # in an invasion it is used up in space
            pending_hits = cancel_hits(pending_hits, use.effect.amount)
    return pending_hits


def _cite_effects(table: BattleTable, side_index: int, reason: str) -> None:
    """Cite the effects of both sides on this volley of Space Cannon, or why they do nothing."""
    own, enemy = table.rosters[side_index], table.rosters[1 - side_index]
    for effect_id in ("ps", "gls", "experimental"):
        if own.has_working(effect_id):
            rule = effects_by_id()[effect_id].rule
            table.record_ruling(
                rule, f"nothing_{reason}" if reason else "cannon", side=own.role, enemy=enemy.role
            )
    if enemy.has_working("amd"):
        case = f"nothing_{reason}" if reason else "cannon"
        table.record_ruling("IM-TECH-amd", case, side=enemy.role, enemy=own.role)
    if reason and enemy.has_working("mjets"):
        table.record_ruling("IM-ACT-mjets", "nothing_no_hit", side=enemy.role, n=1)
