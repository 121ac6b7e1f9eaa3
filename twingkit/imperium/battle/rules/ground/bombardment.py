"""Bombardment: the start of an invasion, the shield of the planet, and Harrow (IM-INV-1, IM-INV-2)."""

from __future__ import annotations

from collections.abc import Mapping

from twingkit.core.notation import ROLES
from twingkit.core.play import Script
from twingkit.imperium.battle.notation.side import EffectUse
from twingkit.imperium.battle.rules import fire
from twingkit.imperium.battle.rules.abilities_in_turns import BattleAbility, use_abilities_in_turns
from twingkit.imperium.battle.rules.counts_in_words import UnitCount, VolleyFaces
from twingkit.imperium.battle.rules.dice.volley import DiceGroup, Volley, VolleyResult
from twingkit.imperium.battle.rules.force import Fight, ForcePair, Roster
from twingkit.imperium.battle.rules.losses.assign import PendingHits
from twingkit.imperium.battle.rules.losses.combat_hits import take_hits
from twingkit.imperium.battle.rules.questions import RollDice
from twingkit.imperium.battle.rules.table import BattleTable
from twingkit.imperium.box.effects import effects_by_id
from twingkit.imperium.box.units import Unit

_SHIELD_LIFTERS = ("warsun", "letnev_flagship")
"""The units that cancel an opponent's Planetary Shield: a class of ships, and a flagship."""


def _bombarding_units(roster: Roster) -> tuple[tuple[Unit, int], ...]:
    """Return the attacker's units with Bombardment, with their counts (IM-UNIT-5).

    >>> from twingkit.imperium.battle.rules.force import Fight
    >>> from twingkit.imperium.battle.notation.battle_line import Battle
    >>> fight = Fight.from_battle(Battle.parse("ground: 2 dreadnought 1 cruiser 3 infantry vs 1 infantry"))
    >>> [(unit.name, count) for unit, count in _bombarding_units(fight.rosters[0])]
    [('dreadnought', 2)]
    """
    return tuple((unit, count) for unit, count in roster.support_units if unit.bombardment)


def count_planetary_shields(roster: Roster) -> int:
    """Return the number of a side's units with Planetary Shield on the planet (IM-UNIT-7)."""
    return sum(count for unit, count in roster.support_units if unit.has_planetary_shield)


def shield_lifter(roster: Roster) -> Unit | None:
    """Return the attacker's unit that cancels the opponent's Planetary Shield; None if there is none."""
    lifting = (unit for unit, _ in roster.support_units if _SHIELD_LIFTERS[0] == unit.unit_class)
    flagships = (unit for unit, _ in roster.support_units if _SHIELD_LIFTERS[1] == unit.id)
    return next(lifting, None) or next(flagships, None)


def are_defender_pds_disabled(state: ForcePair) -> bool:
    """True if the defender's PDS have lost their abilities for this invasion (IM-ACT-disable)."""
    return "disable" in state[0].used_effects


def is_shielded(fight: Fight, state: ForcePair) -> bool:
    """True if the defender has a Planetary Shield that is neither cancelled nor disabled (IM-INV-2).

    >>> from twingkit.imperium.battle.notation.battle_line import Battle
    >>> for ship in ("dreadnought", "warsun"):
    ...     fight = Fight.from_battle(Battle.parse(f"ground: 1 {ship} 1 infantry vs 1 pds 1 infantry"))
    ...     print(is_shielded(fight, fight.starting_forces()))
    True
    False
    """
    attacker, defender = fight.rosters
    return (
        count_planetary_shields(defender) > 0
        and not are_defender_pds_disabled(state)
        and shield_lifter(attacker) is None
    )


def _bombardment_firing_units(roster: Roster) -> list[fire.FiringUnits]:
    """Return the attacker's units with Bombardment, for the question of whether they fire."""
    return [
        fire.FiringUnits(unit.name, unit.words_key, unit.bombardment, count)
        for unit, count in roster.support_units
        if unit.bombardment and count
    ]


