"""The tactical action: a system is activated, and its steps pass by one after another (IM-TACT-1 to 3)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.imperium.galaxy.phases.ending import check_end
from twingkit.imperium.galaxy.table.abilities import Moment, open_window
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.tactical.fleet_limits import destroy_lone_docks, enforce_fleet_limits
from twingkit.imperium.galaxy.tactical.invasion import invasion
from twingkit.imperium.galaxy.tactical.movement import movement
from twingkit.imperium.galaxy.tactical.production_step import production_step
from twingkit.imperium.galaxy.tactical.space_step import cannon_offence, space_combat
from twingkit.imperium.galaxy.trade.notes import return_notes_on_activation


def tactical_action(table: GameTable, seat: int, system: int) -> Script:
    """Activation, movement, Space Cannon, space combat, invasion, production (IM-TACT-2)."""
    table.players[seat].gain_token("tactic", -1)
    table.place_token(seat, system)
    table.active_system = system
    table.announce("IM-TACT-1", "activated", seat, number=table.tile_number(system))
    return_notes_on_activation(table, seat, system)
    yield from open_window(table, Moment("activated", seat, system))
    if table.has_effect("turn_ended", seat):
        table.end_effects("tactical")
        table.active_system = None
        return
    came_in = yield from movement(table, seat, system)
    yield from enforce_fleet_limits(table, seat, system)
    if came_in:
        yield from open_window(table, Moment("moved", seat, system))
    destroy_lone_docks(table, system)
    yield from cannon_offence(table, seat, system)
    yield from space_combat(table, seat, system)
    if not table.enemy_ships(seat, system):
        yield from invasion(table, seat, system)
        check_end(table)
    yield from production_step(table, seat, system)
    yield from open_window(table, Moment("action.end", seat, system))
    table.end_effects("tactical")
    table.active_system = None
