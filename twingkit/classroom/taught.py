"""The lesson that teaches a rule: the first with a step about it, else the first that names it."""

from __future__ import annotations

from functools import cache

from twingkit.games import game_of_rule
from twingkit.lesson.course import course_of
from twingkit.lesson.lesson import LessonError


@cache
def _taught(game: str) -> dict[str, str]:
    """The lesson of each rule of a game; a lesson that cannot be read teaches none."""
    about: dict[str, str] = {}
    named: dict[str, str] = {}
    course = course_of(game)
    for name in course.names if course else ():
        try:
            steps = course.lesson(name).steps if course else ()
        except LessonError:  # a publisher's own; the page of the lesson says what is wrong with it
            continue
        for step in steps:
            about.setdefault(step.rule, name)
            for rule in (*step.cites, *(option.rule for option in step.options)):
                named.setdefault(rule, name)
    return named | about


def lesson_of_rule(rule: str) -> tuple[str, str] | None:
    """Return the game and the name of the lesson that teaches a rule; None if no lesson names it.

    >>> lesson_of_rule("TW-NONE-1") is None
    True
    """
    try:
        game = game_of_rule(rule).id
    except LookupError:
        return None
    name = _taught(game).get(rule)
    return (game, name) if name else None
