"""Loading times of a published site: `python benchmarks/published.py [folder]`.

`folder` is a site written by `twingkit publish`; by default one is written first. A plain file server in a
separate process serves it; Chromium visits. The figures are medians of three, in seconds from the start of
the visit:

- `seen`: the first view of the content; `clicked`: a click made as soon as possible has changed the page.
  First visits start with an empty profile, at the full speed of this computer and at 10 Mbit/s and 40 ms;
  later visits use a profile that has cached the site; then come visits from page to page;
- bytes until Python was loaded (background downloads start half a second later);
- clicks: a list of them on several pages, each from the click until the page has changed, in milliseconds.

All of them are slower on a busy computer: check the load that is printed first.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from conftest import FLAGS, free_port  # noqa: E402
from playwright.sync_api import Browser, BrowserContext, Page, Response, sync_playwright  # noqa: E402

from twingkit.analyse.charts.pictures import find_browser as browser_program  # noqa: E402

PAGES = {
    "lesson": ("en/learn/first-battle/", "[data-act=map]"),
    "lab": ("en/battle-lab/", "[data-act=swap]"),
    "rule": ("en/rulebook/TW-BAT-16/", "[data-act=show] >> nth=1"),
    "start": ("en/", ""),
}
"""The pages to visit, and the first click on each."""

TABS = [f"[data-act=tab] >> nth={number}" for number in (1, 2, 0)]
CLICKS = {
    "en/learn/first-battle/": ["[data-act=forward]", "[data-act=back]"] * 3,
    "en/battle-lab/": ["[data-act=swap]", "[data-act=undo]", *TABS, "[data-act=clear]", "[data-act=undo]"],
    "en/imperium-battle/": TABS,
    "en/rulebook/": [f"[data-act=show] >> nth={number}" for number in (1, 2, 0)],
}
"""The clicks that are timed, by the page where they are made."""

SLOW = {"offline": False, "latency": 40, "downloadThroughput": 1_250_000, "uploadThroughput": 1_250_000}
"""10 Mbit/s and 40 ms, in the form of Chromium's developer tools."""

WATCH = """
window.__seen = 0;
new MutationObserver(() => {
  if (window.__seen) return;
  const content = document.querySelector('#rendered_cells > div:nth-child(2) .tk-body');
  const seen = () => setTimeout(() => { window.__seen ||= performance.now(); });
  if (content?.offsetHeight > 40) requestAnimationFrame(seen);
}).observe(document, { childList: true, subtree: true });
"""
BODIES = "[...document.querySelectorAll('.tk-part .tk-panel:not(.tk-frame-panel) > .tk-body')]"
HTML = f"{BODIES}.map(body => body.innerHTML).join()"
CHANGED = f"before => {HTML} !== before"


def measure_first_visit(page: Page, url: str, button: str, sizes: list[int]) -> tuple[float, float, int]:
    """Return the seconds until a page was seen, the seconds until an immediate click changed it, and bytes.

    The bytes are those until Python was loaded (`sizes` lists those of every response).
    """
    page.add_init_script(WATCH)
    begin = time.perf_counter()
    page.goto(url, wait_until="commit")
    if button:
        page.locator(f".tk-part {button}").first.wait_for()
        before = page.evaluate(HTML)
        page.locator(f".tk-part {button}").first.click()
    page.wait_for_selector("html[data-tk-live]", timeout=120_000)
    size = sum(sizes)
    if button:
        page.wait_for_function(CHANGED, arg=before, timeout=120_000)
    done = time.perf_counter() - begin
    return page.evaluate("window.__seen") / 1000, done, size


def count_response_bytes(context: BrowserContext) -> list[int]:
    """Return a list that collects the bytes of every response of the site from now on, workers included."""
    sizes: list[int] = []

    def count(answer: Response) -> None:
        if not answer.url.startswith("blob:"):
            sizes.append(int(answer.headers.get("content-length") or 0))

    context.on("response", count)
    return sizes


def wait_until_cached(page: Page) -> None:
    """Wait until the browser has cached the site."""
    page.locator("[data-tk-offline=kept]").wait_for(timeout=120_000)


