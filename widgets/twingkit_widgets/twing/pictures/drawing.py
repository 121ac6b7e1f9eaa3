"""Pictures of cards, dice, characters and objects as small SVG drawings.

Every function returns one `<svg>` with a title (empty if a text next to the picture says it already) and
needs no style sheet. An element is recognizable by colour, symbol, letter and pattern, so no single one of
them has to be seen. All cards have a border in the colour of the surrounding text, so they stand out on light
and dark pages.

The picture data is in `svg_by_group.toml`; this module draws it and builds the cards around it.
"""

from __future__ import annotations

import tomllib
from functools import cache, lru_cache
from math import cos, pi, sin
from pathlib import Path

import attrs

from twingkit.twing.rules.cards import CROSS, SPIRAL, SUN
from twingkit.twing.rules.response_cards import RESPONSE_CARDS
from twingkit_widgets.panel.markup import Markup, esc, svg_picture
from twingkit_widgets.panel.wording import format_signed_number

_SERIF = "Georgia,'Times New Roman','DejaVu Serif',serif"


@attrs.frozen
class _ColourScheme:
    """The colours of an element: main colour, text on it, light background, and text on the background."""

    colour: str
    text_colour: str
    background_colour: str
    ink: str


COLOURS_BY_ELEMENT = {
    "F": _ColourScheme("#a12634", "#ffffff", "#fbe4dc", "#7d1522"),
    "W": _ColourScheme("#090f69", "#ffffff", "#dfe7fb", "#090f69"),
    "L": _ColourScheme("#1adb12", "#08290a", "#e0f8da", "#0c5a12"),
    "A": _ColourScheme("#ffffff", "#26303c", "#eef2f5", "#39434f"),
}
_COLOURS_WITHOUT_ELEMENT = _ColourScheme("#2b2140", "#ffffff", "#ece4f6", "#2b2140")
"""Cats, Miromon, traps."""
_OBJECT_COLOURS = _ColourScheme("#f6e3b4", "#4f360b", "#f6e3b4", "#4f360b")

SYMBOLS = {
    "F": '<path d="M12 0c1 6 8 9 8 15.5a8 8 0 0 1-16 0c0-4 1-6 3-7 0 3 1 4 3 4 2-4 0-8 2-12.5z"/>',
    "W": '<path d="M12 0c5 7 8 11 8 15.5a8 8 0 0 1-16 0C4 11 7 7 12 0z"/>',
    "L": '<path d="M10.5 24V13C3 13 1 7 1 2c7 0 11 3 11 9 1-4 4-6 11-6 0 6-3 10.5-9.5 10.5V24z"/>',
    "A": '<path fill="none" stroke="{ink}" stroke-width="3" stroke-linecap="round" '
    'd="M1 8h12a3.5 3.5 0 1 0-3.5-3.5M1 13.5h18a3.5 3.5 0 1 1-3.5 3.5M1 19h8a2 2 0 1 1-2 2"/>',
}


@cache
def svg_by_group() -> dict[str, dict[str, str]]:
    """Return the SVG data of the pictures from the file `pictures.toml`, by group and name."""
    return tomllib.loads(Path(__file__).with_name("pictures.toml").read_text(encoding="utf-8"))


def _figure(group: str, name: str, ink: str, ground: str) -> str:
    """Return one picture of `svg_by_group.toml` in a box of 100 by 100."""
    return "".join(_stroke(line, ink, ground) for line in svg_by_group()[group][name].strip().splitlines())


def _stroke(line: str, ink: str, ground: str) -> str:
    verb, numbers = line.split(" ", 1)
    colour = ground if verb in "cke" else ink
    if verb in "oe":
        x, y, radius = numbers.split()
        return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{colour}"/>'
    if verb in "fc":
        return f'<path d="{numbers}" fill="{colour}"/>'
    width, path = numbers.split(" ", 1)
    return f'<path d="{path}" stroke="{colour}" stroke-width="{width}" {_ROUND}/>'


_ROUND = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'


def _place(inner: str, x: float, y: float, size: float, box: float = 100) -> str:
    return f'<g transform="translate({x:g} {y:g}) scale({size / box:.3g})">{inner}</g>'


