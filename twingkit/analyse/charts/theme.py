"""Colours and fonts of all figures: a light and a dark theme, and one for a page with an unknown background.

A theme is a `Palette`, which assigns colours to uses. Win, tie and loss look as in the panels: win is filled
with the accent colour, tie is striped, loss is empty, so that they can be told apart without colours. Series
use Okabe and Ito's hues, darkened on a light background and lightened on a dark one until they stand out.

The palettes have the same entries, and all colours within one palette differ: a figure drawn in one theme
becomes the other by exchanging colours (`colour_replacements`).
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

META_KEY = "twingkit"
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

PlotlyJsFigure = dict[str, Any]
"""A figure (or a part of one) in the format of plotly.js: `data`, `layout`."""

LINE_HEIGHT = 1.3
"""The line height of plotly.js, in font sizes."""

FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif'

SCALE_STEPS = 11
"""The number of colours on a scale; the middle one is neutral."""

TRANSPARENT = "rgba(0,0,0,0)"

COLOUR = re.compile("#[0-9a-f]{6}")


@attrs.frozen
class Palette:
    """The colours of a figure by use, as `#rrggbb` (`background` and `grid_line` also with transparency).

    `ink` and `soft_ink` are text colours, `grid_line` a grid, `outline` an axis or outline; `win`, `tie` and
    `loss` fill bars, `tie_stripe` is the pattern over `tie`, and `on_win`, `on_tie`, `on_loss` are text on
    them; `series_colours` are lines and dots; `scale_low`, `scale_middle` and `scale_high` are the ends and
    the neutral middle of a scale, `dark_cell_text` and `light_cell_text` the text in its cells; `background`
    is the background (`TRANSPARENT`: that of the page).
    """

    background: str
    surface: str
    ink: str
    soft_ink: str
    grid_line: str
    outline: str
    win: str
    tie: str
    tie_stripe: str
    loss: str
    on_win: str
    on_tie: str
    on_loss: str
    scale_low: str
    scale_middle: str
    scale_high: str
    dark_cell_text: str
    light_cell_text: str
    series_colours: tuple[str, ...]

    def colours_by_role(self) -> dict[str, str]:
        """Return every colour by its use, including those of series and of the scale."""
        colours = {name: colour for name, colour in attrs.asdict(self).items() if isinstance(colour, str)}
        series = {f"series{index}": colour for index, colour in enumerate(self.series_colours)}
        return colours | series | {f"scale{index}": colour for index, colour in enumerate(colour_scale(self))}


LIGHT = Palette(
    background="#fdfbf6",
    surface="#fffefd",
    ink="#241d2e",
    soft_ink="#5d5467",
    grid_line="#ded6c8",
    outline="#7d7387",
    win="#5b2a86",
    tie="#f4efe5",
    tie_stripe="#b9b0c4",
    loss="#fffffe",
    on_win="#ffffff",
    on_tie="#241d2f",
    on_loss="#241d30",
    scale_low="#8a4a05",
    scale_middle="#f5f1ec",
    scale_high="#5b2a85",
    dark_cell_text="#010101",
    light_cell_text="#fefffe",
    series_colours=("#00538c", "#c45400", "#00936b", "#a8497f", "#6b5b00", "#4b4453"),
)
DARK = Palette(
    background="#17141c",
    surface="#211d28",
    ink="#f1ecf6",
    soft_ink="#b8aec5",
    grid_line="#3b3446",
    outline="#8d8299",
    win="#ccb0f7",
    tie="#2a2433",
    tie_stripe="#5c536c",
    loss="#1b1722",
    on_win="#21122f",
    on_tie="#f1ecf7",
    on_loss="#f1ecf8",
    scale_low="#f0b25c",
    scale_middle="#2b2633",
    scale_high="#ccb0f8",
    dark_cell_text="#fffeff",
    light_cell_text="#010001",
    series_colours=("#4ba8e2", "#e8852f", "#62dfb6", "#e59ac3", "#f0e442", "#cfc6da"),
)
AUTO = Palette(
    background=TRANSPARENT,
    surface="#fffefc",
    ink="#7a7a7a",
    soft_ink="#7b7b7b",
    grid_line="rgba(127,127,127,0.3)",
    outline="#7c7c7c",
    win="#7d4fb5",
    tie="#e9e3ee",
    tie_stripe="#bbb1c6",
    loss="#fffffd",
    on_win="#fffffc",
    on_tie="#241d31",
    on_loss="#241d32",
    scale_low="#8a4a06",
    scale_middle="#f5f1ed",
    scale_high="#5b2a84",
    dark_cell_text="#000101",
    light_cell_text="#feffff",
    series_colours=("#006fba", "#d55e00", "#1aa377", "#b85b88", "#8f7a00", "#7d7d7d"),
)
PALETTE_BY_THEME: Mapping[str, Palette] = {"light": LIGHT, "dark": DARK, "auto": AUTO}
"""The palettes by name.

