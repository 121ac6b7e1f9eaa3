"""Action cards for invasions: Disable and Bunker at the start, Parley after units are committed
(IM-INV-9).
"""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.imperium.box.units import GROUND_FORCES
from twingkit.imperium.galaxy.table.abilities import Moment, register_script
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.tactical.fleet_limits import enforce_fleet_limits


def _is_against_pds(table: GameTable, seat: int, moment: Moment) -> bool:
    worlds = table.planets_of(moment.system)
    return moment.seat == seat and any(
        table.units_on_planet(other, planet.id)["pds"]
        for planet in worlds
        for other in table.other_seats(seat)
    )


@register_script("disable", usable_if=_is_against_pds)
def play_disable(table: GameTable, seat: int, moment: Moment, target: str) -> None:
    """Disable Planetary Shield and Space Cannon of other players' PDS in the system for this invasion."""
    table.start_effect("disable", seat, "invasion")
    table.announce("IM-ACT-disable", "off", seat, number=table.tile_number(moment.system))


def _can_be_bombarded(table: GameTable, seat: int, moment: Moment) -> bool:
    """Return whether the player controls a planet that the active player's ships can bombard."""
    ships, stats = (
        table.units_in_space(moment.seat, moment.system),
        table.players[moment.seat].unit_type_on_board,
    )
    below = any(table.planet_controllers[planet.id] == seat for planet in table.planets_of(moment.system))
    return moment.seat != seat and below and any(stats(name).bombardment for name in ships)


@register_script("bunker", usable_if=_can_be_bombarded)
def play_bunker(table: GameTable, seat: int, moment: Moment, target: str) -> None:
    """Weaken bombardment of the player's planets in this invasion."""
    table.start_effect("bunker", seat, "invasion")
    table.announce("IM-ACT-bunker", "dug_in", seat)


def _planets_landed_on(table: GameTable, seat: int, moment: Moment) -> list[str]:
    if moment.seat == seat:
        return []
    return [
        planet.id
        for planet in table.planets_of(moment.system)
        if table.planet_controllers[planet.id] == seat and table.units_on_planet(moment.seat, planet.id)
    ]


@register_script("parley", targets=_planets_landed_on, target_kind="planet")
def play_parley(table: GameTable, seat: int, moment: Moment, planet: str) -> Script:
    """Return units that have just landed on one of the player's planets to space."""
    table.move_all_units(moment.seat, planet, moment.system, (*GROUND_FORCES, "fighter"))
    table.announce("IM-ACT-parley", "back", moment.seat, planet=planet)
    yield from enforce_fleet_limits(table, moment.seat, moment.system)