def _symbol(element: str, ink: str, x: float, y: float, size: float) -> str:
    inner = SYMBOLS[element].format(ink=ink)
    return _place(f'<g fill="{ink}">{inner}</g>', x, y, size, 24)


def _write(text: str, x: float, y: float, size: float, ink: str, anchor: str = "middle") -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-family="{_SERIF}" font-weight="700" font-size="{size:g}" '
        f'text-anchor="{anchor}" fill="{ink}">{esc(text)}</text>'
    )


# ---------------------------------------------------------------- elements


def _pattern(element: str, x: float, y: float, columns: int, rows: int, gap: float, ink: str) -> str:
    """Return the pattern of an element: zigzag, waves, dots or broken lines."""
    wave = {"F": "l6-8 6 8", "W": "q3-6 6 0t6 0"}.get(element, "h12")
    dashes = {"L": ' stroke-dasharray="0 12"', "A": ' stroke-dasharray="17 9"'}.get(element, "")
    lines = []
    for row in range(rows):
        start = x + max(0, {"L": 6 * (row % 2), "A": -13 * (row % 2)}.get(element, 0))
        count = columns - (row % 2 if element == "L" else 0)
        body = f"h{count * 12}" if wave == "h12" else wave * count
        lines.append(f"M{start:g} {y + row * gap:g}{body}")
    width = 5 if element == "L" else 2.5
    style = f'stroke="{ink}" stroke-width="{width}" opacity=".38" {_ROUND}{dashes}'
    return f'<path d="{"".join(lines)}" {style}/>'


def element_svg(element: str, title: str) -> Markup:
    """Return the sign of an element (F, W, L or A), 56 by 32: colour, symbol and letter."""
    look = COLOURS_BY_ELEMENT[element]
    plate = f'<rect x="1.5" y="1.5" width="53" height="29" rx="14.5" fill="{look.colour}" {_EDGE}/>'
    inner = plate + _symbol(element, look.text_colour, 9, 6, 20) + _letter(element, 40.5, 22.5, 18)
    return svg_picture(56, 32, inner, title, "element")


_EDGE = 'stroke="currentColor" stroke-width="2"'


def _letter(element: str, x: float, y: float, size: float) -> str:
    return _write(element, x, y, size, COLOURS_BY_ELEMENT[element].text_colour)


# ---------------------------------------------------------------- cards


def _card(look: _ColourScheme, index: str, field: str, ground: str) -> str:
    """Return the frame of a playing card, 120 by 168: an index above a field with the picture."""
    return (
        '<rect x="1.5" y="1.5" width="117" height="165" rx="11" fill="var(--tk-paper,#fffaf0)" '
        f'stroke="currentColor" stroke-width="3"/>{index}'
        f'<rect x="9" y="50" width="102" height="109" rx="6" fill="{ground}" stroke="{look.ink}" '
        f'stroke-width="1.5"/>{field}'
    )


_INK = "#241d2e"

_MIN_WAR_HORSE_POWER = 4
"""A weaker mount is a Wolpertinger."""


def _index(element: str, power: int) -> str:
    """Return the header of a card: its power, and the symbol and letter of its element."""
    look = COLOURS_BY_ELEMENT[element]
    size = 36 if power < 10 else 32
    return (
        _write(str(power), 12, 41, size, _INK, "start")
        + f'<rect x="59" y="13" width="50" height="29" rx="14.5" fill="{look.colour}" '
        f'stroke="{_INK}" stroke-width="1.5"/>'
        + _symbol(element, look.text_colour, 64, 17, 21)
        + _letter(element, 96, 34, 18)
    )


def _creature(element: str, power: int, mount: bool) -> str:
    look = COLOURS_BY_ELEMENT[element]
    name = f"{element}{min(power, 5)}"
    if mount:
        name = "wolpertinger" if power < _MIN_WAR_HORSE_POWER else "horse"
    earth = _pattern(element, 12, 148, 8, 1, 9, look.ink)
    field = earth + _place(_figure("creature", name, look.ink, look.background_colour), 16, 56, 86)
    saddle = (
        f'<circle cx="22" cy="146" r="12" fill="{look.ink}"/>'
        + _write("M", 22, 152.2, 18, look.background_colour)
        if mount
        else ""
    )
    return _card(look, _index(element, power), field + saddle, look.background_colour)


