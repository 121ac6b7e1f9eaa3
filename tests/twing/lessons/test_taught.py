"""The course of Imperial Twing: which rules it teaches, and that it stays short."""

from __future__ import annotations

import pytest
from lesson.lesson_length import LessonLength, lesson_length

from twingkit.core.language import call_in_language
from twingkit.twing.lessons import COURSE
from twingkit.twing.rules.rulebook import rulebook

HARD_CASES = {
    "TW-BAT-4": ("shield", "nothing"),
    "TW-BAT-17": ("traps", "emptied"),
    "TW-BAT-6": ("supporting", "mixed"),
    "TW-OBJ-3": ("ornicles-and-ritual", "dry"),
    "TW-OBJ-1": ("ornicles-and-ritual", "gone"),
    "TW-LEAVE-1": ("the-turn", "leaves"),
    "TW-TURN-4": ("events", "limit"),
    "TW-BAT-12": ("events", "late"),
    "TW-END-4": ("end-game", "socks"),
    "TW-BAT-20": ("end-game", "tie"),
    "TW-TURN-2": ("duels", "empty"),
    "TW-BAT-10": ("cats-and-miromon", "passed"),
}
"""Rules with cases that are hard to guess, each with the lesson and the step that asks about such a case."""

PARTS_END = {"orn-die": 3, "nine-objects": 4, "events": 1, "whole-game": 2}
"""The last lesson of each part, and how many of its closing questions combine several rules."""

NOT_TAUGHT = {"TW-PLAY", "TW-ODDS", "TW-VAR"}
"""Rules that no player needs at the table: computer games, odds, and interpretations beyond those shown."""


def named_rules() -> set[str]:
    """Return the rules that the course shows, cites or ends with."""
    rules = set[str]()
    for lesson in COURSE.lessons():
        for step in lesson.steps:
            rules |= {step.rule, *step.cites, *(point.rule for point in step.points)}
            rules |= {option.answer.partition("/")[0] for option in step.options}
        rules |= {rule for _, _, rule in lesson.mistakes} | {learned.rule for learned in lesson.learned}
    return rules & {rule.id for rule in rulebook()}


@pytest.mark.parametrize("rule", HARD_CASES)
def test_a_lesson_asks_about_the_rule_and_has_a_mistake_that_it_answers(rule: str) -> None:
    name, asked = HARD_CASES[rule]
    lesson = COURSE.lesson(name)
    assert asked in {step.id for step in lesson.steps if step.kind == "predict"}
    assert rule in {mistake[2] for mistake in lesson.mistakes if mistake[0] == asked}


def test_every_rule_of_the_table_has_its_lesson() -> None:
    known = {"TW-BOX-1", "TW-SET-2"}  # contents of the box and the two open objects: seen, not asked about
    missing = {
        rule.id
        for rule in rulebook()
        if rule.status != "variant" and rule.id.rpartition("-")[0] not in NOT_TAUGHT
    } - named_rules()
    assert missing <= known, missing - known
    assert {f"TW-VAR-{number}" for number in (1, 2, 3, 5, 6, 8, 9, 19)} <= named_rules()


@pytest.mark.parametrize("name", PARTS_END)
def test_a_part_ends_with_questions_in_which_several_rules_meet(name: str) -> None:
    titles = [step.title["en"] for step in COURSE.lesson(name).steps if step.kind in ("predict", "choose")]
    compound = [index for index, title in enumerate(titles) if title.startswith("Several rules")]
    assert len(titles) - compound[0] == PARTS_END[name], "they are the last that are asked"


def test_the_course_stays_short_and_a_game_is_played_after_the_second_lesson() -> None:
    for lang in ("en", "de"):
        whole = sum(
            (call_in_language(lang, lesson_length, lesson) for lesson in COURSE.lessons()), LessonLength()
        )
        assert whole.words <= 12_600, lang  # 19,200 before it was shortened; sums in reasons count as words
        assert whole.taps <= 460  # 703
        assert (
            max(call_in_language(lang, lesson_length, lesson).words for lesson in COURSE.lessons()) <= 1_310
        )
    games = [place for place, name in enumerate(COURSE.names) if COURSE.lesson(name).game]
    assert games == [1, 8]
