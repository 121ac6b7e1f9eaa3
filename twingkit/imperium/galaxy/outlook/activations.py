"""The uses that the activation of a system could have for a player, as the table stands."""

from __future__ import annotations

from itertools import islice

import attrs

from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.tactical.bombardment_step import can_bombard
from twingkit.imperium.galaxy.tactical.movement_plan import Move
from twingkit.imperium.galaxy.tactical.production_step import Build, yard
from twingkit.imperium.galaxy.tactical.ship_courses import Lanes


@attrs.frozen
class Uses:
    """What a tactical action in a system could do for a player.

    `ships`: the player's ships can come. `build`: units there can produce. `invade`: ships there can bombard
    or land troops. If none applies, the action wastes its token, unless the player plays a card.

    >>> bool(Uses()), bool(Uses(build=True))
    (False, True)
    """

    ships: bool = False
    build: bool = False
    invade: bool = False

    def __bool__(self) -> bool:
        return self.ships or self.build or self.invade


def uses_of_activation(table: GameTable, seat: int, system: int, lanes: Lanes | None = None) -> Uses:
    """Return what activating a system could do for a player; callers that check many systems pass the `lanes`
    of the table.
    """
    move = Move(table, seat, system, lanes)
    comes = bool(move.sources()) or next(move.ships_with_drive(), None) is not None
    return Uses(comes, _could_build(table, seat, system), _could_invade(move))


def _could_build(table: GameTable, seat: int, system: int) -> bool:
    """True if units in a system could produce something that the player can pay."""
    own_yard = yard(table, seat, system)
    # The first answer builds nothing.
    return own_yard is not None and any(True for _ in islice(Build(table, seat, own_yard).options(), 1, 2))


def _could_invade(move: Move) -> bool:
    """True if the player's ships in the active system could bombard its planets, or land troops on a planet
    that the player does not control.
    """
    table, seat, system = move.table, move.player, move.target
    fleet, stats = table.units_in_space(seat, system), table.players[seat].unit_on_board
    worlds = table.planets_of(system)
    lands = any(
        table.holders[planet.id] != seat and not table.is_demilitarized(planet.id) for planet in worlds
    )
    if lands and (fleet.ground_forces or move.pick_up_plan()):
        return True
    fires = any(stats(name).bombardment for name in fleet)
    return fires and any(can_bombard(table, seat, planet) for planet in worlds)
