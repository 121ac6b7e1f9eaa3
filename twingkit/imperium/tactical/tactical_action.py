"""The tactical action: a system is activated, and its steps pass by one after another (IM-TACT-1 to 3)."""

from __future__ import annotations

from twingkit.imperium.phases.ending import check_end
from twingkit.imperium.table.abilities import Moment, window
from twingkit.imperium.table.game_table import GameTable
from twingkit.imperium.tactical.fleet_limits import lone_docks, settle_fleet
from twingkit.imperium.tactical.invasion import invasion
from twingkit.imperium.tactical.movement import movement
from twingkit.imperium.tactical.production_step import production_step
from twingkit.imperium.tactical.space_step import cannon_offence, space_combat
from twingkit.imperium.trade.notes import returned_by
from twingkit.play import Script


def tactical_action(table: GameTable, seat: int, system: int) -> Script:
    """Activation, movement, Space Cannon, space combat, invasion, production (IM-TACT-2)."""
    table.players[seat].gain_token("tactic", -1)
    table.place_token(seat, system)
    table.active = system
    table.tell("IM-TACT-1", "activated", seat, number=table.number(system))
    returned_by(table, seat, system)
    yield from window(table, Moment("activated", seat, system))
    if table.lasts("turn_ended", seat):
        table.end("tactical")
        table.active = None
        return
    came_in = yield from movement(table, seat, system)
    yield from settle_fleet(table, seat, system)
    if came_in:
        yield from window(table, Moment("moved", seat, system))
    lone_docks(table, system)
    yield from cannon_offence(table, seat, system)
    yield from space_combat(table, seat, system)
    if not table.enemy_ships(seat, system):
        yield from invasion(table, seat, system)
        check_end(table)
    yield from production_step(table, seat, system)
    yield from window(table, Moment("action.end", seat, system))
    table.end("tactical")
    table.active = None
