"""The picture and the words of one thing of a whole game: a unit, a planet, a system, a card."""

from __future__ import annotations

from twingkit.imperium.box.names import card_rules
from twingkit.imperium.box.tiles import planets, tiles
from twingkit.imperium.box.units import CLASSES, DOCK
from twingkit_widgets.imperium.pictures.drawing import unit_svg
from twingkit_widgets.imperium.pictures.names import (
    card_name,
    card_text,
    planet_name,
    say,
    system_name,
    unit_name,
)
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.panel.wording import capital


def game_thing(name: str, lang: str) -> Markup | None:
    """The picture and the words of a unit, a planet, a tile or a card; None for anything else.

    >>> "Lodor" in game_thing("lodor", "en"), game_thing("nothing", "en")
    (True, None)
    """
    if name in (*CLASSES, DOCK):
        return el("span", unit_svg(name), " ", capital(unit_name(name, lang)), cls="tk-thing tk-game-thing")
    if name in planets():
        planet = planets()[name]
        key = "worth_one" if planet.resources == 1 else "worth"
        worth = say(lang, key, resources=planet.resources, influence=planet.influence)
        return el("span", planet_name(name), el("small", f" {worth}"), cls="tk-thing tk-game-thing")
    if name in tiles():
        return el("span", system_name(name, lang), cls="tk-thing tk-game-thing")
    if name.partition(":")[0] in card_rules():
        text = card_text(name, lang)
        small = el("small", f" {text}") if text else None
        return el("span", el("b", card_name(name, lang)), small, cls="tk-thing tk-game-thing")
    return None
