"""The rules that the pages of a game start with: those that the address asks for (`?variant=german`), else
the house rule of the publisher, else those of the box."""

from __future__ import annotations

from typing import Any

from twingkit.core.games import game_by_id
from twingkit.core.variants.house_rules import page_variant
from twingkit.core.variants.variant import AnyVariant
from twingkit_widgets.panel.settings.active_settings import publisher


def start_variant(game: str) -> str:
    """The variant that the pages of a game start with, as a line: that of the address, else the publisher's;
    "box" where neither names one.

    >>> start_variant("twing")
    'box'
    """
    return page_variant(game) or publisher().rules(game).variant or "box"


def variant_query(game: str, variant: AnyVariant) -> dict[str, str]:
    """The variant in the query of a link: none where the page starts with it anyway.

    >>> from twingkit import twing
    >>> variant_query("twing", twing.BOX), variant_query("twing", twing.PRESETS["german"])
    ({}, {'variant': 'german'})
    """
    return {} if variant == type(variant).resolve(start_variant(game)) else {"variant": str(variant)}


def start_box(game: str) -> Any:  # each game has its box
    """The publisher's own box of a game; None if the publisher has named none."""
    file = publisher().rules(game).box
    return game_by_id(game).load("box")(file) if file else None
