"""The course of a battle: its opening, then rounds until a side is gone or neither can hit (IM-SPACE-8)."""

from __future__ import annotations

from collections.abc import Callable

from twingkit.imperium.rules.combat_roll import Step, combat_volley
from twingkit.imperium.rules.force import Fight
from twingkit.imperium.rules.result import retreats
from twingkit.imperium.rules.table import BattleTable
from twingkit.play import CHECKPOINT, Script

_STRIKES_WITHOUT_ROLLS = ("devotion", "sacrifice_dreadnought", "harrow", "leave")
"""The hooks that can change a battle in which neither side can hit with combat rolls."""


def fought(
    table: BattleTable,
    opening: Callable[[Fight], tuple[Step, ...]],
    round_steps: Callable[[Fight, int], tuple[Step, ...]],
    another: tuple[str, str],
) -> Script:
    """Play a battle's steps, from the beginning or from a checkpoint at a round's begin.

    `another` are the rule and case cited when a round follows on another.
    """
    begun = table.round > 0
    if not begun:
        for step in opening(table.fight):
            yield from step(table)
            table.place += 1
        _forget(table)
    while begun or _goes_on(table):
        if not begun:
            table.round, table.place = table.round + 1, 0
            if table.round > 1:
                table.cite(*another, n=table.round)
            yield CHECKPOINT
        begun = False
        for step in round_steps(table.fight, table.round):
            yield from step(table)
            table.place += 1
        _forget(table)


def _forget(table: BattleTable) -> None:
    """A new round begins with nothing noted."""
    for index, force in enumerate(table.forces):
        table.forces[index] = force._replace(now=())


def _goes_on(table: BattleTable) -> bool:
    if not table.both:
        return False
    if standoff(table):
        table.left[0] = retreats(table.fight.battle)
        case = "standoff" if table.left[0] else f"standoff_{table.fight.kind}"
        table.cite("IM-ODDS-4", case)
        return False
    return True


def standoff(table: BattleTable) -> bool:
    """True if neither side can hit in any coming round, and nothing else can change (IM-ODDS-4)."""
    for index, roster in enumerate(table.rosters):
        volley = combat_volley(table.fight, table.state, index, table.round + 1)
        if any(dice.chance for dice in volley.dice):
            return False
        if any(roster.with_hook(hook) for hook in _STRIKES_WITHOUT_ROLLS):
            return False
        bonuses = (use for use in roster.with_hook("combat_bonus") if use.effect.once)
        if volley.count and any((use.round or use.effect.first) > table.round for use in bonuses):
            return False
    return True
