"""The path of a first visitor by keyboard, choices that hold for all pages, and the lab on a phone."""

from __future__ import annotations

from typing import Any

import pytest
from browser.site_map import PAGES

pytestmark = pytest.mark.browser


def test_a_first_visitor_gets_to_the_first_lesson_by_keyboard(site: Any, visit: Any, settled: Any) -> None:
    page = visit().page
    page.goto(site.url, wait_until="commit")
    settled(page)
    begin = page.get_by_role("link", name="Begin the first lesson").first
    for _ in range(25):
        page.keyboard.press("Tab")
        if begin.evaluate("each => each === document.activeElement"):
            break
    page.keyboard.press("Enter")
    page.wait_for_url("**/learn/?lesson=elements-and-cards*")
    settled(page)
    assert page.locator(".tk-lesson-step h2").is_visible()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "tk-skip"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "tk-content"
    page.keyboard.press("Tab")
    assert page.evaluate("!!document.activeElement.closest('.tk-course-open, .tk-lesson')"), "past the frame"


def test_language_and_colours_are_chosen_once(visit: Any, enter: Any) -> None:
    window = visit()
    page = enter(window, PAGES["start"])
    page.get_by_label("Colours").select_option("dark")
    page.locator(".tk-frame-language[lang=de]").click()
    page.locator(".tk-frame-language[lang=de][aria-pressed=true]").wait_for(state="attached")
    html = enter(window, PAGES["fleet rules"]).locator("html")  # a page of a game that was not open
    assert html.get_attribute("data-tk-theme") == "dark"
    assert html.get_attribute("lang") == "de"


def test_who_wins_stays_in_sight_while_someone_builds(visit: Any, enter: Any) -> None:
    page = enter(visit(width=360, height=740), "battle-lab")
    verdict = page.locator(".tk-verdict")
    page.locator(".tk-tray").evaluate("each => each.scrollIntoView({ block: 'end' })")
    page.wait_for_function("() => document.querySelector('.tk-verdict').getBoundingClientRect().top <= 1")
    covered = "() => document.elementFromPoint(180, 20)?.closest('.tk-verdict') !== null"
    assert page.evaluate(covered)
    page.locator(".tk-lab-line").evaluate("each => each.scrollIntoView()")
    page.wait_for_function(f"!({covered})()")
    assert verdict.bounding_box()["y"] < -50, "it makes room for the answers"
