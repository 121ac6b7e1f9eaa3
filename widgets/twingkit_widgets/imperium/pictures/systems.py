"""The contents of systems as text: for a chosen system, and as a list for users who cannot see the map."""

from __future__ import annotations

from collections.abc import Mapping

from twingkit.imperium.box.tiles import tiles_by_number
from twingkit.imperium.galaxy.table.game_table import MECATOL_REX
from twingkit.imperium.galaxy.view import GameView, PlanetView, SystemView
from twingkit_widgets.imperium.pictures.names import (
    join_names,
    planet_name,
    say,
    seat_and_faction_name,
    system_name,
    units_by_seat,
    units_text,
)
from twingkit_widgets.panel.markup import Markup, el


def system_lines(view: GameView, system_index: int) -> list[str]:
    """Return the contents of a system in sentences: fleets, planets, tokens."""
    system = view.systems[system_index]
    planets = {planet.id: planet for planet in view.planets}
    lines = []
    for seat, units in units_by_seat(system.units).items():
        who, text = seat_and_faction_name(seat, view), units_text(units)
        key = "stands.own.space" if seat == view.player else "stands.space"
        lines.append(say(key, who=who, units=text))
    for world in tiles_by_number()[system.tile_number].planets:
        lines.append(_planet_line(planets[world.id], view))
    if view.player in system.command_tokens:
        lines.append(say("stands.own.tokens"))
    others = [seat_and_faction_name(seat, view) for seat in system.command_tokens if seat != view.player]
    if others:
        lines.append(say("stands.tokens", who=join_names(others)))
    if _has_custodians(system, view):
        lines.append(say("stands.custodians"))
    return lines


def _planet_line(planet: PlanetView, view: GameView) -> str:
    """Return a sentence about a planet: its values, its owner, its units."""
    holder = (
        say("stands.free")
        if planet.controller is None
        else say("stands.own.holder")
        if planet.controller == view.player
        else say("stands.holder", who=seat_and_faction_name(planet.controller, view))
    )
    parts = [holder]
    if planet.controller is not None and planet.is_exhausted:
        parts.append(say("stands.exhausted"))
    for seat, units in units_by_seat(planet.units).items():
        text = units_text(units)
        parts.append(text if seat == planet.controller else f"{seat_and_faction_name(seat, view)}: {text}")
    return say(
        "stands.planet",
        planet=planet_name(planet.id),
        resources=planet.resources,
        influence=planet.influence,
        what="; ".join(parts),
    )


def _has_anything(system: SystemView, planets: Mapping[str, PlanetView]) -> bool:
    worlds = tiles_by_number()[system.tile_number].planets
    return bool(system.units or system.command_tokens) or any(
        planets[world.id].controller is not None or planets[world.id].units for world in worlds
    )


def _has_custodians(system: SystemView, view: GameView) -> bool:
    return view.has_custodians and any(
        world.id == MECATOL_REX for world in tiles_by_number()[system.tile_number].planets
    )


def systems_list_html(view: GameView) -> Markup:
    """Return every system with components as a list, and the others in one line."""
    planets = {planet.id: planet for planet in view.planets}
    shown, empty = [], []
    for index, system in enumerate(view.systems):
        name = system_name(system.tile_number)
        if _has_anything(system, planets) or _has_custodians(system, view):
            lines = [el("li", line) for line in system_lines(view, index)]
            shown.append(el("li", el("b", name), el("ul", lines)))
        else:
            empty.append(name)
    others = el("p", say("stands.empty", systems="; ".join(empty)), cls="tk-soft") if empty else None
    return el("div", el("ul", shown, cls="tk-list tk-game-systems"), others)
