"""Colours and fonts of all figures: a light and a dark theme, and one for a page with an unknown background.

A theme is a `Palette`, which assigns colours to uses. Win, tie and loss look as in the panels: win is filled
with the accent colour, tie is striped, loss is empty, so that they can be told apart without colours. Series
use Okabe and Ito's hues, darkened on a light background and lightened on a dark one until they stand out.

The palettes have the same entries, and all colours within one palette differ: a figure drawn in one theme
becomes the other by exchanging colours (`colour_replacements`).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import attrs

from twingkit.core.messages import Fault
from twingkit.core.near_names import NearestName

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

TRANSPARENT = "rgba(0,0,0,0)"

COLOUR = re.compile("#[0-9a-f]{6}")


@attrs.frozen
class Palette:
    """The colours of a figure by use, as `#rrggbb` (`background` and `grid_line` also with transparency).

    `ink` and `soft_ink` are text colours, `grid_line` a grid, `outline` an axis or outline; `win`, `tie` and
    `loss` fill bars, `tie_stripe` is the pattern over `tie`, and `on_win`, `on_tie`, `on_loss` are text on
    them; `series_colours` are lines and dots; `scale` goes from one end over the neutral middle to the other,
    in steps that look equal on each side; `middle_cell_text` is text in cells whose shares of the scale are
    between the two `middle_text_shares`, `end_cell_text` text in the other cells; `background` is the
    background (`TRANSPARENT`: that of the page).
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
    series_colours: tuple[str, ...] = attrs.field(converter=tuple)
    scale: tuple[str, ...] = attrs.field(converter=tuple)
    middle_cell_text: str
    end_cell_text: str
    middle_text_shares: tuple[float, float]

    def colours_by_role(self) -> dict[str, str]:
        """Return every colour by its use, including those of series and of the scale."""
        colours = {name: colour for name, colour in attrs.asdict(self).items() if isinstance(colour, str)}
        series = {f"series{index}": colour for index, colour in enumerate(self.series_colours)}
        return colours | series | {f"scale{index}": colour for index, colour in enumerate(self.scale)}

    def cell_text_at(self, share: float) -> str:
        """Return the more readable text colour on the scale's colour at `share`, 0 to 1."""
        low, high = self.middle_text_shares
        return self.middle_cell_text if low <= share < high else self.end_cell_text


PALETTE_BY_THEME: Mapping[str, Palette] = {
    name: Palette(**colours)
    for name, colours in tomllib.loads(
        files("twingkit.analyse.charts").joinpath("themes.toml").read_text(encoding="utf-8")
    ).items()
}
"""The palettes by name.

"auto" has no background: its colours stand out on white and on black alike. Graphics have a contrast of at
least 3:1 on both, and texts as much as is possible at all: 4.2:1 on this project's backgrounds, light and
dark. A page written from it by `charts.save_figure` follows its reader's preference.
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
        raise Fault(
            "charts.theme",
            found=str(theme)[:60],
            known=", ".join(PALETTE_BY_THEME),
            near=NearestName(theme, tuple(PALETTE_BY_THEME)),
        )
    return PALETTE_BY_THEME[theme]


@cache
def colour_replacements(old_theme: str, new_theme: str) -> Mapping[str, str]:
    """Return the colours of the theme `old_theme`, each with its counterpart in the theme `new_theme`."""
    new_roles = palette(new_theme).colours_by_role()
    return {colour: new_roles[role] for role, colour in palette(old_theme).colours_by_role().items()}


def recolour(figure: object, old_theme: str, new_theme: str) -> Any:  # plotly is untyped
    """Return a plain figure (or a part of one) converted from one theme to another.

    >>> recolour({"color": palette("light").win}, "light", "dark") == {"color": palette("dark").win}
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
