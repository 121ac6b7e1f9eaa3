"""What a player can achieve by activating a system."""

from __future__ import annotations

from itertools import islice

import attrs

from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.tactical.bombardment_step import can_bombard
from twingkit.imperium.galaxy.tactical.movement_plan import Move
from twingkit.imperium.galaxy.tactical.moving_ships import TravelConditions
from twingkit.imperium.galaxy.tactical.production_step import Build, production_limits


@attrs.frozen
class ActivationUses:
    """What a player's tactical action in a system can achieve: bring ships, produce units, or invade planets.

    `can_bring_ships`: the player's ships can come. `can_produce`: units there can produce. `can_invade`:
    ships there can bombard or land troops. If none applies, the action wastes its token, unless the player
    plays a card.

    >>> bool(ActivationUses()), bool(ActivationUses(can_produce=True))
    (False, True)
    """

    can_bring_ships: bool = False
    can_produce: bool = False
    can_invade: bool = False

    def __bool__(self) -> bool:
        return self.can_bring_ships or self.can_produce or self.can_invade


def uses_of_activation(
    table: GameTable, seat: int, system: int, travel_conditions: TravelConditions | None = None
) -> ActivationUses:
    """Return what a player can achieve by activating a system: bring ships, produce units, or invade planets.

    Callers that check many systems pass the `travel_conditions` of the table.
    """
    move = Move(table, seat, system, travel_conditions)
    comes = bool(move.ship_sources()) or next(move.ships_needing_drive(), None) is not None
    return ActivationUses(comes, _could_build(table, seat, system), _could_invade(move))


def _could_build(table: GameTable, seat: int, system: int) -> bool:
    """Return whether units in a system could produce something that the player can pay for."""
    own_yard = production_limits(table, seat, system)
    # The first answer builds nothing.
    return own_yard is not None and any(True for _ in islice(Build(table, seat, own_yard).options(), 1, 2))


def _could_invade(move: Move) -> bool:
    """Return whether the player's ships in the active system could bombard or invade a planet there."""
    table, seat, system = move.table, move.player, move.target
    fleet, stats = table.units_in_space(seat, system), table.players[seat].unit_type_on_board
    worlds = table.planets_of(system)
    lands = any(
        table.planet_controllers[planet.id] != seat and not table.is_demilitarized(planet.id)
        for planet in worlds
    )
    if lands and (fleet.ground_force_count or move.pick_up_troops_plan()):
        return True
    fires = any(stats(name).bombardment for name in fleet)
    return fires and any(can_bombard(table, seat, planet) for planet in worlds)
