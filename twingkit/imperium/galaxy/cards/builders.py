"""Cards that place units, or exchange them."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.core.text_questions import Denial
from twingkit.imperium.galaxy.cards.targets import open_planets, systems_with_ships, where
from twingkit.imperium.galaxy.table.abilities import Condition, Moment, scripted
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.table.reinforcements import none_left, placed_unit
from twingkit.imperium.galaxy.tactical.fleet_limits import settle_fleet

DEPLOYED = 3
"""The infantry of a Frontline Deployment."""


@scripted("f_deployment", targets=open_planets, kind="planet")
def frontline_deployment(table: GameTable, seat: int, moment: Moment, planet: str) -> Script:
    """Three infantry on an own planet."""
    table.put(seat, planet, "infantry", DEPLOYED)
    table.tell("IM-ACT-f_deployment", "placed", seat, n=DEPLOYED, planet=planet)
    return
    yield  # a script is a generator, even one that asks nothing


def _no_planet(table: GameTable, seat: int, moment: Moment, target: str) -> bool:
    return not open_planets(table, seat, moment)


@scripted("messiah", idle=_no_planet)
def rise_of_a_messiah(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """One infantry on each own planet."""
    worlds = open_planets(table, seat, moment)
    for planet in worlds:
        table.put(seat, planet, "infantry")
    table.tell("IM-ACT-messiah", "placed", seat, planets=tuple(worlds))
    return
    yield  # a script is a generator, even one that asks nothing


def _figure_left(unit_class: str) -> Condition:
    """The condition that a figure of a class can be placed (IM-TURN-5, IM-PROD-5)."""

    def left(table: GameTable, seat: int, moment: Moment) -> Denial | None:
        return none_left(table, seat, unit_class)

    return left


@scripted("war_effort", _figure_left("cruiser"), targets=systems_with_ships, kind="system")
def war_effort(table: GameTable, seat: int, moment: Moment, number: str) -> Script:
    """A cruiser beside own ships."""
    yield from placed_unit(table, seat, where(table, number), "cruiser", "IM-ACT-war_effort")
    yield from settle_fleet(table, seat, where(table, number))


def _haunted(table: GameTable, seat: int, moment: Moment) -> list[str]:
    return [
        system.tile.number
        for system in table.galaxy.systems
        if table.wormholes_in(system.index)
        and not system.tile.home
        and not table.enemy_ships(seat, system.index)
    ]


@scripted("ghost_ship", _figure_left("destroyer"), targets=_haunted, kind="system")
def ghost_ship(table: GameTable, seat: int, moment: Moment, number: str) -> Script:
    """A destroyer in a wormhole system without others' ships."""
    yield from placed_unit(table, seat, where(table, number), "destroyer", "IM-ACT-ghost_ship")
    yield from settle_fleet(table, seat, where(table, number))


def _upgradable(table: GameTable, seat: int, moment: Moment) -> list[str]:
    if moment.seat != seat or not table.fleet(seat, moment.system)["cruiser"]:
        return []
    return [table.number(moment.system)]


@scripted("upgrade", targets=_upgradable, kind="system")
def upgrade(table: GameTable, seat: int, moment: Moment, number: str) -> Script:
    """A cruiser in the active system becomes a dreadnought."""
    system = where(table, number)
    hurt = table.take(seat, system, "cruiser")
    if not (yield from placed_unit(table, seat, system, "dreadnought", "IM-ACT-upgrade")):
        table.put(seat, system, "cruiser", 1, hurt)
