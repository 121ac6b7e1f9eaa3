"""What a visitor reads when something outside the site fails, and that no progress is lost."""

from __future__ import annotations

import re
from typing import Any

import psutil
import pytest

pytestmark = pytest.mark.browser

STORAGES = {
    "switched off": """for (const storage of ["localStorage", "sessionStorage", "indexedDB"]) {
      const get = () => { throw new DOMException("denied", "SecurityError"); };
      Object.defineProperty(window, storage, { get });
    }""",
    "full": """Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };""",
}
"""Scripts that simulate browsers without storage."""

GAME = "play?seed=7&opponents=greedy"

TOLD = {
    "de-DE": "Dieser Browser kann nicht speichern, was du hier machst",
    "en-GB": "This browser cannot save what you do here",
}

OUT_OF_REACH = {
    "de-DE": "Die Seite ist noch nicht erreichbar",
    "en-GB": "The page cannot be reached yet",
}


def question_text(page: Any) -> str:
    """Return the game's question."""
    return str(page.locator(".tk-play h2").first.inner_text())


@pytest.mark.parametrize(("storage", "locale"), [*zip(STORAGES, TOLD, strict=True)])
def test_a_browser_that_keeps_nothing_says_so_once_and_its_tab_keeps_the_game(
    visit: Any, enter: Any, settled: Any, storage: str, locale: str
) -> None:
    window = visit(tab=True, locale=locale)
    window.page.add_init_script(STORAGES[storage])
    page = enter(window, GAME)
    said = page.locator("#tk-unkept")
    said.get_by_text(TOLD[locale]).wait_for()
    page.locator("[data-act=answer]:visible").first.click()
    page.locator("[data-act=lay]:visible").first.wait_for()
    said.get_by_role("button").click()
    before = question_text(page)
    page.reload()
    settled(page)
    assert question_text(page) == before
    assert said.inner_text() == "", "it was read"


def test_a_page_whose_script_does_not_come_says_that_its_buttons_do_nothing(site: Any, visit: Any) -> None:
    window = visit(fresh=True, locale="de-DE")
    window.page.context.route(re.compile(r"/assets/.*\.js"), lambda route: route.abort())
    window.page.goto(site.page("learn"), wait_until="commit")
    window.page.get_by_text("Ein Teil der Seite wurde nicht geladen").wait_for()
    window.page.context.unroute_all()
    window.page.get_by_role("button", name="Neu starten").click()
    window.page.locator(".lm-Widget .tk-panel > .tk-body").first.wait_for()
    window.errors.clear()  # that the scripts did not arrive


def test_a_page_that_is_still_being_sent_says_that_it_takes_longer(serve: Any, visit: Any) -> None:
    site = serve()
    window = visit(fresh=True, locale="en-GB")
    window.page.clock.install()
    children = psutil.Process(site.process.pid).children()
    [template] = [child for child in children if "kernel_template" in " ".join(child.cmdline())]
    template.suspend()  # no process is started for the page
    try:
        window.page.goto(site.page("learn"), wait_until="commit")
        window.page.get_by_text("Loading the page").wait_for()
        longer = window.page.get_by_text("Loading is taking longer than usual")
        assert not longer.is_visible()
        window.page.clock.run_for("00:16")
        longer.wait_for()
    finally:
        template.resume()
    longer.wait_for(state="hidden")


def test_a_panel_that_needs_long_to_be_set_up_answers_clicks(visit: Any, enter: Any) -> None:
    window = visit()
    window.page.add_init_script("""const timeout = AbortSignal.timeout.bind(AbortSignal);
      AbortSignal.timeout = (ms) => timeout(ms === 2000 ? 0 : ms);""")  # as if two seconds had passed at once
    page = enter(window, GAME)
    page.locator("[data-act=answer]:visible").first.click()
    page.locator("[data-act=lay]:visible").first.wait_for()


def test_a_page_without_a_connection_says_so(site: Any, visit: Any) -> None:
    window = visit(fresh=True, locale="en-GB")
    window.page.clock.install()
    window.page.route_web_socket(re.compile("channels"), lambda socket: socket.close())
    window.page.goto(site.page("learn"))
    window.page.clock.run_for("00:03")
    window.page.get_by_text("the buttons will work in a moment").wait_for()
    window.page.clock.run_for("00:18")
    window.page.get_by_text("Part of the page has not loaded").wait_for()
    window.errors.clear()


@pytest.mark.parametrize("locale", OUT_OF_REACH)
def test_a_game_starts_again_when_the_server_is_back_and_waits_on_its_page(
    visit: Any, enter: Any, settled: Any, locale: str
) -> None:
    window = visit(tab=True, locale=locale)
    page = enter(window, GAME)
    page.locator("[data-act=answer]:visible").first.click()
    page.locator("[data-act=lay]:visible").first.wait_for()
    before, address = question_text(page), page.url
    page.evaluate("dispatchEvent(new CustomEvent('twingkit:dead'))")
    page.route(re.compile("/play/"), lambda route: route.abort())
    page.locator("#tk-session button").click()
    page.get_by_text(OUT_OF_REACH[locale]).wait_for()
    assert page.url == address
    page.unroute_all()
    settled(page)
    page.locator("#tk-session:empty").wait_for(state="attached")
    settled(page)
    assert question_text(page) == before
    window.errors.clear()  # that the page could not be requested
