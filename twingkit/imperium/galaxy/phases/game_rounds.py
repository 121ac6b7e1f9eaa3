"""The whole game: round after round of its phases until it ends (IM-TURN-1, IM-STATUS-8, IM-END-1)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.imperium.galaxy.agenda.agenda_phase import agenda_phase
from twingkit.imperium.galaxy.phases.action_phase import action_phase
from twingkit.imperium.galaxy.phases.ending import GameOver, GameResult, game_result
from twingkit.imperium.galaxy.phases.status_phase import status_phase
from twingkit.imperium.galaxy.phases.strategy_phase import strategy_phase
from twingkit.imperium.galaxy.table.game_table import GameTable


def game_rounds(table: GameTable) -> Script[GameResult]:
    """Play phase after phase from the current one and return the `GameResult`."""
    phases = {
        "strategy": strategy_phase,
        "action": action_phase,
        "status": status_phase,
        "agenda": agenda_phase,
    }
    ended = (
        GameOver  # kept here, because a game dropped at interpreter exit is closed after its modules are gone
    )
    try:
        while True:
            yield from phases[table.phase](table)
    except ended:
        return game_result(table)
