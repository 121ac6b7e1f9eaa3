"""Experimental Battlestation: a space dock fires at ships that have moved in (IM-ACT-experimental)."""

from __future__ import annotations

from twingkit.imperium.table.abilities import Moment, scripted
from twingkit.imperium.table.game_table import GameTable
from twingkit.imperium.table.units_here import UnitsHere
from twingkit.imperium.tactical.space_step import fire
from twingkit.play import Script
from twingkit.text_questions import Denial


def _in_range(table: GameTable, seat: int, moment: Moment) -> Denial | None:
    """None for who has a space dock in the active system or beside it."""
    near = (moment.system, *table.links(seat, "cannon")[moment.system])
    docks = any(table.docks(seat, system) for system in near)
    if moment.seat != seat and docks and table.fleet(moment.seat, moment.system).ships:
        return None
    return "IM-TURN-5", "no_target", {"card": "IM-ACT-experimental"}


@scripted("experimental", _in_range)
def experimental_battlestation(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """A space dock fires as a Space Cannon at the ships of the active player."""
    yield from fire(table, seat, moment.seat, UnitsHere(), moment.system, extra=("experimental",))