def bombardment_volley(fight: Fight, state: ForcePair, counts: Mapping[str, int] | None = None) -> Volley:
    """Return the dice of the attacker's Bombardment, limited to `counts` units of each kind.

    There are none if it cannot bombard. Modifiers to combat rolls do not change them (IM-UNIT-8). Bunker
    subtracts from each die; Plasma Scoring adds a die to the unit that hits most easily.
    """
    if no_bombardment_case(fight, state):
        return Volley(0, ())
    attacker = fight.rosters[0]
    penalty = effects_by_id()["bunker"].amount if "bunker" in state[1].used_effects else 0
    groups = [
        DiceGroup(guns.words_key, guns.count * guns.shots.dice, guns.shots.hits_on - penalty)
        for guns in fire.limit_firing_units(_bombardment_firing_units(attacker), counts)
    ]
    return Volley(0, fire.with_plasma_scoring(attacker, groups))


def bombardment_hits(thrown: VolleyResult) -> PendingHits:
    """Return the hits of a Bombardment roll, for the defender to assign (IM-INV-1).

    They can go to any of its ground forces.
    """
    return PendingHits(unrestricted=thrown.hits)


def start_of_invasion(table: BattleTable) -> Script:
    """Let the sides use their effects at the start of an invasion, before the bombardment, in turn.

    These are Conventions of War, X-89, Disable and Bunker.
    """
    if table.stopping_rule:
        return
    attacker = table.rosters[0]
    if table.fight.has_working("schematics"):
        table.record_ruling("IM-AGENDA-schematics", "nothing_ground")
    if table.fight.has_working("conventions"):
        table.record_ruling(
            "IM-AGENDA-conventions", "holds" if _bombarding_units(attacker) else "nothing_no_ships"
        )
    yield from use_in_invasion_window(table, _START_HOOKS)


def use_in_invasion_window(table: BattleTable, abilities: Mapping[str, BattleAbility]) -> Script:
    """Let the sides use these abilities, by hook, in turn at a moment of an invasion before the combat; cite
    why the others could not be used.
    """
    waiting = [
        [use for hook in abilities for use in roster.effects_with_hook(hook)] for roster in table.rosters
    ]
    yield from use_abilities_in_turns(table, abilities, waiting, is_over=lambda: bool(table.stopping_rule))
    for side_index, uses in enumerate(waiting):
        for use in uses:
            if case := abilities[use.effect.hook].refusal_case(table, side_index, use):
                table.record_ruling(use.effect.rule, case)


def _infantry_indices(roster: Roster) -> list[int]:
    return [kind for kind, unit in enumerate(roster.units) if unit.unit_class == "infantry"]


def _no_infantry_to_kill(table: BattleTable, side_index: int, use: EffectUse) -> str:
    if not _bombarding_units(table.rosters[0]):
        return "nothing_no_ships"
    infantry = _infantry_indices(table.rosters[1])
    return "" if any(table.forces[1].count(kind) for kind in infantry) else "nothing_no_infantry"


def _bacteria(table: BattleTable, side_index: int, use: EffectUse) -> None:
    """IM-TECH-x89: destroy all infantry of the defender; mechs stay."""
    count = 0
    for kind in _infantry_indices(table.rosters[1]):
        there = table.forces[1].count(kind)
        table.forces[1] = table.forces[1].without(kind, there)
        count += there
    table.record_ruling(use.effect.rule, "destroyed", side=ROLES[0], n=count)


def _no_pds(table: BattleTable, side_index: int, use: EffectUse) -> str:
    return "" if count_planetary_shields(table.rosters[1]) else "nothing_no_pds"


def _disable(table: BattleTable, side_index: int, use: EffectUse) -> None:
    """IM-ACT-disable: the defender's PDS lose Planetary Shield and Space Cannon for this invasion."""
    table.forces[0] = table.forces[0].with_used(use.id)
    table.record_ruling(use.effect.rule, "disabled", n=count_planetary_shields(table.rosters[1]))


