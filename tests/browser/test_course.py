"""Lessons in a browser, by their recorded solutions: with the keyboard alone, and by touch on a phone.

What lessons ask and answer is held without a browser, step by step; here each kind of step is met once. The
whole course from its first lesson to its last is a long run: `make soak`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from browser.stand_in import WIDE
from browser.waiting import still

from twingkit.core.language import call_in_language
from twingkit.learn.lesson.lesson import Lesson, Step
from twingkit.learn.lesson.run import LessonRun
from twingkit.twing.lessons import COURSE
from twingkit.twing.notation.battle_line import parse_lay
from twingkit_widgets.panel.keys import GO_ON, LETTERS
from twingkit_widgets.twing.pictures.cards import card_name

pytestmark = pytest.mark.browser

Press = Callable[[Any], None]

CHOSEN = """[...document.querySelectorAll(".tk-choice[aria-pressed=true]")].reduce((sum, card) =>
  sum + Number(card.querySelector(".tk-card-times")?.textContent.match(/\\d+/)[0] ?? 1), 0)"""
"""The number of chosen cards: identical ones share a picture."""


def walk(page: Any, made: Lesson, press: Press, lang: str) -> int:
    """Go through the open lesson; return the number of its steps."""
    solution, steps = dict(made.solution), {step.id: step for step in made.steps}
    for count in range(1, 60):
        name = page.locator("[data-key^='step:'], .tk-lesson-check").first
        name.wait_for()
        key = name.get_attribute("data-key")
        if key is None:
            check(page, made, press)
        else:
            step = steps[key.removeprefix("step:")]
            if step.kind == "end":
                return count
            if step.needs_answer:
                answer(page, step, solution[step.id], press, lang)
        where = page.locator(".tk-dots").get_attribute("aria-label")
        on = page.locator("[data-act=forward]:not([aria-disabled])")
        on.wait_for()
        assert page.locator(".tk-alert").count() == 0, key
        assert page.evaluate(WIDE) <= 0, f"{key} is wider than the window"
        press(on)
        page.wait_for_function(
            "where => document.querySelector('.tk-dots').getAttribute('aria-label') !== where", arg=where
        )
    raise AssertionError("the lesson does not end")


def answer(page: Any, step: Step, given: str, press: Press, lang: str) -> None:
    """Answer the open step of a lesson."""
    if step.kind == "answer":
        lay = parse_lay(given.removeprefix("lay "))
        for card in (*lay.spells, *lay.creatures):
            label = call_in_language(lang, card_name, card)
            found = page.locator(".tk-choice[aria-pressed=false]").filter(
                has=page.locator(f"svg[aria-label='{label}'], svg[aria-label^='{label} –']")
            )
            chosen = page.evaluate(CHOSEN)
            press(found.first)
            page.wait_for_function(f"n => {CHOSEN} > n", arg=chosen)
        for _ in range(sum(unit.rider is not None for unit in lay.units) - riding(page)):
            seated = riding(page)
            press(page.locator("[data-act=ride][aria-pressed=false]").first)
            page.wait_for_function(
                "n => document.querySelectorAll('[data-act=ride][aria-pressed=true]').length > n", arg=seated
            )
        press(page.locator("[data-act=lay]"))
    elif step.kind == "roll":
        press(page.locator("[data-act=answer]"))
    else:
        press(page.locator(f"[data-act=answer][data-value='{given}']"))
    page.locator(".tk-reply-wrong").wait_for(state="detached")


def riding(page: Any) -> int:
    """Return the number of creatures that ride now."""
    return int(page.locator("[data-act=ride][aria-pressed=true]").count())


def check(page: Any, made: Lesson, press: Press) -> None:
    """Answer the five questions of the closing check."""
    for item in LessonRun(made).check_questions():
        right = [choice.is_right for choice in item.choices].index(True)
        press(page.locator(f"[data-act=answer][data-value='{right}']"))
        page.locator(".tk-reply-right").wait_for()
        press(page.locator("[data-act=further]:not([aria-disabled])"))
        page.locator(".tk-reply-right").wait_for(state="detached")
    page.locator("[data-key=check-result]").wait_for()


def kinds(made: Lesson) -> set[str]:
    """Return the kinds of steps of a lesson, lays also by whether somebody rides. The subject of a prediction
    does not matter for pressing its answer."""
    solution = dict(made.solution)
    riders = any(">" in solution[step.id] for step in made.steps if step.kind == "answer")
    return {step.kind for step in made.steps} | ({"lay riders"} if riders else set())


def few() -> list[str]:
    """Return lessons that together have every kind of step, in the order of the course."""
    left = {name: kinds(COURSE.lesson(name)) for name in COURSE.names}
    missing, chosen = set().union(*left.values()), set()
    while missing:
        name = max(left, key=lambda name: len(left[name] & missing))
        missing -= left.pop(name)
        chosen.add(name)
    return [name for name in COURSE.names if name in chosen]


def test_few_lessons_have_every_kind_of_step() -> None:
    assert 1 < len(few()) < len(COURSE.names) / 2
    assert "lay riders" in set().union(*(kinds(COURSE.lesson(name)) for name in few()))


def follow(page: Any, press: Press, lang: str, wanted: list[str]) -> None:
    """Go through lessons; a lesson that follows the previous one is reached from its end, the others from the
    map."""
    names, here = COURSE.names, ""
    for name in wanted:
        follows = here and names.index(name) == names.index(here) + 1
        if here and not follows:
            press(page.locator("[data-act=map]"))
        press(page.locator(f"[data-act=lesson][data-value='{name}']").first)
        title = COURSE.lesson_entries[name]["title"][lang]
        page.locator(".tk-lesson-head", has_text=title).wait_for()
        assert walk(page, COURSE.lesson(name), press, lang) >= 7, name
        here = name
    press(page.locator("[data-act=map]"))
    page.locator(".tk-course-done").first.wait_for()
    assert page.locator(".tk-course-done").count() == len(wanted)


@pytest.fixture
def with_keys(visit: Any, enter: Any) -> Callable[[list[str]], None]:
    """Go through lessons with the keyboard alone; they are still done after a reload."""

    def go(wanted: list[str]) -> None:
        page = enter(visit(), "learn", "lang=en")
        used = set[str]()

        def press(target: Any) -> None:
            target.focus()
            key = target.get_attribute("data-shortcut") or "Enter"
            page.keyboard.press(key)
            used.add(key)

        follow(page, press, "en", wanted)
        assert {GO_ON, "Enter"} < used
        assert used & set(LETTERS), "answers have keys, too"
        page.reload(wait_until="commit")
        done = "n => document.querySelectorAll('.tk-course-done').length === n"
        page.wait_for_function(done, arg=len(wanted), timeout=30_000)

    return go


@pytest.fixture
def with_a_finger(visit: Any, enter: Any) -> Callable[[list[str]], None]:
    """Go through lessons by touch on a phone."""

    def go(wanted: list[str]) -> None:
        window = visit(width=390, height=844, has_touch=True, reduced_motion="reduce")
        page = enter(window, "learn", "lang=de")

        def press(target: Any) -> None:
            still(page, frames=3)  # a finger touches only what stands still
            target.tap()

        follow(page, press, "de", wanted)

    return go


def test_every_kind_of_step_with_keys_alone(with_keys: Any) -> None:
    with_keys(few())


def test_every_kind_of_step_with_a_finger_on_a_phone(with_a_finger: Any) -> None:
    with_a_finger(few())  # `test_one_screen` checks that every step of every lesson fits on a phone


@pytest.mark.soak
def test_the_whole_course_with_keys_alone(with_keys: Any) -> None:
    with_keys(COURSE.names)


@pytest.mark.soak
def test_the_whole_course_with_a_finger_on_a_phone(with_a_finger: Any) -> None:
    with_a_finger(COURSE.names)
