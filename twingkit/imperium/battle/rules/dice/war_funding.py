"""Dice rerolled by War Funding Ω after both combat rolls (IM-TRADE-war_funding_omega)."""

from __future__ import annotations

import attrs

from twingkit.core.play import Script
from twingkit.imperium.battle.notation.side import EffectUse
from twingkit.imperium.battle.rules.abilities_in_turns import BattleAbility, use_abilities_in_turns
from twingkit.imperium.battle.rules.counts_in_words import VolleyFaces
from twingkit.imperium.battle.rules.dice import combat_roll
from twingkit.imperium.battle.rules.dice.volley import Volley, VolleyResult
from twingkit.imperium.battle.rules.questions import RollDice
from twingkit.imperium.battle.rules.table import BattleTable


def war_funding_reroll(table: BattleTable) -> Script:
    """Let the sides with War Funding Ω, in turn, make their opponent reroll all dice and then reroll their
    own misses.
    """
    if not table.both_sides_remain:
        return
    waiting = [combat_roll.due_effects(table, side_index, "roll_anew") for side_index in (0, 1)]
    yield from use_abilities_in_turns(table, {"roll_anew": BattleAbility(_always, _roll_anew)}, waiting)


def _always(table: BattleTable, side_index: int, use: EffectUse) -> str:
    return ""


def _roll_anew(table: BattleTable, side_index: int, use: EffectUse) -> Script:
    yield from _all_dice(table, 1 - side_index, use)
    yield from _reroll_own_misses(table, side_index, use)


def _all_dice(table: BattleTable, side_index: int, use: EffectUse) -> Script:
    """Roll a side's dice anew; units that the Crown of Thalnos has destroyed stay destroyed."""
    volley = _volley_without_destroyed(table, side_index)
    facts = {
        "side": table.rosters[side_index].role,
        "enemy": table.rosters[1 - side_index].role,
        "n": volley.count,
    }
    if not volley.count:
        table.record_ruling(use.effect.rule, "nothing_no_dice", **facts)
        return
    table.forces[side_index] = table.forces[side_index].without_notes(
        combat_roll.FREE, combat_roll.NONFIGHTER, combat_roll.MISSED_NOTE
    )
    yield from _roll_and_note(table, side_index, volley, use, "all", facts)


def _reroll_own_misses(table: BattleTable, side_index: int, use: EffectUse) -> Script:
    force = table.forces[side_index]
    missed = force.noted_numbers(combat_roll.MISSED_NOTE)
    groups = combat_roll.combat_volley(table.fight, table.state, side_index, table.round).groups
    dice = (attrs.evolve(group, count=missed.count(group.roster_index)) for group in groups)
    volley = Volley(side_index, tuple(group for group in dice if group.count))
    table.forces[side_index] = force.without_notes(combat_roll.MISSED_NOTE)
    facts = {"side": table.rosters[side_index].role, "n": volley.count}
    if not volley.count:
        table.record_ruling(use.effect.rule, "nothing_no_miss", **facts)
        return
    yield from _roll_and_note(table, side_index, volley, use, "own", facts)


def _roll_and_note(
    table: BattleTable, side_index: int, volley: Volley, use: EffectUse, case: str, facts: dict[str, object]
) -> Script:
    """Roll the dice and note their hits, and their misses if this side may still reroll some."""
    own_card = bool(combat_roll.due_effects(table, side_index, "roll_anew"))
    thrown: VolleyResult = yield RollDice(side_index, attrs.evolve(volley, rerolls_misses=own_card), "again")
    table.record_ruling(
        use.effect.rule, case, dice=VolleyFaces(volley, thrown.faces), hits=thrown.hits, **facts
    )
    combat_roll.cite_face_effects(table, side_index, volley, thrown)
    combat_roll.add_hits_to_notes(table, side_index, thrown.unrestricted_hits, thrown.nonfighter_hits)
    if own_card:
        combat_roll.note_misses(table, side_index, volley, thrown)


def _volley_without_destroyed(table: BattleTable, side_index: int) -> Volley:
    """Return a side's combat dice without those of units that the Crown of Thalnos has destroyed."""
    burnt = table.forces[side_index].noted_numbers(combat_roll.CROWN_DESTROYED_NOTE)
    volley = combat_roll.combat_volley(table.fight, table.state, side_index, table.round)
    units = table.rosters[side_index].units
    dice = (
        attrs.evolve(
            group, count=group.count - burnt.count(group.roster_index) * units[group.roster_index].dice
        )
        for group in volley.groups
    )
    return Volley(side_index, tuple(group for group in dice if group.count > 0))
