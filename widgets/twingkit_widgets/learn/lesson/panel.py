"""A lesson as a panel of its own, for a notebook: one question at a time, the answer with its rule."""

from __future__ import annotations

from pathlib import Path

import traitlets

from twingkit.core.games import games
from twingkit.learn.lesson.course import course_of
from twingkit.learn.lesson.lesson import Lesson, LessonError
from twingkit_widgets.learn.lesson.controller import LessonController
from twingkit_widgets.learn.lesson.view import LessonView
from twingkit_widgets.learn.practice.view import QUIZ_CSS
from twingkit_widgets.panel.markup import Markup
from twingkit_widgets.panel.panel import CSS, Handler, Panel

HERE = Path(__file__).parent
LESSON_CSS = CSS + (HERE / "lesson.css").read_text(encoding="utf-8") + QUIZ_CSS
"""The style of lessons of any game."""


def lesson_named(name: str, game: str = "") -> Lesson:
    """The lesson of that name, of any game or of this one. Raises `LessonError` if there is none."""
    courses = [course_of(entry.id) for entry in games() if game in ("", entry.id)]
    for course in courses:
        if course and name in course.entries:
            return course.lesson(name)
    names = [name for course in courses if course for name in course.names]
    raise LessonError(f"there is no lesson {name!r}; there are: {', '.join(names)}")


class LessonPanel(Panel):
    """A lesson to go through, by its name (and its `game`) or as `teaching.lesson` or `Course.read` makes it.

    `state` is the learner's way so far as text; `restore` takes it up again.
    """

    _css = LESSON_CSS

    state = traitlets.Unicode(help="the way so far, as `Run.record`")

    def __init__(self, lesson_: Lesson | str, lang: str | None = None, *, game: str = "") -> None:
        lesson = lesson_named(lesson_, game) if isinstance(lesson_, str) else lesson_
        self.controller = LessonController(lesson)
        super().__init__(lang=lang, _css=LESSON_CSS + self.controller.views.css)

    def restore(self, state: str) -> None:
        """Take up a way through this lesson, "" for its beginning. Raises `LessonError` if it is none."""
        self.controller.restore(state)
        self.state = self.controller.run.record
        self.refresh()

    def view(self) -> Markup:
        """The lesson as it is now."""
        return LessonView(self.controller).html()

    def _handler(self, act: str) -> Handler:
        """The handler of an action: everything here is the lesson's."""

        def handle(value: object) -> None:
            if not self.controller.act(act, value):
                raise LookupError(f"a lesson has no action {act!r}")
            self.status, self.state = self.controller.status, self.controller.run.record

        return super()._handler(act) if hasattr(self, f"act_{act}") else handle
