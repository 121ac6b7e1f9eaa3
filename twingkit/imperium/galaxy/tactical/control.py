"""Control of planets: gaining it, and the structures of the former owner (IM-INV-11, IM-INV-12)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.imperium.box.units import STRUCTURES
from twingkit.imperium.galaxy.phases.ending import raise_if_game_over
from twingkit.imperium.galaxy.table.abilities import Moment, open_ability_window
from twingkit.imperium.galaxy.table.game_table import MECATOL_REX, SEATS, GameTable
from twingkit.imperium.galaxy.table.placed_units import PlacedUnits
from twingkit.imperium.galaxy.tactical.fleet_limits import enforce_fleet_limits


def gain_control(table: GameTable, seat: int, planet: str) -> Script:
    """Give a player control of a planet: its card is exhausted, and other players' structures there are
    destroyed (IM-INV-11)."""
    before = table.planet_controllers[planet]
    yield from open_ability_window(table, Moment("gaining_planet", seat, table.system_of(planet), planet))
    for other in [other for other in table.ground[planet] if other != seat]:
        units = table.units_on_planet(other, planet)
        for name in STRUCTURES:
            if units[name]:
                table.announce("IM-INV-11", "destroyed", other, n=units[name], unit=name, planet=planet)
        table.replace_units(other, planet, PlacedUnits())
        yield from enforce_fleet_limits(table, other, table.system_of(planet))
    table.planet_controllers[planet] = seat
    table.add_stats_entry("planet", table.round, seat, planet)
    table.exhaust_planets([planet])
    table.announce("IM-INV-11", "gained", seat, planet=planet)
    if before not in (None, seat):
        table.announce("IM-INV-11", "lost", before, planet=planet, enemy=SEATS[seat])
    if planet == MECATOL_REX:
        table.start_effect("gained_mecatol", seat, "tactical")
    number = -1 if before is None else before
    yield from open_ability_window(
        table, Moment("gained_planet", seat, table.system_of(planet), planet, number=number)
    )
    raise_if_game_over(table)  # the Crown of Emphidia may have changed hands (IM-END-1)


def remove_lost_structures(table: GameTable, planet: str) -> Script:
    """Destroy structures whose owner has no ground forces on the planet while another player has units there
    (IM-INV-12).

    Lost docks no longer support fighters (IM-FLEET-2).
    """
    there = table.ground[planet]
    forces = [seat for seat, units in there.items() if units.ground_force_count]
    for seat in [seat for seat in there if seat not in forces and forces]:
        table.announce("IM-INV-12", "destroyed", seat, planet=planet)
        del there[seat]
        yield from enforce_fleet_limits(table, seat, table.system_of(planet))
