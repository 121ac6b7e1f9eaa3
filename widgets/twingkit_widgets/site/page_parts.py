"""The parts of a page with their own first view: lessons, topics, rules, or the tabs of a lab."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from twingkit.core.games import game_by_id
from twingkit.learn.lesson.course import course_of
from twingkit.learn.quiz import quiz_of
from twingkit_widgets.lab.labs_of_game import labs_of
from twingkit_widgets.panel.address.addresses import book_of, game_of_page, page_kind


def _lessons(game: str, page: str) -> list[str]:
    course = course_of(game)
    return course.names if course else []


def _topics(game: str, page: str) -> list[str]:
    return list(quiz_of(game).topics)


def _tabs(game: str, page: str) -> list[str]:
    return [name for lab in labs_of(game) if lab.page_name == page for name in lab.tab_paths]


def _rules(game: str, page: str) -> list[str]:
    return [rule.id for rule in book_of(game_by_id(game))]


def _readings(game: str, page: str) -> list[str]:
    return [reading.rule for reading in game_by_id(game).load("disagreements")]


PARTS: Mapping[str, Callable[[str, str], list[str]]] = {
    "learn": _lessons,
    "practice": _topics,
    "lab": _tabs,
    "rules": _rules,
    "readings": _readings,
}
"""The functions that list a page's parts from the game's id and the page's name, by the kind of page."""


def part_names_of(page: str) -> list[str]:
    """Return the names that a page's parts, such as lessons, have in addresses; empty if the page has no
    parts.

    >>> part_names_of("learn")[:2]
    ['elements-and-cards', 'first-battle']
    """
    game, parts = game_of_page(page), PARTS.get(page_kind(page))
    return parts(game.id, page) if game and parts else []
