"""The table of a question on a whole game: its part of the map, and the learner's sheet if it matters."""

from __future__ import annotations

import re
from collections.abc import Sequence

import attrs

from twingkit.core.language import call_in_language
from twingkit.imperium.box.tiles import planets
from twingkit.imperium.box.units import CLASSES
from twingkit.imperium.galaxy.map.hexes import Hex, distance
from twingkit.imperium.galaxy.starts import PositionStart
from twingkit.imperium.galaxy.view import SystemView, View
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.learn.quiz import Item
from twingkit_widgets.imperium.pictures.seats import sheet_html
from twingkit_widgets.imperium.pictures.table import map_and_list
from twingkit_widgets.imperium.practice.known import units_known
from twingkit_widgets.learn.practice.steps import Step
from twingkit_widgets.panel.markup import Child, Markup, el

WHOLE_MAP = ("trade:near", "scoring:met", "scoring:lacks")
"""The kinds of questions that the whole map decides."""

OWN_SHEET = ("scoring:met", "scoring:lacks")
"""The kinds of questions that need the learner's sheet."""

NO_MAP = ("galaxy:anomaly",)
"""The kinds of questions that name distant systems, so the map stays whole."""

UNITS_KNOWN = ("movement", "fleets", "space", "invasion", "production", "secondary-abilities")
"""The topics for which the numbers of units can be looked up."""

_NUMBER = re.compile(r"\b(?:system|activate|move|system_|retreat_to|token_to) ([0-9]{2})\b", re.IGNORECASE)


def question_map(item: Item, step: int | None) -> tuple[Sequence[Child], Markup | None]:
    """Return the part of the map that a question is about, its contents in words, and the learner's sheet if
    it matters.

    Empty if the question says everything.
    """
    game = item.game() if step is None else Step.of(item, step).game
    view: View = game.view(item.seat)
    kind = f"{item.topic}:{item.kind}"
    parts: list[Child] = []
    named = _named_systems(item)
    if kind in WHOLE_MAP or kind in NO_MAP:
        parts += map_and_list(view)
    elif named:
        parts += map_and_list(_cropped(view, named))
    cls = "tk-game-table tk-game-small"
    if kind in OWN_SHEET:
        return (), el("div", sheet_html(view.seats[item.seat], view), parts, cls=cls, data_key="table")
    return [el("div", parts, cls=cls, data_key="table")] if parts else [], None


def _named_systems(item: Item) -> frozenset[str]:
    """The numbers of the systems that a question and its options name, by number or by a planet."""
    texts = [item.prompt("en"), *(choice.text("en") for choice in item.choices), *item.before]
    numbers = {number for text in texts for number in _NUMBER.findall(text)}
    numbers |= {
        planet.tile for planet in planets().values() if any(_mentions(text, planet.name) for text in texts)
    }
    return frozenset(numbers)


def _mentions(text: str, name: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None


def _cropped(view: View, numbers: frozenset[str]) -> View:
    """The view of these systems and their neighbours alone."""
    places = [
        system.place for system in view.systems if system.number in numbers and system.place is not None
    ]
    shown = tuple(system for system in view.systems if _is_near(system, places))
    return attrs.evolve(view, systems=shown or view.systems)


def _is_near(system: SystemView, places: Sequence[Hex]) -> bool:
    return system.place is not None and any(distance(system.place, place) <= 1 for place in places)


def known_units(item: Item) -> Markup | None:
    """The numbers of the units that a question names, as the learner has them; None if it names none."""
    if item.topic not in UNITS_KNOWN:
        return None
    sheet = item.game().table.players[item.seat]
    words = rulebook().words
    texts = " ".join([item.prompt("en"), *(choice.text("en") for choice in item.choices)]).casefold()
    kinds = [
        unit
        for name in reversed(CLASSES)
        if any(call_in_language("en", words.name, name, form).casefold() in texts for form in ("", "many"))
        and (unit := sheet.unit_on_board(name)) is not None
    ]
    return units_known(kinds) if kinds else None


def is_whole_game(item: Item) -> bool:
    """True for a question on a whole game."""
    return isinstance(item.start_game().start, PositionStart)
