"""How fast a page opens, what it sends and what a visitor costs: `python benchmarks/site.py [repeats]`.

Three pages take turns in one run, so that they meet the same computer in the same mood:

* `voila`   one ipywidgets button, served by Voila as it comes;
* `empty`   the same notebook, served by twingkit;
* `lesson`  the first lesson, served by twingkit.

Time is from opening the address (with an empty browser cache, then again with a full one) to the first click
having changed the page, in Chromium. Memory is what `VISITORS` open pages add to the server and its kernels
(PSS: memory that processes share is counted once), divided by them.
"""

from __future__ import annotations

import http.client
import json
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psutil
from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).parents[1]
VISITORS = 10
HOST = 2048  # MB of memory a small server has
RESERVE = 256  # MB of it that the system keeps
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]
BUTTON = """\
import ipywidgets

button = ipywidgets.Button(description="Press")
label = ipywidgets.Label("nothing yet")
button.on_click(lambda _: setattr(label, "value", "pressed"))
ipywidgets.VBox([button, label])
"""
# Clicks until something changes, and notes when: in the page itself, so that nobody's polling is measured.
CLICKER = """
(function look() {
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


def notebook(code: str) -> str:
    """Return a notebook with one cell."""
    cell = {"cell_type": "code", "execution_count": None, "id": "a", "metadata": {}, "outputs": []}
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    whole = {"cells": [{**cell, "source": code}], "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(whole)


def get(url: str) -> bytes:
    """Return the page at `url`; empty while nobody answers."""
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(str(parts.hostname), parts.port, timeout=60)
    try:
        connection.request("GET", parts.path)
        return connection.getresponse().read()
    except OSError:
        return b""
    finally:
        connection.close()


@contextmanager
def server(*command: str) -> Iterator[tuple[str, psutil.Process]]:
    """Run `python -m command`; give its address and process."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    quiet: Any = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen([sys.executable, "-m", *command, "--no-browser", f"--port={port}"], **quiet)
    url = f"http://127.0.0.1:{port}/"
    while not get(url + "none"):
        assert process.poll() is None, f"{command} ended"
        time.sleep(0.1)
    try:
        yield url, psutil.Process(process.pid)
    finally:
        process.terminate()
        process.wait(30)


def memory(process: psutil.Process) -> float:
    """Return the MB that `process` and all it started really take."""
    family = [process, *process.children(recursive=True)]
    return float(sum(each.memory_full_info().pss for each in family)) / 2**20


def visit(browser: Browser, url: str) -> dict[str, float]:
    """Open `url` twice in a fresh browser profile; return ms, kB and the number of requests."""
    context = browser.new_context()
    page = context.new_page()
    page.add_init_script(CLICKER)
    sent: list[float] = []
    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.on("Network.loadingFinished", lambda event: sent.append(event["encodedDataLength"] / 1000))
    seen: dict[str, float] = {}
    for name in ("first", "again"):
        page.goto(url, wait_until="commit")
        page.wait_for_function("window.ready", polling=20, timeout=60_000)
        painted, ready = page.evaluate(
            "[performance.getEntriesByName('first-contentful-paint')[0].startTime, window.ready]"
        )
        seen[f"{name} ms"] = ready
        if name == "first":
            seen |= {"something to see ms": painted, "kB": sum(sent), "requests": len(sent)}
        page.goto("about:blank")
    context.close()
    return seen


def main(repeats: int) -> None:
    """Measure and print."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert chromium, "Chromium is needed to measure pages"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "empty.ipynb").write_text(notebook(BUTTON))
        shutil.copy(ROOT / "notebooks/site/first-battle.ipynb", folder / "lesson.ipynb")
        site = ("twingkit_widgets.site", f"--folder={folder}", f"--visitors={4 * VISITORS}")
        with server("voila", name) as (stock, stock_process), server(*site) as (own, own_process):
            pages = {
                "voila": (stock + "voila/render/empty.ipynb", stock_process),
                "empty": (own + "voila/render/empty.ipynb", own_process),
                "lesson": (own + "voila/render/lesson.ipynb", own_process),
            }
            times: dict[str, list[dict[str, float]]] = {each: [] for each in pages}
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
                for turn in range(repeats + 1):
                    for each, (url, _) in pages.items():
                        seen = visit(browser, url)
                        if turn:  # the first turn warms the computer up
                            times[each].append(seen)
                browser.close()
            numbers = {
                each: {key: statistics.median(one[key] for one in all_) for key in all_[0]}
                for each, all_ in times.items()
            }
        for each in pages:  # a server of its own: what was opened before must not be counted
            with server(*(("voila", name) if each == "voila" else site)) as (url, process):
                page = url + ("voila/render/lesson.ipynb" if each == "lesson" else "voila/render/empty.ipynb")
                get(page)
                before = memory(process)
                for _ in range(VISITORS):
                    get(page)
                per = (memory(process) - before) / VISITORS
                own_share = before - per  # the server alone, with what its kernels share
                room = int((HOST - RESERVE - own_share) / per)
                numbers[each] |= {"server MB": own_share, "visitor MB": per, f"visitors in {HOST} MB": room}
    report(numbers, repeats)


def report(numbers: dict[str, dict[str, float]], repeats: int) -> None:
    """Print the table and what was aimed at."""
    print(f"{'median of ' + str(repeats):24}" + "".join(f"{each:>10}" for each in numbers))
    for key in numbers["lesson"]:
        print(f"{key:24}" + "".join(f"{numbers[each][key]:10.0f}" for each in numbers))
    for key, aim in (("first ms", 1.2), ("visitor MB", 1.3)):
        for base in ("empty", "voila"):
            ratio = numbers["lesson"][key] / numbers[base][key]
            verdict = "well" if ratio <= aim else "MISSED"
            print(f"lesson / {base:6} {key:11} {ratio:5.2f}   (at most {aim}: {verdict})")
    out = ROOT / "benchmarks/out"
    out.mkdir(exist_ok=True)
    (out / "site.json").write_text(json.dumps(numbers, indent=1))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 7)
