"""A broken connection: clicks in the meantime are answered, or the page says that it is lost."""

from __future__ import annotations

import os
import signal
from typing import Any

import pytest
from counter_page import banner, open_counter, use_counter, used_counter

pytestmark = pytest.mark.browser
# The page's websockets: `cut()` closes them, `dropping` loses what is sent, `down` lets none connect.
LINE = """
window.line = {
  sockets: [],
  dropping: false,
  down: false,
  cut() { this.sockets.forEach((socket) => socket.close()); },
};
window.WebSocket = class extends WebSocket {
  constructor(address, ...rest) {
    super(line.down ? address.replace("/channels", "/nowhere") : address, ...rest);
    line.sockets.push(this);
  }
  send(message) {
    if (!line.dropping) super.send(message);
  }
};
"""


def counter_on_a_line(site: Any, visit: Any, **options: Any) -> Any:
    """Return a window with the page `counter`, whose connection the test controls."""
    window = visit(tab=True, **options)
    window.page.add_init_script(LINE)
    use_counter(site, window)
    return window


def press(window: Any) -> None:
    window.page.get_by_role("button", name="One more").click()


def test_a_click_at_the_moment_of_a_reconnect_is_answered(site: Any, visit: Any) -> None:
    window = counter_on_a_line(site, visit)
    window.page.evaluate(
        "() => {"
        "  const press = () => document.querySelector('.lm-Widget [data-act=add]').click();"
        "  line.sockets.at(-1).addEventListener('close', () => setTimeout(press));"
        "  line.cut();"
        "}"
    )
    window.page.get_by_text("count 2").wait_for()
    press(window)
    window.page.get_by_text("count 3").wait_for()
    assert window.page.locator("#tk-session").inner_text() == ""


def test_a_click_while_there_is_no_connection_is_answered_when_it_is_back(site: Any, visit: Any) -> None:
    window = counter_on_a_line(site, visit)
    window.page.evaluate("() => { line.down = true; line.cut(); }")
    press(window)
    banner(window, "The server cannot be reached", 60)
    window.page.evaluate("() => { line.down = false; }")
    window.page.get_by_text("count 2").wait_for()
    window.page.wait_for_function("document.querySelector('#tk-session').innerText === ''")
    window.errors.clear()


LOST = {
    "on the way": "line.dropping = true; PRESS; line.dropping = false; line.cut();",
    "into a socket that is closing": "line.cut(); PRESS;",
}


@pytest.mark.parametrize("how", LOST.values(), ids=LOST.keys())
def test_a_click_that_is_lost_with_the_connection_is_said_to_be(site: Any, visit: Any, how: str) -> None:
    window = counter_on_a_line(site, visit, locale="de-DE")
    pressing = "document.querySelector('.lm-Widget [data-act=add]').click()"
    window.page.evaluate(f"() => {{ {how.replace('PRESS', pressing)} }}")
    banner(window, "dein letzter Klick ist vielleicht verloren", 60)
    press(window)
    window.page.get_by_text("count 2").wait_for()
    window.page.wait_for_function("document.querySelector('#tk-session').innerText === ''")
    window.errors.clear()  # the browser notes that a closing socket sends nothing


def test_a_front_end_that_has_given_up_is_made_to_try_again(site: Any, visit: Any) -> None:
    window = counter_on_a_line(site, visit)
    window.page.evaluate(
        "async () => {"
        "  const { kernel } = await window.jupyterapp.widgetManagerPromise.promise;"
        "  kernel._reconnectLimit = 0;"
        "  line.cut();"
        "}"
    )
    window.page.wait_for_function(
        "async () => (await window.jupyterapp.widgetManagerPromise.promise).kernel.connectionStatus"
        " === 'disconnected'"
    )
    window.page.evaluate(
        "async () => {  (await window.jupyterapp.widgetManagerPromise.promise).kernel._reconnectLimit = 7;}"
    )
    press(window)
    window.page.get_by_text("count 2").wait_for()


def test_a_frozen_page_says_so_though_the_computers_clock_is_set_back(
    site: Any, visit: Any, until: Any
) -> None:
    window = visit(fresh=True)
    window.page.clock.install()
    kernel = used_counter(site, window)
    os.kill(kernel, signal.SIGSTOP)
    try:
        press(window)
        window.page.evaluate("Date.now = () => 0")
        window.page.clock.run_for(31_000)
        banner(window, "has not answered for half a minute")
    finally:
        os.kill(kernel, signal.SIGCONT)
    window.page.get_by_text("count 2").wait_for()


def test_a_frozen_page_says_so_alone_goes_on_when_it_thaws_and_can_start_again(
    site: Any, visit: Any, until: Any
) -> None:
    frozen = visit(fresh=True)
    frozen.page.clock.install()
    kernel = used_counter(site, frozen)

    def freeze() -> None:
        os.kill(kernel, signal.SIGSTOP)
        press(frozen)
        frozen.page.clock.run_for(31_000)
        banner(frozen, "has not answered for half a minute")

    freeze()
    other = open_counter(site, visit)
    assert other.page.locator("#tk-session").inner_text() == ""
    os.kill(kernel, signal.SIGCONT)
    frozen.page.get_by_text("count 2").wait_for()
    assert frozen.page.locator("#tk-session").inner_text() == ""
    freeze()
    frozen.page.get_by_role("button", name="Start again").click()
    frozen.page.get_by_text("count 0").wait_for()
    until(lambda: kernel not in site.kernels(), 20, "the frozen process has ended")
