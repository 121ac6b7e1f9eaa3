"""A whole short game of Twilight Imperium on a phone, by taps alone; and from a battle to the lab and back.

The fixture `visit` fails every test whose page reports an error or asks another host for anything.
"""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.browser

MOST_TAPS = 700
"""The largest number of taps before a short game counts as stuck."""

NARROW = """() => [...document.querySelectorAll('.tk-play button, .tk-play a.tk-button, .tk-play summary')]
  .filter((each) => each.offsetParent && !each.closest('.tk-play-story'))
  .filter((each) => !each.matches('.tk-rule-button, .tk-explained'))
  .map((each) => [each.getBoundingClientRect(), each.textContent, each.matches('.tk-play-minor > summary')])
  .filter(([box, text, folds]) => box.height < (folds ? 25.5 : 43.5) || box.right > innerWidth + 1)
  .map(([box, text]) => `${text} ${Math.round(box.width)}x${Math.round(box.height)}`)"""
"""Returns what is too small for a thumb or sticks out; words inside a text are as high as its lines, and
folded news have a touch target that is larger than their box."""

TAP_SYSTEM = """(number) => {
  const hex = [...document.querySelectorAll('.tk-hex')]
    .find((each) => each.querySelector('title').textContent.startsWith(`${number} `));
  const box = hex.querySelector('polygon').getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""
"""Returns where a system is on the screen."""

READ = 600
"""Milliseconds to wait before a tap on an answer: sooner, it would be the second tap of a double one."""


def headline(page: Any) -> str:
    return str(page.locator(".tk-play-now h2").inner_text()).replace("\n", " ")


def answers(page: Any) -> str:
    """Return the news and the story: they change with every answer."""
    return str(page.locator(".tk-play-now").inner_text() + page.locator(".tk-play-story").inner_text())


def tap(page: Any, locator: Any) -> None:
    locator.scroll_into_view_if_needed()
    locator.tap()


def tap_system(page: Any, until: Any, number: str) -> None:
    """Tap a system of the map, and wait for its description."""
    page.locator(".tk-play-map .tk-galaxy").scroll_into_view_if_needed()
    page.evaluate("(y) => scrollBy(0, y)", page.evaluate(TAP_SYSTEM, number)[1] - 400)
    x, y = page.evaluate(TAP_SYSTEM, number)
    page.touchscreen.tap(x, y)
    until(lambda: page.locator(".tk-system h3").count() == 1, 10, "the system is shown")


def go_on(page: Any, until: Any, activated: list[str]) -> None:
    """Answer the current question by a tap: attack the front once, otherwise the page's first option."""
    before = answers(page)
    confirm = page.locator(".tk-play-bar [data-act=confirm]")
    if page.locator(".tk-play-bar [data-act=go_on]").count():
        tap(page, page.locator(".tk-play-bar [data-act=go_on]"))
    elif confirm.count():
        quick = page.locator("[data-act=quick]")
        if quick.count() and "Move nothing" in confirm.inner_text():
            place = confirm.bounding_box()["x"]
            tap(page, quick.first)
            until(lambda: "Move nothing" not in confirm.inner_text(), 10, "the plan changes")
            declines = page.locator(".tk-play-bar [data-key=nothing]")
            assert abs(declines.bounding_box()["x"] - place) < 8, "“Move nothing” stays where it was"
        while confirm.get_attribute("aria-disabled"):  # tokens that are in no pool yet
            told = page.locator(".tk-play-verdict").inner_text()
            tap(page, page.locator("[data-act=step][data-value$='|1']:not([aria-disabled])").first)
            until(
                lambda told=told: page.locator(".tk-play-verdict").inner_text() != told,
                10,
                "the plan changes",
            )
        page.wait_for_timeout(READ)
        tap(page, confirm)
    else:
        number = next((n for n in ("20", "26", "34", "42") if n not in activated), "")
        if number and "tap a system" in headline(page):
            activated.append(number)
            tap_system(page, until, number)
            if page.locator(".tk-system-go").count():
                tap(page, page.locator(".tk-system-go"))
                sure = page.locator("[data-key='harm:yes']")  # the page asks again before a useless system
                until(lambda: answers(page) != before or sure.count() == 1, 15, "an answer, or a warning")
                if sure.count():
                    page.wait_for_timeout(READ)
                    tap(page, sure)
            else:
                return
        else:
            page.wait_for_timeout(READ)
            tap(page, page.locator(".tk-play-acts [data-act=answer]").first)
    until(lambda: answers(page) != before, 15, f"an answer to {headline(page)}")


def test_a_short_game_by_taps_on_a_phone_to_its_end(visit: Any, enter: Any, until: Any) -> None:
    page = enter(visit(width=390, height=844, has_touch=True), "imperium-game", "seed=7&lang=en")
    activated: list[str] = []
    looked: set[str] = set()
    for _ in range(MOST_TAPS):
        title = headline(page)
        if title.split()[0] not in looked:
            looked.add(title.split()[0])
            assert page.evaluate("document.documentElement.scrollWidth") <= 390, title
            assert page.evaluate(NARROW) == [], title
        if "win" in title and "game" in title:
            break
        go_on(page, until, activated)
    assert "win" in headline(page), headline(page)
    assert page.locator(".tk-play-bar [data-act=again]").is_visible()
