"""The address of the fleet lab with a battle, and a link back to the page that shows it."""

from __future__ import annotations

from twingkit.core.links import to_unquoted_link_value
from twingkit_widgets.panel.address.addresses import page_href, page_name_of
from twingkit_widgets.panel.address.query import BACK_PARAMETER

MOVE_PAGE = "imperium-strike"
"""The page of a planned move."""


def back_page_name(is_first_game: bool) -> str:
    """Return the name of the page to which a back link leads: the page of the first game, or that of whole
    games.
    """
    return (page_name_of("imperium", "first") if is_first_game else None) or "imperium-game"


def battle_href(line: str, back_page: str) -> str:
    """Return the address of the fleet lab with a battle and a back link to a page; "" if the site hides the
    lab."""
    return page_href("imperium-battle", battle=to_unquoted_link_value(line), **{BACK_PARAMETER: back_page})
