"""Imajica on the start page: five Sites, one of each Dominion, and two Maestros."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from twingkit.imajica.box.cards import load_cards
from twingkit_widgets.imajica.pictures.drawing import card_drawing
from twingkit_widgets.imajica.views import IMAJICA_CSS
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.site.start_card import StartCard

_PICTURED_SITES = ("salt-gate", "autarch-steps", "reed-cradle", "kite-fields", "attic-studio")
"""The Sites in the picture, in the order of their Dominions."""


class ImajicaStartCard(StartCard):
    """The card for Imajica on the start page of the site."""

    css: ClassVar[str] = IMAJICA_CSS + Path(__file__).with_name("start_card.css").read_text(encoding="utf-8")

    def picture(self) -> Markup:
        """Render five Sites in a row between Gentle and Sartori."""
        known = load_cards()
        sites = [el("span", card_drawing(known[name]), cls="im-landing-site") for name in _PICTURED_SITES]
        faces = [
            el("span", card_drawing(known[name]), cls="im-landing-face") for name in ("gentle", "sartori")
        ]
        return el("div", faces[0], sites, faces[1], cls="im-landing", aria_hidden="true")
