"""The whole course in a browser, by its recorded solutions: with keys alone, and with a finger on a phone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from twingkit.twing.notation import read_lay
from twingkit_widgets.cards import card_name
from twingkit_widgets.lesson import Lesson, Step
from twingkit_widgets.lesson_reader import course, lesson, lesson_names
from twingkit_widgets.lesson_run import Run

pytestmark = pytest.mark.browser

Press = Callable[[Any], None]


def walk(page: Any, made: Lesson, press: Press, lang: str) -> int:
    """Go through the open lesson; return how many steps it had."""
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
            if step.asks:
                answer(page, step, solution[step.id], press, lang)
        where = page.locator(".tk-dots").get_attribute("aria-label")
        on = page.locator("[data-act=forward]:not([aria-disabled])")
        on.wait_for()
        assert page.locator(".tk-alert").count() == 0, key
        assert wide(page) <= 0, f"{key} is wider than the window"
        press(on)
        page.wait_for_function(
            "where => document.querySelector('.tk-dots').getAttribute('aria-label') !== where", arg=where
        )
    raise AssertionError("the lesson does not end")


def wide(page: Any) -> int:
    """By how much the page is wider than its window."""
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


def answer(page: Any, step: Step, given: str, press: Press, lang: str) -> None:
    """Answer the open step of a lesson."""
    if step.kind == "lay":
        lay = read_lay(given.removeprefix("lay "))
        for card in (*lay.spells, *lay.creatures):
            label = card_name(card, lang)
            found = page.locator(".tk-choice[aria-pressed=false]").filter(
                has=page.locator(f"svg[aria-label='{label}']")
            )
            pressed = page.locator(".tk-choice[aria-pressed=true]").count()
            press(found.first)
            page.wait_for_function(
                "n => document.querySelectorAll('.tk-choice[aria-pressed=true]').length > n", arg=pressed
            )
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
    """How many creatures ride now."""
    return int(page.locator("[data-act=ride][aria-pressed=true]").count())


def check(page: Any, made: Lesson, press: Press) -> None:
    """Answer the five questions of the closing check."""
    for item in Run(made).questions():
        right = [choice.right for choice in item.choices].index(True)
        press(page.locator(f"[data-act=check][data-value='{right}']"))
        page.locator(".tk-reply-right").wait_for()
        press(page.locator("[data-act=further]:not([aria-disabled])"))
        page.locator(".tk-reply-right").wait_for(state="detached")
    page.locator("[data-key=check-result]").wait_for()


def follow(page: Any, press: Press, lang: str) -> None:
    """Go through all lessons, each from the end of the one before."""
    names = lesson_names()
    for place, name in enumerate(names):
        title = course()[name]["title"][lang]
        page.locator(".tk-lesson-head", has_text=title).wait_for()
        assert walk(page, lesson(name), press, lang) >= 8, name
        if place < len(names) - 1:
            press(page.locator(f"[data-act=lesson][data-value='{names[place + 1]}']").first)
    press(page.locator("[data-act=map]"))
    page.locator(".tk-course-done").first.wait_for()
    assert page.locator(".tk-course-done").count() == len(names)


def test_the_whole_course_with_keys_alone(visit: Any, enter: Any) -> None:
    page = enter(visit(), "learn", "lang=en")

    def press(target: Any) -> None:
        target.focus()
        page.keyboard.press("Enter")

    press(page.locator("[data-key=go]"))
    follow(page, press, "en")
    page.reload(wait_until="commit")
    page.wait_for_function("document.querySelectorAll('.tk-course-done').length > 15", timeout=30_000)


def test_the_whole_course_with_a_finger_on_a_phone(visit: Any, enter: Any) -> None:
    page = enter(visit(width=390, height=844, has_touch=True), "learn", "lang=de")
    page.locator("[data-key=go]").tap()
    follow(page, lambda target: target.tap(), "de")
