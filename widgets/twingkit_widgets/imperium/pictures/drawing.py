"""Original drawings of units and dice: a silhouette for each unit class, and the ten-sided die.

A silhouette is 64 by 40 and faces right, in the colour of the surrounding text; cut-out parts show the
background (`--tk-cut`). Without a title, a picture accompanies a text and is not read out.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from twingkit_widgets.panel.markup import Child, Markup, el, esc, join, raw, svg_picture

_CUT = 'fill="var(--tk-cut,var(--tk-surface))"'

DRAWINGS = tomllib.loads(Path(__file__).with_name("drawings.toml").read_text(encoding="utf-8"))
"""The drawings of the die, unit classes, cards and technology colours, as SVG."""

SHAPES = {name: shape.replace("{cut}", _CUT) for name, shape in DRAWINGS["unit"].items()}
"""The drawing of each unit class, as SVG."""


def unit_svg(unit_class: str, left: bool = False) -> Markup:
    """Return the silhouette of a unit class in `SHAPES`; with `left` it faces left.

    Raises `KeyError` for an unknown class.
    """
    turned = ' transform="matrix(-1 0 0 1 64 0)"' if left else ""
    return svg_picture(64, 40, f'<g fill="currentColor"{turned}>{SHAPES[unit_class]}</g>', "", "unit")


def unit_icon(unit_class: str, x: float, y: float, width: float) -> Markup:
    """Return the silhouette of a unit class as an SVG group, `width` wide, at (`x`, `y`)."""
    return el(
        "g",
        raw(SHAPES[unit_class]),
        transform=f"translate({x:.1f} {y:.1f}) scale({width / 64:.3f})",
        cls="tk-icon",
    )


def seat_css_class(seat: int) -> str:
    """Return the CSS class with the colour of a seat.

    >>> seat_css_class(0)
    'tk-seat-1'
    """
    return f"tk-seat-{seat + 1}"


def d10_svg(face: int | str, title: str = "") -> Markup:
    """Return a ten-sided die that shows `face`, 40 by 40, in the colour of the surrounding text."""
    size = 18 if len(str(face)) < 2 else 16
    text = (
        f'<text x="20" y="25.5" font-family="system-ui,sans-serif" font-weight="750" font-size="{size}" '
        f'text-anchor="middle" fill="currentColor">{esc(face)}</text>'
    )
    return svg_picture(40, 40, DRAWINGS["die"] + text, title, "d10")


def die_html(face: int | str, sign: Child, title: str = "") -> Markup:
    """Return a die that shows `face`, with a sign below it."""
    return join(d10_svg(face, title), el("span", sign, cls="tk-d10-sign", aria_hidden="true"))
