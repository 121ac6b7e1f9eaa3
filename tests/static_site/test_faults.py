"""What a visitor of the published site reads when something outside it fails, and that nothing is lost."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as TooLate
from static_site.conftest import LIVE, live, served

from twingkit_widgets.static_site.publish import replace_folder

pytestmark = [pytest.mark.browser, pytest.mark.install, pytest.mark.xdist_group("published")]

COUNTED = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })"
"""With metered data, a page fetches what a click needs with that click."""


KEPT_ANEW = """async (address) => {
  const { installing, waiting } = await navigator.serviceWorker.ready;
  const name = (await caches.keys()).find((each) => each.endsWith("another"));
  return name && !installing && !waiting && Boolean(await (await caches.open(name)).match(address));
}"""
"""Returns whether the browser has all of the later edition, whose folder is created before its first page."""


OF_ONE_EDITION = """async (address) => {
  const name = (await caches.keys()).find((each) => each.endsWith("another"));
  const page = name && (await (await caches.open(name)).match(address));
  return page ? (await page.text()).includes("/another/host.js") : `${name}: ${await caches.keys()}`;
}"""
"""True if the stored page of the later edition belongs to that edition, else what is stored."""


def begin(window: Page, address: str) -> None:
    """Begin a game and answer once."""
    window.goto(address)
    live(window)
    window.locator(".tk-play").get_by_role("button", name="Start", exact=True).click()
    window.locator("[data-act=answer]:visible").first.click()
    window.locator("[data-act=lay]:visible").first.wait_for()


@pytest.mark.parametrize("file", ["host.js", "panel.js", "worker.js", "pyodide.asm.wasm.pack"])
def test_a_page_whose_program_does_not_come_says_so_and_starts_again(
    host: str, window: Page, file: str
) -> None:
    window.route(f"**/{file}", lambda route: route.abort())
    window.goto(f"{host}de/learn/shield/")
    window.get_by_text("Ein Teil der Seite ließ sich nicht laden").wait_for(timeout=LIVE)
    window.unroute_all()
    window.get_by_role("button", name="Neu starten").click()
    live(window)
    assert window.locator("#tk-session").inner_text() == ""


def test_a_link_without_a_network_leaves_the_game_where_it_is(host: str, window: Page) -> None:
    window.add_init_script(COUNTED)
    begin(window, f"{host}en/play/?seed=7&opponents=greedy")
    asked, address = window.locator(".tk-play h2").first.inner_text(), window.url
    window.context.set_offline(True)
    window.locator(".tk-frame-pages a").first.click()
    window.get_by_text("Part of the page could not be loaded").wait_for()
    assert (window.locator(".tk-play h2").first.inner_text(), window.url) == (asked, address)
    window.context.set_offline(False)
    window.locator(".tk-frame-pages a").first.click()
    window.wait_for_url(f"{host}en/learn/")
    live(window)
    assert window.locator("#tk-session").inner_text() == ""


def test_a_press_whose_program_cannot_be_loaded_says_so_and_can_be_done_again(
    host: str, window: Page
) -> None:
    window.add_init_script(COUNTED)
    begin(window, f"{host}de/play/?seed=7&opponents=greedy")
    window.context.set_offline(True)
    window.locator(".tk-play [data-act=hint]:visible").first.click()
    alert = window.locator(".tk-part [role=alert]")
    alert.get_by_text("Ein Teil der Seite ließ sich nicht laden").wait_for()
    window.context.set_offline(False)
    window.locator(".tk-play [data-act=hint]:visible").first.click()
    window.locator("[data-key='hint']").first.wait_for(timeout=LIVE)
    assert alert.count() == 0


def test_a_browser_without_room_for_the_site_says_so_and_keeps_it_when_there_is_some(
    host: str, window: Page
) -> None:
    browser = window.context.new_cdp_session(window)
    origin = "{0.scheme}://{0.netloc}".format(urlsplit(host))
    browser.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 3_000_000})
    window.goto(f"{host}en/learn/shield/")
    live(window)
    refused = window.locator("[data-tk-offline=refused]")
    refused.wait_for(timeout=LIVE)
    assert window.evaluate("caches.keys()") == [], "half a site is none"
    assert window.locator("[data-tk-offline=kept]").is_hidden()
    browser.send("Storage.overrideQuotaForOrigin", {"origin": origin})
    refused.get_by_role("button").click()
    window.locator("[data-tk-offline=kept]").wait_for(timeout=LIVE)
    assert refused.is_hidden()


@pytest.fixture
def editions(published: Path, tmp_path: Path) -> Iterator[Path]:
    """Return a folder with the site and, below `next`, a second edition whose files have other addresses."""
    for name in ("site", "next"):
        shutil.copytree(published, tmp_path / name, copy_function=os.link)
    (assets,) = (tmp_path / "next" / "assets").iterdir()
    assets.rename(assets.with_name("another"))
    for file in [*(tmp_path / "next").rglob("*.html"), tmp_path / "next" / "service.js"]:
        text = file.read_text("utf-8").replace(f"assets/{assets.name}", "assets/another")
        file.unlink()
        file.write_text(re.sub(r"(const NAME = .*\})\w+`", r"\1another`", text), "utf-8")
    return tmp_path


def test_a_tab_of_an_earlier_edition_goes_on_and_its_next_page_is_the_new_one(
    editions: Path, window: Page
) -> None:
    of_new = "() => document.querySelector('script[type=module]').src.includes('/another/')"
    with served(editions) as root:
        begin(window, f"{root}site/en/play/?seed=7&opponents=greedy")
        window.locator("[data-tk-offline=kept]").wait_for(timeout=LIVE)
        asked = window.locator(".tk-play h2").first.inner_text()
        replace_folder(editions / "next", editions / "site", editions / "before")
        other = window.context.new_page()
        other.goto(f"{root}site/en/rulebook/")
        live(other)
        assert other.evaluate(of_new)
        other.wait_for_function(KEPT_ANEW, arg=f"{root}site/en/play/", timeout=LIVE)
        window.locator(".tk-play [data-act=hint]:visible").first.click()
        window.locator("[data-key='hint']").first.wait_for(timeout=LIVE)
        other.close()
        learn, play = f"{root}site/en/learn/", f"{root}site/en/play/"
        page = opened(window, learn, lambda: window.locator(".tk-frame-pages a").first.click())
        assert page.evaluate(of_new)
        assert page.evaluate(OF_ONE_EDITION, play) is True
        page = opened(page, play, lambda: page.goto(play))
        assert page.evaluate(of_new)
        assert page.locator(".tk-play h2").first.inner_text() == asked
        assert window.faults == []  # type: ignore[attr-defined]


def opened(window: Page, address: str, leave: Callable[[], object]) -> Page:
    """The page at this address after `leave`, with Python: in this tab, or in a new one.

    In some runs, a Chromium that is driven by a test never finishes the next page of a tab whose service
    worker was replaced, although this worker answers every request of other tabs.
    """
    window.set_default_timeout(LIVE / 3)
    try:
        leave()
        window.wait_for_url(address)
        window.wait_for_selector("html[data-tk-live]")
    except TooLate:
        window = window.context.new_page()
        window.goto(address)
    live(window)
    return window
