"""Every page of the site, opened once and asked everything on that visit, on all its faces.

On a desk: nothing jumps while it comes, its name is there before its kernel is, it stands still for who
wants no motion, its help opens, it is whole in both languages, and axe-core finds no fault in it, light or
dark. Then as on a phone: nothing is too wide or too small. How a page comes is looked at on a desk with its
first face; on a phone with the last of one page of each kind, in long runs with all faces of all pages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from browser.axe import in_every_dress
from browser.languages import complete
from browser.site_map import PAGES
from browser.waiting import FIRST, begin, still, unfold
from long_runs import runs

pytestmark = pytest.mark.browser

JUMPS = 0.02
"""So much of the layout may shift: what the eye does not see."""

MOVING = """() => [
  ...document.getAnimations().map((each) => each.effect.target?.className ?? "an animation"),
  ...[...document.querySelectorAll("body *")]
    .flatMap((each) => [[each, ""], [each, "::before"], [each, "::after"]])
    .filter(([each, part]) => {
      const { transitionDuration, animationName, scrollBehavior } = getComputedStyle(each, part || null);
      return parseFloat(transitionDuration) > 0 || animationName !== "none" || scrollBehavior === "smooth";
    }).map(([each, part]) => each.outerHTML.slice(0, 80) + part),
]"""


def visits() -> dict[str, list[str]]:
    """The faces of pages that are looked at on one visit, by the first: those that it leads to by itself, by
    its tabs or by the browser's back and forward."""
    together: dict[str, list[str]] = {}
    first: dict[str, str] = {}
    for name, address in PAGES.items():
        notebook, _, query = address.partition("?")
        led_to = query.startswith(LED_TO) and notebook != "index" and notebook in first
        begun = first[notebook] if led_to else name
        first.setdefault(notebook, name)
        together.setdefault(begun, []).append(name)
    return together


LED_TO = ("view=", "show=", "rule=", "name=", "lesson=", "topic=")
VISITS = visits()
ANSWER = ".tk-lab-answers"
"""The part of a lab that another tab changes."""

VISIT = """(query) => {
  history.pushState(null, "", query ? `?${query}` : location.pathname);
  dispatchEvent(new PopStateEvent("popstate"));
}"""
SHOWN = "document.getElementById('rendered_cells').innerText"


def turn_to(page: Any, name: str) -> None:
    """Show another face of the open page."""
    query = PAGES[name].partition("?")[2]
    tabs = page.locator(".tk-lab-tab")
    if tabs.count():
        view = query.removeprefix("view=")
        tab = page.locator(f"[data-key='tab:{view}']") if view else tabs.first
        tab.click()
        page.locator(
            f".tk-lab-tab[aria-selected=true][data-key='{tab.get_attribute('data-key')}']"
        ).wait_for()
    else:
        before = page.evaluate(SHOWN)
        page.evaluate(VISIT, query)
        page.wait_for_function(f"before => {SHOWN} !== before", arg=before)
    still(page)
    unfold(page)


@pytest.mark.parametrize("name", VISITS)
def test_a_page_on_a_desk(visit: Any, enter: Any, axe: Path, name: str) -> None:
    window = visit()
    page = enter(window, PAGES[name], begun=False)
    still(page)
    assert page.evaluate("window.shift") < JUMPS
    assert page.evaluate(FIRST), "the page's name is there at once"
    begin(page)
    unfold(page)
    in_every_dress(page, axe, name, complete)
    page.keyboard.press("?")
    dialog = page.locator("dialog[open]")
    dialog.wait_for()
    assert dialog.locator("dt").count() >= 8
    assert page.evaluate(MOVING) == []
    inside = "document.activeElement === document.body || !!document.activeElement.closest('dialog')"
    for _ in range(12):
        page.keyboard.press("Tab")
        assert page.evaluate(inside), "the focus does not get behind the help"
    page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    part = ANSWER if page.locator(ANSWER).count() else ""
    for face in VISITS[name][1:]:
        turn_to(page, face)
        in_every_dress(page, axe, face, complete, part)
        assert page.evaluate(MOVING) == []
    with as_on_a_phone(page) as resize:
        nothing_is_too_wide_or_too_small(page, VISITS[name], resize)


