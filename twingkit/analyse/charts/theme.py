"""Colours and type of all figures: a light and a dark theme, and one for a page with an unknown background.

A theme is a `Palette`, which assigns colours to uses. Win, tie and loss look as in the panels: win is filled
with the accent colour, tie is striped, loss is empty, so that they can be told apart without colours. Series
use Okabe and Ito's hues, darkened on a light background and lightened on a dark one until they stand out.

The palettes have the same entries, and all colours within one palette differ: a figure drawn in one theme
becomes the other by exchanging colours (`colour_exchanges`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, Literal

import attrs

from twingkit.core.messages import Fault

Theme = Literal["light", "dark", "auto"]
"""The name of a theme."""

META = "twingkit"
"""The key under which a figure stores its facts in `layout.meta`."""

CONFIG: Mapping[str, object] = {
    "displaylogo": False,
    "responsive": True,
    "modeBarButtonsToRemove": ["lasso2d", "select2d"],
}
"""The settings of plotly.js for a figure: no logo, as wide as its place.

>>> CONFIG["displaylogo"]
False
"""

Plain = dict[str, Any]
"""A figure (or a part of one) in the format of plotly.js: `data`, `layout`."""

LEADING = 1.3
"""The line height, in letter heights, that plotly.js uses."""

FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif'

STEPS = 11
"""The number of colours on a scale; the middle one is neutral."""

CLEAR = "rgba(0,0,0,0)"

COLOUR = re.compile("#[0-9a-f]{6}")


@attrs.frozen
class Palette:
    """The colours of a figure by use, as `#rrggbb` (`ground` and `line` also with transparency).

    `ink` and `soft` are text colours, `line` a grid, `edge` an axis or outline; `win`, `tie` and `loss` fill
    bars, `stripe` is the pattern over `tie`, and `on_win`, `on_tie`, `on_loss` are text on them; `series` are
    lines and dots; `below`, `middle` and `above` are the ends and the neutral middle of a scale, `cell_dark`
    and `cell_light` the text in its cells; `ground` is the background (`CLEAR`: that of the page).
    """

    ground: str
    surface: str
    ink: str
    soft: str
    line: str
    edge: str
    win: str
    tie: str
    stripe: str
    loss: str
    on_win: str
    on_tie: str
    on_loss: str
    below: str
    middle: str
    above: str
    cell_dark: str
    cell_light: str
    series: tuple[str, ...]

    def roles(self) -> dict[str, str]:
        """Return every colour by its use, including series and steps of the scale."""
        colours = {name: colour for name, colour in attrs.asdict(self).items() if isinstance(colour, str)}
        series = {f"series{index}": colour for index, colour in enumerate(self.series)}
        return colours | series | {f"scale{index}": colour for index, colour in enumerate(scale(self))}


LIGHT = Palette(
    ground="#fdfbf6",
    surface="#fffefd",
    ink="#241d2e",
    soft="#5d5467",
    line="#ded6c8",
    edge="#7d7387",
    win="#5b2a86",
    tie="#f4efe5",
    stripe="#b9b0c4",
    loss="#fffffe",
    on_win="#ffffff",
    on_tie="#241d2f",
    on_loss="#241d30",
    below="#8a4a05",
    middle="#f5f1ec",
    above="#5b2a85",
    cell_dark="#010101",
    cell_light="#fefffe",
    series=("#00538c", "#c45400", "#00936b", "#a8497f", "#6b5b00", "#4b4453"),
)
DARK = Palette(
    ground="#17141c",
    surface="#211d28",
    ink="#f1ecf6",
    soft="#b8aec5",
    line="#3b3446",
    edge="#8d8299",
    win="#ccb0f7",
    tie="#2a2433",
    stripe="#5c536c",
    loss="#1b1722",
    on_win="#21122f",
    on_tie="#f1ecf7",
    on_loss="#f1ecf8",
    below="#f0b25c",
    middle="#2b2633",
    above="#ccb0f8",
    cell_dark="#fffeff",
    cell_light="#010001",
    series=("#4ba8e2", "#e8852f", "#62dfb6", "#e59ac3", "#f0e442", "#cfc6da"),
)
AUTO = Palette(
    ground=CLEAR,
    surface="#fffefc",
    ink="#7a7a7a",
    soft="#7b7b7b",
    line="rgba(127,127,127,0.3)",
    edge="#7c7c7c",
    win="#7d4fb5",
    tie="#e9e3ee",
    stripe="#bbb1c6",
    loss="#fffffd",
    on_win="#fffffc",
    on_tie="#241d31",
    on_loss="#241d32",
    below="#8a4a06",
    middle="#f5f1ed",
    above="#5b2a84",
    cell_dark="#000101",
    cell_light="#feffff",
    series=("#006fba", "#d55e00", "#1aa377", "#b85b88", "#8f7a00", "#7d7d7d"),
)
THEMES: Mapping[str, Palette] = {"light": LIGHT, "dark": DARK, "auto": AUTO}
"""The palettes by name.

