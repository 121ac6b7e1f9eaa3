"""The lessons on the battles of Twilight Imperium as a panel, for a notebook."""

from __future__ import annotations

from twingkit_widgets.learn.lesson.course_panel import CoursePanel


class ImperiumLessons(CoursePanel):
    """The course of the game; `lesson` is the name of the lesson that is open at first."""

    def __init__(self, lang: str | None = None, lesson: str | None = None, site: bool = True) -> None:
        super().__init__("imperium", lang, lesson=lesson, site=site)
