"""The signs of units and seats: silhouettes small enough for the map, and the class of a seat's colour."""

from __future__ import annotations

from twingkit_widgets.imperium.pictures.drawing import SHAPES
from twingkit_widgets.panel.markup import Markup, el, picture, raw

_CUT = 'fill="var(--tk-cut,var(--tk-surface))"'

DOCK_SHAPE = (
    '<path d="M6 17h14l4-9h16l4 9h14v6H44l-4 9H24l-4-9H6z"/><path d="M2 12h5v16H2zM57 12h5v16h-5z"/>'
    f'<path d="M28 14h8l2 6-2 6h-8l-2-6z" {_CUT}/>'
)
"""The drawing of a space dock: it fights nobody, so battles have none."""


def shape(unit_class: str) -> str:
    """The drawing of a class of units, 64 by 40, as SVG. Raises `KeyError` for a class that there is not."""
    return DOCK_SHAPE if unit_class == "spacedock" else SHAPES[unit_class]


def icon(unit_class: str, x: float, y: float, width: float) -> Markup:
    """A silhouette inside a drawing: its corner and its width."""
    scale = width / 64
    return el(
        "g",
        raw(shape(unit_class)),
        transform=f"translate({x:.1f} {y:.1f}) scale({scale:.3f})",
        cls="tk-icon",
    )


def unit_icon(unit_class: str) -> Markup:
    """A silhouette as a picture of its own, beside its name in words."""
    return picture(64, 40, f'<g fill="currentColor">{shape(unit_class)}</g>', "", "unit")


def seat_class(seat: int) -> str:
    """The class that gives what belongs to a seat its colour.

    >>> seat_class(0)
    'tk-seat-1'
    """
    return f"tk-seat-{seat + 1}"
