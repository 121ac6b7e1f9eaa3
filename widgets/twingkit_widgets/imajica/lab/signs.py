"""The icons of characters' values with their names, as a legend for labs."""

from __future__ import annotations

from twingkit_widgets.imajica.pictures.drawing import icon_svg
from twingkit_widgets.imajica.words import say
from twingkit_widgets.panel.markup import Markup, el

STATS = ("magic", "strength", "prime")
"""The values of characters."""


def value_icons_html() -> Markup:
    """Render the icons of characters' values with their names."""
    return el(
        "p", [el("span", icon_svg(stat), " ", say(f"figure.{stat}")) for stat in STATS], cls="im-legend"
    )
