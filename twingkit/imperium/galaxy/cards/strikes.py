"""Cards that destroy units of others."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.imperium.box.tiles import planets
from twingkit.imperium.box.units import DOCK
from twingkit.imperium.galaxy.cards.targets import in_home, others_planets, where
from twingkit.imperium.galaxy.table.abilities import Idle, Moment, scripted
from twingkit.imperium.galaxy.table.drawing import choose
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.table.named import amount, amount_of
from twingkit.imperium.galaxy.tactical.fleet_limits import settle_fleet
from twingkit.imperium.galaxy.tactical.losses import destroy_infantry
from twingkit.imperium.galaxy.tactical.movement import Die

STRUCK = ("dreadnought", "cruiser", "destroyer")
"""The ships that a Lucky Shot may hit."""

PLAGUED_FROM = 6
"""The face from which a die of the Plague destroys an infantry."""

UNSTABLE = 3
"""The infantry that an Unstable Planet destroys at most."""


def _in_sight(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """The ships of others in systems with an own planet: `p2 cruiser 34`."""
    near = dict.fromkeys(table.system_of(planet) for planet in table.controlled(seat))
    return [
        f"{SEATS[other]} {name} {table.number(system)}"
        for system in near
        for other in table.others(seat)
        for name in STRUCK
        if table.fleet(other, system)[name]
    ]


@scripted("lucky", targets=_in_sight, kind="unit")
def lucky_shot(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """A ship of another player near an own planet is destroyed."""
    player, name, number = target.split()
    other, system = SEATS.index(player), where(table, number)
    units = table.fleet(other, system)
    whole = units[name] > units.hurt.get(name, 0)
    table.take(other, system, name, 1, 0 if whole else 1)
    table.tell("IM-ACT-lucky", "destroyed", other, unit=name, number=number)
    yield from settle_fleet(table, other, system)


def _without(name: str) -> Idle:
    """The planets without such a unit."""
    return lambda table, seat, moment, planet: not any(there[name] for there in table.ground[planet].values())


@scripted("cripple", targets=others_planets, kind="planet", idle=_without("pds"))
def cripple_defenses(table: GameTable, seat: int, moment: Moment, planet: str) -> Script:
    """All PDS on a planet are destroyed."""
    for other in list(table.ground[planet]):
        count = table.on_planet(other, planet)["pds"]
        if count:
            table.take(other, planet, "pds", count)
            table.tell("IM-ACT-cripple", "destroyed", other, n=count, planet=planet)
    return
    yield  # a script is a generator, even one that asks nothing


def _with_dock(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """The space docks of others outside home systems: a planet, or the tile of a floating one."""
    docks = [
        f"{SEATS[other]} {planet}"
        for planet, there in table.ground.items()
        if not in_home(table, planet)
        for other, units in there.items()
        if other != seat and units[DOCK]
    ]
    docks += [
        f"{SEATS[other]} {table.number(system)}"
        for system, there in enumerate(table.space)
        if not table.galaxy.systems[system].tile.home
        for other, units in there.items()
        if other != seat and units[DOCK]
    ]
    return docks


@scripted("meltdown", targets=_with_dock, kind="unit")
def reactor_meltdown(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """A space dock of another player outside home systems is destroyed."""
    player, _, place = target.partition(" ")
    other = SEATS.index(player)
    spot: int | str = place if place in table.ground else where(table, place)
    table.take(other, spot, DOCK)
    table.tell("IM-ACT-meltdown", "destroyed", other, unit=DOCK, place=place)
    yield from settle_fleet(table, other, spot if isinstance(spot, int) else table.system_of(spot))


@scripted("plague", targets=others_planets, kind="planet", idle=_without("infantry"))
def plague(table: GameTable, seat: int, moment: Moment, planet: str) -> Script:
    """A die for each infantry of another player on a planet: a six or more destroys it."""
    other = next(other for other in table.ground[planet] if other != seat)
    lost, there = 0, table.on_planet(other, planet)["infantry"]
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


def _unsettled(table: GameTable, seat: int, moment: Moment, planet: str) -> Script[str]:
    """The number of infantry that the planet loses: none, or up to three."""
    there = min(UNSTABLE, sum(units["infantry"] for units in table.ground[planet].values()))
    counts = [str(count) for count in range(there, -1, -1)]
    count = yield from choose(table, seat, counts, "how_many", "IM-ACT-unstable")
    return amount(int(count)) if there else ""


@scripted("unstable", targets=_hazardous, kind="planet", more=_unsettled)
def unstable_planet(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """A hazardous planet is exhausted and loses up to three infantry."""
    planet, _, named = target.partition(", ")
    table.exhaust([planet])
    table.tell("IM-ACT-unstable", "exhausted", seat, planet=planet)
    left = amount_of(named) if named else 0
    for other in list(table.ground[planet]):
        count = min(left, table.on_planet(other, planet)["infantry"])
        left -= count
        if count:
            yield from destroy_infantry(table, other, planet, count, "IM-ACT-unstable", "destroyed")
