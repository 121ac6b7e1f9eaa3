"""A lesson as a panel for notebooks: one question at a time, each answer with its rule."""

from __future__ import annotations

from pathlib import Path

import traitlets

from twingkit import Game
from twingkit.core.games import games
from twingkit.learn.lesson.course import course_of
from twingkit.learn.lesson.lesson import Lesson, LessonError
from twingkit_widgets.learn.lesson.controller import LessonController
from twingkit_widgets.learn.lesson.view import LessonView
from twingkit_widgets.learn.practice.view import QUIZ_CSS
from twingkit_widgets.panel.game_panel import GamePanel
from twingkit_widgets.panel.markup import Markup
from twingkit_widgets.panel.panel import CSS, Handler

HERE = Path(__file__).parent
LESSON_CSS = CSS + (HERE / "lesson.css").read_text(encoding="utf-8") + QUIZ_CSS
"""The style of lessons."""


def _find_lesson(name: str, game: str = "") -> Lesson:
    """Return the lesson of this name, of any game or of `game`. Raises `LessonError` if there is none."""
    courses = [course_of(entry.id) for entry in games() if game in ("", entry.id)]
    for course in courses:
        if course and name in course.lesson_entries:
            return course.lesson(name)
    names = [name for course in courses if course for name in course.names]
    raise LessonError(f"there is no lesson {name!r}; there are: {', '.join(names)}")


class LessonPanel(GamePanel):
    """A panel with one lesson, given by its name (and its `game`), or as made by `teaching.lesson` or
    `Course.parse_lesson`.

    `game` is the game at the open step. `state` is the learner's progress as text, which `restore` reads.
    """

    _css = LESSON_CSS

    state = traitlets.Unicode(help="the answers so far, as `Run.record`")

    def __init__(self, lesson_: Lesson | str, lang: str | None = None, *, game: str = "") -> None:
        lesson = _find_lesson(lesson_, game) if isinstance(lesson_, str) else lesson_
        self.controller = LessonController(lesson)
        super().__init__(lang=lang, _css=LESSON_CSS + self.controller.views.css)

    def restore(self, record: str) -> None:
        """Restore the progress in this lesson, "" for its beginning.

        Raises `LessonError` if it is not valid.
        """
        self.controller.restore(record)
        self.state = self.controller.run.record
        self.refresh()

    def _current_game(self) -> Game:
        return self.controller.run.game()

    def render(self) -> Markup:
        """Return the lesson."""
        return LessonView(self.controller).html()

    def _handler(self, act: str) -> Handler:
        def handle(value: object) -> None:
            if not self.controller.act(act, value):
                raise LookupError(f"a lesson has no action {act!r}")
            self.status, self.state = self.controller.status, self.controller.run.record

        return super()._handler(act) if hasattr(self, f"act_{act}") else handle
