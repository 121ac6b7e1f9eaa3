"""Infantry that comes back: a die for each one destroyed, and the wait on its card (IM-UNIT-infantry2)."""

from __future__ import annotations

from twingkit.imperium.rules.ground_combat import RETURNING
from twingkit.imperium.table.game_table import GameTable
from twingkit.imperium.tactical.movement import Die
from twingkit.play import Script


def fallen_infantry(table: GameTable, seat: int, count: int) -> Script:
    """Infantry of a player was destroyed: with its technology a die for each says whether it waits on the
    card."""
    needed = RETURNING.get(table.players[seat].stats("infantry").id)
    if needed is None or count <= 0:
        return
    back = 0
    for _ in range(count):
        face = yield Die(seat, "revival")
        back += face >= needed
    table.players[seat].waiting += back
    table.tell("IM-UNIT-infantry2", "waits", seat, n=back, there=count)
