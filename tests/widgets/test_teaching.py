"""Lessons written in a few lines: they play, and steps that cannot be played are reported by name."""

from __future__ import annotations

from typing import Any

import pytest

from twingkit.learn.lesson.lesson import LessonError
from twingkit.learn.lesson.rehearsal import rehearse
from twingkit.twing.lessons import COURSE
from twingkit_widgets.learn.teaching import (
    choose_step,
    explain_step,
    lay_step,
    lesson,
    look_step,
    predict_step,
    roll_step,
)

SUN: dict[str, Any] = {
    "goal": "See what the Sun does.",
    "table": "F: F5 vs W: W6",
    "steps": [
        lay_step("Attack with your spell.", "F5"),
        predict_step("Who is ahead?", "leader", play=["lay W6"]),
        roll_step("Roll both dice.", "Sun", "4"),
        predict_step("Who wins?", "winner"),
    ],
}


def test_a_lesson_of_four_lines_can_be_gone_through() -> None:
    panel = lesson(**SUN)
    panel.do("spell", "0")
    panel.do("lay")
    assert "You reached your goal." in panel.html
    for answer in ("defender", "roll", "attacker"):
        panel.do("forward")
        panel.do("answer", answer)
        assert panel.error is None
    assert "TW-BAT-16" in panel.html
    panel.do("forward")
    assert panel.controller.run.is_finished


def test_a_wrong_prediction_is_answered_by_the_rule() -> None:
    panel = lesson(**SUN)
    panel.controller.run.answer("lay F5")
    panel.do("forward")
    panel.do("answer", "attacker")
    panel.do("forward")
    panel.do("answer", "roll")
    panel.do("forward")
    panel.do("answer", "defender")
    assert "Not quite." in panel.html
    assert "Sun" in panel.html.split('class="tk-reply')[1]


def test_every_kind_of_step_can_be_written() -> None:
    panel = lesson(
        goal={"en": "Buy.", "de": "Kauf ein."},
        title="Shopping",
        table="players F W\np1 hand F5; ornicles 5\np2 hand W4\n"
        "table turn 9; to-move p1; phase action; display hat,cup",
        topic="",
        steps=[
            look_step("Two objects", ("object hat", "A hat."), ("object cup", "A cup."), rule="TW-OBJ-1"),
            predict_step("May you buy the hat?", "allowed", given="p1: buy hat"),
            predict_step(
                "How many Ornicles are left?", "count", ["0", "5"], what="ornicles p1", then=["buy hat"]
            ),
            choose_step(
                "Buy it.", {"buy hat": "The hat", "buy cup": "The cup"}, "buy hat", cites=["TW-OBJ-1"]
            ),
            roll_step("Turn over the next object.", "object socks", reply="Socks."),
            explain_step("What happened", "TW-OBJ-1"),
        ],
        learned=[("Five Ornicles buy an object.", "TW-OBJ-1")],
        lang="de",
    )
    end = rehearse(panel.controller.lesson)
    assert end.is_finished
    assert "Kauf ein." in panel.html
    panel.controller.run = end
    panel.refresh()
    assert "Five Ornicles" in panel.html


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"steps": [lay_step("x", "F6")]}, "step 'step-1'.*hand has no spell"),
        ({"steps": [lay_step("x")]}, "step 'step-1'.*aim"),
        ({"steps": [roll_step("x", "7")]}, "step 'step-1'"),
        (
            {"steps": [predict_step("x", "leader", ["attacker", "defender"])]},
            "step 'step-1': the rules say 'tie'",
        ),
        ({"table": "F: F5 vs W5"}, "table: .*expected a colon"),
        ({"table": "F: F5 W4 vs F: F6"}, "table: .*same element"),
        ({"steps": [{"kind": "dance", "title": {"en": "x", "de": "x"}}]}, "kind is one of"),
        ({"topic": "chess", "steps": []}, "topic is one of"),
        ({"learned": [("x", "TW-BAT-99")]}, "no rule 'TW-BAT-99'"),
        ({"goal": {"en": "only English"}}, "goal: needs a sentence"),
    ],
)
def test_what_cannot_be_taught_is_said_with_its_place(change: dict[str, Any], said: str) -> None:
    with pytest.raises(LessonError, match=said):
        lesson(**{**SUN, **change})


def test_a_prediction_without_options_is_refused_where_none_are_usual() -> None:
    with pytest.raises(LessonError, match="needs its options"):
        lesson(**{**SUN, "steps": [predict_step("How many?", "count", what="bank")]})


@pytest.mark.parametrize("name", COURSE.names)
def test_the_lessons_of_the_course_can_be_rehearsed(name: str) -> None:
    assert rehearse(COURSE.lesson(name)).is_finished
