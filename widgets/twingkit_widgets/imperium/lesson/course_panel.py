"""The lessons on the battles of Twilight Imperium as a panel, for a notebook."""

from __future__ import annotations

from twingkit_widgets.learn.lesson.course_panel import CoursePanel


class ImperiumLessons(CoursePanel):
    """The course of Twilight Imperium as a panel; `lesson` is the name of the lesson opened first."""

    def __init__(self, lang: str | None = None, lesson: str | None = None, site: bool = True) -> None:
        super().__init__("imperium", lang, lesson=lesson, site=site)
