"""An original drawing of the map of a game: fleets, planets with their owners, tokens.

Seats have a colour and a symbol (P1, P2 …). An exhausted planet is struck through. Users who cannot see the
drawing get the same as a list (`systems.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import inf

from twingkit.imperium.box.tiles import Planet
from twingkit.imperium.galaxy.map.galaxy import Galaxy, System
from twingkit.imperium.galaxy.map.hexes import Hex
from twingkit.imperium.galaxy.view import GameView, PlanetView, SeatUnitEntries, SystemView
from twingkit_widgets.imperium.pictures.drawing import seat_css_class, unit_icon
from twingkit_widgets.imperium.pictures.map_svg import anomaly_svg, map_svg, wormhole_svg
from twingkit_widgets.imperium.pictures.names import say, seat_symbol, units_by_seat
from twingkit_widgets.panel.markup import Child, Markup, button, el

_PLACES: Mapping[int, tuple[tuple[float, float, float], ...]] = {
    1: ((0, -6, 75),),
    2: ((-21, -6.5, 41), (21, -6.5, 41)),
    3: ((-26, -8.5, 51), (26, -8.5, 51), (0, 1, 29)),
}
"""The places of the planets of a system in its hexagon, by their number: above the fleet. Each has its width
for what stands there, clear of its neighbours."""

_FLEET_ROW_HEIGHTS = 31.0, 36.0
"""The distance of a fleet row below the centre of the hexagon, and of the lowest of several small rows."""

MAX_ZOOM = 3
"""The number of sizes in which a map can be drawn."""

_ROW = 3
"""The number of unit classes in a row of a fleet."""


@cache
def _galaxy(placed: tuple[tuple[Hex, str], ...]) -> Galaxy:
    return Galaxy(placed)


def _galaxy_of(view: GameView) -> Galaxy:
    placed = ((system.place, system.tile_number) for system in view.systems)
    return _galaxy(tuple((place, number) for place, number in placed if place is not None))


def galaxy_map_html(
    view: GameView, hex_classes: Mapping[int, str] | None = None, *, press: bool = True
) -> Markup:
    """Render the map of a game with its planets, units and owners.

    `hex_classes` are CSS classes of systems by index; the active system is always marked.
    """
    planets = {planet.id: planet for planet in view.planets}
    galaxy = _galaxy_of(view)
    all_marks = dict(hex_classes or {})
    if view.active_tile:
        all_marks.setdefault(galaxy.system(view.active_tile).index, "tk-hex-active")

    def inside(system: System) -> Child:
        return _inside(system, view.systems[system.index], planets, view.has_custodians)

    return map_svg(galaxy, all_marks, inside, press=press)


def scrollable_map_html(drawing: Markup, zoom: int = 1) -> Markup:
    """Wrap the drawing of a map in a scrollable element; `zoom` is its size, from 1 to `MAX_ZOOM`."""
    return el(
        "div",
        drawing,
        cls=f"tk-map-scroll tk-map-{zoom}",
        tabindex=0,
        role="region",
        aria_label=say("map.title"),
        data_key="map",
    )


def zoom_html(zoom: int) -> Markup:
    """Return the buttons that enlarge and shrink a map."""
    return el(
        "div",
        button("−", "zoom", "-", aria_label=say("map.smaller"), disabled=zoom == 1),
        button("+", "zoom", "+", aria_label=say("map.larger"), disabled=zoom == MAX_ZOOM),
        cls="tk-row tk-tight",
        role="group",
        aria_label=say("map.size"),
    )


def _inside(system: System, seen: SystemView, planets: Mapping[str, PlanetView], custodians: bool) -> Child:
    tile = system.tile
    places = _PLACES.get(len(tile.planets), ())
    kinds = (*tile.wormholes, *seen.wormhole_tokens)
    guarded = custodians and tile.kind == "mecatol"
    return [
        anomaly_svg(tile.anomaly),
        [_planet(planet, planets[planet.id], at) for planet, at in zip(tile.planets, places, strict=True)],
        [wormhole_svg(kind, rank, bool(tile.planets)) for rank, kind in enumerate(kinds)],
        el("text", "✪", x=17, y=-14, cls="tk-hex-custodians") if guarded else None,
        el("text", tile.number, x=0, y=-34, cls="tk-hex-number"),
        [_token(seat, rank) for rank, seat in enumerate(seen.command_tokens)],
        _fleets(seen.units),
    ]


def _planet(planet: Planet, seen: PlanetView, at: tuple[float, float, float]) -> Markup:
    x, y, room = at
    owned = "" if seen.controller is None else f" tk-owned {seat_css_class(seen.controller)}"
    specialty = None
    if planet.specialty:
        specialty = [
            el("circle", cx=x + 10, cy=y + 7, r=4.2, cls=f"tk-specialty tk-specialty-{planet.specialty}"),
            el("text", planet.specialty[0].upper(), x=x + 10, y=y + 9.2, cls="tk-specialty-letter"),
        ]
    return el(
        "g",
        el("circle", cx=x, cy=y, r=11.5, cls=f"tk-planet tk-planet-{planet.trait or 'none'}"),
        el("path", d=f"M{x - 8:g} {y + 8:g}L{x + 8:g} {y - 8:g}", cls="tk-planet-used")
        if seen.is_exhausted
        else None,
        el("text", f"{seen.resources}/{seen.influence}", x=x, y=y + 3.2, cls="tk-planet-worth"),
        el("text", planet.name, x=x, y=y + 18.5, cls="tk-planet-name"),
        specialty,
        _ground(seen, x, y - 17, room),
        cls=f"tk-world{owned}",
    )


def _ground(seen: PlanetView, x: float, y: float, room: float) -> Child:
    """Render the owner of a planet, and a pill with each seat's units on the planet, no wider than `room`."""
    nobody = {} if seen.controller is None else {seen.controller: list[tuple[str, int, int]]()}
    return [
        _pill(seat, units, x, y - rank * 9.5, 9, 6, most=room)
        for rank, (seat, units) in enumerate((nobody | units_by_seat(seen.units)).items())
    ]


