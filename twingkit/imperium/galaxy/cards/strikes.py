"""Cards that destroy other players' units."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.imperium.box.tiles import planets
from twingkit.imperium.box.units import DOCK
from twingkit.imperium.galaxy.cards.targets import is_home_planet, others_planets, target_system
from twingkit.imperium.galaxy.table.abilities import Idle, Moment, scripted
from twingkit.imperium.galaxy.table.drawing import choose
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.tactical.fleet_limits import enforce_fleet_limits
from twingkit.imperium.galaxy.tactical.losses import destroy_infantry
from twingkit.imperium.galaxy.tactical.movement import Die
from twingkit.imperium.texts.fact_names import format_amount, parse_amount

STRUCK = ("dreadnought", "cruiser", "destroyer")
"""The ships that a Lucky Shot may hit."""

PLAGUED_FROM = 6
"""The face from which a die of the Plague destroys an infantry."""

UNSTABLE = 3
"""The infantry that an Unstable Planet destroys at most."""


def _ships_near_own_planets(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """Other players' ships in systems with a planet of this player, as `p2 cruiser 34`."""
    near = dict.fromkeys(table.system_of(planet) for planet in table.controlled_planets(seat))
    return [
        f"{SEATS[other]} {name} {table.tile_number(system)}"
        for system in near
        for other in table.other_seats(seat)
        for name in STRUCK
        if table.units_in_space(other, system)[name]
    ]


@scripted("lucky", targets=_ships_near_own_planets, kind="unit")
def lucky_shot(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Destroy another player's ship near one of the player's planets."""
    player, name, number = target.split()
    other, system = SEATS.index(player), target_system(table, number)
    units = table.units_in_space(other, system)
    whole = units[name] > units.hurt.get(name, 0)
    table.take_units(other, system, name, 1, 0 if whole else 1)
    table.announce("IM-ACT-lucky", "destroyed", other, unit=name, number=number)
    yield from enforce_fleet_limits(table, other, system)


def _without(name: str) -> Idle:
    """The planets without such a unit."""
    return lambda table, seat, moment, planet: not any(there[name] for there in table.ground[planet].values())


@scripted("cripple", targets=others_planets, kind="planet", idle=_without("pds"))
def cripple_defenses(table: GameTable, seat: int, moment: Moment, planet: str) -> Script:
    """All PDS on a planet are destroyed."""
    for other in list(table.ground[planet]):
        count = table.units_on_planet(other, planet)["pds"]
        if count:
            table.take_units(other, planet, "pds", count)
            table.announce("IM-ACT-cripple", "destroyed", other, n=count, planet=planet)
    return
    yield  # makes this a generator, as every script must be


def _with_dock(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """Other players' space docks outside home systems: a planet, or the tile of a floating one."""
    docks = [
        f"{SEATS[other]} {planet}"
        for planet, there in table.ground.items()
        if not is_home_planet(table, planet)
        for other, units in there.items()
        if other != seat and units[DOCK]
    ]
    docks += [
        f"{SEATS[other]} {table.tile_number(system)}"
        for system, there in enumerate(table.space)
        if not table.galaxy.systems[system].tile.is_home
        for other, units in there.items()
        if other != seat and units[DOCK]
    ]
    return docks


@scripted("meltdown", targets=_with_dock, kind="unit")
def reactor_meltdown(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """A space dock of another player outside home systems is destroyed."""
    player, _, place = target.partition(" ")
    other = SEATS.index(player)
    spot: int | str = place if place in table.ground else target_system(table, place)
    table.take_units(other, spot, DOCK)
    table.announce("IM-ACT-meltdown", "destroyed", other, unit=DOCK, place=place)
    yield from enforce_fleet_limits(table, other, spot if isinstance(spot, int) else table.system_of(spot))


@scripted("plague", targets=others_planets, kind="planet", idle=_without("infantry"))
def plague(table: GameTable, seat: int, moment: Moment, planet: str) -> Script:
    """A die for each infantry of another player on a planet: a six or more destroys it."""
    other = next(other for other in table.ground[planet] if other != seat)
    lost, there = 0, table.units_on_planet(other, planet)["infantry"]
    for number in range(1, there + 1):
        told = {"planet": planet, "n": PLAGUED_FROM, "number": number, "there": there}
        face = yield Die(seat, "plague", "IM-ACT-plague", **told)
        lost += face >= PLAGUED_FROM
    yield from destroy_infantry(table, other, planet, lost, "IM-ACT-plague", "destroyed")


def _hazardous(table: GameTable, seat: int, moment: Moment) -> list[str]:
    return [
        planet
        for planet, holder in table.holders.items()
        if planets()[planet].trait == "hazardous" and holder not in (None, seat)
    ]


def _choose_infantry_losses(table: GameTable, seat: int, moment: Moment, planet: str) -> Script[str]:
    """The number of infantry that the planet loses: none, or up to three."""
    there = min(UNSTABLE, sum(units["infantry"] for units in table.ground[planet].values()))
    counts = [str(count) for count in range(there, -1, -1)]
    count = yield from choose(table, seat, counts, "how_many", "IM-ACT-unstable")
    return format_amount(int(count)) if there else ""


@scripted("unstable", targets=_hazardous, kind="planet", more=_choose_infantry_losses)
def unstable_planet(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """A hazardous planet is exhausted and loses up to three infantry."""
    planet, _, named = target.partition(", ")
    table.exhaust([planet])
    table.announce("IM-ACT-unstable", "exhausted", seat, planet=planet)
    left = parse_amount(named) if named else 0
    for other in list(table.ground[planet]):
        count = min(left, table.units_on_planet(other, planet)["infantry"])
        left -= count
        if count:
            yield from destroy_infantry(table, other, planet, count, "IM-ACT-unstable", "destroyed")
