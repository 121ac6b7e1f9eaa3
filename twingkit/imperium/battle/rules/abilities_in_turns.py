"""Abilities at the start of a combat, in space and on the ground: the sides take turns (IM-SPACE-3,
IM-INV-5).

Starting with the attacker, the sides use one ability at a time until both have passed in a row. A side that
cannot use any now passes, and may use one later, once an ability of the other side has changed the forces.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import attrs

from twingkit.core.play import Script
from twingkit.imperium.battle.notation.side import EffectUse
from twingkit.imperium.battle.rules import acts
from twingkit.imperium.battle.rules.losses.combat_hits import play_courageous_to_the_end
from twingkit.imperium.battle.rules.questions import ask_once_to_play
from twingkit.imperium.battle.rules.table import BattleTable, take_side_turns


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
    table: BattleTable,
    abilities: Mapping[str, BattleAbility],
    unused_effects: Sequence[list[EffectUse]],
    is_over: Callable[[], bool] | None = None,
) -> Script:
    """Let both sides use their abilities in turns, as at the start of a combat.

    `abilities` has the functions of each by hook. `unused_effects` lists each side's abilities in its order;
    used ones are removed from it. For `is_over` see `take_side_turns`.
    """
    passed: tuple[list[EffectUse], list[EffectUse]] = ([], [])

    def turn(side_index: int) -> Script[bool]:
        waiting = unused_effects[side_index]
        if (yield from _turn(table, abilities, side_index, waiting, passed[side_index])):
            return True
        return (yield from table.use_ability_of_game(side_index))

    yield from take_side_turns(table, turn, is_over)


def _turn(
    table: BattleTable,
    abilities: Mapping[str, BattleAbility],
    side_index: int,
    waiting: list[EffectUse],
    passed: list[EffectUse],
) -> Script[bool]:
    """Let one side use the first of its abilities that it can and wants to use; return True if it used one.

    A compulsory ability may wait for the side's other abilities, but it is not skipped. A cancelled card is a
    turn; another copy may follow in a later one. `passed` are the abilities not used when asked before.
    """
    ready = [use for use in waiting if not abilities[use.effect.hook].refusal_case(table, side_index, use)]
    chosen = None
    for use in ready:
        ability = abilities[use.effect.hook]
        if not ability.is_optional:
            chosen = chosen or use
            if len(ready) == 1:
                break
        wants = ability.wants(table, side_index)
        answer = yield from ask_once_to_play(table, side_index, use, wants, cites_pass=use not in passed)
        if isinstance(answer, acts.Cancelled):
            return True
        if isinstance(answer, acts.Play):
            chosen = use
            break
        passed.append(use)
    if chosen is None:
        return False
    waiting.remove(chosen)
    before = table.state
    yield from abilities[chosen.effect.hook].carry_out(table, side_index, chosen) or ()
    yield from play_courageous_to_the_end(table, before)
    return True
