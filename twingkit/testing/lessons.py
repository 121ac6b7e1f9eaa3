"""Tests of lessons: each is solved as its file says, and what is wrong in it is shown by a rule."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from twingkit.lesson.course import Course
from twingkit.lesson.lesson import Lesson, Step
from twingkit.lesson.run import Run
from twingkit.words import LANGUAGES


def ways(lesson: Lesson) -> list[Mapping[str, str]]:
    """Every answer on which it depends which steps there are, and none: the ways through a lesson."""
    answers: list[Mapping[str, str]] = [{}]
    for step in lesson.steps:
        answers += [{name: text} for name, text in step.only.items() if {name: text} not in answers]
    return answers


def settle(run: Run, way: Mapping[str, str] | None = None) -> None:
    """Answer the open step: as `way` says, or the lesson's file, else with its first option."""
    step = run.step
    if step.kind == "check":
        for item in run.questions()[len(run.checked) :]:
            run.answer(str([choice.right for choice in item.choices].index(True)))
        return
    answers = {**dict(run.lesson.solution), **(way or {})}
    answer = answers.get(step.id) or (step.options[0].id if step.options else "roll")
    run.answer(answer)
    assert run.done, (run.lesson.id, step.id, answer, run.reply)


def reached(lesson: Lesson, name: str, way: Mapping[str, str] | None = None) -> Run:
    """A run through a lesson up to the step of this name, all before it answered as `settle` does."""
    run = Run(lesson)
    forward(run, name, way)
    return run


def forward(run: Run, name: str, way: Mapping[str, str] | None = None) -> None:
    """Go on in a lesson to the step of this name, and answer as `settle` does."""
    while run.step.id != name:
        assert run.step.kind != "end", f"{run.lesson.id} has no step {name!r} on this way"
        if not run.done:
            settle(run, way)
        run.forward()


def standing(lesson: Lesson, names: Collection[str]) -> Iterator[tuple[Step, Run]]:
    """The steps of these names, each with a run that stands there; what is answered there is taken back."""
    steps = [step for step in lesson.steps if step.id in names]
    for only in dict.fromkeys(tuple(step.only.items()) for step in steps):
        run = Run(lesson)
        for step in steps:
            if tuple(step.only.items()) == only:
                forward(run, step.id, step.only)
                yield step, run
                run.again()


def assert_solved(lesson: Lesson) -> None:
    """A lesson is solved by its recorded answers, one for each step that asks, and by every other way.

    What was learned is named by rules of the game; the check has as many questions as it says.
    """
    for way in ways(lesson):
        run = Run(lesson)
        while run.step.kind != "end":
            if run.step.kind == "check":
                assert len(run.questions()) == lesson.questions
            if not run.done:
                settle(run, way)
                reply = run.reply
                assert reply is not None or run.step.kind == "check"
                assert way or not reply or reply.right is not False, (lesson.id, run.step.id, reply)
            assert_filled(run)
            run.forward()
        assert run.finished
        if not way:
            asking = {step.id for step in run.steps if step.asks and step.kind != "check"}
            assert asking == {step for step, _ in lesson.solution}, "every step has its recorded answer"
    assert lesson.learned
    assert {learned.rule for learned in lesson.learned} <= {rule.id for rule in lesson.answer_key.rulebook()}


def assert_filled(run: Run) -> None:
    """The sentences of the open step are there in both languages, and their numbers are known."""
    for texts in (*run.step.text, *(option.reply for option in run.step.options)):
        for lang in LANGUAGES:
            said = run.fill(texts, lang)
            assert said, f"{run.lesson.id}, {run.step.id}: a text or an option's reply is empty ({lang})"
            assert "{" not in said, (run.lesson.id, run.step.id, said)


def assert_mistakes(lesson: Lesson) -> None:
    """Each recorded mistake is wrong, and is answered in both languages, by the rule that it names."""
    listed = {step for step, _, _ in lesson.mistakes}
    assert listed <= {step.id for step in lesson.steps}
    for step, run in standing(lesson, listed):
        for answer, rule in [(answer, rule) for name, answer, rule in lesson.mistakes if name == step.id]:
            reply = run.answer(answer)
            assert reply is not None
            assert (reply.right, reply.rule) == (False, rule), (lesson.id, step.id, answer)
            if reply.rulings and step.kind != "predict":  # a prediction may name its rule itself
                assert rule in [ruling.rule for ruling in reply.rulings], (lesson.id, step.id, answer)
            for lang in LANGUAGES:
                said = [run.fill(reply.text, lang)] if reply.text else []
                said += [ruling.text(lang) for ruling in reply.rulings]
                assert said, (lesson.id, step.id, answer)
                assert all(said), (lesson.id, step.id, answer)
            run.again()


def assert_predictions(lesson: Lesson) -> None:
    """One option of each prediction is right, the recorded one; every one is answered by a rule."""
    rules = {rule.id for rule in lesson.answer_key.rulebook()}
    for step, run in standing(lesson, [step.id for step in lesson.steps if step.kind == "predict"]):
        right = []
        for option in step.options:
            reply = run.answer(option.id)
            assert reply is not None
            assert reply.rule in rules, (lesson.id, step.id, option.id)
            right += [option.id] if reply.right else []
            run.again()
        assert len(right) == 1, (lesson.id, step.id, right)
        assert right == [dict(lesson.solution).get(step.id, right[0])], (lesson.id, step.id)


def assert_choices(lesson: Lesson) -> None:
    """An option of a choice solves its step, or is answered by a rule or a sentence; one solves it."""
    for step, run in standing(lesson, [step.id for step in lesson.steps if step.kind == "choose"]):
        solving = 0
        for option in step.options:
            reply = run.answer(option.id)
            assert reply is not None
            solving += run.done
            assert run.done or reply.rule or reply.text, (lesson.id, step.id, option.id)
            run.again()
        assert solving, (lesson.id, step.id)


def assert_kept(lesson: Lesson) -> None:
    """The record of a lesson leads back to every step, with the answers given until then."""
    for way in ways(lesson):
        run = Run(lesson)
        assert not run.record
        while run.step.kind != "end":
            if not run.done:
                settle(run, way)
            if run.record:
                again = Run.replay(lesson, run.record)
                assert (again.step.id, again.answers) == (run.step.id, run.answers)
            run.forward()


def assert_explained_first(course: Course, homes: Mapping[str, str], lang: str = "en") -> None:
    """Words are used in no lesson before the one that explains them: `homes` names that by the word."""
    for word, home in homes.items():
        for name in course.names[: course.names.index(home)]:
            for step in course.lesson(name).steps:
                for texts in (*step.text, *(option.reply for option in step.options)):
                    assert word not in texts.get(lang, ""), (word, name, step.id)
