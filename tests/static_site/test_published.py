"""The published site in Chromium: every page from a plain file server, without a network after the first."""

from __future__ import annotations

from typing import Any

import pytest
from browser.site_map import PAGES
from playwright.sync_api import BrowserContext, Page

from twingkit_widgets.site.addresses import asked, page_address

pytestmark = [pytest.mark.browser, pytest.mark.install]

LIVE = 60_000
"""Milliseconds in which Python is there, on a machine that does much else."""


def address(written: str, lang: str = "en") -> str:
    """The address of a page of the map below the root of the site."""
    path, _, query = written.partition("?")
    page = asked(path, query)
    assert page is not None
    return page_address(page.page, lang, **dict(pair.split("=", 1) for pair in page.query.split("&") if pair))


def live(page: Page) -> None:
    """Wait until Python answers on the page, and has nothing left to answer."""
    page.wait_for_selector("html[data-tk-live]", timeout=LIVE)
    page.wait_for_selector("html:not([data-tk-held])", timeout=LIVE)


@pytest.fixture
def window(chromium: Any) -> Any:
    """A new browser window in which nothing may fail and nothing comes from elsewhere."""
    context: BrowserContext = chromium.new_context(locale="en-GB", viewport={"width": 1280, "height": 900})
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
    page.faults = faults  # type: ignore[attr-defined]
    yield page
    context.close()


def test_every_page_works_without_a_network_after_the_first(host: str, window: Page) -> None:
    asked_for: list[str] = []
    window.on("request", lambda request: asked_for.append(request.url))
    window.goto(host)
    live(window)
    window.locator("[data-tk-offline=kept]").wait_for(timeout=LIVE)
    assert [url for url in asked_for if not url.startswith((host, "blob:", "data:"))] == []
    window.context.set_offline(True)
    for name, written in PAGES.items():
        for lang in ("en", "de"):
            window.goto(host + address(written, lang))
            live(window)
            assert window.locator("html").get_attribute("lang") == lang, name
            assert window.locator(".tk-part .tk-panel").count() >= 2, name
            assert window.locator("#rendered_cells [role=alert]").count() == 0, name
            assert window.faults == [], name  # type: ignore[attr-defined]
