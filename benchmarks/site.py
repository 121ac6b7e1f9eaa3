"""Opening times of pages, the data they send, and the memory of a visitor: `python benchmarks/site.py
[repeats]`.

Four pages alternate in one run, so that they run under the same conditions:

* `nothing` a notebook with an empty cell, served by plain Voila;
* `voila`   one ipywidgets button, served by plain Voila;
* `button`  the same notebook, served by twingkit;
* `lesson`  a lesson of the course, served by twingkit.

Times start at opening the address, first with an empty browser cache and then with a full one, in Chromium:
until anything is visible (first paint), until the main content is visible (`view`: the lesson's step, the
button; the end of Voila's own loading for `nothing`), and until the first click has changed the page. Memory
is what `VISITORS` open pages add to the server and its kernels (PSS: memory shared by processes is counted
once), divided by their number.
"""

from __future__ import annotations

import json
import shutil
import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from site_server import get, memory, server

from twingkit.analyse.charts.pictures import find_browser as browser_program

ROOT = Path(__file__).parents[1]
VISITORS = 10
HOST_MEGABYTES = 2048  # MB of memory of a small server
RESERVED_MEGABYTES = 256  # MB of it used by the system
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]
BUTTON = """\
import ipywidgets

button = ipywidgets.Button(description="Press")
label = ipywidgets.Label("nothing yet")
button.on_click(lambda _: setattr(label, "value", "pressed"))
ipywidgets.VBox([button, label])
"""
# Records when the main content is visible, clicks until something changes, and records that time too. It
# runs in the page itself, so that polling is not measured.
WATCHER = """
(function look() {
  const cells = document.getElementById("rendered_cells");
  const loading = document.querySelector("#loading, #tk-loading");
  const useful = ".tk-lesson-step h2, .jupyter-button";
  const there = %s ? cells?.querySelector(useful) : cells;
  if (!window.viewed && there && !loading && there.checkVisibility({ visibilityProperty: true }))
    window.viewed = performance.now();
  const button = document.querySelector(
    ".lm-Widget .tk-panel .tk-main[data-act]:not([aria-disabled=true]), .jupyter-button");
  if (button) {
    const scope = button.closest(".tk-panel, .widget-vbox");
    window.before ??= scope.innerText;
    if (scope.innerText !== window.before) { window.ready = performance.now(); return; }
    if (!(performance.now() - window.clicked < 50)) { window.clicked = performance.now(); button.click(); }
  }
  setTimeout(look, 5);
})();
"""
NOTHING = "nothing"


