"""The course of Imajica: rules that are hard to guess are met at a table first."""

from __future__ import annotations

import pytest

from twingkit.imajica.lessons import COURSE

TAUGHT = {
    "IJ-ALLY-7": "challenges",
    "IJ-AUT-1": "autarch-phase",
    "IJ-CHAL-5": "timing",
    "IJ-PATH-2": "paths",
    "IJ-SEIZE-6": "contest",
    "IJ-TIME-5": "timing",
    "IJ-OUT-2": "victory",
    "IJ-SET-1": "cards-and-rounds",
    "IJ-SET-2": "cards-and-rounds",
}
"""The rules, each with the lesson that asks about it."""


@pytest.mark.parametrize("rule", TAUGHT)
def test_a_lesson_asks_about_the_rule_and_has_a_mistake_that_it_answers(rule: str) -> None:
    lesson = COURSE.lesson(TAUGHT[rule])
    asked = [step for step in lesson.steps if step.rule == rule and step.kind in ("predict", "choose")]
    assert asked
    assert rule in [mistake[2] for mistake in lesson.mistakes]


@pytest.mark.parametrize(
    "words", [("Realm", "Destiny", "In Ovo"), ("Reich", "Schicksal", "In Ovo")], ids=["en", "de"]
)
def test_the_first_step_says_what_the_places_are_that_every_table_shows(words: tuple[str, ...]) -> None:
    lang = "en" if "Realm" in words else "de"
    first = COURSE.lesson(COURSE.names[0]).steps[0]
    told = " ".join(text[lang] for text in first.text)
    assert [word for word in words if word not in told] == []
