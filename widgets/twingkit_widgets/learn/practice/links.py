"""Links from practice to the other pages of a game, and their titles."""

from __future__ import annotations

from twingkit.core.language import language
from twingkit.learn.lesson.course import course_of
from twingkit_widgets.panel.address.addresses import page_href, page_name_of


def game_page_href(game: str, kind: str, **query: str) -> str:
    """Return the address of a game's page of this kind; "" if it has none."""
    page = page_name_of(game, kind)
    return page_href(page, **query) if page else ""


def lesson_title(game: str, lesson: str) -> str:
    """Return the title of a lesson; "" if there is no lesson of that name."""
    course = course_of(game)
    listed = course.lesson_entries.get(lesson) if course else None
    return str(listed["title"][language()]) if listed else ""