def _special(kind: str) -> str:
    if kind == "miromon":
        ink, ground = "#ffffff", _COLOURS_WITHOUT_ELEMENT.ink
        stars = (
            '<path d="M22 64l2 5 5 2-5 2-2 5-2-5-5-2 5-2zM98 60l2 4 4 2-4 2-2 4-2-4-4-2 4-2z" '
            f'fill="{_OBJECT_COLOURS.colour}"/>'
        )
    else:
        ink, ground, stars = _COLOURS_WITHOUT_ELEMENT.ink, _COLOURS_WITHOUT_ELEMENT.background_colour, ""
    path = f'<path d="{RESPONSE_CARDS[kind].sign}" stroke="{_INK}" stroke-width="4.5" {_ROUND}/>'
    index = f'<g aria-hidden="true">{path}</g>'
    drawn = _figure("card", "trap" if kind == "trap" else "cat", ink, ground)
    return _card(_COLOURS_WITHOUT_ELEMENT, index, stars + _place(drawn, 17, 62, 86), ground)


def _back() -> str:
    drawn = _figure("card", "back", "#f6e3b4", "#1d2f6f")
    return (
        '<rect x="1.5" y="1.5" width="117" height="165" rx="11" fill="#1d2f6f" stroke="currentColor" '
        'stroke-width="3"/><rect x="9" y="9" width="102" height="150" rx="6" fill="none" stroke="#f6e3b4" '
        f'stroke-width="2"/>{_place(drawn, 17, 39, 86)}'
    )


def card_svg(kind: str, title: str, element: str = "", power: int = 0) -> Markup:
    """Return the picture of a card, 120 by 168.

    `kind` is spell, creature or mount (with `element` and `power`), cat, miromon, trap, or back (face down).
    """
    return svg_picture(120, 168, _card_face(kind, element, power), title, "card")


@lru_cache(maxsize=256)
def _card_face(kind: str, element: str, power: int) -> str:
    if kind == "spell":
        look = COLOURS_BY_ELEMENT[element]
        field = _pattern(element, 12, 66, 8, 6, 17, look.text_colour)
        outline = f'stroke="{look.text_colour}" stroke-width="3"'
        disc = f'<circle cx="60" cy="104" r="37" fill="{look.colour}" {outline}/>'
        drawn = field + disc + _symbol(element, look.text_colour, 36, 80, 48)
        return _card(look, _index(element, power), drawn, look.colour)
    if kind in ("creature", "mount"):
        return _creature(element, power, kind == "mount")
    return _back() if kind == "back" else _special(kind)


def mounted_pair_svg(title: str, element: str, power: int, rider_element: str, rider_power: int) -> Markup:
    """Return the picture of a mount with its rider, 120 by 266; the rider's card stands on the mount's."""
    card = _creature(rider_element, rider_power, False)
    rider = f'<g transform="rotate(-3 60 80) translate(6 3) scale(.9)">{card}</g>'
    mount = f'<g transform="translate(0 98)">{_creature(element, power, True)}</g>'
    return svg_picture(120, 266, rider + mount, title, "ridden")


def character_svg(element: str, title: str) -> Markup:
    """Return the portrait of the character of an element, 100 by 100."""
    look = COLOURS_BY_ELEMENT[element]
    frame = (
        f'<circle cx="50" cy="50" r="48" fill="{look.background_colour}" stroke="currentColor" '
        f'stroke-width="3"/>'
    )
    inner = _place(_figure("character", element, look.ink, look.background_colour), 19, 14, 62)
    badge = f'<circle cx="82" cy="82" r="16" fill="{look.colour}" stroke="currentColor" stroke-width="2"/>'
    inner += badge + _symbol(element, look.text_colour, 72.5, 71.5, 20)
    return svg_picture(100, 100, frame + inner, title, "character")


def magical_object_svg(name: str, title: str) -> Markup:
    """Return the icon of a magical object, 100 by 100, by the name of the object (teddy, hat, ...)."""
    ink = COLOURS_BY_ELEMENT["F"].colour if name == "shamrock" else _OBJECT_COLOURS.ink
    plate = (
        f'<rect x="2" y="2" width="96" height="96" rx="20" fill="{_OBJECT_COLOURS.background_colour}" '
        'stroke="currentColor" stroke-width="3"/>'
    )
    drawn = _place(_figure("object", name, ink, _OBJECT_COLOURS.background_colour), 17, 17, 66)
    return svg_picture(100, 100, plate + drawn, title, "object")


