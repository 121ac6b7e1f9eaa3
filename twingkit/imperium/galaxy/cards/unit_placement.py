"""Action cards that place or replace units."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.core.text_questions import BrokenRule
from twingkit.imperium.galaxy.cards.targets import (
    own_planets_open_to_units,
    tiles_with_own_ships,
)
from twingkit.imperium.galaxy.table.abilities import ConditionCheck, Moment, register_script
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.table.reinforcements import place_ship, place_unit, rule_against_placing

_FRONTLINE_INFANTRY = 3


@register_script("f_deployment", targets=own_planets_open_to_units, target_kind="planet")
def frontline_deployment(table: GameTable, seat: int, moment: Moment, planet: str) -> None:
    """Place three infantry on one of the player's planets."""
    table.put_units(seat, planet, "infantry", _FRONTLINE_INFANTRY)
    table.announce("IM-ACT-f_deployment", "placed", seat, n=_FRONTLINE_INFANTRY, planet=planet)


def _no_planet(table: GameTable, seat: int, moment: Moment, target: str) -> bool:
    return not table.own_planets_open_to_units(seat)


@register_script("messiah", no_effect_check=_no_planet)
def rise_of_a_messiah(table: GameTable, seat: int, moment: Moment, target: str) -> None:
    """Place one infantry on each of the player's planets."""
    worlds = table.own_planets_open_to_units(seat)
    for planet in worlds:
        table.put_units(seat, planet, "infantry")
    table.announce("IM-ACT-messiah", "placed", seat, planets=tuple(worlds))


def _requires_figure(unit_class: str) -> ConditionCheck:
    """Return a condition that holds if a figure of this class can be placed (IM-TURN-5, IM-PROD-5)."""

    def left(table: GameTable, seat: int, moment: Moment) -> BrokenRule | None:
        return rule_against_placing(table, seat, unit_class)

    return left


@register_script(
    "war_effort", _requires_figure("cruiser"), targets=tiles_with_own_ships, target_kind="system"
)
def war_effort(table: GameTable, seat: int, moment: Moment, tile_number: str) -> Script:
    """Place a cruiser in a system with ships of the player."""
    yield from place_ship(table, seat, tile_number, "cruiser", "IM-ACT-war_effort")


def _wormhole_systems_without_enemies(table: GameTable, seat: int, moment: Moment) -> list[str]:
    return [
        system.tile.number
        for system in table.galaxy.systems
        if table.wormholes_in(system.index)
        and not system.tile.is_home
        and not table.enemy_seats_with_ships(seat, system.index)
    ]


@register_script(
    "ghost_ship",
    _requires_figure("destroyer"),
    targets=_wormhole_systems_without_enemies,
    target_kind="system",
)
def ghost_ship(table: GameTable, seat: int, moment: Moment, tile_number: str) -> Script:
    """Place a destroyer in a wormhole system without other players' ships."""
    yield from place_ship(table, seat, tile_number, "destroyer", "IM-ACT-ghost_ship")


def _upgradable(table: GameTable, seat: int, moment: Moment) -> list[str]:
    if moment.seat != seat or not table.units_in_space(seat, moment.system)["cruiser"]:
        return []
    return [table.tile_number(moment.system)]


@register_script("upgrade", targets=_upgradable, target_kind="system")
def play_upgrade(table: GameTable, seat: int, moment: Moment, tile_number: str) -> Script:
    """Replace a cruiser in the active system by a dreadnought."""
    system = table.galaxy.system(tile_number).index
    hurt = table.remove_units(seat, system, "cruiser")
    if not (yield from place_unit(table, seat, system, "dreadnought", "IM-ACT-upgrade")):
        table.put_units(seat, system, "cruiser", 1, hurt)
