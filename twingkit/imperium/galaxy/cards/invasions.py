"""Cards around a landing: Disable and Bunker at its start, Parley after the commitment (IM-INV-9)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.core.text_questions import BrokenRule
from twingkit.imperium.box.units import GROUND_FORCES
from twingkit.imperium.galaxy.table.abilities import Moment, scripted
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.tactical.fleet_limits import enforce_fleet_limits


def _requires_enemy_pds(table: GameTable, seat: int, moment: Moment) -> BrokenRule | None:
    """Return None if the player is active and other players have PDS in the system."""
    worlds = table.planets_of(moment.system)
    if moment.seat == seat and any(
        table.units_on_planet(other, planet.id)["pds"]
        for planet in worlds
        for other in table.other_seats(seat)
    ):
        return None
    return "IM-TURN-5", "no_target", {"card": "IM-ACT-disable"}


@scripted("disable", _requires_enemy_pds)
def disable(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Other players' PDS in this system lose Planetary Shield and Space Cannon in this invasion."""
    table.start_effect("disable", seat, "invasion")
    table.announce("IM-ACT-disable", "off", seat, number=table.tile_number(moment.system))
    return
    yield  # makes this a generator, as every script must be


def _requires_bombarded_planet(table: GameTable, seat: int, moment: Moment) -> BrokenRule | None:
    """Return None if the player controls a planet that the active player's ships can bombard."""
    ships, stats = table.units_in_space(moment.seat, moment.system), table.players[moment.seat].unit_on_board
    below = any(table.holders[planet.id] == seat for planet in table.planets_of(moment.system))
    if moment.seat != seat and below and any(stats(name).bombardment for name in ships):
        return None
    return "IM-TURN-5", "no_target", {"card": "IM-ACT-bunker"}


@scripted("bunker", _requires_bombarded_planet)
def bunker(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Weaken bombardment of the player's planets in this invasion."""
    table.start_effect("bunker", seat, "invasion")
    table.announce("IM-ACT-bunker", "dug_in", seat)
    return
    yield  # makes this a generator, as every script must be


def _planets_landed_on(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """The player's planets on which the active player has just landed."""
    if moment.seat == seat:
        return []
    return [
        planet.id
        for planet in table.planets_of(moment.system)
        if table.holders[planet.id] == seat and table.units_on_planet(moment.seat, planet.id)
    ]


@scripted("parley", targets=_planets_landed_on, kind="planet")
def parley(table: GameTable, seat: int, moment: Moment, planet: str) -> Script:
    """Units that have just landed on one of the player's planets return to space."""
    units = table.units_on_planet(moment.seat, planet)
    for name in (*GROUND_FORCES, "fighter"):
        count, hurt = units[name], units.hurt.get(name, 0)
        if count:
            table.take_units(moment.seat, planet, name, count, hurt)
            table.put_units(moment.seat, moment.system, name, count, hurt)
    table.announce("IM-ACT-parley", "back", moment.seat, planet=planet)
    yield from enforce_fleet_limits(table, moment.seat, moment.system)
