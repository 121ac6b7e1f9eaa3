"""Every page of the site, opened once and observed while it loads.

Nothing jumps while it comes, and its name is there before its kernel is; it stands still for who wants no
motion, and its help opens. One machine makes the pages of a kind (`play`, `rules`), whichever game they show:
of each kind every other page comes on a desk, the others on a phone, in long runs every face on both.
"""

from __future__ import annotations

from typing import Any

import pytest
from browser.site_map import PAGES
from browser.waiting import FIRST, MOVING, begin, still
from long_runs import runs

pytestmark = pytest.mark.browser

JUMPS = 0.02
"""The amount of layout shift that the eye does not notice."""

FIRST_FACES = {address.partition("?")[0]: name for name, address in reversed(PAGES.items())}
LAST_FACES = {address.partition("?")[0]: name for name, address in PAGES.items()}
"""The pages of the site, each with its first or its last variant."""


MACHINES = {"battle": "lab", "hand": "lab", "stop": "lab", "rulebook": "rules"}
"""The machinery of pages whose names do not end with its name."""


def every_other(first: int) -> list[str]:
    """Return every other page of each machinery, from the first (0) or the second (1) on; a page that is the
    only one of its kind."""
    kinds: dict[str, list[str]] = {}
    for page in LAST_FACES:
        ending = page.rpartition("-")[2]
        kinds.setdefault(MACHINES.get(ending, ending), []).append(page)
    return [page for pages in kinds.values() for page in pages[first::2] or pages]


ON_A_DESK = [FIRST_FACES[page] for page in every_other(0)]
ON_A_PHONE = [LAST_FACES[page] for page in every_other(1)]


def test_each_page_is_opened() -> None:
    assert {PAGES[name].partition("?")[0] for name in (*ON_A_DESK, *ON_A_PHONE)} == set(LAST_FACES)


@pytest.mark.parametrize("name", runs(ON_A_DESK, list(PAGES)))
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


@pytest.mark.slow
@pytest.mark.parametrize("name", runs(ON_A_PHONE, list(PAGES)))
def test_a_page_comes_on_a_phone(visit: Any, enter: Any, name: str) -> None:
    page = enter(visit(width=360, height=740, has_touch=True, is_mobile=True), PAGES[name], begun=False)
    still(page)
    assert page.evaluate("window.shift") < JUMPS
