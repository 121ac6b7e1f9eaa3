"""A lesson on paper: its steps as questions, and separately the right answers with their reasons."""

from __future__ import annotations

from twingkit.core.language import language
from twingkit.learn.lesson.lesson import Lesson
from twingkit.learn.lesson.rehearsal import solve_step
from twingkit_widgets.learn.lesson.controller import LessonController
from twingkit_widgets.learn.lesson.view import LessonView
from twingkit_widgets.learn.practice.view import LETTERS
from twingkit_widgets.learn.printed.sheet import PrintedSheet
from twingkit_widgets.panel.markup import Child, Markup, el

_ANSWERED_STEP_KINDS = ("answer", "choose", "predict")
"""Answered on paper."""


def lesson_sheet(lesson: Lesson) -> PrintedSheet:
    """Return a lesson as a printable sheet: each step as it looks before the learner answers, and the
    answers.

    The questions of the closing check are left out, since they are dealt anew each time. Raises `LessonError`
    if the lesson cannot be solved.
    """
    controller = LessonController(lesson)
    run = controller.run
    parts: list[Child] = []
    answers: list[Child] = []
    while True:
        step = run.step
        if step.kind != "check":
            parts.append(el("div", LessonView(controller, paper=True).html(), cls="tk-print-step"))
        if not run.is_step_done:
            solve_step(run, step)
        if step.kind in _ANSWERED_STEP_KINDS:
            answers.append(_answer(controller))
        if run.step_index == len(run.steps) - 1:
            return PrintedSheet(
                lesson.title[language()], lesson.goal[language()], tuple(parts), tuple(answers)
            )
        run.forward()
        controller.reset_choices()


def _answer(controller: LessonController) -> Markup:
    step, reply = controller.run.step, controller.run.reply
    option, title = step.option(controller.run.given_answer), step.title[language()]
    right = f"{LETTERS[step.options.index(option)]}) {controller.fill_text(option.text)}" if option else ""
    sentences = [controller.fill_text(reply.text)] if reply and reply.text else []
    rulings = reply.rulings if reply else ()
    sentences += [_cited(ruling.text(), ruling.rule) for ruling in rulings]
    if not option and not sentences:
        right = controller.run.given_answer  # as notation, since there is no other text
    mark = "" if title.endswith(("?", "!")) else ":" if right else "."
    return el("div", el("b", f"{title}{mark} {right}"), el("p", " ".join(filter(None, sentences))))


def _cited(sentence: str, rule: str) -> str:
    return sentence if not rule or rule in sentence else f"{sentence} [{rule}]"
