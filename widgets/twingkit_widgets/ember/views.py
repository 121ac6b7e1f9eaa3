"""The pictures of Ember for the machines of the panels; what is not here is drawn plainly."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

from twingkit.ember.box.pool import load_pool
from twingkit.ember.rules.cards import DECK
from twingkit_widgets.ember.pictures.cards import card_html, card_name
from twingkit_widgets.ember.pictures.creature import beast_html
from twingkit_widgets.ember.pictures.table import table_html
from twingkit_widgets.ember.words import say
from twingkit_widgets.panel.markup import Markup, el

EMBER_CSS = (Path(__file__).parent / "pictures" / "ember.css").read_text(encoding="utf-8")
"""The style of the pictures."""


def thing(name: str, lang: str) -> Markup:
    """The picture and the words of a card or a creature; of anything else its name in a frame.

    >>> "Phoenix" in thing("phoenix", "en"), "Fire 5" in thing("F5", "en")
    (True, True)
    """
    if name in load_pool():
        return beast_html(load_pool()[name], lang, "b")
    if name in DECK:
        return el("span", card_html(name, lang), " ", card_name(name, lang), cls="em-pile")
    return el("span", name, cls="tk-thing")


def goal(view: Any, lang: str) -> str:
    """The aim of a player, in a sentence."""
    return say(lang, "table.goal", n=view.length)


VIEWS = SimpleNamespace(table=table_html, thing=thing, goal=goal, css=EMBER_CSS)
"""The pictures that the entry names."""
