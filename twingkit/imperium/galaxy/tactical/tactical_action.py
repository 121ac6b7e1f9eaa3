"""The tactical action: activating a system and resolving its steps (IM-TACT-1 to 3)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.imperium.galaxy.phases.ending import raise_if_game_over
from twingkit.imperium.galaxy.table.abilities import Moment, open_ability_window
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.tactical.fleet_limits import (
    destroy_blockaded_floating_docks,
    enforce_fleet_limits,
)
from twingkit.imperium.galaxy.tactical.invasion import resolve_invasion
from twingkit.imperium.galaxy.tactical.movement import movement
from twingkit.imperium.galaxy.tactical.production_step import production_step
from twingkit.imperium.galaxy.tactical.space_step import space_cannon_offense, space_combat
from twingkit.imperium.galaxy.trade.promissory_notes import return_notes_on_activation


def tactical_action(table: GameTable, seat: int, system: int) -> Script:
    """Activate a system, then resolve movement, Space Cannon, space combat, invasion and production
    (IM-TACT-2)."""
    table.players[seat].add_tokens("tactic", -1)
    table.place_token(seat, system)
    table.active_system = system
    table.announce("IM-TACT-1", "activated", seat, number=table.tile_number(system))
    return_notes_on_activation(table, seat, system)
    yield from open_ability_window(table, Moment("activated", seat, system))
    if table.has_effect("turn_ended", seat):
        table.end_effects("tactical")
        table.active_system = None
        return
    came_in = yield from movement(table, seat, system)
    yield from enforce_fleet_limits(table, seat, system)
    if came_in:
        yield from open_ability_window(table, Moment("moved", seat, system))
    destroy_blockaded_floating_docks(table, system)
    yield from space_cannon_offense(table, seat, system)
    yield from space_combat(table, seat, system)
    if not table.enemy_seats_with_ships(seat, system):
        yield from resolve_invasion(table, seat, system)
        raise_if_game_over(table)
    yield from production_step(table, seat, system)
    yield from open_ability_window(table, Moment("action.end", seat, system))
    table.end_effects("tactical")
    table.active_system = None
