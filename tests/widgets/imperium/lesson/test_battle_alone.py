"""The battle that a learner fights alone at the end of a lesson: how its choices are said."""

from __future__ import annotations

import re

import pytest

from twingkit.core.language import language
from twingkit.imperium.lessons import COURSE
from twingkit.learn.lesson.run import Run
from twingkit_widgets.learn.lesson.course_panel import CoursePanel

DICE = ("roll 4 9", "stay", "roll 2 10 4 9", "roll 6 8 8 9 3")
"""Two hits on fighter, destroyer, cruiser and dreadnought."""


def choices(answers: tuple[str, ...]) -> list[str]:
    """The texts of the buttons after these answers in the lesson on a space battle."""
    name = "space-battle"
    run = Run(COURSE.lesson(name))
    while run.step.id != "alone":
        if not run.is_step_done:
            run.answer(dict(run.lesson.solution)[run.step.id])
        run.forward()
    panel = CoursePanel("imperium", language(), lesson=name, site=True)
    panel.controller.run = run
    for answer in answers:
        panel.do("free_answer", answer)
        assert panel.error is None
    found = re.findall(r'<button[^>]*data-act="free_answer".*?</button>', panel.html, re.S)
    return [re.sub(r"<kbd.*?</kbd>|<[^>]+>", "", button, flags=re.S).strip() for button in found]


@pytest.mark.parametrize(
    ("lang", "usual", "two"),
    [
        ("en", "Damage 1 dreadnought, lose 1 fighter", "Lose 1 fighter and 1 destroyer"),
        ("de", "1 Dreadnought beschädigen, 1 Jäger verlieren", "1 Jäger und 1 Zerstörer verlieren"),
    ],
)
def test_IM_SPACE_7_choices_of_losses_read_like_sentences(lang: str, usual: str, two: str) -> None:
    said = choices(DICE)
    assert said[0] == usual
    assert two in said
