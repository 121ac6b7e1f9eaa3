"""What tests that look at the running site share: a server, a browser, and an eye on what it asks for."""

from __future__ import annotations

import http.client
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

# How long an example takes says nothing here: the machine may be busy.
settings.register_profile("twingkit", deadline=None)
settings.load_profile("twingkit")

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def free_port() -> int:
    """Return a port nobody listens on right now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Site:
    """A running site: its root address, its process and what it printed so far."""

    url: str
    process: subprocess.Popen[str]
    log: Path

    def page(self, name: str) -> str:
        """Return the address of the page `name`."""
        return f"{self.url}voila/render/{name}.ipynb"

    def kernels(self) -> list[int]:
        """Return the process ids of the kernels behind the open pages."""
        import psutil

        children = psutil.Process(self.process.pid).children(recursive=True)
        return [child.pid for child in children if "ipykernel_launcher" in child.cmdline()]

    def stop(self) -> None:
        """End the server and its kernels."""
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def wait_for(condition: Callable[[], object], seconds: float, what: str) -> None:
    """Wait until `condition` holds; fail, naming `what`, after `seconds`."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"not within {seconds} s: {what}"
        time.sleep(0.05)


@pytest.fixture(scope="session")
def port() -> Callable[[], int]:
    """Find a free port: `port()`."""
    return free_port


@pytest.fixture(scope="session")
def reachable() -> Callable[[str], bool]:
    """Look whether a server answers: `reachable(url)`."""
    return answers


@pytest.fixture(scope="session")
def until() -> Callable[[Callable[[], object], float, str], None]:
    """Wait for something outside the browser: `until(condition, seconds, what)`."""
    return wait_for


def answers(url: str) -> bool:
    """Return whether a server answers at `url`, with whatever status; redirections are not followed."""
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(str(parts.hostname), parts.port, timeout=5)
    try:
        connection.request("GET", parts.path)
        connection.getresponse()
    except OSError:
        return False
    finally:
        connection.close()
    return True


@pytest.fixture(scope="session")
def serve(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Site]]:
    """Start sites: `serve("--visitors", "1", folder=..., python=...)` returns when the site answers."""
    running: list[Site] = []

    def start(
        *options: str, folder: Path | None = None, base_url: str = "/", python: str = sys.executable
    ) -> Site:
        port = free_port()
        log = tmp_path_factory.mktemp("site") / "log.txt"
        command = [python, "-m", "twingkit_widgets.site", "--no-browser", f"--port={port}", *options]
        command += [f"--base-url={base_url}"] + ([f"--folder={folder}"] if folder else [])
        with log.open("w") as output:
            process = subprocess.Popen(
                command, stdout=output, stderr=subprocess.STDOUT, text=True, cwd=log.parent
            )
        site = Site(f"http://127.0.0.1:{port}{base_url}", process, log)
        running.append(site)
        wait_for(lambda: answers(site.url) or process.poll() is not None, 60, "the site answers")
        assert process.poll() is None, log.read_text()
        return site

    yield start
    for site in running:
        site.stop()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """A Chromium as Debian packages it. Where there is none, run `pytest -m 'not browser'`."""
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert program, "this test needs Chromium: install it (Debian: apt-get install chromium)"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        yield browser
        browser.close()


@dataclass
class Watched:
    """A browser page and what went wrong in it."""

    page: Page
    host: str
    outside: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def go(self, url: str, wait: str = "#rendered_cells .lm-Widget .jupyter-widgets") -> Page:
        """Open `url` and wait until the selector `wait` is visible."""
        self.page.goto(url, wait_until="commit")
        self.page.locator(wait).first.wait_for(timeout=30_000)
        return self.page


@pytest.fixture
def visit(chromium: Browser) -> Iterator[Callable[..., Watched]]:
    """Open browser windows: `visit(width=360, color_scheme="dark", locale="de-DE")`.

    At the end the test fails if a page asked another host for anything or reported an error.
    """
    windows: list[tuple[BrowserContext, Watched]] = []

    def window(width: int = 1280, height: int = 800, **options: object) -> Watched:
        context = chromium.new_context(viewport={"width": width, "height": height}, **options)  # type: ignore[arg-type]
        page = context.new_page()
        watched = Watched(page, "127.0.0.1")

        def asked(url: str) -> None:
            parts = urlsplit(url)
            if parts.scheme in ("http", "https", "ws", "wss") and parts.hostname != watched.host:
                watched.outside.append(url)

        page.on("request", lambda request: asked(request.url))
        page.on("websocket", lambda socket: asked(socket.url))
        page.on("pageerror", lambda error: watched.errors.append(str(error)))
        page.on("console", lambda note: watched.errors.append(note.text) if note.type == "error" else None)
        windows.append((context, watched))
        return watched

    yield window
    for context, watched in windows:
        context.close()
        assert watched.outside == []
        assert watched.errors == []
