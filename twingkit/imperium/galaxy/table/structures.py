"""The limit on structures on a planet (IM-PROD-6)."""

from __future__ import annotations

from math import inf

from twingkit.imperium.box.units import DOCK
from twingkit.imperium.galaxy.table.game_table import GameTable

MAX_STRUCTURES_ON_PLANET = {"pds": 2, DOCK: 1}
"""The largest number of a player's structures on a planet, by class."""

UNLIMITED_PDS_LAW = "defense_act"
"""The law that lifts the limit on PDS (IM-AGENDA-defense_act)."""


def max_structures_on_planet(table: GameTable, unit_class: str) -> float:
    """Return the largest number of structures of a class that a player may have on a planet under the current
    laws."""
    return (
        inf
        if unit_class == "pds" and table.is_law_in_force(UNLIMITED_PDS_LAW)
        else MAX_STRUCTURES_ON_PLANET[unit_class]
    )
