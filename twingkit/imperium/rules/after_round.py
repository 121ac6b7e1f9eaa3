"""The end of a round in space: Devotion and Exotrireme II, while both sides have ships (IM-SPACE-8)."""

from __future__ import annotations

from twingkit.imperium.notation.battle_line import Use
from twingkit.imperium.rules.counted import Counted
from twingkit.imperium.rules.losses.combat_hits import explosion, hit_one, last_shots
from twingkit.imperium.rules.questions import Target, play
from twingkit.imperium.rules.start_of_combat import falls, lightest
from twingkit.imperium.rules.table import BattleTable
from twingkit.play import Script

EXOTRIREME = "dreadnought+"
"""The ship that Exotrireme II gives up."""

EXOTRIREME_LOSSES = 2
"""The number of ships that it destroys, and of non-fighter ships that the other side needs for its use
(IM-TECH-exo2)."""


def devotion(table: BattleTable) -> Script:
    """IM-UNIT-devotion: a light ship is given up for a hit where that is worth it; the attacker's first."""
    for index, roster in enumerate(table.rosters):
        for use in roster.with_hook("devotion"):
            if table.both:
                before = table.state
                yield from _devotion(table, index, use)
                yield from last_shots(table, before)


def _devotion(table: BattleTable, index: int, use: Use) -> Script:
    own, enemy = table.rosters[index], table.rosters[1 - index]
    ship, target = lightest(table, index), devotion_target(table, index)
    if ship is None:
        table.cite_once(use.effect.rule, "nothing_no_ship", own.role)
        return
    if not (yield from play(table, index, use, wanted=target is not None)):
        if target is None:
            table.cite(use.effect.rule, "nothing_not_worth", side=own.role, unit=own.units[ship])
        return
    force = table.forces[1 - index]
    standing = [kind for kind in range(len(enemy.units)) if force.count(kind)]
    best = standing[-1] if target is None else target
    kind = best if len(standing) == 1 else (yield Target(table, index, use, standing, best))
    table.forces[index] = table.forces[index].without(ship)
    facts = {"side": own.role, "unit": own.units[ship], "target": enemy.units[kind]}
    table.cite(use.effect.rule, "given_up", **facts)
    yield from hit_one(table, 1 - index, kind, use.effect.rule)


def devotion_target(table: BattleTable, index: int) -> int | None:
    """The kind of the other side's ships on which a hit of Devotion is worth its price; None if there is
    none.

    It must destroy a ship that costs more than the one given up, or the last one while an own ship remains.
    """
    own, enemy = table.rosters[index], table.rosters[1 - index]
    force, ship = table.forces[1 - index], lightest(table, index)
    if ship is None:
        return None
    soft = [kind for kind in range(len(enemy.units)) if force.count(kind) and falls(table, 1 - index, kind)]
    last = force.size == 1 and table.forces[index].size > 1
    price = own.units[ship].cost
    worth = [kind for kind in soft if last or enemy.units[kind].cost > price]
    return max(worth, key=lambda kind: (enemy.units[kind].cost, kind), default=None)


def exotrireme(table: BattleTable) -> Script:
    """IM-TECH-exo2: a damaged dreadnought II is given up, and two ships with it; the attacker's first."""
    for index, roster in enumerate(table.rosters):
        for use in roster.with_hook("sacrifice_dreadnought"):
            if table.both:
                before = table.state
                yield from _exotrireme(table, index, use)
                yield from last_shots(table, before)


def _exotrireme(table: BattleTable, index: int, use: Use) -> Script:
    own, enemy = table.rosters[index], table.rosters[1 - index]
    force = table.forces[index]
    mine = [kind for kind, unit in enumerate(own.units) if unit.name == EXOTRIREME and force.count(kind)]
    if not mine:
        table.cite_once(use.effect.rule, "nothing_no_ship", own.role)
        return
    count = sum(table.forces[1 - index].count(kind) for kind in enemy.nonfighters)
    damaged = force.damaged[mine[0]] > 0
    wanted = damaged and count >= EXOTRIREME_LOSSES
    if not (yield from play(table, index, use, wanted=wanted)):
        if not wanted:
            case = "nothing_too_few" if damaged else "nothing_whole"
            table.cite(use.effect.rule, case, side=own.role, enemy=enemy.role, n=count)
        return
    table.forces[index] = force.without(mine[0])
    table.cite(use.effect.rule, "given_up", side=own.role, unit=own.units[mine[0]])
    for _ in range(min(EXOTRIREME_LOSSES, table.forces[1 - index].size)):
        struck = table.forces[1 - index]
        standing = [kind for kind in range(len(enemy.units)) if struck.count(kind)]
        best = max(standing, key=lambda kind: (enemy.units[kind].cost, kind))
        target = best if len(standing) == 1 else (yield Target(table, index, use, standing, best))
        undamaged = struck.fresh[target] > 0
        table.forces[1 - index] = struck.changed(target, -undamaged, undamaged - 1)
        table.cite(use.effect.rule, "destroyed", side=enemy.role, units=[Counted(enemy.units[target], 1)])
    explosion(table)
