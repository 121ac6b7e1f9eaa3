"""Rehearse a lesson: play it through once and report every step that cannot be solved."""

from __future__ import annotations

from collections.abc import Collection

from twingkit.learn.lesson.lesson import Lesson, LessonError, Step
from twingkit.learn.lesson.run import LessonRun


def rehearse(lesson: Lesson) -> LessonRun:
    """Play a lesson through with right answers and return the run at its end.

    Raises a `LessonError` naming the step, what was expected there and what the rules say instead.
    """
    run = LessonRun(lesson)
    while True:
        _solve_open(run)
        if run.step_index == len(run.steps) - 1:
            return run
        run.forward()


def _solve_open(run: LessonRun) -> None:
    step = run.step
    try:
        run.game()
        if not run.is_step_done:
            solve_step(run, step)
    except LessonError:
        raise
    except Exception as fault:  # any error: the author needs to know the step
        raise LessonError(f"step {step.id!r}: {fault}") from fault


def lesson_faults(lesson: Lesson) -> list[tuple[str, str]]:
    """Return every fault found by playing a lesson through, each with the id of its step.

    A fault is a step that cannot be solved (later steps are then not checked), a `solution` that does not
    solve its step, or a recorded mistake that is allowed or refused by another rule.
    """
    faults: list[tuple[str, str]] = []
    run = LessonRun(lesson)
    while True:
        step = run.step.id
        mistaken, unsolved = (
            (_mistake_faults(run), _solution_fault(run)) if _table_can_start(run) else ([], "")
        )
        faults += [(step, text) for text in mistaken]
        try:
            _solve_open(run)
        except LessonError as fault:
            return [*faults, (step, str(fault))]  # then a `solution` cannot solve it either
        faults += [(step, unsolved)] if unsolved else []
        if run.step_index == len(run.steps) - 1:
            return faults
        run.forward()


def further_lesson_faults(lesson: Lesson, faulty_parts: Collection[str]) -> list[tuple[str, str]]:
    """Return further faults of a lesson that has known faults at some `faulty_parts` (keys, step ids), each
    with the id of its step; plays as far as possible.
    """
    if not (lesson.steps and lesson.table) or "table" in faulty_parts:
        return []
    try:
        return [fault for fault in lesson_faults(lesson) if fault[0] not in faulty_parts]
    except Exception:  # the known faults may stop it anywhere
        return []


def _table_can_start(run: LessonRun) -> bool:
    try:
        run.game()
    except Exception:  # any error: `_solve_open` reports it
        return False
    return True


def _mistake_faults(run: LessonRun) -> list[str]:
    step, mistakes = run.step.id, run.lesson.mistakes
    faults = [
        _fault_of_mistake(run, answer, rule)
        for name, answer, rule in mistakes
        if name == step and not run.is_step_done
    ]
    return [fault for fault in faults if fault]


def _solution_fault(run: LessonRun) -> str:
    """Return the fault of the open step's recorded solution (the step stays open); "" if there is none."""
    step = run.step.id
    answer = next((answer for name, answer in run.lesson.solution if name == step), None)
    return "" if answer is None or run.is_step_done else _fault_of_solution(run, answer)


def _fault_of_solution(run: LessonRun, answer: str) -> str:
    """Return why a recorded answer does not solve the open step; "" if it does."""
    try:
        reply = run.answer(answer)
    except Exception as fault:  # any error that the table raises
        return f"solution, step {run.step.id!r}: {fault}"
    if run.is_step_done and (reply is None or reply.is_right is not False):
        return ""
    if run.is_step_done:
        run.take_back_from_step()
    truth = f"; right is {reply.right_option!r}" if reply and reply.right_option else ""
    return f"solution, step {run.step.id!r}: {answer!r} does not solve it{truth}"


def _fault_of_mistake(run: LessonRun, answer: str, rule: str) -> str:
    """Return why a recorded mistake at the open step is not refused by that rule; "" if it is.

    The step stays open.
    """
    step = run.step.id
    try:
        reply = run.answer(answer)
    except Exception as fault:  # any error that the table raises
        return f"mistakes, step {step!r}: {fault}"
    run.take_back_from_step()
    if reply is None or reply.is_right is not False:
        return f"mistakes, step {step!r}: {answer!r} is allowed, so it is not a mistake"
    if reply.rule != rule:
        return f"mistakes, step {step!r}: {answer!r} breaks {reply.rule}, not {rule}"
    return ""


def solve_step(run: LessonRun, step: Step) -> None:
    """Give the right answer to a step of the run. Raises `LessonError` if that is impossible."""
    if step.kind == "check":
        for item in run.check_questions()[len(run.check_answers) :]:
            run.answer(str([choice.is_right for choice in item.choices].index(True)))
        return
    answer = _right_answer(run, step)
    reply = run.answer(answer)
    if not run.is_step_done:
        why = "; ".join(ruling.text() for ruling in reply.rulings) if reply else ""
        raise LessonError(f"step {step.id!r}: {answer!r} does not solve it. {why}".strip())


def _right_answer(run: LessonRun, step: Step) -> str:
    if step.kind == "roll":
        return "roll"
    if step.kind == "predict":
        right, _ = run.answer_key.prediction_answerers[step.ask](run.game(), step)
        if step.option(right) is None:
            option_ids = ", ".join(option.id for option in step.options)
            raise LessonError(f"step {step.id!r}: the rules say {right!r}, the options are {option_ids}")
        return right
    if step.kind == "choose" and not step.aim:
        return step.options[0].id
    if not step.aim:
        raise LessonError(f"step {step.id!r}: the right answer is missing (set aim)")
    return step.aim[0]
