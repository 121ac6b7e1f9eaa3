"""Units destroyed outside battles by cards, agendas and abilities."""

from __future__ import annotations

from collections.abc import Iterator

from twingkit.core.play import Script
from twingkit.imperium.battle.rules.ground.ground_combat import RETURN_ROLLS
from twingkit.imperium.galaxy.table.card_drawing import ask_to_choose
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.table.reinforcements import remove_units_damaged_first
from twingkit.imperium.galaxy.tactical.fleet_limits import enforce_fleet_limits
from twingkit.imperium.galaxy.tactical.movement import TenSidedRoll

Place = int | str
"""A place of units: the index of a system, or the id of a planet."""


def lose_units(table: GameTable, seat: int, place: Place, unit_class: str, count: int, rule: str) -> Script:
    """Destroy a player's units in a place, damaged ones first; infantry can return (IM-UNIT-infantry2)."""
    if count:
        remove_units_damaged_first(table, seat, place, unit_class, count)
        table.announce(rule, "lost", seat, n=count, unit=unit_class, place=table.place_name(place))
        if unit_class == "infantry":
            yield from roll_for_revival(table, seat, count)


def destroy_infantry(
    table: GameTable, seat: int, planet: str, count: int, rule: str, case: str, **facts: object
) -> Script:
    """Destroy infantry of a player on a planet and log the card's effect, even if none is destroyed.

    Destroyed infantry can return (IM-UNIT-infantry2).
    """
    if count:
        table.remove_units(seat, planet, "infantry", count)
    table.announce(rule, case, seat, n=count, planet=planet, **facts)
    yield from roll_for_revival(table, seat, count)


def destroy_all_units(table: GameTable, place: Place, rule: str) -> Script:
    """Destroy all units of all players in a place; fighters lose the support of destroyed docks
    (IM-FLEET-2).
    """
    there = table.units_at(place)
    losers = list(there)
    for seat in losers:
        for unit_class in list(there[seat]):
            yield from lose_units(table, seat, place, unit_class, there[seat][unit_class], rule)
    if isinstance(place, str):
        for seat in losers:
            yield from enforce_fleet_limits(table, seat, table.system_of(place))


def places_and_unit_classes(table: GameTable, seat: int, system: int) -> Iterator[tuple[Place, str]]:
    """Yield (place, unit class) for every class of units that a player has in a system's
    space or on its planets, each class once per place.
    """
    places: list[Place] = [system, *(planet.id for planet in table.planets_of(system))]
    for place in places:
        if units := table.units_at(place).get(seat):
            yield from ((place, unit_class) for unit_class in units)


def destroy_chosen_unit(
    table: GameTable, seat: int, units: list[tuple[Place, str]], rule: str
) -> Script[tuple[Place, str]]:
    """Let a player choose one of several of their units and destroy it; return its place and class."""
    named = {f"{unit_class} {table.place_name(place)}": (place, unit_class) for place, unit_class in units}
    answer = yield from ask_to_choose(table, seat, list(named), "lose", rule, subject=rule)
    place, unit_class = named[answer]
    yield from lose_units(table, seat, place, unit_class, 1, rule)
    return place, unit_class


RULE = "IM-UNIT-infantry2"


def roll_for_revival(table: GameTable, seat: int, count: int) -> Script:
    """Roll a die for each destroyed infantry of a player with Infantry II; those that succeed can return
    later.
    """
    needed = RETURN_ROLLS.get(table.players[seat].unit_type_on_board("infantry").id)
    if needed is None or count <= 0:
        return
    back = 0
    for number in range(1, count + 1):
        face = yield TenSidedRoll(seat, "revival", RULE, n=needed, number=number, there=count)
        back += face >= needed
    table.players[seat].infantry_to_revive += back
    table.announce(RULE, "waits", seat, n=back, there=count)
