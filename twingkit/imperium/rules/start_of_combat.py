"""The start of a space battle: Assault Cannon, Ambush, Impulse Core, Dimensional Splicer (IM-SPACE-3).

All of the attacker's come first, in this order. What a condition counts is counted when its effect comes, and
losses are removed at once.
"""

from __future__ import annotations

from collections.abc import Callable

from twingkit.imperium.notation.battle_line import Use
from twingkit.imperium.rules.assign import Load, may_sustain
from twingkit.imperium.rules.combat_hits import give_up, hit_one, take_hits
from twingkit.imperium.rules.combat_roll import Step
from twingkit.imperium.rules.counted import Counted, Fallen
from twingkit.imperium.rules.force import Fight
from twingkit.imperium.rules.questions import Target, Throw, play
from twingkit.imperium.rules.table import BattleTable
from twingkit.imperium.rules.volley import Dice, Thrown, Volley
from twingkit.play import Script

ASSAULT_SHIPS = 3
"""The least number of non-fighter ships with which Assault Cannon works (IM-TECH-asc)."""

AMBUSHERS = 2
"""The number of ships that can roll in an Ambush (IM-UNIT-ambush)."""

LIGHT = ("destroyer", "cruiser")
"""The ships that roll in an Ambush, or are given up for a hit: the cheapest class first."""


def start_steps(fight: Fight) -> tuple[Step, ...]:
    """The effects at the start of this battle, the attacker's first."""
    return tuple(
        _step(index, use, carry_out)
        for index, roster in enumerate(fight.rosters)
        for hook, carry_out in _HOOKS.items()
        for use in roster.with_hook(hook)
    )


def _step(index: int, use: Use, carry_out: Callable[[BattleTable, int, Use], Script]) -> Step:
    def step(table: BattleTable) -> Script:
        if table.both:
            yield from carry_out(table, index, use)
        elif not table.stopped and not any(table.left):
            table.cite(use.effect.rule, "nothing_no_battle", side=table.rosters[index].role)

    return step


def assault_cannon(table: BattleTable, index: int, use: Use) -> Script:
    """IM-TECH-asc: with three non-fighter ships, the opponent destroys one of its own."""
    own, enemy = table.rosters[index], table.rosters[1 - index]
    count = sum(table.forces[index].count(kind) for kind in own.nonfighters)
    open_ = [kind for kind in enemy.nonfighters if table.forces[1 - index].count(kind)]
    facts = {"side": own.role, "enemy": enemy.role, "n": count}
    if count < ASSAULT_SHIPS:
        table.cite(use.effect.rule, "nothing_too_few", **facts)
    elif not open_:
        table.cite(use.effect.rule, "nothing_only_fighters", **facts)
    else:
        table.cite(use.effect.rule, "fires", **facts)
        yield from give_up(table, 1 - index, use, enemy.nonfighters, 1)


def ambush(table: BattleTable, index: int, use: Use) -> Script:
    """IM-UNIT-ambush: the two best cruisers or destroyers roll a die each, without modifiers."""
    own, force = table.rosters[index], table.forces[index]
    light = [kind for kind, unit in enumerate(own.units) if unit.unit_class in LIGHT and force.count(kind)]
    if not light:
        table.cite(use.effect.rule, "nothing_no_ship", side=own.role)
        return
    if not (yield from play(table, index, use)):
        return
    dice, left = [], AMBUSHERS
    for kind in sorted(light, key=lambda index: own.units[index].combat):
        count = min(left, force.count(kind))
        if count:
            unit = own.units[kind]
            dice.append(Dice(unit.key, count, unit.combat, kind))
            left -= count
    volley = Volley(index, tuple(dice))
    thrown: Thrown = yield Throw(index, volley, "ambush")
    if table.rulings is not None:
        fallen = Fallen(volley, thrown.faces)
        facts = {"side": own.role, "n": AMBUSHERS - left, "dice": fallen, "hits": thrown.hits}
        units = [Counted(own.units[group.place], group.count) for group in dice]
        table.cite(use.effect.rule, "rolled", units=units, **facts)
    yield from take_hits(table, 1 - index, thrown.hits, use.effect.rule)


def impulse_core(table: BattleTable, index: int, use: Use) -> Script:
    """IM-TECH-ic: a destroyer, else a cruiser, is given up for a hit on a non-fighter ship."""
    own, force = table.rosters[index], table.forces[index]
    kind = lightest(table, index)
    if kind is None:
        table.cite(use.effect.rule, "nothing_no_ship", side=own.role)
    elif (yield from play(table, index, use, wanted=force.size > 1)):
        table.forces[index] = force.without(kind)
        table.cite(use.effect.rule, "given_up", side=own.role, unit=own.units[kind])
        yield from take_hits(table, 1 - index, Load(nonfighter=1), use.effect.rule)
    elif force.size == 1:
        table.cite(use.effect.rule, "nothing_last_ship", side=own.role)


def lightest(table: BattleTable, index: int) -> int | None:
    """The place of the ship that is given up for a hit: destroyers before cruisers, plain before upgraded."""
    own, force = table.rosters[index], table.forces[index]
    light = [kind for kind, unit in enumerate(own.units) if unit.unit_class in LIGHT and force.count(kind)]
    return min(light, key=lambda kind: LIGHT.index(own.units[kind].unit_class), default=None)


def splicer(table: BattleTable, index: int, use: Use) -> Script:
    """IM-TECH-ds: a hit on a ship of the side's own choice."""
    if not (yield from play(table, index, use)):
        return
    enemy, force = table.rosters[1 - index], table.forces[1 - index]
    standing = [kind for kind in range(len(enemy.units)) if force.count(kind)]
    soft = [kind for kind in standing if falls(table, 1 - index, kind)]
    best = max(soft or standing, key=lambda kind: (enemy.units[kind].cost, kind))
    target = best if len(standing) == 1 else (yield Target(table, index, use, standing, best))
    table.cite(use.effect.rule, "hit", side=table.rosters[index].role, unit=enemy.units[target])
    yield from hit_one(table, 1 - index, target, use.effect.rule)


def falls(table: BattleTable, index: int, kind: int) -> bool:
    """True if a hit on a ship of this kind always destroys it: it cannot sustain."""
    return bool(table.forces[index].damaged[kind]) or kind not in may_sustain(table.fight, table.state, index)


_HOOKS: dict[str, Callable[[BattleTable, int, Use], Script]] = {
    "destroy_at_start": assault_cannon,
    "ambush": ambush,
    "give_up_for_hit": impulse_core,
    "chosen_hit": splicer,
}
"""The functions that carry out the hooks of this chapter, in the order in which they come."""