def _fleets(units: SeatUnitEntries) -> Child:
    """Render a system's units in space as pills in their owners' colours, up to three unit classes on each
    pill.
    """
    rows = [
        (seat, listed[first : first + _ROW], first == 0)
        for seat, listed in units_by_seat(units).items()
        for first in range(0, len(listed), _ROW)
    ]
    several = len(rows) > 1
    height, text = (9, 6) if several else (12, 7.5)
    lowest = _FLEET_ROW_HEIGHTS[several]
    return [
        _pill(seat, row, 0, lowest - (len(rows) - 1 - rank) * (height + 0.5), height, text, signed=signed)
        for rank, (seat, row, signed) in enumerate(rows)
    ]


def _pill(
    seat: int,
    units: Sequence[tuple[str, int, int]],
    x: float,
    y: float,
    height: float,
    text: float,
    *,
    signed: bool = True,
    most: float = inf,
) -> Markup:
    """Render a pill with the units of a seat in a row: each class with its number, and `!` for damaged units.

    Rows wider than `most` are drawn smaller. The seat's symbol is left out unless `signed`.
    """
    wide, digit, head = height * 1.1, text * 0.64, text * 1.4 if signed else 1.5
    labels = [("" if count == 1 else str(count)) + ("!" if hurt else "") for _, count, hurt in units]
    widths = [wide + digit * len(label) for label in labels]
    width = head + sum(widths) + 2
    place = x - width / 2 + head
    base = f"{y + text * 0.36:.1f}"
    parts: list[Child] = []
    for (name, _, _), label, room in zip(units, labels, widths, strict=True):
        parts.append(unit_icon(name, place, y - wide * 0.31, wide))
        if label:
            written = {"x": f"{place + wide:.1f}", "y": base, "font_size": f"{text:g}"}
            parts.append(el("text", label, cls="tk-pill-count", **written))
        place += room
    box = {"x": f"{x - width / 2:.1f}", "y": f"{y - height / 2:.1f}", "width": f"{width:.1f}"}
    left = f"{x - width / 2 + head / 2 + 0.6:.1f}"
    return el(
        "g",
        el("rect", **box, height=f"{height:g}", rx=f"{height / 3:.1f}", cls="tk-pill"),
        el("text", seat_symbol(seat), x=left, y=base, cls="tk-pill-sign", font_size=f"{text:g}")
        if signed
        else None,
        parts,
        cls=f"tk-on-map {seat_css_class(seat)}",
        transform=f"translate({x:g} {y:g}) scale({most / width:.2f}) translate({-x:g} {-y:g})"
        if width > most
        else None,
    )


def _token(seat: int, rank: int) -> Markup:
    """Return small triangles with the seat's number, right and left of the tile number."""
    side = 1 if rank % 2 == 0 else -1
    x = side * (14 + 11 * (rank // 2))
    return el(
        "g",
        el("path", d=f"M{x - 6} -29L{x + 6} -29L{x} -41z", cls="tk-pill"),
        el("text", seat_symbol(seat)[1:], x=x, y=-30.3, cls="tk-pill-sign", font_size="6.5"),
        cls=f"tk-on-map {seat_css_class(seat)}",
    )