def notebook(code: str) -> str:
    """Return a notebook with one cell."""
    cell = {"cell_type": "code", "execution_count": None, "id": "a", "metadata": {}, "outputs": []}
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    whole = {"cells": [{**cell, "source": code}], "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(whole)


def visit(browser: Browser, name: str, url: str) -> dict[str, float]:
    """Open `url` twice in a fresh browser profile; return ms, kB and the number of requests."""
    context = browser.new_context(bypass_csp=True)  # or Playwright could not wait in a page
    page = context.new_page()
    page.add_init_script(WATCHER % ("false" if name == NOTHING else "true"))
    sent: list[float] = []
    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.on("Network.loadingFinished", lambda event: sent.append(event["encodedDataLength"] / 1000))
    seen: dict[str, float] = {}
    for turn in ("first", "again"):
        page.goto(url, wait_until="commit")
        page.wait_for_function(f"window.viewed && ({int(name == NOTHING)} || window.ready)", polling=20)
        painted, viewed, ready = page.evaluate(
            "[performance.getEntriesByName('first-contentful-paint')[0]?.startTime, viewed, window.ready]"
        )
        if turn == "first":
            seen |= {"anything ms": painted or viewed, "view ms": viewed}
        else:
            seen["view again ms"] = viewed
        if ready:
            seen[f"click {'again ' * (turn == 'again')}ms"] = ready
        if turn == "first":
            seen |= {"kB": sum(sent), "requests": len(sent)}
        page.goto("about:blank")
    context.close()
    return seen


def main(repeats: int = 7) -> None:
    """Measure and print."""
    chromium = browser_program()
    assert chromium, "Chromium is needed to measure pages"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "nothing.ipynb").write_text(notebook(""))
        (folder / "button.ipynb").write_text(notebook(BUTTON))
        shutil.copy(ROOT / "notebooks/site/learn.ipynb", folder / "learn.ipynb")
        site = ("twingkit_widgets.site", f"--folder={folder}", "--replace", f"--visitors={4 * VISITORS}")
        pages = {
            "nothing": ("voila", "voila/render/nothing.ipynb"),
            "voila": ("voila", "voila/render/button.ipynb"),
            "button": ("twingkit", "button/"),
            "lesson": ("twingkit", "learn/?lesson=first-battle"),
        }
        commands = {"voila": ("voila", name), "twingkit": site}
        with server(*commands["voila"]) as (stock, _), server(*commands["twingkit"]) as (own, _):
            urls = {"voila": stock, "twingkit": own}
            times: dict[str, list[dict[str, float]]] = {label: [] for label in pages}
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
                for turn in range(repeats + 1):
                    for label, (program, path) in pages.items():
                        seen = visit(browser, label, f"{urls[program]}{path}")
                        if turn:  # the first round is a warm-up
                            times[label].append(seen)
                browser.close()
        spread = {
            label: {key: sorted(row[key] for row in every) for key in every[0]}
            for label, every in times.items()
        }
        numbers = {
            label: {key: statistics.median(values) for key, values in figures.items()}
            for label, figures in spread.items()
        }
        for label, (program, path) in pages.items():  # a fresh server, so that earlier pages do not count
            with server(*commands[program]) as (url, process):
                page = f"{url}{path}"
                get(page)
                before = memory(process)
                for _ in range(VISITORS):
                    get(page)
                per = (memory(process) - before) / VISITORS
                own_share = before - per  # the server alone, with the memory its kernels share
                room = int((HOST_MEGABYTES - RESERVED_MEGABYTES - own_share) / per)
                numbers[label] |= {
                    "server MB": own_share,
                    "visitor MB": per,
                    f"visitors in {HOST_MEGABYTES} MB": room,
                }
    report(numbers, spread, repeats)


def middle_half(values: list[float]) -> str:
    """Return the middle half of sorted values: `310-355`."""
    low, high = values[len(values) // 4], values[-1 - len(values) // 4]
    return f"{low:.0f}-{high:.0f}"


def report(
    numbers: dict[str, dict[str, float]], spread: dict[str, dict[str, list[float]]], repeats: int
) -> None:
    """Print the table, the middle half of the times in brackets, and the targets."""
    print(f"{'median of ' + str(repeats):20}" + "".join(f"{label:>20}" for label in numbers))
    for key in numbers["lesson"]:
        row = f"{key:20}"
        for label, figures in numbers.items():
            about = f" ({middle_half(spread[label][key])})" if key.endswith("ms") and key in figures else ""
            row += f"{f'{figures[key]:.0f}{about}' if key in figures else '-':>20}"
        print(row)
    print(f"{'anything ms':20}{numbers['lesson']['anything ms']:6.0f}   (at most 300)")
    for key, base, aim in (
        ("view ms", "nothing", 1.2),
        ("view again ms", "nothing", 1.2),
        ("view again ms", "button", 1.2),
        ("click ms", "button", 1.2),
        ("click ms", "voila", 1.2),
        ("visitor MB", "voila", 1.3),
    ):
        ratio = numbers["lesson"][key] / numbers[base][key]
        verdict = "well" if ratio <= aim else "MISSED"
        print(f"lesson / {base:8} {key:14} {ratio:5.2f}   (at most {aim}: {verdict})")
    out = ROOT / "benchmarks/out"
    out.mkdir(exist_ok=True)
    (out / "site.json").write_text(json.dumps(numbers, indent=1))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
