"""Original drawings of units and dice: a silhouette for each unit class, and the ten-sided die.

A silhouette is 64 by 40 and faces right, in the colour of the surrounding text; cut-out parts show the
background (`--tk-cut`). Without a title, a picture accompanies a text and is not read out.
"""

from __future__ import annotations

from twingkit_widgets.panel.markup import Markup, el, esc, raw, svg_picture

_CUT = 'fill="var(--tk-cut,var(--tk-surface))"'

SHAPES = {  # those of CLASSES, and the space dock
    "fighter": (
        f'<path d="M20 9l8 1 7 7 17 3-17 3-7 7-8 1 4-8-10-3 10-3z"/><path d="M34 18.4l6 1.6-6 1.6z" {_CUT}/>'
    ),
    "destroyer": (
        '<path d="M6 16l9 1 5-7h6l2 6 20 1 12 3-12 3-20 1-2 6h-6l-5-7-9 1z"/>'
        f'<path d="M30 19h12v2H30z" {_CUT}/>'
    ),
    "cruiser": (
        '<path d="M4 15h8l4-3h16l5 3h12l12 5-12 5H37l-5 3H16l-4-3H4l3-5z"/>'
        '<path d="M14 6h18l4 4H18zM14 34h18l4-4H18z"/>'
        f'<path d="M20 18.8h9v2.4h-9zM33 18.8h9v2.4h-9z" {_CUT}/>'
    ),
    "carrier": (
        '<path d="M3 13h9l3-4h33l6 4 8 5v4l-8 5-6 4H15l-3-4H3z"/>'
        f'<path d="M17 14h7v12h-7zM27 14h7v12h-7zM37 14h7v12h-7z" {_CUT}/>'
    ),
    "dreadnought": (
        '<path d="M2 11h9l4-6h14l3 5 14 3 16 5v4l-16 5-14 3-3 5H15l-4-6H2l4-9z"/>'
        f'<path d="M15 12l8 1v4l-8-1zM15 28l8-1v-4l-8 1z" {_CUT}/>'
        f'<circle cx="33" cy="20" r="3.4" {_CUT}/><path d="M42 18.8h12v2.4H42z" {_CUT}/>'
    ),
    "flagship": (
        '<path d="M1 20l5-7h7l-3-9 16 6 10 2 12 3 15 5-15 5-12 3-10 2-16 6 3-9H6z"/>'
        f'<path d="M28 12.6l2 5 5.4.4-4.1 3.5 1.3 5.3-4.6-2.9-4.6 2.9 1.3-5.3-4.1-3.5 5.4-.4z" {_CUT}/>'
        f'<path d="M42 18.8h11v2.4H42z" {_CUT}/>'
    ),
    "warsun": (
        '<path d="M3 24c9 8 49 8 58-8l-4-2c-8 11-38 14-50 8z"/><circle cx="32" cy="19" r="17.5"/>'
        f'<circle cx="38" cy="12" r="5" {_CUT}/><path d="M15 21c10 6 26 6 34-3v3c-9 9-25 9-34 3z" {_CUT}/>'
    ),
    "infantry": (
        '<path d="M26 3a6.5 6.5 0 0 1 11 4.5l1 4h-4l-2 3h-6l-2-3-1-4z"/>'
        '<path d="M22 15h17l4 4 12-1v4l-14 2-3-2v5l5 11h-6l-7-11-6 11h-6l5-13z"/>'
        f'<path d="M30 7h7v2.5h-7z" {_CUT}/>'
    ),
    "mech": (
        '<path d="M20 3h20l6 5v10l-5 4h-3l6 7 4 9H36l2-5-6-9-6 9 2 5H16l4-9 6-7h-5l-5-4V8z"/>'
        '<path d="M44 10h16v4H44zM4 10h10v8H4z"/>'
        f'<path d="M30 8h10v5H30z" {_CUT}/>'
    ),
    "pds": (
        '<path d="M8 36a18 18 0 0 1 32-13l16-14 4 4-16 15a18 18 0 0 1 2 8z"/><path d="M4 36h52v3H4z"/>'
        f'<path d="M17 33a10 10 0 0 1 9-9v3a7 7 0 0 0-6 6z" {_CUT}/>'
    ),
    "spacedock": (
        '<path d="M4 14h12l4-8h24l4 8h12v12H48l-4 8H20l-4-8H4z"/>'
        f'<path d="M22 12h20v16H22z" {_CUT}/><path d="M26 20l3-4h6l9 4-9 4h-6z"/>'
        f'<path d="M7 18h6v4H7zM51 18h6v4h-6z" {_CUT}/>'
    ),
}
"""The drawing of each unit class, as SVG."""


def unit_svg(unit_class: str, left: bool = False) -> Markup:
    """Return the silhouette of a unit class in `SHAPES`; with `left` it faces left.

    Raises `KeyError` for an unknown class.
    """
    turned = ' transform="matrix(-1 0 0 1 64 0)"' if left else ""
    inner = f'<g fill="currentColor"{turned}>{SHAPES[unit_class]}</g>'
    return svg_picture(64, 40, inner, "", "unit")


def unit_icon(unit_class: str, x: float, y: float, width: float) -> Markup:
    """Return a silhouette at a position inside a drawing."""
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
    body = (
        '<path d="M20 2L37 16v9L20 38 3 25v-9z" fill="var(--tk-die,var(--tk-surface))" stroke="currentColor" '
        'stroke-width="2" stroke-linejoin="round"/><path d="M20 2l10 20-10 7-10-7zM3 25l7-3M37 25l-7-3M20 '
        '29v9M3 16l7 6M37 16l-7 6" fill="none" stroke="currentColor" stroke-width="1" '
        'stroke-linejoin="round" opacity=".22"/>'
    )
    size = 18 if len(str(face)) < 2 else 16
    text = (
        f'<text x="20" y="25.5" font-family="system-ui,sans-serif" font-weight="750" font-size="{size}" '
        f'text-anchor="middle" fill="currentColor">{esc(face)}</text>'
    )
    return svg_picture(40, 40, body + text, title, "d10")
