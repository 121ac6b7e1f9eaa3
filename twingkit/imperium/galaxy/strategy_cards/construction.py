"""Construction: placing space docks and PDS (IM-STRAT-construction)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.imperium.battle.rules.target import NO_TARGET_WORD
from twingkit.imperium.box.units import DOCK
from twingkit.imperium.galaxy.table.abilities import Moment, open_ability_window
from twingkit.imperium.galaxy.table.card_drawing import ask_to_choose
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.table.reinforcements import ensure_figure_available, rule_against_placing

RULE = "IM-STRAT-construction"


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


def _placements(
    table: GameTable, seat: int, classes: tuple[str, ...] = ("pds", DOCK), system: int | None = None
) -> list[str]:
    """Return the possible structures with their planets, such as `pds lodor`, including structures that must
    first be taken back from the board.
    """
    return [
        f"{unit_class} {planet}"
        for unit_class in classes
        for planet in possible_structure_planets(table, seat, unit_class, system)
    ]


def _place_structure(
    table: GameTable, seat: int, classes: tuple[str, ...], system: int | None = None
) -> Script:
    options = _placements(table, seat, classes, system)
    if not options:
        return
    answer = yield from ask_to_choose(table, seat, [*options, NO_TARGET_WORD], "place", RULE)
    if answer == NO_TARGET_WORD:
        return
    unit_class, _, planet = answer.partition(" ")
    if not (yield from ensure_figure_available(table, seat, unit_class)):
        return
    if unit_class == DOCK:
        yield from place_space_dock(table, seat, planet, RULE)
    else:
        table.put_units(seat, planet, unit_class)
        table.announce(RULE, "structure", seat, unit=unit_class, planet=planet)


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


def primary(table: GameTable, seat: int) -> Script:
    """Resolve Construction's primary ability: the player places one PDS or space dock, then one PDS."""
    yield from _place_structure(table, seat, ("pds", DOCK))
    yield from _place_structure(table, seat, ("pds",))


def secondary_has_effect(table: GameTable, seat: int) -> bool:
    """Return whether Construction's secondary ability would let a player place a structure somewhere."""
    return bool(_placements(table, seat))


def secondary(table: GameTable, seat: int) -> Script:
    """Resolve Construction's secondary ability: place the spent token in a system, then a PDS or space dock
    on one of the player's planets there.
    """
    places = [placement.partition(" ")[2] for placement in _placements(table, seat)]
    systems = dict.fromkeys(table.tile_number(table.system_of(planet)) for planet in places)
    named = yield from ask_to_choose(table, seat, list(systems), "token_to", RULE)
    system = table.galaxy.system(named).index
    is_there = seat in table.command_tokens[system]
    table.place_token(seat, system)
    table.announce(RULE, "token_back" if is_there else "token", seat, number=named)
    yield from _place_structure(table, seat, ("pds", DOCK), system)
