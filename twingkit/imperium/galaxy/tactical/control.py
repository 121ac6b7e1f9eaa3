"""Control of planets: who takes one, what happens to the structures there (IM-INV-11, IM-INV-12)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.imperium.box.units import STRUCTURES
from twingkit.imperium.galaxy.phases.ending import check_end
from twingkit.imperium.galaxy.table.abilities import Moment, window
from twingkit.imperium.galaxy.table.game_table import MECATOL_REX, GameTable
from twingkit.imperium.galaxy.table.units_here import UnitsHere
from twingkit.imperium.galaxy.tactical.fleet_limits import settle_fleet


def gain_control(table: GameTable, seat: int, planet: str) -> Script:
    """A player takes a planet: its card comes exhausted, structures of others there are destroyed
    (IM-INV-11)."""
    before = table.holders[planet]
    yield from window(table, Moment("gaining_planet", seat, table.system_of(planet), planet))
    for other in [other for other in table.ground[planet] if other != seat]:
        units = table.on_planet(other, planet)
        for name in STRUCTURES:
            if units[name]:
                table.tell("IM-INV-11", "destroyed", other, n=units[name], unit=name, planet=planet)
        table.replace(other, planet, UnitsHere())
        yield from settle_fleet(table, other, table.system_of(planet))
    table.holders[planet] = seat
    table.exhaust([planet])
    table.tell("IM-INV-11", "gained", seat, planet=planet)
    if planet == MECATOL_REX:
        table.begin("gained_mecatol", seat, "tactical")
    number = -1 if before is None else before
    yield from window(table, Moment("gained_planet", seat, table.system_of(planet), planet, number=number))
    check_end(table)  # the Crown of Emphidia may have changed hands (IM-END-1)


def settle_planet(table: GameTable, planet: str) -> Script:
    """Structures without own ground forces beside another's units are destroyed (IM-INV-12); their
    docks give fighters no room any more (IM-FLEET-2)."""
    there = table.ground[planet]
    forces = [seat for seat, units in there.items() if units.ground_forces]
    for seat in [seat for seat in there if seat not in forces and forces]:
        table.tell("IM-INV-12", "destroyed", seat, planet=planet)
        del there[seat]
        yield from settle_fleet(table, seat, table.system_of(planet))
