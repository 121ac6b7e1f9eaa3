"""An original drawing of a map: a hexagon for each system with its planets, wormholes and anomaly."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import cos, pi, sin, sqrt
from pathlib import Path

from twingkit.imperium.box.tiles import Planet, Tile
from twingkit.imperium.galaxy.map.galaxy import OPEN_HOME_NUMBER, Galaxy, System
from twingkit.imperium.galaxy.map.hexes import CENTRE, Hex
from twingkit_widgets.imperium.pictures.names import GREEK, system_name
from twingkit_widgets.panel.markup import Child, Markup, el

MAP_CSS = Path(__file__).with_name("map.css").read_text(encoding="utf-8")
"""The stylesheet of maps."""

_HEX_RADIUS = 50.0
"""The distance from the centre of a hexagon to its corner, in drawing units."""

_HEX_CLASSES = ("", "tk-hex-useful", "tk-hex-reached", "tk-hex-active", "tk-hex-chosen")
"""Later ones are drawn above earlier ones because outlines overlap."""


_PLACES: Mapping[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-17, -15), (17, 13)),
    3: ((-18, -15), (18, -15), (0, 18)),
}
"""The positions of planets in a hexagon, by their number."""

_CORNERS = " ".join(
    f"{(_HEX_RADIUS - 1) * cos(k * pi / 3):.1f},{(_HEX_RADIUS - 1) * sin(k * pi / 3):.1f}" for k in range(6)
)


def _hex_centre(place: Hex) -> tuple[float, float]:
    """Return the centre of a hex in the drawing, with Mecatol Rex at (0, 0)."""
    q, r = place
    return _HEX_RADIUS * 1.5 * q, _HEX_RADIUS * sqrt(3) * (r + q / 2)


def map_svg(
    galaxy: Galaxy,
    hex_classes: Mapping[int, str],
    draw_contents: Callable[[System], Child] | None = None,
    *,
    press: bool = True,
) -> Markup:
    """Return the drawing of a map, with the name of each system as its tooltip.

    `hex_classes` are CSS classes of systems by index, from `_HEX_CLASSES`. `draw_contents` draws the contents
    of a hexagon; without it, the printed tile is drawn. Pressing a system sends `system` with its index,
    unless the map is only a picture (`press`).
    """
    off_board = _off_board(galaxy)
    places = {system.index: system.place or off_board for system in galaxy.systems}
    middles = [_hex_centre(place) for place in places.values()]
    left, right = min(x for x, _ in middles) - _HEX_RADIUS, max(x for x, _ in middles) + _HEX_RADIUS
    top, bottom = min(y for _, y in middles) - _HEX_RADIUS, max(y for _, y in middles) + _HEX_RADIUS
    drawn = sorted(galaxy.systems, key=lambda system: _HEX_CLASSES.index(hex_classes.get(system.index, "")))
    return el(
        "svg",
        [
            _hexagon(
                system,
                _hex_centre(places[system.index]),
                hex_classes.get(system.index, ""),
                named=system_name(system.tile.number),
                press=press,
            )
            for system in drawn
        ],
        [
            _contents(_hex_centre(places[system.index]), (draw_contents or _printed_tile)(system))
            for system in galaxy.systems
        ],
        cls="tk-svg tk-galaxy",
        viewBox=f"{left:.0f} {top:.0f} {right - left:.0f} {bottom - top:.0f}",
        aria_hidden="true",
    )


def _off_board(galaxy: Galaxy) -> Hex:
    """Return the hex for the off-board system: at the lower right, clear of the others."""
    places = [system.place for system in galaxy.systems if system.place is not None] or [CENTRE]
    column = max(q for q, _ in places)
    return column, max(r + q // 2 for q, r in places) - column // 2 + 1


def _hexagon(
    system: System, at: tuple[float, float], mark: str = "", *, named: str = "", press: bool = False
) -> Markup:
    """Return a hexagon without contents; with `press`, pressing it sends the system."""
    tile = system.tile
    kind = "home" if tile.number == OPEN_HOME_NUMBER else tile.anomaly or tile.kind
    return el(
        "g",
        el("title", named) if named else None,
        el("polygon", points=_CORNERS),
        transform=_translate(at),
        cls=f"tk-hex tk-hex-{kind} {mark}".strip(),
        data_act="system" if press else None,
        data_value=system.index if press else None,
    )


def _contents(at: tuple[float, float], drawn: Child) -> Markup:
    """Return the contents of a hexagon, to be drawn after all hexagons so that nothing is covered."""
    return el("g", drawn, transform=_translate(at), cls="tk-hex-inside")


def _translate(at: tuple[float, float]) -> str:
    return f"translate({at[0]:.1f} {at[1]:.1f})"


def tile_svg(tile: Tile) -> Markup:
    """Return the drawing of one tile."""
    system = System(0, CENTRE, tile)
    drawn = [_hexagon(system, (0, 0)), _contents((0, 0), _printed_tile(system))]
    return el("svg", drawn, cls="tk-svg tk-galaxy", viewBox="-50 -45 100 90", aria_hidden="true")


def _printed_tile(system: System) -> Child:
    """Return the drawing of a printed tile: anomaly, planets, wormholes, number."""
    tile = system.tile
    return [
        anomaly_svg(tile.anomaly),
        [
            _planet(planet, where)
            for planet, where in zip(tile.planets, _PLACES.get(len(tile.planets), ()), strict=True)
        ],
        [wormhole_svg(kind, rank, bool(tile.planets)) for rank, kind in enumerate(tile.wormholes)],
        None if tile.number == OPEN_HOME_NUMBER else el("text", tile.number, x=0, y=-33, cls="tk-hex-number"),
        el("text", "⌂", x=0, y=8, cls="tk-hex-home") if tile.number == OPEN_HOME_NUMBER else None,
    ]


def _planet(planet: Planet, at: tuple[float, float]) -> Markup:
    x, y = at
    return el(
        "g",
        el("circle", cx=x, cy=y, r=13, cls=f"tk-planet tk-planet-{planet.trait or 'none'}"),
        el("text", f"{planet.resources}/{planet.influence}", x=x, y=y + 3.5, cls="tk-planet-worth"),
        el("text", planet.name, x=x, y=y + 21, cls="tk-planet-name"),
        el("circle", cx=x + 11, cy=y - 9, r=5, cls=f"tk-specialty tk-specialty-{planet.specialty}")
        if planet.specialty
        else None,
        el("text", planet.specialty[0].upper(), x=x + 11, y=y - 6.7, cls="tk-specialty-letter")
        if planet.specialty
        else None,
    )


def wormhole_svg(kind: str, rank: int, beside_planets: bool) -> Markup:
    """Return the drawing of a wormhole, small if it is `beside_planets` planets; `rank` is its index among
    the system's wormholes.
    """
    x, y = (27.0 - 20 * rank, -14.0) if beside_planets else (18.0 * rank, 0.0)
    size = 9 if beside_planets else 16
    return el(
        "g",
        el("circle", cx=x, cy=y, r=size, cls=f"tk-wormhole tk-wormhole-{kind}"),
        el("text", GREEK[kind], x=x, y=y + size * 0.4, cls="tk-wormhole-letter", font_size=f"{size * 1.3:g}"),
    )


def anomaly_svg(anomaly: str) -> Child:
    """Return the drawing of an anomaly: asteroids, a nebula, a supernova or a gravity rift."""
    if anomaly == "asteroid_field":
        rocks = ((-18, -12, 7), (4, -16, 5), (20, -4, 8), (-8, 6, 6), (10, 16, 7), (-22, 14, 5))
        return [el("circle", cx=x, cy=y, r=r, cls="tk-anomaly") for x, y, r in rocks]
    if anomaly == "nebula":
        clouds = ((-12, -4, 20, 11), (12, 4, 20, 12), (-2, 14, 16, 9))
        return [el("ellipse", cx=x, cy=y, rx=rx, ry=ry, cls="tk-anomaly") for x, y, rx, ry in clouds]
    if anomaly == "supernova":
        points = " ".join(
            f"{(26 if k % 2 else 13) * cos(k * pi / 8):.1f},{(26 if k % 2 else 13) * sin(k * pi / 8):.1f}"
            for k in range(16)
        )
        return el("polygon", points=points, cls="tk-anomaly tk-anomaly-star")
    if anomaly == "gravity_rift":
        return [
            el("circle", cx=0, cy=0, r=8, cls="tk-anomaly"),
            el("ellipse", cx=0, cy=0, rx=27, ry=11, cls="tk-anomaly-ring", transform="rotate(-20)"),
        ]
    return None
