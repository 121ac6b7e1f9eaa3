"""The lessons of Imajica: each is solved as its file says, and each mistake shows the rule that it names."""

from __future__ import annotations

import pytest

from twingkit.imajica.lessons import COURSE
from twingkit.lesson.run import Run
from twingkit.words import LANGUAGES


def right(run: Run) -> str:
    """The number of the right option of the open question of a check."""
    choices = run.questions()[len(run.checked)].choices
    return str([choice.right for choice in choices].index(True))


def at(name: str, step: str) -> Run:
    """A way through a lesson up to a step, solved as the lesson says."""
    lesson = COURSE.lesson(name)
    solution, run = dict(lesson.solution), Run(lesson)
    while run.step.id != step:
        if not run.done:
            run.answer(solution[run.step.id])
        assert run.done, (name, run.step.id)
        run.forward()
    return run


@pytest.mark.parametrize("name", COURSE.names)
def test_a_lesson_is_solved_as_it_says_and_every_sentence_is_complete(name: str) -> None:
    lesson = COURSE.lesson(name)
    solution, run = dict(lesson.solution), Run(lesson)
    assert set(solution) == {step.id for step in lesson.steps if step.asks and step.kind != "check"}
    while run.step.kind != "end":
        if run.step.kind == "check":
            assert len(run.questions()) == 5
            for _ in range(5):
                run.answer(right(run))
        elif not run.done:
            reply = run.answer(solution[run.step.id])
            assert reply is not None
            assert reply.right is not False, (run.step.id, reply)
            assert not reply.rulings or reply.rule
        for option in run.step.options:
            assert option.reply, (name, run.step.id, option.id)
        for texts in (*run.step.text, *(option.reply for option in run.step.options)):
            assert all("{" not in run.fill(texts, lang) for lang in LANGUAGES)
        assert run.done, (name, run.step.id)
        run.forward()
    assert run.finished
    assert {one.rule for one in lesson.learned} <= {rule.id for rule in lesson.truths.rulebook()}


@pytest.mark.parametrize("name", COURSE.names)
def test_every_wrong_option_is_wrong_and_each_mistake_shows_its_rule(name: str) -> None:
    lesson = COURSE.lesson(name)
    for step, answer, rule in lesson.mistakes:
        reply = at(name, step).answer(answer)
        assert reply is not None
        assert reply.right is False, (name, step)
        assert not rule or reply.rule == rule, (name, step, reply)
    for step in lesson.steps:
        if step.kind == "predict":
            for option in step.options:
                reply = at(name, step.id).answer(option.id)
                assert reply is not None
                assert reply.right is (option.id == dict(lesson.solution)[step.id]), (name, step.id)


def test_the_words_of_a_lesson_are_explained_before_they_are_used() -> None:
    """Each term of the game stands, with its meaning, no later than the lesson in which it is first used."""
    first = {
        "Resistance": "first-site", "Holder": "first-site", "Prime": "alliances", "reserve": "alliances",
        "unique": "alliances", "Path": "autarch-phase", "Dictate": "autarch-phase",
        "reassign": "autarch-phase", "Border Site": "autarch-phase", "influence": "contest",
        "Maestro": "contest", "challenge": "challenges", "defend": "challenges", "damage": "challenges",
        "Aphrodyte": "challenges", "Vassal": "challenges", "In Ovo": "damage", "Flash": "damage",
        "instant": "paths", "on credit": "holding", "window": "timing", "counter": "timing",
        "Destiny": "victory", "shorter game": "victory", "icon": "powers", "Tabula Rasa": "powers",
    }  # fmt: skip
    for word, home in first.items():
        for name in COURSE.names[: COURSE.names.index(home)]:
            for step in COURSE.lesson(name).steps:
                for texts in (*step.text, *(option.reply for option in step.options)):
                    assert word not in texts.get("en", ""), (word, name, step.id)
