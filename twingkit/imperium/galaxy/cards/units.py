"""Action cards that place, replace or destroy units."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.imperium.box.tiles import planets_by_id
from twingkit.imperium.box.units import DOCK
from twingkit.imperium.galaxy.cards.targets import (
    is_home_planet,
    other_players_planets,
    own_planets_open_to_units,
    tiles_with_own_ships,
)
from twingkit.imperium.galaxy.table.abilities import Moment, NoEffectCheck, register_script
from twingkit.imperium.galaxy.table.card_drawing import ask_to_choose
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.table.reinforcements import place_ship, place_unit, requires_figure
from twingkit.imperium.galaxy.tactical.fleet_limits import enforce_fleet_limits
from twingkit.imperium.galaxy.tactical.losses import destroy_infantry
from twingkit.imperium.galaxy.tactical.movement import TenSidedRoll
from twingkit.imperium.texts.fact_names import format_target_amount, parse_target_amount

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


@register_script("war_effort", requires_figure("cruiser"), targets=tiles_with_own_ships, target_kind="system")
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
    requires_figure("destroyer"),
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


_LUCKY_SHOT_TARGETS = ("dreadnought", "cruiser", "destroyer")

_PLAGUE_MIN_ROLL = 6

_UNSTABLE_PLANET_MAX_LOSSES = 3
"""The largest number of infantry that Unstable Planet destroys."""


def _ships_near_own_planets(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """Return other players' ships in systems with a planet of this player, such as `p2 cruiser 34`."""
    near = dict.fromkeys(table.system_of(planet) for planet in table.controlled_planets(seat))
    return [
        f"{SEATS[other]} {name} {table.tile_number(system)}"
        for system in near
        for other in table.other_seats(seat)
        for name in _LUCKY_SHOT_TARGETS
        if table.units_in_space(other, system)[name]
    ]


@register_script("lucky", targets=_ships_near_own_planets, target_kind="unit")
def lucky_shot(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Destroy a chosen ship of another player in a system with one of this player's planets; undamaged ships
    go first.
    """
    player, name, number = target.split()
    other, system = SEATS.index(player), table.galaxy.system(number).index
    units = table.units_in_space(other, system)
    whole = units[name] > units.hurt.get(name, 0)
    table.remove_units(other, system, name, 1, 0 if whole else 1)
    table.announce("IM-ACT-lucky", "destroyed", other, unit=name, number=number)
    yield from enforce_fleet_limits(table, other, system)


def _lacks_unit(name: str) -> NoEffectCheck:
    return lambda table, seat, moment, planet: not any(there[name] for there in table.ground[planet].values())


@register_script(
    "cripple", targets=other_players_planets, target_kind="planet", no_effect_check=_lacks_unit("pds")
)
def cripple_defenses(table: GameTable, seat: int, moment: Moment, planet: str) -> None:
    """Destroy all PDS on a planet."""
    for other in list(table.ground[planet]):
        count = table.units_on_planet(other, planet)["pds"]
        if count:
            table.remove_units(other, planet, "pds", count)
            table.announce("IM-ACT-cripple", "destroyed", other, n=count, planet=planet)


def _docks_of_others(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """Return other players' space docks outside home systems: a planet, or the tile of a floating dock."""
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


@register_script("meltdown", targets=_docks_of_others, target_kind="unit")
def reactor_meltdown(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Destroy another player's space dock outside a home system."""
    player, _, place = target.partition(" ")
    other = SEATS.index(player)
    spot: int | str = place if place in table.ground else table.galaxy.system(place).index
    table.remove_units(other, spot, DOCK)
    table.announce("IM-ACT-meltdown", "destroyed", other, unit=DOCK, place=place)
    yield from enforce_fleet_limits(table, other, table.system_of(spot))


@register_script(
    "plague", targets=other_players_planets, target_kind="planet", no_effect_check=_lacks_unit("infantry")
)
def play_plague(table: GameTable, seat: int, moment: Moment, planet: str) -> Script:
    """Roll a die for each infantry on another player's planet and destroy it on a 6 or higher."""
    other = next(other for other in table.ground[planet] if other != seat)
    faces, there = list[int](), table.units_on_planet(other, planet)["infantry"]
    for number in range(1, there + 1):
        told = {"planet": planet, "n": _PLAGUE_MIN_ROLL, "number": number, "there": there}
        faces.append((yield TenSidedRoll(seat, "plague", "IM-ACT-plague", **told)))
    lost, rolled = sum(face >= _PLAGUE_MIN_ROLL for face in faces), ", ".join(map(str, faces))
    yield from destroy_infantry(table, other, planet, lost, "IM-ACT-plague", "destroyed", rolled=rolled)


def _hazardous(table: GameTable, seat: int, moment: Moment) -> list[str]:
    others = other_players_planets(table, seat, moment)
    return [planet for planet in others if planets_by_id()[planet].trait == "hazardous"]


def _choose_infantry_losses(table: GameTable, seat: int, moment: Moment, planet: str) -> Script[str]:
    """Ask for the number of infantry that the planet loses, if there are different answers."""
    there = min(
        _UNSTABLE_PLANET_MAX_LOSSES, sum(units["infantry"] for units in table.ground[planet].values())
    )
    counts = [str(count) for count in range(there, -1, -1)]
    count = yield from ask_to_choose(table, seat, counts, "how_many", "IM-ACT-unstable")
    return format_target_amount(int(count)) if there else ""


@register_script("unstable", targets=_hazardous, target_kind="planet", follow_up=_choose_infantry_losses)
def unstable_planet(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Exhaust a hazardous planet and destroy up to three infantry on it."""
    planet, _, named = target.partition(", ")
    table.exhaust_planets([planet])
    table.announce("IM-ACT-unstable", "exhausted", seat, planet=planet)
    left = parse_target_amount(named) if named else 0
    for other in list(table.ground[planet]):
        count = min(left, table.units_on_planet(other, planet)["infantry"])
        left -= count
        if count:
            yield from destroy_infantry(table, other, planet, count, "IM-ACT-unstable", "destroyed")
