"""Abilities at the start of a combat, in space and on the ground: the sides take turns (IM-SPACE-3,
IM-INV-5).

The attacker begins, and the sides use one ability each until one after the other has passed. A side that can
use none now passes; it may use one later, once an ability of the other side has changed the forces.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import attrs

from twingkit.core.play import Script
from twingkit.imperium.battle.notation.battle_line import Use
from twingkit.imperium.battle.rules.losses.combat_hits import last_shots
from twingkit.imperium.battle.rules.questions import play
from twingkit.imperium.battle.rules.table import BattleTable


@attrs.frozen
class Ability:
    """One kind of effect at the start of a combat.

    `lacking` says why a side cannot use it now, as the case of a ruling ("" : it can), `carry_out` does it.
    Without `may` it happens, wanted or not; `wants` says whether the side wants it now.
    """

    lacking: Callable[[BattleTable, int, Use], str]
    carry_out: Callable[[BattleTable, int, Use], Script]
    may: bool = True
    wants: Callable[[BattleTable, int], bool] = lambda table, index: True


def in_turns(table: BattleTable, abilities: Mapping[str, Ability], waiting: list[list[Use]]) -> Script:
    """Both sides use their abilities, given by hook, in turns; those used are taken out of `waiting`, which
    has each side's in its own order."""
    turn, passed = 0, 0
    while passed < len(waiting) and table.both:
        used = yield from _turn(table, abilities, turn, waiting[turn])
        if used is None:
            passed += 1
        else:
            waiting[turn].remove(used)
            passed = 0
        turn = 1 - turn


def _turn(table: BattleTable, abilities: Mapping[str, Ability], index: int, waiting: list[Use]) -> Script:
    """One side uses one of its abilities, the first that it can and wants; the one it used, or None.

    What has to happen waits for the side's other abilities if it wishes, but it does not fail to come.
    """
    ready = [use for use in waiting if not abilities[use.effect.hook].lacking(table, index, use)]
    forced = None
    for use in ready:
        ability = abilities[use.effect.hook]
        if not ability.may:
            forced = forced or use
            if len(ready) == 1:
                break
        if (yield from play(table, index, use, wanted=ability.wants(table, index))):
            yield from _carried_out(table, ability, index, use)
            return use
    if forced is not None:
        yield from _carried_out(table, abilities[forced.effect.hook], index, forced)
    return forced


def _carried_out(table: BattleTable, ability: Ability, index: int, use: Use) -> Script:
    """Carry out an ability, with the last shots of ships that it destroys."""
    before = table.state
    yield from ability.carry_out(table, index, use)
    yield from last_shots(table, before)
