"""The fleet lab opened from another page of the game, with a link back to that page."""

from __future__ import annotations

from typing import Any

from twingkit.core.links import to_unquoted_value
from twingkit_widgets.imperium.lab.fleet_lab import FleetLab
from twingkit_widgets.imperium.lab.words import lab_say
from twingkit_widgets.panel.address.addresses import page_href, page_name_of
from twingkit_widgets.panel.address.query import BACK_PARAMETER
from twingkit_widgets.panel.markup import Markup, el

GAME_PAGE, MOVE_PAGE = "imperium-game", "imperium-strike"
"""The pages of a whole game and of a planned move, from which battles are opened in the fleet lab."""


class FleetLabWithBackLink(FleetLab):
    """The fleet lab with a link to the page `back_page`, whose state the browser has kept."""

    def __init__(self, back_page: str, **settings: Any) -> None:
        """Show the lab with the `settings` of `FleetLab`."""
        self.back_page = back_page
        super().__init__(**settings)

    def render(self) -> Markup:
        """Return the back link and the lab below it."""
        href = page_href(self.back_page)
        back = el("a", lab_say(f"back.{self.back_page}"), href=href, cls="tk-button tk-quiet")
        return el("div", el("p", back) if href else None, super().render(), cls="tk-stack")

    def address(self) -> dict[str, str]:
        """Return the link parameters of the current view, including the back link."""
        return {**super().address(), BACK_PARAMETER: self.back_page}


def back_page_name(is_first_game: bool) -> str:
    """Return the name of the page to which a back link leads: the page of the first game, or that of whole
    games.
    """
    return (page_name_of("imperium", "first") if is_first_game else None) or GAME_PAGE


def battle_href(line: str, back_page: str) -> str:
    """Return the address of the fleet lab with a battle and a back link to a page; "" if the site hides the
    lab."""
    return page_href("imperium-battle", battle=to_unquoted_value(line), **{BACK_PARAMETER: back_page})
