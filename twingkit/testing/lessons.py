"""Tests of lessons: each lesson can be solved as its file says, and a rule explains every wrong answer."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from twingkit.core.language import call_in_language, language, localized
from twingkit.core.words import LANGUAGES
from twingkit.learn.lesson.course import Course
from twingkit.learn.lesson.lesson import Lesson, Step
from twingkit.learn.lesson.run import LessonRun


def branch_answers(lesson: Lesson) -> list[Mapping[str, str]]:
    """Return, for each branch of a lesson, the answer that opens it as `{step: answer}`; the first entry is
    empty, for the main path.
    """
    answers: list[Mapping[str, str]] = [{}]
    for step in lesson.steps:
        answers += [{name: text} for name, text in step.only.items() if {name: text} not in answers]
    return answers


def answer_step(run: LessonRun, path: Mapping[str, str] | None = None) -> None:
    """Answer the current step of a lesson run with the answer in `path`, or else with the lesson's recorded
    answer.

    Without either, the first option is chosen.
    """
    step = run.step
    if step.kind == "check":
        for item in run.check_questions()[len(run.check_answers) :]:
            run.answer(str([choice.is_right for choice in item.choices].index(True)))
        return
    answers = {**dict(run.lesson.solution), **(path or {})}
    answer = answers.get(step.id) or (step.options[0].id if step.options else "roll")
    run.answer(answer)
    assert run.is_step_done, f"{_describe_open_step(run)}: {answer!r} does not solve the step: {run.reply}"


def run_to_step(lesson: Lesson, name: str, path: Mapping[str, str] | None = None) -> LessonRun:
    """Return a run of a lesson at the step with this name; earlier steps are answered by `answer_step`."""
    run = LessonRun(lesson)
    advance_to_step(run, name, path)
    return run


def advance_to_step(run: LessonRun, name: str, path: Mapping[str, str] | None = None) -> None:
    """Answer the steps of a lesson run (by `answer_step`) until it reaches the step with this name."""
    while run.step.id != name:
        assert run.step.kind != "end", f"{run.lesson.id}: has no step {name!r} on this way"
        if not run.is_step_done:
            answer_step(run, path)
        run.forward()


def runs_at_steps(lesson: Lesson, names: Collection[str]) -> Iterator[tuple[Step, LessonRun]]:
    """Yield each step of a lesson that has one of these names, together with a run that has reached it.

    Answers given to the step are undone afterwards.
    """
    steps = [step for step in lesson.steps if step.id in names]
    for only in dict.fromkeys(tuple(step.only.items()) for step in steps):
        run = LessonRun(lesson)
        for step in steps:
            if tuple(step.only.items()) == only:
                advance_to_step(run, step.id, step.only)
                yield step, run
                run.take_back_from_step()


def _describe_open_step(run: LessonRun) -> str:
    return f"{run.lesson.id}, step {run.step.id!r}"


def assert_solvable(lesson: Lesson) -> None:
    """Assert that the recorded answers of a lesson solve all its steps, in every branch.

    There is one recorded answer for each step that asks. If the lesson says what was learned, it names rules
    of the game; the closing check has the stated number of questions. An option may have no reply; all texts
    are complete (`_assert_step_texts`).
    """
    for way in branch_answers(lesson):
        run = LessonRun(lesson)
        while run.step.kind != "end":
            if run.step.kind == "check":
                count = len(run.check_questions())
                assert count == lesson.questions, (
                    f"{_describe_open_step(run)}: {count} questions, expected {lesson.questions}"
                )
            if not run.is_step_done:
                answer_step(run, way)
                reply = run.reply
                assert reply is not None or run.step.kind == "check", (
                    f"{_describe_open_step(run)}: nothing is replied"
                )
                wrong = (
                    f"{_describe_open_step(run)}: the recorded answer {run.given_answer!r} is wrong: {reply}"
                )
                assert way or not reply or reply.is_right is not False, wrong
            _assert_step_texts(run)
            run.forward()
        assert run.is_finished, (
            f"{_describe_open_step(run)}: the end is reached, but a step before it is open"
        )
        if not way:
            answered = {step.id for step in run.steps if step.needs_answer and step.kind != "check"}
            recorded = {step for step, _ in lesson.solution}
            apart = f"{lesson.id}: the steps {sorted(answered)} ask, `solution` answers {sorted(recorded)}"
            assert answered == recorded, apart
    rules = {rule.id for rule in lesson.answer_key.rulebook()}
    for learned in lesson.learned:
        assert learned.rule in rules, f"{lesson.id}: learned names {learned.rule!r}, which is no rule"


def _assert_step_texts(run: LessonRun) -> None:
    """Assert that step and reply texts exist in both languages and use only known numbers."""
    replies = [option.reply for option in run.step.options if option.reply]
    for texts in (*run.step.text, *replies):
        for lang in LANGUAGES:
            try:
                said = call_in_language(lang, run.fill_text, texts)
            except KeyError as name:
                raise AssertionError(
                    f"{_describe_open_step(run)}: a text names {name}, which is no number ({lang})"
                ) from name
            assert said, f"{_describe_open_step(run)}: a text or an option's reply is empty ({lang})"
            assert "{" not in said, f"{_describe_open_step(run)}: a gap is not filled: {said}"


def assert_mistakes_explained(lesson: Lesson) -> None:
    """Assert that each recorded mistake is wrong, and that the rule recorded with it explains why.

    The explanation must exist in both languages.
    """
    listed = {step for step, _, _ in lesson.mistakes}
    unknown = sorted(listed - {step.id for step in lesson.steps})
    assert not unknown, f"{lesson.id}: mistakes name {unknown}, which are no steps"
    for step, run in runs_at_steps(lesson, listed):
        for answer, rule in [(answer, rule) for name, answer, rule in lesson.mistakes if name == step.id]:
            reply = run.answer(answer)
            place = f"{_describe_open_step(run)}, mistake {answer!r}"
            assert reply is not None, f"{place}: nothing is replied"
            assert reply.is_right is False, f"{place}: is not wrong: {reply}"
            assert reply.rule == rule, f"{place}: is answered by {reply.rule!r}, expected {rule!r}"
            if reply.rulings and step.kind != "predict":  # a prediction may name its rule itself
                acted = [ruling.rule for ruling in reply.rulings]
                assert rule in acted, f"{place}: the rulings are of {acted}, expected {rule!r}"
            for lang in LANGUAGES:
                said = [call_in_language(lang, run.fill_text, reply.text)] if reply.text else []
                said += [ruling.text(lang) for ruling in reply.rulings]
                assert said, f"{place}: neither a sentence nor a ruling says why ({lang})"
                assert all(said), f"{place}: an empty sentence is said ({lang})"
            run.take_back_from_step()


def assert_predictions_valid(lesson: Lesson) -> None:
    """Assert that in each prediction step only the recorded option is right, and that every option gets a
    rule as its explanation.
    """
    rules = {rule.id for rule in lesson.answer_key.rulebook()}
    for step, run in runs_at_steps(lesson, [step.id for step in lesson.steps if step.kind == "predict"]):
        right = []
        for option in step.options:
            reply = run.answer(option.id)
            assert reply is not None, f"{_describe_open_step(run)}, option {option.id!r}: nothing is replied"
            named = f"{_describe_open_step(run)}, option {option.id!r}: {reply.rule!r} is not a rule"
            assert reply.rule in rules, named
            right += [option.id] if reply.is_right else []
            run.take_back_from_step()
        assert len(right) == 1, f"{_describe_open_step(run)}: the options {right} are right, expected one"
        recorded = dict(lesson.solution).get(step.id, right[0])
        assert right == [recorded], (
            f"{_describe_open_step(run)}: {right[0]!r} is right, `solution` says {recorded!r}"
        )


def assert_choices_valid(lesson: Lesson) -> None:
    """Assert that in each choice step every option solves the step or gets an explanation, and that one
    solves it.
    """
    for step, run in runs_at_steps(lesson, [step.id for step in lesson.steps if step.kind == "choose"]):
        solving = 0
        for option in step.options:
            reply = run.answer(option.id)
            place = f"{_describe_open_step(run)}, option {option.id!r}"
            assert reply is not None, f"{place}: nothing is replied"
            solving += run.is_step_done
            assert run.is_step_done or reply.rule or reply.text, (
                f"{place}: does not solve it, and nothing says why"
            )
            run.take_back_from_step()
        assert solving, f"{_describe_open_step(run)}: no option solves it"


def assert_record_restores(lesson: Lesson) -> None:
    """Assert that the record of a lesson restores every step, with the answers given up to it."""
    for way in branch_answers(lesson):
        run = LessonRun(lesson)
        assert not run.record, f"{lesson.id}: before the first answer there is a record: {run.record!r}"
        while run.step.kind != "end":
            if not run.is_step_done:
                answer_step(run, way)
            if run.record:
                again = LessonRun.replay(lesson, run.record)
                back = (
                    f"{_describe_open_step(run)}: the record leads back to step {again.step.id!r}, "
                    f"{again.answers}"
                )
                assert (again.step.id, again.answers) == (run.step.id, run.answers), back
            run.forward()


@localized
def assert_words_explained_first(
    course: Course, lesson_by_word: Mapping[str, str], lang: str | None = None
) -> None:
    """Assert that no lesson uses a word before the lesson that explains it.

    `lesson_by_word` maps each word to that lesson.
    """
    for word, home in lesson_by_word.items():
        for name in course.names[: course.names.index(home)]:
            for step in course.lesson(name).steps:
                for texts in (*step.text, *(option.reply for option in step.options)):
                    place = f"{name}, step {step.id!r}: {word!r} is used; {home!r} explains it later"
                    assert word not in texts.get(language(), ""), place
