"""A published page inside another page: what it says about what is kept there, and where it cannot run."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Frame, Page

pytestmark = [pytest.mark.browser, pytest.mark.install, pytest.mark.xdist_group("published")]

NO_STORAGE = """Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("denied", "SecurityError"); },
});"""

KEEP, KEPT = "twingkit.memory('tk-state:play', 'a game')", "twingkit.memory('tk-state:play')"

SAVED = "is saved in this browser"

Embed = Callable[..., Frame]


@pytest.fixture
def window(window: Page) -> Page:
    """Return a window whose pages show their first views, and start no Python behind them."""
    window.route(
        re.compile(r"/worker\.js$"), lambda route: route.fulfill(body="", content_type="text/javascript")
    )
    return window


@pytest.fixture
def embed(host: str, window: Page) -> Embed:
    """Return a function that opens a page of the site in a platform's frame with these attributes."""

    def opened(attributes: str = "", path: str = "en/play/") -> Frame:
        shown = f'<title>Course</title><iframe src="{host}{path}" {attributes}></iframe>'
        platform = urljoin(host, "/course")
        window.route(platform, lambda route: route.fulfill(body=shown, content_type="text/html"))
        window.goto(platform, wait_until="commit")
        return framed(window)

    return opened


def framed(window: Page) -> Frame:
    """Return the site's frame as soon as its texts are there."""
    window.frame_locator("iframe").locator("#tk-say-unkept").wait_for(state="attached")
    (frame,) = window.main_frame.child_frames
    return frame


@pytest.mark.parametrize(
    ("attributes", "until", "kept"),
    [
        ("", "when the page around this one is closed or loaded again", "a game"),
        ('name="lesson"', "when you leave this page or load it again", None),
    ],
)
def test_a_frame_without_storage_says_how_long_it_keeps_the_game(
    embed: Embed, window: Page, attributes: str, until: str, kept: str | None
) -> None:
    window.add_init_script(NO_STORAGE)
    frame = embed(attributes)
    frame.evaluate(KEEP)
    assert frame.evaluate(KEPT) == "a game"
    said = frame.locator("#tk-unkept")
    assert until in said.inner_text()
    assert "until you close the tab" not in said.inner_text()
    said.get_by_role("button").click()
    frame.evaluate(KEEP)
    assert said.inner_text() == "", "it is said once"
    frame.goto(frame.url, wait_until="commit")
    frame = framed(window)
    assert frame.evaluate(KEPT) == kept
    frame.evaluate("twingkit.tell('failed')")
    assert frame.get_by_text("Something went wrong").is_visible()
    assert SAVED not in frame.locator("#tk-session").inner_text()
    window.reload(wait_until="commit")
    assert framed(window).evaluate(KEPT) is None


def test_a_tab_without_storage_keeps_the_game_until_it_is_closed(host: str, window: Page) -> None:
    window.goto(f"{host}en/play/", wait_until="domcontentloaded")
    window.evaluate("twingkit.tell('failed')")
    session = window.locator("#tk-session")
    session.get_by_text(SAVED).wait_for()
    window.add_init_script(NO_STORAGE)
    window.reload(wait_until="domcontentloaded")
    window.evaluate(KEEP)
    assert "until you close the tab" in window.locator("#tk-unkept").inner_text()
    window.evaluate("twingkit.tell('failed')")
    session.get_by_text("Something went wrong").wait_for()
    assert SAVED not in session.inner_text()


@pytest.mark.parametrize("allowed", [False, True], ids=["host", "host that allows other origins"])
def test_a_sandbox_in_which_the_page_cannot_run_is_named_and_not_the_network(
    embed: Embed, window: Page, allowed: bool
) -> None:
    if allowed:

        def answer(route: Any) -> None:
            found = route.fetch()
            route.fulfill(response=found, headers={**found.headers, "access-control-allow-origin": "*"})

        window.route(re.compile("/assets/"), answer)
    path = "en/play/?seed=7"
    frame = embed('sandbox="allow-scripts"', path)
    session = frame.locator("#tk-session")
    session.get_by_text("restricts its frame").wait_for()
    text = session.inner_text()
    assert "network" not in text
    assert SAVED not in text
    link = session.get_by_role("link")
    assert link.inner_text() == link.get_attribute("href") == frame.url
    assert frame.url.endswith(path)
    assert frame.locator("#rendered_cells").is_visible(), "a picture of the page, and not a page that loads"
    window.faults.clear()  # type: ignore[attr-defined] # what the browser says of the sandbox
