"""The rules that the pages of a game start with: those of the address (`?variant=german`), or else the
publisher's house rules, or else those of the box.
"""

from __future__ import annotations

from typing import Any

from twingkit.core.games import game_by_id
from twingkit.core.variants.house_rules import address_variant_line
from twingkit.core.variants.variant import BaseVariant
from twingkit_widgets.panel.settings.active_settings import publisher_settings


def start_variant(game: str) -> str:
    """Return the notation of the variant with which a game's pages start.

    The address takes precedence over the publisher's settings; the default is "box".

    >>> start_variant("twing")
    'box'
    """
    return address_variant_line(game) or publisher_settings().house_rules(game).variant or "box"


def variant_query(game: str, variant: BaseVariant) -> dict[str, str]:
    """Return the query parameters that select a variant in a link; empty if the game's pages start with this
    variant anyway.

    >>> from twingkit import twing
    >>> variant_query("twing", twing.BOX), variant_query("twing", twing.PRESETS["german"])
    ({}, {'variant': 'german'})
    """
    return {} if variant == type(variant).resolve(start_variant(game)) else {"variant": str(variant)}


def publisher_box(game: str) -> Any:  # each game has its box
    """Return the publisher's custom box of a game, or None."""
    file = publisher_settings().house_rules(game).box
    return game_by_id(game).load("box")(file) if file else None
