"""Links from practice to the other pages of a game, and what they are called."""

from __future__ import annotations

from twingkit.core.language import language
from twingkit.learn.lesson.course import course_of
from twingkit_widgets.panel.address.addresses import page_link, page_of


def game_link(game: str, kind: str, **query: str) -> str:
    """The address of a game's page of this kind; "" if it has none."""
    page = page_of(game, kind)
    return page_link(page, **query) if page else ""


def lesson_title(game: str, lesson: str) -> str:
    """Return what a lesson is called; "" if the game has none of that name."""
    course = course_of(game)
    listed = course.entries.get(lesson) if course else None
    return str(listed["title"][language()]) if listed else ""