def ornicle_svg(title: str) -> Markup:
    """Return the picture of an Ornicle crystal, 40 by 48."""
    inner = (
        '<path d="M20 2l14 14-5 26H11L6 16z" fill="#b98cf0" stroke="currentColor" stroke-width="2.5" '
        'stroke-linejoin="round"/><path d="M20 2l6 15-6 25-6-25z" fill="#dcc4fa"/>'
        '<path d="M6 16h28M20 2l-6 15 6 25 6-25z" fill="none" stroke="#4a2673" stroke-width="1.5"/>'
    )
    return svg_picture(40, 48, inner, title, "ornicle")


# ---------------------------------------------------------------- the Orn die


def _points(radius: float, turn: float, count: int = 5) -> list[tuple[float, float]]:
    return [
        (50 + radius * sin(turn + 2 * pi * corner / count), 50 - radius * cos(turn + 2 * pi * corner / count))
        for corner in range(count)
    ]


def _lines(starts: list[tuple[float, float]], ends: list[tuple[float, float]]) -> str:
    return "".join(f"M{a:.1f} {b:.1f}L{c:.1f} {d:.1f}" for (a, b), (c, d) in zip(starts, ends, strict=True))


def _polygon(points: list[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "z"


def _side_face(
    inner: list[tuple[float, float]], outer: list[tuple[float, float]], side: int
) -> list[tuple[float, float]]:
    after = (2 * side + 2) % 10
    return [inner[side], outer[2 * side], outer[2 * side + 1], outer[after], inner[(side + 1) % 5]]


def _body(look: _ColourScheme) -> str:
    """Return a dodecahedron seen straight at one face: a pentagon within a ring of five faces."""
    outer = _points(47, 0, 10)
    inner = _points(31, 0)
    sides = "".join(
        f'<path d="{_polygon(_side_face(inner, outer, side))}" fill="#000" opacity="{shade}"/>'
        for side, shade in enumerate((0.12, 0.3, 0.38, 0.26, 0.06))
    )
    spokes = _lines(inner, outer[::2])
    return (
        f'<path d="{_polygon(outer)}" fill="{look.colour}" stroke="currentColor" stroke-width="3" '
        f'stroke-linejoin="round"/>{sides}<path d="{_polygon(inner)}{spokes}" fill="none" '
        f'stroke="{look.text_colour}" '
        'stroke-width="1.5" stroke-linejoin="round" opacity=".7"/>'
    )


def _face(face: int | None, ink: str) -> str:
    if face is None:
        return _write("?", 50, 63, 36, ink)
    if face == SUN:
        rays = _lines(_points(14, 0, 8), _points(20, 0, 8))
        disc = f'<circle cx="50" cy="50" r="9" fill="{ink}"/>'
        return f'{disc}<path d="{rays}" stroke="{ink}" stroke-width="4" {_ROUND}/>'
    if face == CROSS:
        arms = "M43 31h14l-4 13 14-3v15l-14-3 4 16H43l4-16-14 3V41l14 3z"
        return f'<path d="{arms}" fill="{ink}" transform="rotate(45 50 50)"/>'
    if face == SPIRAL:
        spiral = "M50 51c0-4 7-4 7 2 0 8-15 8-15-2 0-14 24-14 24 2 0 18-30 20-34 2"
        return f'<path d="{spiral}" stroke="{ink}" stroke-width="4" {_ROUND}/>'
    return _write(format_signed_number(face), 50 if face == 0 else 48, 63, 36, ink)


def die_svg(face: int | None, element: str, title: str) -> Markup:
    """Return the picture of an Orn die, 100 by 100, in the colour of its owner's element.

    `face` is −4 to 4, `SUN`, `CROSS` or `SPIRAL`; None if not rolled yet.
    """
    look = COLOURS_BY_ELEMENT[element]
    sign = _symbol(element, look.text_colour, 45.5, 82, 9)
    return svg_picture(100, 100, _body(look) + _face(face, look.text_colour) + sign, title, "die")