def _no_bombardment(table: BattleTable, side_index: int, use: EffectUse) -> str:
    reason = no_bombardment_case(table.fight, table.state)
    return f"nothing_{reason}" if reason else ""


def _bunker(table: BattleTable, side_index: int, use: EffectUse) -> None:
    """IM-ACT-bunker: subtract from the dice rolls of Bombardment in this invasion."""
    table.forces[1] = table.forces[1].with_used(use.id)
    table.record_ruling(use.effect.rule, "holds", n=use.effect.amount)


_START_HOOKS: dict[str, BattleAbility] = {
    "kill_infantry": BattleAbility(_no_infantry_to_kill, _bacteria),
    "disable": BattleAbility(_no_pds, _disable),
    "bombardment_penalty": BattleAbility(_no_bombardment, _bunker),
}
"""The effects at the start of an invasion by hook, in the order in which a side uses them."""


def no_bombardment_case(fight: Fight, state: ForcePair) -> str:
    """Return the case of the ruling on why the attacker cannot bombard; "" if it can."""
    if not _bombarding_units(fight.rosters[0]):
        return "no_ships"
    if fight.has_working("conventions"):
        return "conventions"
    if not state[1].size:
        return "nobody"
    return "shield" if is_shielded(fight, state) else ""


def bombardment(table: BattleTable) -> Script:
    """Let the attacker's ships bombard the ground forces on the planet before any units land (IM-INV-1)."""
    if table.stopping_rule:
        return
    attacker, defender = table.rosters
    lifter = shield_lifter(attacker)
    if lifter is not None:
        rule = f"IM-UNIT-{lifter.unit_class if lifter.unit_class == 'warsun' else lifter.id}"
        case = "lifted" if count_planetary_shields(defender) else "nothing_no_shield"
        table.record_ruling(rule, case, unit=lifter)
    reason = no_bombardment_case(table.fight, table.state)
    if not reason:
        yield from _fire(table, "IM-INV-1")
        return
    if reason != "conventions":  # cited at the start of the invasion
        table.record_ruling("IM-INV-2" if reason == "shield" else "IM-INV-1", reason, side=ROLES[0])
    if attacker.has_working("ps"):
        table.record_ruling("IM-TECH-ps", "nothing_no_bombardment", side=ROLES[0])


def harrow(table: BattleTable) -> Script:
    """Bombard the planet again with L1Z1X's ships at the end of a round of ground combat (IM-UNIT-harrow).

    The round must leave the defender forces; L1Z1X's own last ground force may have fallen in it.
    """
    if not table.rosters[0].has_working("harrow") or not table.forces[1].size:
        return
    reason = no_bombardment_case(table.fight, table.state)
    if not reason:
        yield from _fire(table, "IM-UNIT-harrow")
        table.harrowed = not table.forces[1].size
    elif table.round == 1:  # the reason stays the same in every round
        table.record_ruling("IM-UNIT-harrow", f"nothing_{reason}")


def _fire(table: BattleTable, rule: str) -> Script:
    """Roll the dice of Bombardment and let the defender assign the hits."""
    attacker = table.rosters[0]
    ability = "harrow" if rule == "IM-UNIT-harrow" else "bombardment"
    counts = yield from fire.ask_to_fire(table, 0, ability, _bombardment_firing_units(attacker))
    if not counts:
        return
    volley = bombardment_volley(table.fight, table.state, counts)
    thrown: VolleyResult = yield RollDice(0, volley, "bombardment")
    if table.rulings is not None:
        units = [
            UnitCount(unit, n) for unit, _ in _bombarding_units(attacker) if (n := counts.get(unit.name, 0))
        ]
        fallen = VolleyFaces(volley, thrown.faces)
        facts = {"side": attacker.role, "n": volley.count, "dice": fallen, "hits": thrown.hits}
        table.record_ruling(rule, "rolled", units=units, **facts)
        if attacker.has_working("ps"):
            table.record_ruling("IM-TECH-ps", "bombardment", side=attacker.role)
    yield from take_hits(table, 1, bombardment_hits(thrown), rule)
