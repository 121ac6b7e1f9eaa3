"""A lesson on paper: its steps as they are asked, and apart what is right and why."""

from __future__ import annotations

from twingkit.lesson.lesson import Lesson
from twingkit.lesson.rehearsal import solve
from twingkit_widgets.lesson.desk import LessonDesk
from twingkit_widgets.lesson.view import LessonView
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.printed.sheet import Sheet

ASKED = ("answer", "choose", "predict")
"""The kinds of steps to which somebody gives an answer on paper."""


def lesson_sheet(lesson: Lesson, lang: str) -> Sheet:
    """Return a lesson as a sheet: each step as it looks before the answer. The questions of the closing check
    are dealt anew each time and left out. Raises `LessonError` if the lesson cannot be solved."""
    desk = LessonDesk(lesson, lang)
    run = desk.run
    parts: list[Child] = []
    answers: list[Child] = []
    while True:
        step = run.step
        if step.kind != "check":
            parts.append(el("div", LessonView(desk).html(), cls="tk-print-step"))
        if not run.done:
            solve(run, step)
        if step.kind in ASKED:
            answers.append(_answer(desk))
        if run.place == len(run.steps) - 1:
            return Sheet(lesson.title[lang], lesson.goal[lang], tuple(parts), tuple(answers))
        run.forward()
        desk.fresh()


def _answer(desk: LessonDesk) -> Markup:
    """The right answer to the open step, and what the lesson says to it."""
    step, reply = desk.run.step, desk.run.reply
    option = step.option(desk.run.given)
    right = desk.fill(option.text) if option else desk.run.given
    sentences = [desk.fill(reply.text)] if reply and reply.text else []
    sentences += [ruling.text(desk.lang) for ruling in reply.rulings] if reply else []
    return el("div", el("b", f"{step.title[desk.lang]}: {right}"), el("p", " ".join(filter(None, sentences))))
