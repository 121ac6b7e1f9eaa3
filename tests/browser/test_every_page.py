"""Every page of the site, opened once: how it comes. What its faces show is in `test_every_face`.

On a desk nothing jumps while it comes, its name is there before its kernel is, it stands still for who wants
no motion, and its help opens. On a phone so comes one page of each kind, in long runs every face.
"""

from __future__ import annotations

from typing import Any

import pytest
from browser.site_map import PAGES
from browser.waiting import FIRST, MOVING, begin, still
from long_runs import runs

pytestmark = pytest.mark.browser

JUMPS = 0.02
"""So much of the layout may shift: what the eye does not see."""

FIRST_FACES = {address.partition("?")[0]: name for name, address in reversed(PAGES.items())}
LAST_FACES = {address.partition("?")[0]: name for name, address in PAGES.items()}
"""The pages of the site, each with its first or its last face."""


@pytest.mark.parametrize("name", runs([*FIRST_FACES.values()][::-1], list(PAGES)))
def test_a_page_comes_on_a_desk(visit: Any, enter: Any, name: str) -> None:
    page = enter(visit(reduced_motion="reduce"), PAGES[name], begun=False)
    still(page)
    assert page.evaluate("window.shift") < JUMPS
    assert page.evaluate(FIRST), "the page's name is there at once"
    begin(page)
    assert page.evaluate(MOVING) == []
    page.keyboard.press("?")
    dialog = page.locator("dialog[open]")
    dialog.wait_for()
    assert dialog.locator("dt").count() >= 8
    assert page.evaluate(MOVING) == []
    page.keyboard.press("Escape")
    dialog.wait_for(state="detached")


def test_the_focus_does_not_get_behind_the_help(visit: Any, enter: Any) -> None:
    page = enter(visit(), PAGES["about"])
    page.keyboard.press("?")
    page.locator("dialog[open]").wait_for()
    inside = "document.activeElement === document.body || !!document.activeElement.closest('dialog')"
    for _ in range(12):
        page.keyboard.press("Tab")
        assert page.evaluate(inside)


def one_of_each_kind() -> list[str]:
    """A face of one page of each kind (`play`, `rules`), in turn of another game: one machine makes a kind,
    whichever game it shows."""
    kinds: dict[str, list[str]] = {}
    for notebook, name in LAST_FACES.items():
        kinds.setdefault(notebook.rpartition("-")[2], []).append(name)
    return [names[number % len(names)] for number, names in enumerate(kinds.values())]


@pytest.mark.slow
@pytest.mark.parametrize("name", runs(one_of_each_kind(), list(PAGES)))
def test_a_page_comes_on_a_phone(visit: Any, enter: Any, name: str) -> None:
    page = enter(visit(width=360, height=740, has_touch=True, is_mobile=True), PAGES[name], begun=False)
    still(page)
    assert page.evaluate("window.shift") < JUMPS
