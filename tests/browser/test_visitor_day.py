"""What depends on the browser: its day, and which puzzles were tried in it."""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from twingkit.learn.puzzles.puzzle import puzzle_of_day

pytestmark = pytest.mark.browser

ZONES = ("Pacific/Kiritimati", "Pacific/Pago_Pago")
"""25 hours apart: at any time, the day in one of them differs from the server's."""


def other_day() -> tuple[str, date]:
    """Return a time zone in which it is another day, and that day."""
    days = {zone: datetime.now(ZoneInfo(zone)).date() for zone in ZONES}
    return next((zone, day) for zone, day in days.items() if day != date.today())


def test_practice_and_puzzles_use_the_day_of_the_browser(
    visit: Any, enter: Any, settled: Any, until: Any
) -> None:
    zone, day = other_day()
    window = visit(timezone_id=zone)
    page = enter(window, "practice?topic=shield", "lang=en")
    page.locator("[data-key='option:0']").click()
    saved = "localStorage.getItem('tk-memory:practice')"
    until(lambda: f"today {day.toordinal()} 1 " in (page.evaluate(saved) or ""), 10, "the answer is saved")
    page.goto("about:blank")
    page = enter(window, "ember-puzzles", "lang=en", begun=False)
    page.wait_for_function("id => location.search.includes(id)", arg=puzzle_of_day("ember", day).id)
    settled(page)


def open_puzzle(page: Any) -> str:
    """Return the id of the puzzle that the address names, once it names one."""
    page.wait_for_function("location.search.includes('puzzle=')")
    return re.search(r"puzzle=(\w{8})", page.evaluate("location.search"))[1]


def test_the_page_of_puzzles_goes_on_where_it_was_left(visit: Any, enter: Any, settled: Any) -> None:
    window = visit()
    page = enter(window, "ember-puzzles", "lang=en")
    result = page.locator("[data-key='puzzle:result']")
    tried = list[str]()
    for _ in range(2):
        exact = page.locator("[data-key='option:0']")
        (exact if exact.count() else page.locator("[data-act=answer]").first).click()
        result.wait_for()
        tried.append(open_puzzle(page))
        page.keyboard.press("n")
        result.wait_for(state="detached")
        settled(page)
    for name in ("about", "ember-puzzles"):
        enter(window, name, "lang=en", begun=False)
    assert open_puzzle(page) not in tried
    settled(page)
    assert page.get_by_text("can no longer be read").count() == 0
    page.go_back()
    settled(page)
    assert "about" in page.evaluate("location.pathname"), "the tried puzzle is no step of the history"