"auto" has no background: its colours stand out on white and on black alike. Graphics have a contrast of at
least 3:1 on both, and texts as much as is possible at all: 4.2:1 on this project's backgrounds, light and
dark. A page written from it by `charts.save` follows its reader's preference.
"""

SYMBOLS = ("circle", "square", "diamond", "triangle-up", "cross", "x")
"""The marker symbols of series, in order."""

SYMBOL_SIGNS = ("●", "■", "◆", "▲", "✚", "✖")
"""The marker symbols as a legend shows them."""

DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")
"""The line styles of series, in order."""


def palette(theme: str) -> Palette:
    """Return the palette of a theme. Raises `Fault` if there is no such theme."""
    if theme not in PALETTE_BY_THEME:
        raise Fault("charts.theme", found=str(theme)[:60], known=", ".join(PALETTE_BY_THEME))
    return PALETTE_BY_THEME[theme]


@cache
def colour_replacements(old_theme: str, new_theme: str) -> Mapping[str, str]:
    """Return the colours of the theme `old_theme`, each with its counterpart in the theme `new_theme`."""
    new_roles = palette(new_theme).colours_by_role()
    return {colour: new_roles[role] for role, colour in palette(old_theme).colours_by_role().items()}


def recolour(figure: object, old_theme: str, new_theme: str) -> Any:  # plotly is untyped
    """Return a plain figure (or a part of one) converted from one theme to another.

    >>> recolour({"color": LIGHT.win}, "light", "dark") == {"color": DARK.win}
    True
    """
    if isinstance(figure, dict):
        return {key: recolour(value, old_theme, new_theme) for key, value in figure.items()}
    if isinstance(figure, (list, tuple)):
        return [recolour(value, old_theme, new_theme) for value in figure]
    if not isinstance(figure, str):
        return figure
    replacement = colour_replacements(old_theme, new_theme)
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
    """Return the colour `share` of the way from one colour to another, in a perceptually uniform colour space
    (OKLab).

    >>> mix("#000000", "#ffffff", 0.0), mix("#000000", "#ffffff", 1.0)
    ('#000000', '#ffffff')
    """
    mixed = [a + (b - a) * share for a, b in zip(_oklab(begin), _oklab(end), strict=True)]
    return _rgb(*mixed)


@cache
def colour_scale(colours: Palette) -> tuple[str, ...]:
    """Return `SCALE_STEPS` colours from `scale_low` over `scale_middle` to `scale_high`, in steps that look
    equal on each side."""
    half = SCALE_STEPS // 2
    low = [mix(colours.scale_low, colours.scale_middle, index / half) for index in range(half)]
    high = [mix(colours.scale_middle, colours.scale_high, index / half) for index in range(1, half + 1)]
    return (*low, colours.scale_middle, *high)


def scale_colour_at(colours: Palette, share: float) -> str:
    """Return the scale's colour at `share`, 0 to 1."""
    steps = colour_scale(colours)
    position = min(max(share, 0.0), 1.0) * (len(steps) - 1)
    low = min(int(position), len(steps) - 2)
    return mix(steps[low], steps[low + 1], position - low)


def text_colour_at(colours: Palette, share: float) -> str:
    """Return the more readable text colour on the scale's colour at `share`."""
    ground = scale_colour_at(colours, share)
    inks = colours.dark_cell_text, colours.light_cell_text
    return max(inks, key=lambda ink: contrast(ink, ground))