# -- small screens


WIDE = "document.documentElement.scrollWidth - innerWidth"

SMALL = """() => {
  const grown = (each) => {  // what can be hit: the element, and what it spreads beyond its border
    const box = each.getBoundingClientRect(), extra = getComputedStyle(each, "::after");
    const beyond = (side) => extra.content !== "none" ? Math.max(0, -parseFloat(extra[side]) || 0) : 0;
    return [box.width + beyond("left") + beyond("right"), box.height + beyond("top") + beyond("bottom")];
  };
  return [...document.querySelectorAll("button, select, summary, input, a.tk-button, nav a")]
    .filter((each) => !each.matches("p .tk-gloss, .tk-explained"))  // a word in the middle of a sentence
    .filter((each) => each.checkVisibility() && Math.min(...grown(each)) < 43.5)
    .map((each) => `${each.outerHTML.slice(0, 120)} ${grown(each)}`);
}"""


def nothing_is_too_wide_or_too_small(
    page: Any, faces: Sequence[str], resize: Callable[[int, int], None]
) -> None:
    """The open page, which shows the last of its faces, fits with all of them on a phone in both languages,
    and a finger hits all that can be pressed."""
    shown = faces[-1]
    for lang, order in (("de", faces[::-1]), ("en", faces)):  # the page is in German
        page.locator(".tk-frame-menu").click()
        page.locator(f".tk-frame-language[lang={lang}]").click()
        every = "lang => [...document.querySelectorAll('.tk-panel')].every(each => each.lang === lang)"
        page.wait_for_function(every, arg=lang)
        still(page)
        assert page.evaluate(WIDE) <= 0, (lang, "with the menu")
        page.locator(".tk-frame-menu").click()
        for name in order:
            if name != shown:
                turn_to(page, name)
            shown = name
            if name == "lab" and lang == "de":
                for key in ("step", "more", "end"):
                    page.locator(f"[data-key={key}]").click()
                page.locator(".tk-told-result").wait_for()
                unfold(page)
            assert page.evaluate(WIDE) <= 0, (name, lang)
            if lang == "de":
                resize(390, 844)
                assert page.evaluate(SMALL) == [], name
                resize(360, 740)


@contextmanager
def as_on_a_phone(page: Any) -> Iterator[Callable[[int, int], None]]:
    """The open page in a phone's window, 360 pixels wide, and with a finger; yields what makes it larger."""
    browser = page.context.new_cdp_session(page)

    def resize(width: int, height: int) -> None:
        page.set_viewport_size({"width": width, "height": height})
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": True}
        browser.send("Emulation.setDeviceMetricsOverride", size)

    resize(360, 740)
    browser.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    try:
        still(page)
        assert page.evaluate("matchMedia('(max-width: 360px) and (pointer: coarse)').matches")
        yield resize
    finally:
        browser.send("Emulation.setTouchEmulationEnabled", {"enabled": False})
        page.set_viewport_size({"width": 1280, "height": 800})
        browser.detach()


ADDRESSES = {page.partition("?")[0]: name for name, page in PAGES.items()}
"""The pages of the site, each with its last face: on a desk its first is looked at as it comes."""


def one_of_each_kind() -> list[str]:
    """A face of one page of each kind (`play`, `rules`), in turn of another game: one machine makes a kind,
    whichever game it shows."""
    kinds: dict[str, list[str]] = {}
    for notebook, name in ADDRESSES.items():
        kinds.setdefault(notebook.rpartition("-")[2], []).append(name)
    return [names[number % len(names)] for number, names in enumerate(kinds.values())]


@pytest.mark.slow
@pytest.mark.parametrize("name", runs(one_of_each_kind(), list(PAGES)))
def test_a_page_comes_on_a_phone(visit: Any, enter: Any, name: str) -> None:
    page = enter(visit(width=360, height=740, has_touch=True, is_mobile=True), PAGES[name], begun=False)
    still(page)
    assert page.evaluate("window.shift") < JUMPS
