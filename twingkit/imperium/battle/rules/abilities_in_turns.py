"""Abilities at the start of a combat, in space and on the ground: the sides take turns (IM-SPACE-3,
IM-INV-5).

Starting with the attacker, the sides use one ability at a time until both have passed in a row. A side that
cannot use any now passes, and may use one later, once an ability of the other side has changed the forces.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import attrs

from twingkit.core.play import Script
from twingkit.imperium.battle.notation.side import EffectUse
from twingkit.imperium.battle.rules.losses.combat_hits import play_courageous_to_the_end
from twingkit.imperium.battle.rules.questions import ask_to_play
from twingkit.imperium.battle.rules.table import BattleTable


@attrs.frozen
class BattleAbility:
    """One kind of effect at the start of a combat, with the functions that carry it out.

    `refusal_case` returns why a side cannot use it now, as the case of a ruling ("" if it can); `carry_out`
    does it. If it is not `is_optional`, it happens anyway; `wants` says whether the side wants it now.
    """

    refusal_case: Callable[[BattleTable, int, EffectUse], str]
    carry_out: Callable[[BattleTable, int, EffectUse], Script | None]
    is_optional: bool = True
    wants: Callable[[BattleTable, int], bool] = lambda table, side_index: True


def use_abilities_in_turns(
    table: BattleTable, abilities: Mapping[str, BattleAbility], unused_effects: list[list[EffectUse]]
) -> Script:
    """Let both sides use their abilities in turns, as at the start of a combat.

    `abilities` has the functions of each by hook. `unused_effects` lists each side's abilities in its order;
    used ones are removed from it.
    """
    yield from take_turns(
        table, lambda side_index: _turn(table, abilities, side_index, unused_effects[side_index])
    )


def take_turns(table: BattleTable, turn: Callable[[int], Script[bool]]) -> Script:
    """Let the sides take turns, the attacker first, until both have passed one after the other.

    `turn` plays the turn of a side and returns whether it used something.
    """
    side_index, passed = 0, 0
    while passed < len(table.rosters) and table.both_sides_remain:
        passed = 0 if (yield from turn(side_index)) else passed + 1
        side_index = 1 - side_index


def _turn(
    table: BattleTable, abilities: Mapping[str, BattleAbility], side_index: int, waiting: list[EffectUse]
) -> Script[bool]:
    """Let one side use the first of its abilities that it can and wants to use; return True if it used one.

    A compulsory ability may wait for the side's other abilities, but it is not skipped.
    """
    ready = [use for use in waiting if not abilities[use.effect.hook].refusal_case(table, side_index, use)]
    chosen = None
    for use in ready:
        ability = abilities[use.effect.hook]
        if not ability.is_optional:
            chosen = chosen or use
            if len(ready) == 1:
                break
        if (
            yield from ask_to_play(table, side_index, use, plays_by_default=ability.wants(table, side_index))
        ):
            chosen = use
            break
    if chosen is None:
        return False
    waiting.remove(chosen)
    before = table.state
    yield from abilities[chosen.effect.hook].carry_out(table, side_index, chosen) or ()
    yield from play_courageous_to_the_end(table, before)
    return True
