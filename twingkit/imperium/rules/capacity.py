"""Room on ships after Space Cannon: what they cannot carry any more is removed before the combat
(IM-UNIT-11).

A line is never refused for its capacity: what exceeded it from the start stays.
"""

from __future__ import annotations

from collections.abc import Sequence

from twingkit.imperium.box.units import Unit
from twingkit.imperium.rules.counted import Counted
from twingkit.imperium.rules.force import DROPPED, Force, Roster
from twingkit.imperium.rules.survivors import needs_room
from twingkit.imperium.rules.table import BattleTable

Removed = Sequence[tuple[Unit, int]]
"""Kinds of units with the numbers that are removed."""


def fitted(roster: Roster, force: Force) -> tuple[Force, Removed]:
    """The force that is left once its ships carry no more than they can, and the units that are removed: by
    the order of losses, so fighters first.

    >>> from twingkit.imperium.notation.battle_line import Battle
    >>> from twingkit.imperium.rules.force import Fight
    >>> fight = Fight.of(Battle.parse("space: 5 fighter 1 cruiser 1 carrier vs 1 cruiser"))
    >>> force = fight.start()[0].without(2)  # no carrier any more, and one fighter had no room from the start
    >>> left, removed = fitted(fight.rosters[0], force)
    >>> left.fresh, [(unit.name, n) for unit, n in removed]
    ((1, 1, 0), [('fighter', 4)])
    """
    beyond = _excess(roster, force) - _excess(roster, roster.start())
    removed = []
    for unit, kind, count in _cargo(roster, force):
        gone = min(count, beyond)
        if gone > 0:
            beyond -= gone
            removed.append((unit, gone))
            if unit.fighter:
                force = force.without(kind, gone)
            elif kind >= 0:
                for _ in range(gone):
                    force = force.using(f"{DROPPED}{unit.name}")
    return force, removed


def _cargo(roster: Roster, force: Force) -> list[tuple[Unit, int, int]]:
    """The units that need room, in the order in which they are removed: kind, place (−1: it takes no part),
    number. Ground forces that will fight as ships have not joined yet."""
    fighting = [
        (unit, kind, force.count(kind) if unit.fighter else roster.counts[kind])
        for kind, unit in enumerate(roster.units)
    ]
    others = [(unit, -1, count) for unit, count in roster.support]
    return [entry for entry in (*fighting, *others) if needs_room(entry[0])]


def _excess(roster: Roster, force: Force) -> int:
    """The number of units for which there is no room."""
    room = sum(unit.capacity * force.count(kind) for kind, unit in enumerate(roster.units) if unit.ship)
    return max(0, sum(count for *_, count in _cargo(roster, force)) - room)


def make_room(table: BattleTable) -> None:
    """Remove what the ships of both sides cannot carry any more."""
    for index, roster in enumerate(table.rosters):
        table.forces[index], removed = fitted(roster, table.forces[index])
        if removed and table.rulings is not None:
            units = [Counted(unit, n) for unit, n in removed]
            table.cite("IM-UNIT-11", "removed", side=roster.role, units=units)
