"""What tests that look at the running site share: a server, a browser, and an eye on what it asks for."""

from __future__ import annotations

import http.client
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from hypothesis import settings
from null_games.install import install
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

# How long an example takes says nothing here: the machine may be busy.
settings.register_profile("twingkit", deadline=None)
settings.load_profile("twingkit")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave long runs out wherever nobody asks for them; what starts a server is slow."""
    for item in items:
        if "serve" in getattr(item, "fixturenames", ()):
            item.add_marker("slow")
    if "soak" in config.option.markexpr:
        return
    long = [item for item in items if item.get_closest_marker("soak")]
    if long:
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if not item.get_closest_marker("soak")]


PATIENCE = 90
"""So many seconds may pass at most until something comes: many, where several workers share a core."""

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
    """Wait until `condition` holds; fail, naming `what`, after `seconds`, or a busy computer's `PATIENCE`."""
    end = time.monotonic() + max(seconds, PATIENCE)
    while not condition():
        assert time.monotonic() < end, f"not within {seconds} s: {what}"
        time.sleep(0.05)


@pytest.fixture(scope="session")
def null_games_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the null games are installed: put it on PYTHONPATH of another process."""
    return install(tmp_path_factory.mktemp("null_games"))


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
        *options: str,
        folder: Path | None = None,
        base_url: str = "/",
        python: str = sys.executable,
        environment: Mapping[str, str] | None = None,
    ) -> Site:
        port = free_port()
        log = tmp_path_factory.mktemp("site") / "log.txt"
        command = [python, "-m", "twingkit_widgets.site", "--no-browser", f"--port={port}", *options]
        command += [f"--base-url={base_url}"] + ([f"--folder={folder}"] if folder else [])
        with log.open("w") as output:
            process = subprocess.Popen(
                command,
                stdout=output,
                stderr=subprocess.STDOUT,
                text=True,
                cwd=log.parent,
                env={**os.environ, **(environment or {})},
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
        self.page.locator(wait).first.wait_for(timeout=1000 * PATIENCE)
        return self.page


@pytest.fixture(scope="session")
def profiles(chromium: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """Browser profiles by their options, each made once: what a page has loaded need not be loaded again."""
    made: dict[str, BrowserContext] = {}

    def profile(number: int, **options: object) -> BrowserContext:
        key = repr((number, sorted(options.items())))
        if key not in made:
            made[key] = chromium.new_context(**options)  # type: ignore[arg-type]
            made[key].set_default_timeout(1000 * PATIENCE)
        return made[key]

    yield profile
    for context in made.values():
        context.close()


def forget(context: BrowserContext, page: Page) -> None:
    """Close a page and take away all that it has kept in its profile but the files that it has loaded."""
    parts = urlsplit(page.url)
    if parts.scheme.startswith("http"):
        storage = {"origin": f"{parts.scheme}://{parts.netloc}", "storageTypes": "local_storage,indexeddb"}
        context.new_cdp_session(page).send("Storage.clearDataForOrigin", storage)
    for opened in context.pages:
        opened.close()
    context.clear_cookies()
    context.clear_permissions()


@pytest.fixture
def visit(profiles: Callable[..., BrowserContext]) -> Iterator[Callable[..., Watched]]:
    """Open browser windows: `visit(width=360, color_scheme="dark", locale="de-DE")`.

    Each window of a test has a profile of its own: what one keeps, the other has not.
    At the end the test fails if a page asked another host for anything or reported an error.
    """
    windows: list[tuple[BrowserContext, Watched]] = []

    def window(width: int = 1280, height: int = 800, **options: object) -> Watched:
        size = {"width": width, "height": height}
        context = profiles(viewport=size, number=len(windows), **options)
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
        forget(context, watched.page)
        assert watched.outside == []
        assert watched.errors == []
