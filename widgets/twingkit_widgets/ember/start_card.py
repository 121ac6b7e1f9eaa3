"""Ember on the start page: a hand of wizards, and a creature that it can conjure."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from twingkit_widgets.ember.pictures.cards import card_svg
from twingkit_widgets.ember.pictures.figure import creature_svg
from twingkit_widgets.ember.views import EMBER_CSS
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.site.start_card import StartCard

_PICTURED_HAND = ("A2", "A9", "E9", "F9", "W9")
"""Hand in the picture, whose four nines conjure a Phoenix."""


class EmberStartCard(StartCard):
    """The card for Ember on the start page of the site."""

    css: ClassVar[str] = EMBER_CSS + Path(__file__).with_name("start_card.css").read_text(encoding="utf-8")

    def picture(self) -> Markup:
        """Render five wizards, four of them with the same number, and the Phoenix."""
        cards = [el("span", card_svg(card), cls="em-card") for card in _PICTURED_HAND]
        beast = el("span", creature_svg("phoenix"), cls="em-landing-beast")
        return el("div", cards, beast, cls="em-landing", aria_hidden="true")
