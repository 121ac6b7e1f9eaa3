"""Cards that destroy other players' units."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.imperium.box.tiles import planets_by_id
from twingkit.imperium.box.units import DOCK
from twingkit.imperium.galaxy.cards.targets import is_home_planet, other_players_planets
from twingkit.imperium.galaxy.table.abilities import Moment, NoEffectCheck, register_script
from twingkit.imperium.galaxy.table.card_drawing import choose
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.tactical.fleet_limits import enforce_fleet_limits
from twingkit.imperium.galaxy.tactical.losses import destroy_infantry
from twingkit.imperium.galaxy.tactical.movement import TenSidedRoll
from twingkit.imperium.texts.fact_names import format_target_amount, parse_target_amount

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
    """Destroy a ship of another player in a system with a planet of this seat, an undamaged one first."""
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
    return [
        planet
        for planet, holder in table.planet_controllers.items()
        if planets_by_id()[planet].trait == "hazardous" and holder not in (None, seat)
    ]


def _choose_infantry_losses(table: GameTable, seat: int, moment: Moment, planet: str) -> Script[str]:
    """Ask for the number of infantry that the planet loses, if there are different answers."""
    there = min(
        _UNSTABLE_PLANET_MAX_LOSSES, sum(units["infantry"] for units in table.ground[planet].values())
    )
    counts = [str(count) for count in range(there, -1, -1)]
    count = yield from choose(table, seat, counts, "how_many", "IM-ACT-unstable")
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