"auto" has no background: its colours stand out on white and on black alike. Graphics have a contrast of at
least 3:1 on both, and texts as much as is possible at all: 4.2:1 on this project's backgrounds, light and
dark. A page written from it by `charts.save` follows its reader's preference.
"""

SYMBOLS = ("circle", "square", "diamond", "triangle-up", "cross", "x")
"""The marks of series, in order: series differ by their marks too."""

SYMBOL_SIGNS = ("●", "■", "◆", "▲", "✚", "✖")
"""The marks as a legend shows them."""

DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")
"""The line styles of series, in order."""


def palette(theme: str) -> Palette:
    """Return the palette of a theme. Raises `Fault` if there is no such theme."""
    if theme not in THEMES:
        raise Fault("charts.theme", found=str(theme)[:60], known=", ".join(THEMES))
    return THEMES[theme]


@cache
def colour_exchanges(old: str, new: str) -> Mapping[str, str]:
    """Return the colours of the theme `old`, each with its counterpart in the theme `new`."""
    new_roles = palette(new).roles()
    return {colour: new_roles[role] for role, colour in palette(old).roles().items()}


def recolour(figure: object, old: str, new: str) -> Any:  # plotly is untyped
    """Convert a plain figure (or a part of one) from the theme `old` to the theme `new`.

    >>> recolour({"color": LIGHT.win}, "light", "dark") == {"color": DARK.win}
    True
    """
    if isinstance(figure, dict):
        return {key: recolour(value, old, new) for key, value in figure.items()}
    if isinstance(figure, (list, tuple)):
        return [recolour(value, old, new) for value in figure]
    if not isinstance(figure, str):
        return figure
    replacement = colour_exchanges(old, new)
    if "color:" in figure:  # a text with coloured parts
        return COLOUR.sub(lambda match: replacement.get(match[0], match[0]), figure)
    return replacement.get(figure, figure)


# ---------------------------------------------------------------- colours as numbers


def _linear(colour: str) -> tuple[float, float, float]:
    parts = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return red, green, blue


def luminance(colour: str) -> float:
    """Return the relative luminance of `#rrggbb`, 0 to 1 (WCAG 2)."""
    red, green, blue = _linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(colour: str, other: str) -> float:
    """Return the contrast ratio of two colours, 1 to 21 (WCAG 2).

    >>> round(contrast("#ffffff", "#000000"), 6)
    21.0
    """
    low, high = sorted((luminance(colour), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _oklab(colour: str) -> tuple[float, float, float]:
    """Return lightness and two axes of hue in which equal steps look equal (Ottosson's Oklab)."""
    red, green, blue = _linear(colour)
    long, medium, short = (
        (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3),
        (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3),
        (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3),
    )
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


def _rgb(light: float, a: float, b: float) -> str:
    long, medium, short = (
        (light + 0.3963377774 * a + 0.2158037573 * b) ** 3,
        (light - 0.1055613458 * a - 0.0638541728 * b) ** 3,
        (light - 0.0894841775 * a - 1.2914855480 * b) ** 3,
    )
    parts = (
        4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short,
    )
    linear = (part * 12.92 if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055 for part in parts)
    return "#" + "".join(f"{min(255, max(0, round(255 * part))):02x}" for part in linear)


def mix(begin: str, end: str, share: float) -> str:
    """Return the colour `share` of the way from one colour to another, as perceived.

    >>> mix("#000000", "#ffffff", 0.0), mix("#000000", "#ffffff", 1.0)
    ('#000000', '#ffffff')
    """
    mixed = [a + (b - a) * share for a, b in zip(_oklab(begin), _oklab(end), strict=True)]
    return _rgb(*mixed)


@cache
def scale(colours: Palette) -> tuple[str, ...]:
    """Return `STEPS` colours from `below` over `middle` to `above`, in steps that look equal on each side."""
    half = STEPS // 2
    low = [mix(colours.below, colours.middle, index / half) for index in range(half)]
    high = [mix(colours.middle, colours.above, index / half) for index in range(1, half + 1)]
    return (*low, colours.middle, *high)


def colour_at(colours: Palette, share: float) -> str:
    """Return the scale's colour at `share`, 0 to 1."""
    steps = scale(colours)
    position = min(max(share, 0.0), 1.0) * (len(steps) - 1)
    low = min(int(position), len(steps) - 2)
    return mix(steps[low], steps[low + 1], position - low)


def ink_at(colours: Palette, share: float) -> str:
    """Return the text colour for the scale's colour at `share`: the more readable of the two."""
    ground = colour_at(colours, share)
    inks = colours.cell_dark, colours.cell_light
    return max(inks, key=lambda ink: contrast(ink, ground))
