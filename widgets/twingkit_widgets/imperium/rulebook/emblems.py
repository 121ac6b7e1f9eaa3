"""Original emblems of the gallery: a card of each kind, technology colours as letters, strategy card numbers.

Each colour also has its own letter and shape.
"""

from __future__ import annotations

from collections.abc import Sequence

from twingkit_widgets.panel.markup import Markup, esc, svg_picture

COLOUR_SHAPES = {
    "blue": "M20 5L36 14v12L20 35 4 26V14z",
    "green": "M20 4a16 16 0 1 1 0 32 16 16 0 0 1 0-32z",
    "red": "M20 4l17 30H3z",
    "yellow": "M20 3l17 17-17 17L3 20z",
    "": "M5 7h30v26H5z",
}
"""The shape of each technology colour: hexagon, circle, triangle, diamond; a square for none."""

_TEXT = 'font-family="system-ui,sans-serif" font-weight="750" text-anchor="middle"'

CARD_EMBLEMS = {
    "strategy": '<circle cx="32" cy="42" r="17" fill="none" stroke="currentColor" stroke-width="3"/>',
    "action": '<path d="M36 18L18 46h12l-4 20 20-30H34z" fill="currentColor"/>',
    "law": '<path d="M31 20h2v36h10v4H21v-4h10zM18 24h28v3H18z" fill="currentColor"/>'
    '<path d="M12 42l8-16 8 16a8 8 0 0 1-16 0zM36 42l8-16 8 16a8 8 0 0 1-16 0z" fill="none" '
    'stroke="currentColor" stroke-width="2.5"/>',
    "directive": '<path d="M16 26h32v4H16zM16 36h32v4H16zM16 46h20v4H16z" fill="currentColor"/>'
    '<circle cx="45" cy="56" r="7" fill="none" stroke="currentColor" stroke-width="3"/>',
    "note": '<path d="M12 30l14-6 8 6 8-4 10 8-12 16-8 4-20-12z" fill="none" stroke="currentColor" '
    'stroke-width="3" stroke-linejoin="round"/>',
    "objective": '<path d="M32 18l5.5 12.6 13.5 1.4-10.200 9 3 13.500L32 47.500 20.200 54.500l3-13.500L13 '
    '32l13.500-1.400z" fill="currentColor"/>',
    "secret": '<path d="M10 42c12-18 32-18 44 0-12 18-32 18-44 0z" fill="none" stroke="currentColor" '
    'stroke-width="3"/><circle cx="32" cy="42" r="7" fill="currentColor"/>',
}
"""The drawing on each kind of card, 64 by 84."""


def card_svg(kind: str, corner: str = "") -> Markup:
    """Return a card of a kind in `CARD_EMBLEMS`, with a number or a letter in its corner."""
    frame = (
        '<rect x="2" y="2" width="60" height="80" rx="6" fill="none" stroke="currentColor" stroke-width="2"/>'
    )
    text = f'<text x="12" y="18" {_TEXT} font-size="13" fill="currentColor">{esc(corner)}</text>'
    return svg_picture(64, 84, frame + CARD_EMBLEMS[kind] + (text if corner else ""), "", "emblem")


def strategy_svg(card_number: str) -> Markup:
    """Return a strategy card with its number in the middle."""
    frame = (
        '<rect x="2" y="2" width="60" height="80" rx="6" fill="none" stroke="currentColor" stroke-width="2"/>'
    )
    text = f'<text x="32" y="51" {_TEXT} font-size="26" fill="currentColor">{esc(card_number)}</text>'
    return svg_picture(64, 84, frame + CARD_EMBLEMS["strategy"] + text, "", "emblem")


def colour_svg(colour: str) -> Markup:
    """Return the symbol of a technology colour: its shape with its letter."""
    lower = {"red": 30}.get(colour, 26)
    letter = (
        f'<text x="20" y="{lower}" {_TEXT} font-size="16" class="tk-sign-letter">{colour[0].upper()}</text>'
        if colour
        else ""
    )
    cls = f"tk-sign tk-sign-{colour or 'none'}"
    return svg_picture(40, 40, f'<path d="{COLOUR_SHAPES[colour]}" class="{cls}"/>{letter}', "", "sign")


def colours_html(colours: Sequence[str]) -> list[Markup]:
    """Return the symbols of several colours in a row, hidden from screen readers."""
    return [colour_svg(colour) for colour in colours]
