"""The signs of the figures with their names, for a lab in which a press chooses."""

from __future__ import annotations

from twingkit_widgets.imajica.pictures.drawing import sign
from twingkit_widgets.imajica.words import say
from twingkit_widgets.panel.markup import Markup, el

STATS = ("magic", "strength", "prime")
"""The figures of characters."""


def signs_html() -> Markup:
    """The signs of characters' figures."""
    return el("p", [el("span", sign(stat), " ", say(f"figure.{stat}")) for stat in STATS], cls="im-legend")
