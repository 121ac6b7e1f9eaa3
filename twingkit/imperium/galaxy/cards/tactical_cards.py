"""Action cards of a tactical action: around the activation of a system, in an invasion (IM-INV-9), and for
gained planets."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.imperium.box.units import DOCK, GROUND_FORCES
from twingkit.imperium.galaxy.cards.targets import tiles_with_own_ships
from twingkit.imperium.galaxy.table.abilities import (
    Moment,
    ability_condition,
    open_ability_window,
    register_script,
)
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.table.reinforcements import dock_location, ensure_figure_available
from twingkit.imperium.galaxy.tactical.fleet_limits import enforce_fleet_limits
from twingkit.imperium.galaxy.tactical.space_step import BATTLESTATION, has_dock_in_or_adjacent

_requires_own_activation = ability_condition("IM-TACT-3", "active_only")


@register_script("fs", _requires_own_activation)
def flank_speed(table: GameTable, seat: int, moment: Moment, target: str) -> None:
    """Let the player's ships move one system farther in this tactical action."""
    table.start_effect("fs", seat, "tactical")
    table.announce("IM-ACT-fs", "faster", seat)


@register_script("lost_star", _requires_own_activation)
def lost_star_chart(table: GameTable, seat: int, moment: Moment, target: str) -> None:
    """Make alpha and beta wormholes lead to each other in this tactical action."""
    table.start_effect("lost_star", seat, "tactical")
    table.announce("IM-ACT-lost_star", "joined", seat)


@register_script(
    "silence_space", _requires_own_activation, targets=tiles_with_own_ships, target_kind="system"
)
def in_the_silence_of_space(table: GameTable, seat: int, moment: Moment, tile_number: str) -> None:
    """Let the player's ships from one system pass other players' ships in this tactical action."""
    table.start_effect("silence_space", seat, "tactical", tile_number)
    table.announce("IM-ACT-silence_space", "silent", seat, number=tile_number)


def _has_dock_in_range(table: GameTable, seat: int, moment: Moment) -> bool:
    near = moment.seat != seat and has_dock_in_or_adjacent(table, seat, moment.system)
    return near and table.units_in_space(moment.seat, moment.system).ship_count > 0


@register_script(BATTLESTATION, usable_if=_has_dock_in_range)
def experimental_battlestation(table: GameTable, seat: int, moment: Moment, target: str) -> None:
    """Let one of the player's space docks fire together with their other units with Space Cannon
    (IM-SPACE-11).
    """
    table.start_effect(BATTLESTATION, seat, "tactical")
    table.announce("IM-ACT-experimental", "ready", seat)


def _is_against_pds(table: GameTable, seat: int, moment: Moment) -> bool:
    worlds = table.planets_of(moment.system)
    return moment.seat == seat and any(
        table.units_on_planet(other, planet.id)["pds"]
        for planet in worlds
        for other in table.other_seats(seat)
    )


@register_script("disable", usable_if=_is_against_pds)
def play_disable(table: GameTable, seat: int, moment: Moment, target: str) -> None:
    """Disable Planetary Shield and Space Cannon of other players' PDS in the system for this invasion."""
    table.start_effect("disable", seat, "invasion")
    table.announce("IM-ACT-disable", "off", seat, number=table.tile_number(moment.system))


def _can_be_bombarded(table: GameTable, seat: int, moment: Moment) -> bool:
    """Return whether the player controls a planet that the active player's ships can bombard."""
    ships, stats = (
        table.units_in_space(moment.seat, moment.system),
        table.players[moment.seat].unit_type_on_board,
    )
    below = any(table.planet_controllers[planet.id] == seat for planet in table.planets_of(moment.system))
    return moment.seat != seat and below and any(stats(name).bombardment for name in ships)


@register_script("bunker", usable_if=_can_be_bombarded)
def play_bunker(table: GameTable, seat: int, moment: Moment, target: str) -> None:
    """Reduce the effect of bombardment on the player's planets in this invasion (the action card Bunker)."""
    table.start_effect("bunker", seat, "invasion")
    table.announce("IM-ACT-bunker", "dug_in", seat)


def _planets_landed_on(table: GameTable, seat: int, moment: Moment) -> list[str]:
    if moment.seat == seat:
        return []
    return [
        planet.id
        for planet in table.planets_of(moment.system)
        if table.planet_controllers[planet.id] == seat and table.units_on_planet(moment.seat, planet.id)
    ]


@register_script("parley", targets=_planets_landed_on, target_kind="planet")
def play_parley(table: GameTable, seat: int, moment: Moment, planet: str) -> Script:
    """Return to space the units that another player has just landed on one of this player's planets."""
    table.move_all_units(moment.seat, planet, moment.system, (*GROUND_FORCES, "fighter"))
    table.announce("IM-ACT-parley", "back", moment.seat, planet=planet)
    yield from enforce_fleet_limits(table, moment.seat, moment.system)


def _has_gained_structures(table: GameTable, seat: int, moment: Moment) -> bool:
    return moment.seat == seat and any(
        units[name] for units in table.ground[moment.planet].values() for name in ("pds", DOCK)
    )


@register_script("infiltrate", usable_if=_has_gained_structures)
def play_infiltrate(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Replace the structures on a planet that the player has just gained with structures of the player's
    own.
    """
    yield from replace_structures(table, seat, moment.planet, "IM-ACT-infiltrate")


def replace_structures(table: GameTable, seat: int, planet: str, rule: str) -> Script:
    """Replace other players' structures on a planet with the player's own.

    Uses figures from reinforcements or taken back from the board (IM-PROD-5). A replaced dock counts as
    placed (IM-AGENDA-minister_industry).
    """
    for other in [other for other in table.ground[planet] if other != seat]:
        for name in ("pds", DOCK):
            count = table.units_on_planet(other, planet)[name]
            if not count:
                continue
            table.remove_units(other, planet, name, count)
            own = 0
            while own < count and (yield from ensure_figure_available(table, seat, name)):
                table.put_units(seat, dock_location(table, seat, planet) if name == DOCK else planet, name)
                own += 1
            table.announce(rule, "replaced", seat, n=own, unit=name, planet=planet)
            if name == DOCK and own:
                yield from open_ability_window(
                    table, Moment("dock_placed", seat, table.system_of(planet), planet)
                )
