"""A lesson as a panel of its own, for a notebook: one question at a time, the answer with its rule."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import traitlets

from twingkit_widgets.lesson import Lesson
from twingkit_widgets.lesson_desk import LessonDesk
from twingkit_widgets.lesson_reader import lesson
from twingkit_widgets.markup import Markup
from twingkit_widgets.panel import CSS, Panel
from twingkit_widgets.practice_view import QUIZ_CSS

HERE = Path(__file__).parent
LESSON_CSS = (HERE / "lesson.css").read_text(encoding="utf-8") + QUIZ_CSS
"""What lessons look like, on top of the panels' common style."""


class LessonPanel(Panel):
    """A lesson to go through, by its name or as `teaching.lesson` or `lesson_reader.read_lesson` makes it.

    `state` is the learner's way so far as text; `restore` takes it up again.
    """

    _css = CSS + LESSON_CSS

    state = traitlets.Unicode(help="the way so far, as `lesson_run.Run.record`")

    def __init__(self, lesson_: Lesson | str, lang: str = "en") -> None:
        self.desk = LessonDesk(lesson(lesson_) if isinstance(lesson_, str) else lesson_, lang)
        super().__init__(lang=lang)

    def restore(self, state: str) -> None:
        """Take up a way through this lesson, "" for its beginning. Raises `LessonError` if it is none."""
        self.desk.restore(state)
        self.state = self.desk.run.record
        self.refresh()

    def view(self) -> Markup:
        """The lesson as it is now."""
        self.desk.lang = self.lang
        return self.desk.view()

    def _handler(self, act: str) -> Any:
        """What a person does here is done on the desk."""

        def handle(value: object) -> None:
            if not self.desk.act(act, value):
                raise LookupError(f"a lesson has no action {act!r}")
            self.status, self.state = self.desk.status, self.desk.run.record

        return super()._handler(act) if hasattr(self, f"act_{act}") else handle
