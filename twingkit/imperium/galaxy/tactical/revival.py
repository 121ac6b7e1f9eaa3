"""Infantry II: rolling for destroyed infantry, which then waits on its card (IM-UNIT-infantry2)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.imperium.battle.rules.ground.ground_combat import RETURN_ROLLS
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.tactical.movement import TenSidedRoll

RULE = "IM-UNIT-infantry2"


def roll_for_revival(table: GameTable, seat: int, count: int) -> Script:
    """Roll a die for each destroyed infantry of a player with Infantry II; successes wait on the card."""
    needed = RETURN_ROLLS.get(table.players[seat].unit_type_on_board("infantry").id)
    if needed is None or count <= 0:
        return
    back = 0
    for number in range(1, count + 1):
        face = yield TenSidedRoll(seat, "revival", RULE, n=needed, number=number, there=count)
        back += face >= needed
    table.players[seat].infantry_to_revive += back
    table.announce(RULE, "waits", seat, n=back, there=count)
