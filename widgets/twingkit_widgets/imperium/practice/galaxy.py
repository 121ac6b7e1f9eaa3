"""The table of a practice question on a whole game: part of the map, and the learner's sheet if it
matters.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import attrs

from twingkit.core.language import call_in_language
from twingkit.imperium.box.tiles import planets_by_id
from twingkit.imperium.box.units import BATTLE_CLASSES
from twingkit.imperium.galaxy.map.hexes import Hex, distance
from twingkit.imperium.galaxy.starts import PositionStart
from twingkit.imperium.galaxy.view import GameView, SystemView
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.learn.quiz import QuizItem
from twingkit_widgets.imperium.pictures.seats import player_sheet_html
from twingkit_widgets.imperium.pictures.table import map_and_component_list
from twingkit_widgets.imperium.practice.reference import units_table_html
from twingkit_widgets.learn.practice.pictures import TablePictures
from twingkit_widgets.learn.practice.steps import PlayOutStep
from twingkit_widgets.panel.markup import Child, Markup, el

_WHOLE_MAP_QUESTIONS = ("trade:near", "scoring:met", "scoring:lacks")

_OWN_SHEET_QUESTIONS = ("scoring:met", "scoring:lacks")

_DISTANT_SYSTEM_QUESTIONS = ("galaxy:anomaly",)
"""The kinds of questions that name distant systems, so the map is not cropped."""

_UNIT_REFERENCE_TOPICS = ("movement", "fleets", "space", "invasion", "production", "secondary-abilities")
"""The topics for which unit values can be looked up."""

_NUMBER = re.compile(r"\b(?:system|activate|move|system_|retreat_to|token_to) ([0-9]{2})\b", re.IGNORECASE)


def question_table_pictures(item: QuizItem, step: int | None) -> TablePictures:
    """Return the pictures for a practice question: part of the map, a list of its contents, and the learner's
    sheet if it matters; empty if not needed.

    `step` is a place in the play-out; None is the question itself.
    """
    game = item.game() if step is None else PlayOutStep.after_answers(item, step).game
    view: GameView = game.view(item.seat)
    kind = f"{item.topic}:{item.kind}"
    parts: list[Child] = []
    named = _named_systems(item)
    if kind in _WHOLE_MAP_QUESTIONS or kind in _DISTANT_SYSTEM_QUESTIONS:
        parts += map_and_component_list(view)
    elif named:
        parts += map_and_component_list(_cropped(view, named))
    cls = "tk-game-table tk-game-small"
    if kind in _OWN_SHEET_QUESTIONS:
        sheet = player_sheet_html(view.seats[item.seat], view)
        return TablePictures(elsewhere=el("div", sheet, parts, cls=cls, data_key="table"))
    return TablePictures([el("div", parts, cls=cls, data_key="table")] if parts else ())


def _named_systems(item: QuizItem) -> frozenset[str]:
    texts = [item.prompt("en"), *(choice.text("en") for choice in item.choices), *item.answers_before]
    numbers = {number for text in texts for number in _NUMBER.findall(text)}
    numbers |= {
        planet.tile
        for planet in planets_by_id().values()
        if any(_mentions(text, planet.name) for text in texts)
    }
    return frozenset(numbers)


def _mentions(text: str, name: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None


def _cropped(view: GameView, numbers: frozenset[str]) -> GameView:
    places = [
        system.place for system in view.systems if system.tile_number in numbers and system.place is not None
    ]
    shown = tuple(system for system in view.systems if _is_near(system, places))
    return attrs.evolve(view, systems=shown or view.systems)


def _is_near(system: SystemView, places: Sequence[Hex]) -> bool:
    return system.place is not None and any(distance(system.place, place) <= 1 for place in places)


def unit_reference_html(item: QuizItem) -> Markup | None:
    """Return the values of the units that a question names, with the learner's upgrades; None if it names no
    units.
    """
    if item.topic not in _UNIT_REFERENCE_TOPICS:
        return None
    sheet = item.game().table.players[item.seat]
    words = rulebook().words
    texts = " ".join([item.prompt("en"), *(choice.text("en") for choice in item.choices)]).casefold()
    kinds = [
        unit
        for name in reversed(BATTLE_CLASSES)
        if any(call_in_language("en", words.name, name, form).casefold() in texts for form in ("", "many"))
        and (unit := sheet.unit_type_on_board(name)) is not None
    ]
    return units_table_html(kinds) if kinds else None


def is_whole_game(item: QuizItem) -> bool:
    """Return whether a question is about a whole game."""
    return isinstance(item.start_game().start, PositionStart)
