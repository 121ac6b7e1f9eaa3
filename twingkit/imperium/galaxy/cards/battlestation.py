"""Experimental Battlestation: a space dock fires at ships that have moved in (IM-ACT-experimental)."""

from __future__ import annotations

from twingkit.core.text_questions import BrokenRule
from twingkit.imperium.galaxy.table.abilities import Moment, register_script
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.tactical.space_step import BATTLESTATION, has_dock_in_reach


def _requires_dock_in_range(table: GameTable, seat: int, moment: Moment) -> BrokenRule | None:
    near = moment.seat != seat and has_dock_in_reach(table, seat, moment.system)
    if near and table.units_in_space(moment.seat, moment.system).ships:
        return None
    return "IM-TURN-5", "no_target", {"card": "IM-ACT-experimental"}


@register_script(BATTLESTATION, _requires_dock_in_range)
def experimental_battlestation(table: GameTable, seat: int, moment: Moment, target: str) -> None:
    """Let a space dock fire together with the player's other Space Cannon (IM-SPACE-11)."""
    table.start_effect(BATTLESTATION, seat, "tactical")
    table.announce("IM-ACT-experimental", "ready", seat)
