"""Anti-Fighter Barrage: the dice of the first round that hit only fighters (IM-SPACE-4, IM-UNIT-4)."""

from __future__ import annotations

from functools import partial

from twingkit.core.play import Script
from twingkit.imperium.battle.rules.counts_in_words import VolleyFaces
from twingkit.imperium.battle.rules.dice import combat_roll
from twingkit.imperium.battle.rules.dice.volley import DiceGroup, Volley, VolleyResult
from twingkit.imperium.battle.rules.force import Fight, ForcePair
from twingkit.imperium.battle.rules.losses.assign import PendingHits
from twingkit.imperium.battle.rules.losses.combat_hits import play_courageous_to_the_end, take_ability_hits
from twingkit.imperium.battle.rules.questions import RollDice
from twingkit.imperium.battle.rules.table import BattleTable


def barrage_volley(fight: Fight, state: ForcePair, side_index: int) -> Volley:
    """Return the dice of a side's Anti-Fighter Barrage.

    Modifiers to combat rolls do not change them (IM-UNIT-8), but trade goods do (IM-UNIT-hacan_flagship),
    unless the switch `kenara_barrage` is `no`. `rerolls_misses` of the volley is True if misses may be
    rerolled (`munitions_barrage`).

    >>> from twingkit.imperium.battle.notation.battle_line import Battle
    >>> fight = Fight.from_battle(Battle.parse("space: 2 destroyer 1 destroyer+ vs 3 fighter @ nebula"))
    >>> [(dice.count, dice.hits_on) for dice in barrage_volley(fight, fight.starting_forces(), 0).groups]
    [(4, 9), (3, 6)]
    """
    own, force = fight.rosters[side_index], state[side_index]
    bonus = combat_roll.trade_goods_bonus(own, force) if fight.variant.kenara_barrage == "yes" else 0
    groups = [
        DiceGroup(unit.words_key, force.count(kind) * unit.barrage.dice, unit.barrage.hits_on - bonus, kind)
        for kind, unit in enumerate(own.units)
        if unit.barrage and force.count(kind)
    ]
    return Volley(
        side_index,
        tuple(groups),
        bool(groups) and combat_roll.count_rerolls(fight, force, side_index, 1, is_barrage=True) > 0,
    )


def barrage_step(side_index: int) -> combat_roll.Step:
    """Return the step in which one side's barrage destroys fighters of the other side.

    Ships with a barrage cannot be hit by one, so it does not matter which side comes first.
    """
    return partial(_fire, side_index=side_index)


def play_barrages(table: BattleTable) -> Script:
    """Play the barrages of both sides, then the last shots of ships that they have destroyed."""
    before = table.state
    for side_index in (0, 1):
        yield from _fire(table, side_index)
    yield from play_courageous_to_the_end(table, before)


def _fire(table: BattleTable, side_index: int) -> Script:
    role, enemy = table.rosters[side_index].role, table.rosters[1 - side_index]
    volley = barrage_volley(table.fight, table.state, side_index)
    if not volley.count or not table.both_sides_remain:
        return
    if not any(table.forces[enemy.side_index].count(kind) for kind in enemy.fighter_indices):
        table.record_ruling("IM-SPACE-4", "nothing_no_fighters", side=role, enemy=enemy.role)
        return
    thrown: VolleyResult = yield RollDice(side_index, volley, "barrage")
    fallen = VolleyFaces(volley, thrown.faces)
    table.record_ruling("IM-SPACE-4", "rolled", side=role, n=volley.count, hits=thrown.hits, dice=fallen)
    lifted = table.fight.variant.kenara_barrage == "yes"
    combat_roll.cite_face_effects(table, side_index, volley, thrown, lifted)
    hits = thrown.hits
    if volley.rerolls_misses:
        hits += yield from combat_roll.reroll_barrage_misses(table, side_index, volley, thrown, lifted)
    yield from take_ability_hits(table, enemy.side_index, PendingHits(fighters_only=hits), "IM-SPACE-4")
