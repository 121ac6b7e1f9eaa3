"""Find the lesson that teaches a rule: the one with the most steps about it."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cache

from twingkit.core.games import game_of_rule
from twingkit.learn.lesson.course import course_of
from twingkit.learn.lesson.lesson import LessonError

_MENTIONS_PER_STEP = 3
"""The number of steps that merely mention a rule and together weigh as much as one step about it."""


@cache
def _lessons_by_rule(game: str) -> dict[str, str]:
    """Return the name of the lesson that teaches each rule of a game, by rule id. Lessons that cannot be read
    are skipped.
    """
    weights: dict[str, Counter[str]] = defaultdict(Counter)
    course = course_of(game)
    for name in course.names if course else ():
        try:
            steps = course.lesson(name).steps if course else ()
        except LessonError:  # a publisher's lesson; its page reports the fault
            continue
        for step in steps:
            weights[step.rule][name] += _MENTIONS_PER_STEP
            for rule in (*step.cites, *(option.rule for option in step.options)):
                weights[rule][name] += 1
    return {rule: max(counted, key=lambda name: counted[name]) for rule, counted in weights.items()}


def game_and_lesson_of_rule(rule: str) -> tuple[str, str] | None:
    """Return the game and the name of the lesson that teaches a rule, or None if no lesson names it.

    >>> game_and_lesson_of_rule("TW-NONE-1") is None
    True
    """
    try:
        game = game_of_rule(rule).id
    except LookupError:
        return None
    name = _lessons_by_rule(game).get(rule)
    return (game, name) if name else None
