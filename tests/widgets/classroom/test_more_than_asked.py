"""Extra answers beyond what a list asks for appear in the report as extra."""

from __future__ import annotations

import pytest

from twingkit.learn.classroom import TaskList
from twingkit.learn.classroom.result import TaskState
from twingkit_widgets.learn.classroom.steps_panel import TaskListPanel

LIST = TaskList("Monday", ("practice twing:duels 2",))


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "3 questions answered (2 needed), 1 right"),
        ("de", "3 Fragen beantwortet (verlangt: 2), 1 richtig"),
    ],
)
def test_more_answers_than_asked_for_are_not_told_as_a_part_of_them(lang: str, said: str) -> None:
    panel = TaskListPanel(LIST, lang)
    panel.do("begin", {"name": "Ida"})
    (task,) = panel.task_list.tasks
    html = str(panel._step(1, task, TaskState(task.key, "done", 1, 3, 2, 0)))
    assert said in html
