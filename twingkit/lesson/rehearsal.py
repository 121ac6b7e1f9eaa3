"""Rehearsing a lesson: it is played through once, and every step that cannot be solved is a fault."""

from __future__ import annotations

from twingkit.lesson.lesson import Lesson, LessonError, Step
from twingkit.lesson.run import Run


def rehearse(lesson: Lesson) -> Run:
    """Play a lesson through with right answers; return where it ends.

    Raises `LessonError` naming the step, what was expected there and what the rules say instead.
    """
    run = Run(lesson)
    while True:
        step = run.step
        try:
            run.game()
            if not run.done:
                solve(run, step)
        except LessonError:
            raise
        except Exception as fault:  # whatever the table says to it: the teacher has to know which step it was
            raise LessonError(f"step {step.id!r}: {fault}") from fault
        if run.place == len(run.steps) - 1:
            return run
        run.forward()


def solve(run: Run, step: Step) -> None:
    """Answer the open step as it should be answered. Raises `LessonError` if nobody can."""
    if step.kind == "check":
        for item in run.questions()[len(run.checked) :]:
            run.answer(str([choice.right for choice in item.choices].index(True)))
        return
    answer = _right(run, step)
    reply = run.answer(answer)
    if not run.done:
        why = "; ".join(ruling.text() for ruling in reply.rulings) if reply else ""
        raise LessonError(f"step {step.id!r}: {answer!r} does not solve it. {why}".strip())


def _right(run: Run, step: Step) -> str:
    """The right answer to a step."""
    if step.kind == "roll":
        return "roll"
    if step.kind == "predict":
        right, _ = run.answer_key.asks[step.ask](run.game(), step)
        if step.option(right) is None:
            option_ids = ", ".join(option.id for option in step.options)
            raise LessonError(f"step {step.id!r}: the rules say {right!r}, the options are {option_ids}")
        return right
    if step.kind == "choose" and not step.aim:
        return step.options[0].id
    if not step.aim:
        raise LessonError(f"step {step.id!r}: it does not say what shall be answered (aim)")
    return step.aim[0]