def print_visits(browser: Browser, root: str, slow: bool) -> None:
    """Print first and later visits to every page."""
    for name, (path, button) in PAGES.items():
        firsts: list[tuple[float, float, int]] = []
        laters: list[tuple[float, float, int]] = []
        for _ in range(3):
            context = browser.new_context(viewport={"width": 1280, "height": 900})
            page = context.new_page()
            if slow:
                tools = context.new_cdp_session(page)
                tools.send("Network.enable")
                tools.send("Network.emulateNetworkConditions", SLOW)
            firsts.append(measure_first_visit(page, root + path, button, count_response_bytes(context)))
            if not slow:
                wait_until_cached(page)
                page.evaluate("localStorage.clear()")  # a page that nobody changed shows its first view
                page.close()
                laters.append(measure_first_visit(context.new_page(), root + path, button, []))
            context.close()
        for label, measurements in (("first visit", firsts), ("later visit", laters)):
            if measurements:
                seen, done, total = (statistics.median(times) for times in zip(*measurements, strict=True))
                size = f", {total / 1e6:.2f} MB" if label == "first visit" else ""
                way = " at 10 Mbit/s" if slow else ""
                print(f"{name}, {label}{way}: seen {seen:.2f} s, clicked {done:.2f} s{size}", flush=True)


FOLLOW = """path => {
  const link = Object.assign(document.createElement('a'), { href: path });
  document.body.append(link);
  link.click();
  link.remove();
}"""


def print_page_changes(browser: Browser, root: str) -> None:
    """Print the times from page to page, until a click there is answered."""
    page = browser.new_page()
    page.goto(f"{root}en/learn/first-battle/")
    page.wait_for_selector("html[data-tk-live]", timeout=120_000)
    wait_until_cached(page)
    times = []
    for _ in range(3):
        for path, button in (PAGES["lab"], PAGES["lesson"]):
            begin = time.perf_counter()
            page.evaluate(FOLLOW, path)
            page.wait_for_url(root + path)
            page.locator(f".tk-part {button}").first.wait_for()
            before = page.evaluate(HTML)
            page.locator(f".tk-part {button}").first.click()
            page.wait_for_function(CHANGED, arg=before, timeout=120_000)
            times.append(time.perf_counter() - begin)
    middle = statistics.median(times)
    print(f"from page to page: median {middle:.2f} s, longest {max(times):.2f} s", flush=True)
    page.close()


def print_clicks(browser: Browser, root: str) -> None:
    """Print the times of the listed clicks."""
    firsts: list[float] = []
    times: list[float] = []
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    for path, buttons in CLICKS.items():
        page.goto(root + path)
        page.wait_for_selector("html[data-tk-live]", timeout=120_000)
        page.wait_for_timeout(1500)  # the background downloads have arrived
        for number, button in enumerate(buttons):
            target = page.locator(f".tk-part {button}").first
            target.scroll_into_view_if_needed()
            taken = page.evaluate(CLICK, target.element_handle())
            (times if number else firsts).append(taken)
            print(f"  {path} {button}: {taken:.0f} ms", flush=True)
    times.sort()
    middle, late = statistics.median(times), times[int(0.9 * len(times))]
    print(f"{len(times)} clicks: median {middle:.0f} ms, 90 % {late:.0f} ms, longest {times[-1]:.0f} ms")
    print(f"the first clicks of {len(firsts)} pages: longest {max(firsts):.0f} ms", flush=True)
    page.close()


CLICK = """button => new Promise((done) => {
  const begin = performance.now();
  const bodies = document.querySelectorAll('.tk-part .tk-panel:not(.tk-frame-panel) > .tk-body');
  const eye = new MutationObserver(() => {
    eye.disconnect();
    requestAnimationFrame(() => done(performance.now() - begin));
  });
  const all = { childList: true, subtree: true, characterData: true, attributes: true };
  for (const body of bodies) eye.observe(body, all);
  button.click();
})"""


def main(folder: str = "") -> None:
    """Measure a published site."""
    print(f"load {os.getloadavg()[0]:.1f}, {os.cpu_count()} processors", flush=True)
    with tempfile.TemporaryDirectory() as work:
        site = Path(folder) if folder else Path(work) / "site"
        if not folder:
            subprocess.run([sys.executable, "-m", "twingkit_widgets.static_site", str(site)], check=True)
        port = free_port()
        command = [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1"]
        server = subprocess.Popen(command, cwd=site, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            with sync_playwright() as playwright:
                browser: Any = playwright.chromium.launch(executable_path=browser_program(), args=list(FLAGS))
                root = f"http://127.0.0.1:{port}/"
                print_visits(browser, root, slow=False)
                print_visits(browser, root, slow=True)
                print_page_changes(browser, root)
                print_clicks(browser, root)
                browser.close()
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main(*sys.argv[1:])
