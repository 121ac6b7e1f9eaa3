"""Placing a unit from reinforcements; the last figure may come back from the board first (IM-PROD-5)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.core.text_questions import BrokenRule
from twingkit.imperium.battle.rules.target import NO_TARGET_WORD
from twingkit.imperium.box.units import DOCK
from twingkit.imperium.galaxy.table.abilities import ConditionCheck, Moment, open_ability_window
from twingkit.imperium.galaxy.table.card_drawing import ask_to_choose
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.tactical.fleet_limits import enforce_fleet_limits


def place_unit(table: GameTable, seat: int, place: int | str, unit_class: str, rule: str) -> Script[bool]:
    """Place one unit; if no figure is left, one may first be taken from a system without one of the player's
    tokens.

    Returns True if it was placed.
    """
    if not (yield from ensure_figure_available(table, seat, unit_class)):
        table.announce("IM-PROD-5", "none_left", seat, unit=unit_class, n=0)
        return False
    table.put_units(seat, place, unit_class)
    table.announce(rule, "unit", seat, unit=unit_class, place=table.place_name(place))
    return True


def place_ship(table: GameTable, seat: int, tile_number: str, ship_class: str, rule: str) -> Script:
    """Place a ship in the system of a tile, then keep the fleet there within its limits."""
    system = table.galaxy.system(tile_number).index
    yield from place_unit(table, seat, system, ship_class, rule)
    yield from enforce_fleet_limits(table, seat, system)


def ensure_figure_available(table: GameTable, seat: int, unit_class: str) -> Script[bool]:
    """Let the player take a figure back from the board if none is in the reinforcements (IM-PROD-5).

    Returns True if one is available.
    """
    left = table.figures_left(seat, unit_class)
    return left is None or left > 0 or (yield from take_back_unit(table, seat, unit_class))


def rule_against_placing(table: GameTable, seat: int, unit_class: str) -> BrokenRule | None:
    """Return the rule that prevents a player from placing a unit; None if a figure is left or can be taken
    back (IM-PROD-5).
    """
    if table.figures_left(seat, unit_class) == 0 and not take_back_places(table, seat, unit_class):
        return "IM-PROD-5", "none_left", {"unit": unit_class, "n": 0}
    return None


def requires_figure(unit_class: str) -> ConditionCheck:
    """Return a check for an ability: it blocks the ability if no figure of this class can be placed
    (IM-TURN-5, IM-PROD-5).
    """
    return lambda table, seat, moment: rule_against_placing(table, seat, unit_class)


def take_back_places(table: GameTable, seat: int, unit_class: str) -> dict[str, int | str]:
    """Return the places, by name, from which a player may take back a unit: systems without their own token
    (IM-PROD-5)."""
    return {
        table.place_name(place): place
        for place, units in table.places_and_units(seat)
        if units[unit_class] and seat not in table.command_tokens[table.system_of(place)]
    }


def take_back_unit(table: GameTable, seat: int, unit_class: str, *, may_refuse: bool = True) -> Script[bool]:
    """Let a player take a unit back from a system without one of their tokens; return whether one was taken
    (IM-PROD-5)."""
    places = take_back_places(table, seat, unit_class)
    if not places:
        return False
    offered = [*places, NO_TARGET_WORD] if may_refuse else [*places]
    named = yield from ask_to_choose(table, seat, offered, "take_back", "IM-PROD-5", subject=unit_class)
    if named == NO_TARGET_WORD:
        return False
    place = places[named]
    remove_units_damaged_first(table, seat, place, unit_class)
    table.announce("IM-PROD-5", "taken", seat, unit=unit_class, place=named)
    yield from enforce_fleet_limits(table, seat, table.system_of(place))
    return True


def remove_units_damaged_first(
    table: GameTable, seat: int, place: int | str, unit_class: str, count: int = 1
) -> None:
    """Remove units of a class from a place, damaged ones first (IM-PROD-5)."""
    damaged = table.units_at(place)[seat].hurt.get(unit_class, 0)
    table.remove_units(seat, place, unit_class, count, min(count, damaged))


def possible_structure_planets(
    table: GameTable, seat: int, unit_class: str, system: int | None = None
) -> list[str]:
    """Return the planets, by id, on which a player may place a structure of this class, in one system or on
    the whole map.

    With `system`, only planets of that system. A figure may first be taken back from the board (IM-PROD-5).
    A floating dock is placed in the space of the system of one of the player's planets, and named by that
    planet.
    """
    if rule_against_placing(table, seat, unit_class) is not None:
        return []
    floats = unit_class == DOCK and table.players[seat].faction == "saar"
    most = table.max_structures_on_planet(unit_class)
    return [
        planet
        for planet in table.controlled_planets(seat)
        if (system is None or table.system_of(planet) == system)
        and (floats or table.units_on_planet(seat, planet)[unit_class] < most)
        and not table.is_demilitarized(planet)
    ]


def dock_location(table: GameTable, seat: int, planet: str) -> int | str:
    """Return where a space dock for a planet is placed: on the planet, or in the system's space for Saar's
    floating dock (IM-UNIT-saar_spacedock).
    """
    return table.system_of(planet) if table.players[seat].faction == "saar" else planet


def place_space_dock(table: GameTable, seat: int, planet: str, rule: str) -> Script:
    """Place a space dock on one of the player's planets, or a floating one in the space of its system."""
    table.put_units(seat, dock_location(table, seat, planet), DOCK)
    table.announce(rule, "structure", seat, unit=DOCK, planet=planet)
    yield from open_ability_window(table, Moment("dock_placed", seat, table.system_of(planet), planet))
