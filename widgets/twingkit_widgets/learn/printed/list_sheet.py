"""A teacher's list on paper: its lessons, questions and puzzles in order, with the answers at the end."""

from __future__ import annotations

from functools import partial

from twingkit.core.games import games
from twingkit.core.language import language
from twingkit.learn.classroom.task_list import Task, TaskList
from twingkit.learn.lesson.course import course_of
from twingkit_widgets.learn.classroom.task_names import task_title, typed_position_by_checksum
from twingkit_widgets.learn.lesson.panel import LESSON_CSS
from twingkit_widgets.learn.lesson.views import lesson_pictures_of
from twingkit_widgets.learn.practice.pictures import pictures_of
from twingkit_widgets.learn.practice.view import QUIZ_CSS
from twingkit_widgets.learn.printed.lesson_sheet import lesson_sheet
from twingkit_widgets.learn.printed.puzzle_sheet import puzzle_sheet
from twingkit_widgets.learn.printed.question_sheet import question_sheet
from twingkit_widgets.learn.printed.sheet import WORDS, PrintedSheet, SheetPanel
from twingkit_widgets.panel.markup import Child, el
from twingkit_widgets.panel.views import views_of


def task_list_sheet(task_list: TaskList, seed: int) -> PrintedSheet:
    """Return a task list as a printable sheet with a part for each task; the same seed gives the same
    questions.

    Tasks that need a page of the site are only listed by name. Raises `LessonError` if a lesson cannot be
    solved.
    """
    parts: list[Child] = []
    answers: list[Child] = []
    for number, task in enumerate(task_list.tasks, 1):
        title = task_title(task.key, typed_position_by_checksum(task_list.tasks))
        sheet = _task_sheet(task, seed)
        head = el("h2", f"{number}. {title}")
        if sheet is None:
            parts.append(el("section", head, el("p", WORDS.say("on_page"))))
            continue
        steps = el("ol", [el("li", part) for part in sheet.parts], cls="tk-print-parts")
        parts.append(el("section", head, el("p", sheet.intro_text), steps, cls="tk-stack"))
        right = el("ol", [el("li", answer) for answer in sheet.answers])
        answers.append(el("section", el("h3", f"{number}. {title}"), right, cls="tk-stack"))
    title = task_list.title or WORDS.say("list")
    return PrintedSheet(title, WORDS.say("list_lead"), tuple(parts), tuple(answers), numbers_parts=False)


def list_sheet_panel(task_list: TaskList, seed: int) -> SheetPanel:
    """Return the panel that shows the printable sheet of a task list, with the pictures of the games in the
    list.
    """
    css = LESSON_CSS + QUIZ_CSS
    named = {task.game for task in task_list.tasks}
    for entry in games():
        if entry.id in named:
            css += views_of(entry.id).css + pictures_of(entry.id).css + lesson_pictures_of(entry.id).css
    parameters = {"list": task_list.token, "seed": str(seed)}
    return SheetPanel(partial(task_list_sheet, task_list, seed), parameters, language(), css)


def _task_sheet(task: Task, seed: int) -> PrintedSheet | None:
    """Return the sheet of one task; None if it cannot be printed."""
    if task.unavailable_reason() is not None:
        return None
    course = course_of(task.game) if task.kind == "lesson" else None
    if course is not None:
        return lesson_sheet(course.lesson(task.name))
    if task.kind == "puzzle":
        return puzzle_sheet(task.game, task.name, seed)
    return (
        question_sheet(task.game, task.name, seed, task.question_count) if task.kind == "practice" else None
    )
