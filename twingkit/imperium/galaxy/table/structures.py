"""The number of structures that a planet holds (IM-PROD-6)."""

from __future__ import annotations

from math import inf

from twingkit.imperium.box.units import DOCK
from twingkit.imperium.galaxy.table.game_table import GameTable

MAX_ON_PLANET = {"pds": 2, DOCK: 1}
"""The structures of a player that a planet holds."""

ANY_PDS = "defense_act"
"""The law by which it holds any number of PDS (IM-AGENDA-defense_act)."""


def most_on_planet(table: GameTable, unit_class: str) -> float:
    """The number of structures of a class that a player may have on a planet by the rules and laws of this
    game."""
    return inf if unit_class == "pds" and table.is_in_force(ANY_PDS) else MAX_ON_PLANET[unit_class]
