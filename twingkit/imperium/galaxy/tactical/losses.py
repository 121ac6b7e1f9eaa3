"""Units that leave the board outside battles: destroyed by cards, agendas and abilities."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from twingkit.core.play import Script
from twingkit.imperium.battle.rules.target import NONE
from twingkit.imperium.galaxy.table.drawing import choose
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.table.questions import GalaxyQuestion, probable_names
from twingkit.imperium.galaxy.table.reinforcements import remove_damaged_first
from twingkit.imperium.galaxy.tactical.fleet_limits import enforce_fleet_limits
from twingkit.imperium.galaxy.tactical.revival import roll_for_revival

Place = int | str
"""A place of units: the index of a system, or the id of a planet."""


_ON_PLANET = re.compile(r"(?:(?P<count>[1-9][0-9]?) )?(?P<name>[a-z]+) (?P<planet>[a-z0-9.]+)")


def parse_units_at_planets(
    question: GalaxyQuestion, answer: str, classes: Sequence[str]
) -> list[tuple[str, int, str]]:
    """Parse the units and planets of an answer such as `land 2 infantry lodor, 1 fighter jord`.

    Returns an empty list for `land none`. Raises `BadAnswer` if the text is not valid.
    """
    table = question.table
    planets = sorted(table.holders, key=lambda planet: table.system_of(planet) != table.active_system)
    body = answer.removeprefix(f"{question.kind} ")
    parts = []
    for item in body.split(",") if body != NONE else ():
        match = _ON_PLANET.fullmatch(item.strip())
        if match is None:
            raise question.part_fault(
                item.strip() or answer, question.example.removeprefix(f"{question.kind} ")
            )
        if match["name"] not in classes:
            raise question.part_fault(match["name"], probable_names(match["name"], classes))
        if match["planet"] not in planets:
            raise question.part_fault(match["planet"], probable_names(match["planet"], planets))
        parts.append((match["name"], int(match["count"] or 1), match["planet"]))
    return parts


def place_name(table: GameTable, place: Place) -> str:
    """The name of a place in an answer: the number of the tile, or the planet."""
    return place if isinstance(place, str) else table.tile_number(place)


def lose_units(table: GameTable, seat: int, place: Place, unit_class: str, count: int, rule: str) -> Script:
    """A player loses units in a place, damaged ones first; infantry may come back (IM-UNIT-infantry2)."""
    if count:
        remove_damaged_first(table, seat, place, unit_class, count)
        table.announce(rule, "lost", seat, n=count, unit=unit_class, place=place_name(table, place))
        if unit_class == "infantry":
            yield from roll_for_revival(table, seat, count)


def destroy_infantry(table: GameTable, seat: int, planet: str, count: int, rule: str, case: str) -> Script:
    """Destroy infantry of a player on a planet and announce it in the words of the card, even if none is
    destroyed.

    Destroyed infantry may come back (IM-UNIT-infantry2).
    """
    if count:
        table.take_units(seat, planet, "infantry", count)
    table.announce(rule, case, seat, n=count, planet=planet)
    yield from roll_for_revival(table, seat, count)


def destroy_all_units(table: GameTable, place: Place, rule: str) -> Script:
    """All units of all players in a place are destroyed; a dock that is lost gives fighters no room any more
    (IM-FLEET-2)."""
    there = table.space[place] if isinstance(place, int) else table.ground[place]
    losers = list(there)
    for seat in losers:
        for unit_class in list(there[seat]):
            yield from lose_units(table, seat, place, unit_class, there[seat][unit_class], rule)
    if isinstance(place, str):
        for seat in losers:
            yield from enforce_fleet_limits(table, seat, table.system_of(place))


def units_in(table: GameTable, seat: int, system: int) -> Iterator[tuple[Place, str, int]]:
    """Yield the units of a player in a system: where, of which class, how many."""
    places: list[Place] = [system, *(planet.id for planet in table.planets_of(system))]
    for place in places:
        units = (
            table.units_in_space(seat, place)
            if isinstance(place, int)
            else table.units_on_planet(seat, place)
        )
        for unit_class in units:
            yield place, unit_class, units[unit_class]


def give_up_one(
    table: GameTable, seat: int, units: list[tuple[Place, str]], rule: str, kind: str = "lose"
) -> Script[tuple[Place, str]]:
    """A player destroys one own unit of several: the place and the class of the chosen one."""
    named = {f"{unit_class} {place_name(table, place)}": (place, unit_class) for place, unit_class in units}
    answer = yield from choose(table, seat, list(named), kind, rule, subject=rule)
    place, unit_class = named[answer]
    yield from lose_units(table, seat, place, unit_class, 1, rule)
    return place, unit_class
