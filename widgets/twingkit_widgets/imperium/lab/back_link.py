"""The lab of battles opened from another page of the game, with a link back to that page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from twingkit.core.links import to_unquoted_link
from twingkit_widgets.imperium.lab.fleet_lab import FleetLab
from twingkit_widgets.imperium.lab.words import lab_say
from twingkit_widgets.panel.address.addresses import page_link
from twingkit_widgets.panel.address.query import BACK
from twingkit_widgets.panel.markup import Markup, el


class _LabWithBackLink(FleetLab):
    """The lab with a link to the page `back`, which the browser has kept as it was left."""

    back: ClassVar[str]

    def view(self) -> Markup:
        """The way back, and the lab below it."""
        href = page_link(self.back)
        back = el("a", lab_say(f"back.{self.back}"), href=href, cls="tk-button tk-quiet")
        return el("div", el("p", back) if href else None, super().view(), cls="tk-stack")

    def address(self) -> dict[str, str]:
        """The query of a link to the current view, including the way back."""
        return {**super().address(), BACK: self.back}


class LabFromGame(_LabWithBackLink):
    """The lab opened from a battle of a whole game."""

    back = "imperium-game"


class LabFromStrike(_LabWithBackLink):
    """The lab opened from a battle of a planned move."""

    back = "imperium-strike"


LABS: Mapping[str, type[FleetLab]] = {lab.back: lab for lab in (LabFromGame, LabFromStrike)}
"""The lab for each value of `BACK`."""


def battle_link(line: str, back: str) -> str:
    """The address of the lab with a battle and the way back to a page; "" where the site hides the lab."""
    return page_link("imperium-battle", battle=to_unquoted_link(line), **{BACK: back})
