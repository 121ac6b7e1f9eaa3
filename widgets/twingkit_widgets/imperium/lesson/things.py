"""The parts of lessons on fleets: their words, the card of a unit, a bar that shows a chance."""

from __future__ import annotations

from pathlib import Path

from twingkit.imperium.battle.notation.battle_line import ROLES
from twingkit.imperium.box.units import Unit, unit
from twingkit.odds.odds import Odds
from twingkit_widgets.imperium.pictures.drawing import unit_svg
from twingkit_widgets.imperium.pictures.names import unit_name
from twingkit_widgets.imperium.pictures.things import unit_facts
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.panel.wording import Words, capital, percent

HERE = Path(__file__).parent
WORDS = Words(HERE / "imperium_lesson_words.toml")
"""The texts around lessons on fleets."""


def unit_card(own: Unit, side: int, lang: str) -> Markup:
    """Return a unit's picture and numbers, and whose it is; `side` 1 is drawn as the defender's."""
    facts = el("ul", [el("li", fact) for fact in unit_facts(own, lang)], cls="tk-list tk-fl-facts")
    picture = el("span", unit_svg(own.unit_class, left=bool(side)), cls=f"tk-fl-big tk-ff-{ROLES[side]}")
    name = unit_name(own, lang)
    head = el("h3", capital(name))
    whose = el("p", WORDS.say(lang, f"card.{ROLES[side]}"), cls="tk-small tk-soft")
    return el("div", picture, el("div", head, whose, facts), cls="tk-fl-card")


def several(kind: str, side: int, count: int, lang: str) -> list[Markup]:
    """Return the pictures of `count` units of a class, and below how many of what they are."""
    name = unit_name(unit(kind), lang, count)
    cls = "tk-fl-pictures tk-fl-several" if count > 1 else "tk-fl-pictures"
    pictures = el("span", [unit_svg(kind, left=bool(side))] * count, cls=cls)
    return [pictures, el("span", f"{count} {name}" if count > 1 else capital(name))]


def share_bar(odds: Odds, lang: str, label: str, digits: int = 0) -> Markup:
    """Return the attacker's chance to win as a bar with its number; `label` is read out behind it."""
    win = percent(lang, odds.win, digits)
    width = el("span", cls="tk-win", style=f"width:{odds.win * 100:.2f}%")
    bar = el("span", width, cls="tk-fl-bar", aria_hidden="true")
    return el("span", bar, el("b", win), el("span", f" {label}", cls="tk-hidden"), cls="tk-fl-share")
