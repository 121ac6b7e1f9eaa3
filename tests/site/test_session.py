"""The end of a session: closing a page frees its process, and a page whose process died says so."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import pytest
from counter_page import LIVE, banner, open_counter, use_counter, used_counter
from visitors import ask

pytestmark = pytest.mark.browser


def test_a_killed_kernel_is_announced_and_the_page_starts_again(site: Any, visit: Any) -> None:
    window = visit(locale="de-DE")
    os.kill(used_counter(site, window), signal.SIGKILL)
    banner(window, "Deine Sitzung ist beendet")
    window.page.get_by_role("button", name="Neu starten").click()
    window.page.get_by_text("count 0").wait_for()
    window.page.locator(LIVE).wait_for()
    assert window.page.locator("#tk-session").inner_text() == ""
    window.errors.clear()  # the front end notes the lost connection


def test_a_stopped_server_is_announced(serve: Any, pages: Path, visit: Any) -> None:
    site = serve(folder=pages)
    window = open_counter(site, visit)
    site.stop()
    banner(window, "The server cannot be reached")
    window.errors.clear()


def test_a_panel_that_cannot_send_is_enough(site: Any, visit: Any) -> None:
    window = open_counter(site, visit)
    window.page.evaluate("dispatchEvent(new CustomEvent('twingkit:dead'))")
    banner(window, "Your session has ended")


def test_a_session_that_was_ended_elsewhere_is_announced_at_once(site: Any, visit: Any) -> None:
    window = open_counter(site, visit)
    ended = window.page.evaluate(
        "async () => {"
        "  const config = JSON.parse(document.getElementById('jupyter-config-data').textContent);"
        "  const headers = { 'X-XSRFToken': document.cookie.match(/_xsrf=([^;]*)/)[1] };"
        "  const address = config.baseUrl + 'voila/api/shutdown/' + config.kernelId;"
        "  return (await fetch(address, { method: 'POST', headers })).status;"
        "}"
    )
    assert ended == 204
    banner(window, "Your session has ended")
    window.errors.clear()


def test_a_page_answers_only_to_the_browser_that_connected(site: Any, visit: Any) -> None:
    window = open_counter(site, visit)
    own, other = window.page.evaluate(ASK_SESSION), visit(fresh=True)
    cookies = {cookie["name"]: cookie["expires"] for cookie in window.page.context.cookies()}
    cookies.pop("tk-lang", None)
    assert cookies == {"_xsrf": -1, "tk-browser": -1}, "until the browser is closed"
    other.go(site.page("counter"), wait=LIVE)
    path = f"/api/kernels/{own['kernel']}"
    with_cookie = other.page.evaluate(f"async () => (await fetch('{path}')).status")
    assert (own["status"], with_cookie, ask(site, "GET", path)[0]) == (200, 404, 404)
    forged = {"Cookie": "_xsrf=a", "Content_Type": "application/x-www-form-urlencoded"}
    assert ask(site, "POST", f"/voila/api/shutdown/{own['kernel']}", b"_xsrf=a", **forged)[0] == 404
    window.page.get_by_role("button", name="One more").click()
    window.page.get_by_text("count 2").wait_for()
    other.errors.clear()  # the browser notes the 404 that was asked for


ASK_SESSION = """async () => {
  const config = JSON.parse(document.getElementById("jupyter-config-data").textContent);
  const { status } = await fetch(`${config.baseUrl}api/kernels/${config.kernelId}`);
  return { kernel: config.kernelId, status };
}"""
"""Asks for the session of the page."""


def test_a_page_that_is_left_ends_its_process(site: Any, visit: Any, until: Any) -> None:
    window = visit()
    first = used_counter(site, window)
    others = set(site.kernels()) - {first}
    window.page.reload()
    window.page.locator(LIVE).wait_for()
    until(lambda: first not in site.kernels(), 10, "the process of the left page has ended")
    assert len(set(site.kernels()) - others) == 1


def test_an_idle_page_asks_nothing_nor_one_on_its_way_out_and_one_that_stays_says_that_its_session_has_ended(
    site: Any, visit: Any
) -> None:
    window = visit(fresh=True)
    window.page.clock.install()
    use_counter(site, window)
    window.page.wait_for_load_state("networkidle")
    asked: list[str] = []
    window.page.on("request", lambda request: asked.append(request.url))
    window.page.clock.run_for("10:00")
    window.page.wait_for_load_state("networkidle")
    assert asked == []
    window.page.route("**/nothing-new", lambda route: route.fulfill(status=204))
    with window.page.expect_response("**/shutdown/*"):
        window.page.evaluate("location.href = 'nothing-new'")
    assert not any("track" in address for address in asked)
    window.page.clock.run_for("00:16")
    banner(window, "Your session has ended")
    window.errors.clear()  # that it asked for what is gone


UNKNOWN = """
addEventListener("DOMContentLoaded", () => {
  const times = Number(sessionStorage.times ?? 0);
  sessionStorage.times = times + 1;
  if (times >= TIMES) return;
  const panel = document.createElement("div");
  panel.className = "jupyter-widgets";
  panel.textContent = "Error displaying widget: model not found";
  document.getElementById("rendered_cells").append(panel);
});
"""
"""Script: the front end of a page does not know one of its panels, the first `TIMES` times that it is
loaded."""


def test_a_page_whose_panel_is_unknown_is_loaded_again(site: Any, visit: Any) -> None:
    window = visit(fresh=True)
    window.page.clock.install()
    window.page.add_init_script(UNKNOWN.replace("TIMES", "1"))
    use_counter(site, window)
    assert window.page.evaluate("sessionStorage.times") == "2"
    window.page.clock.run_for("00:11")
    assert not window.page.evaluate("Object.keys(sessionStorage).some(key => key.startsWith('tk-again'))")


def test_a_page_whose_panel_is_unknown_twice_says_that_it_has_ended(site: Any, visit: Any) -> None:
    window = visit(tab=True)
    window.page.add_init_script(UNKNOWN.replace("TIMES", "9"))
    window.page.goto(site.page("counter"), wait_until="commit")
    banner(window, "Your session has ended", 30)
    assert window.page.evaluate("sessionStorage.times") == "2"
