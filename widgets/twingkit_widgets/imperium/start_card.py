"""Twilight Imperium on the start page: a fleet and a die."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from twingkit_widgets.imperium.pictures.drawing import d10_svg, unit_svg
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.site.start_card import StartCard


class ImperiumStartCard(StartCard):
    """The card of Twilight Imperium on the start page."""

    css: ClassVar[str] = Path(__file__).with_name("start_card.css").read_text(encoding="utf-8")

    def picture(self) -> Markup:
        """Return a fleet and a die as a picture."""
        ships = ["dreadnought", "cruiser", "fighter", "fighter"]
        fleet = [el("span", unit_svg(ship), cls=f"tk-landing-{ship}") for ship in ships]
        die = el("span", d10_svg(9), cls="tk-landing-d10")
        return el("div", fleet, die, cls="tk-landing-fleet", aria_hidden="true")
