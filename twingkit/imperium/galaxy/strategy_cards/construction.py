"""Construction: space docks and PDS are placed (IM-STRAT-construction)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.imperium.battle.rules.target import NONE
from twingkit.imperium.box.units import DOCK, FIGURES
from twingkit.imperium.galaxy.table.abilities import Moment, open_window
from twingkit.imperium.galaxy.table.drawing import choose
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.table.reinforcements import secure_figure, take_back_places
from twingkit.imperium.galaxy.table.structures import most_on_planet

RULE = "IM-STRAT-construction"


def structure_sites(
    table: GameTable, seat: int, unit_class: str, system: int | None = None, *, moved: bool = False
) -> list[str]:
    """The planets on which a player may place a structure.

    With `system` only those there; with `moved` also if a figure is first taken back from the board
    (IM-PROD-5). A floating dock is placed in the space of the system of one of the player's planets, and
    named by that planet.
    """
    figures = FIGURES[unit_class] - table.count_on_board(seat, unit_class)
    if figures <= 0 and not (moved and take_back_places(table, seat, unit_class)):
        return []
    floats = unit_class == DOCK and table.players[seat].faction == "saar"
    most = most_on_planet(table, unit_class)
    return [
        planet
        for planet in table.controlled_planets(seat)
        if (system is None or table.system_of(planet) == system)
        and (floats or table.units_on_planet(seat, planet)[unit_class] < most)
        and not table.is_demilitarized(planet)
    ]


def place_structure(
    table: GameTable, seat: int, classes: tuple[str, ...], system: int | None = None
) -> Script:
    """Let a player place one structure of these classes on one of their planets."""
    options = [
        f"{unit_class} {planet}"
        for unit_class in classes
        for planet in structure_sites(table, seat, unit_class, system, moved=True)
    ]
    if not options:
        return
    answer = yield from choose(table, seat, [*options, NONE], "place", RULE)
    if answer == NONE:
        return
    unit_class, _, planet = answer.partition(" ")
    if not (yield from secure_figure(table, seat, unit_class)):
        return
    if unit_class == DOCK:
        yield from place_dock(table, seat, planet, RULE)
    else:
        table.put_units(seat, planet, unit_class)
        table.announce(RULE, "structure", seat, unit=unit_class, planet=planet)


def dock_place(table: GameTable, seat: int, planet: str) -> int | str:
    """The place of a space dock for a planet: the planet, or for a floating dock of Saar its system
    (IM-UNIT-saar_spacedock).
    """
    return table.system_of(planet) if table.players[seat].faction == "saar" else planet


def place_dock(table: GameTable, seat: int, planet: str, rule: str) -> Script:
    """Place a space dock on one of the player's planets, or a floating one in the space of its system."""
    table.put_units(seat, dock_place(table, seat, planet), DOCK)
    table.announce(rule, "structure", seat, unit=DOCK, planet=planet)
    yield from open_window(table, Moment("dock_placed", seat, table.system_of(planet), planet))


def primary(table: GameTable, seat: int) -> Script:
    """One PDS or space dock, then one PDS more."""
    yield from place_structure(table, seat, ("pds", DOCK))
    yield from place_structure(table, seat, ("pds",))


def can_use_secondary(table: GameTable, seat: int) -> bool:
    """True if a structure could be placed somewhere."""
    return any(structure_sites(table, seat, unit_class, moved=True) for unit_class in ("pds", DOCK))


def secondary(table: GameTable, seat: int) -> Script:
    """Place the spent token in a system, then a PDS or space dock on one of the player's planets there."""
    systems = list(
        dict.fromkeys(
            table.system_of(planet)
            for unit_class in ("pds", DOCK)
            for planet in structure_sites(table, seat, unit_class, moved=True)
        )
    )
    named = yield from choose(
        table, seat, [table.tile_number(system) for system in systems], "token_to", RULE
    )
    system = table.galaxy.system(named).index
    table.place_token(seat, system)
    table.announce(RULE, "token", seat, number=named)
    yield from place_structure(table, seat, ("pds", DOCK), system)
