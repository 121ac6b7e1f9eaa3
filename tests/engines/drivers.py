"""Firefox and WebKit, as Debian has them: a window of each that opens an address and evaluates JavaScript.

Firefox speaks WebDriver BiDi itself, WebKit has a WebDriver program; neither needs anything downloaded.
"""

from __future__ import annotations

import itertools
import json
import os
import shutil
import signal
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import websocket
from conftest import PATIENCE, free_port

WIDTHS = {"wide": (1280, 900), "phone": (390, 844)}
"""The sizes of windows, in pixels."""

QUIET: dict[str, Any] = {
    "stdout": subprocess.DEVNULL,
    "stderr": subprocess.DEVNULL,
    "start_new_session": True,
}
"""Options for starting a browser: no output, and its processes can be ended together."""

MINI_BROWSER = "webkit2gtk-4.*/MiniBrowser"


class Window(Protocol):
    """A window of a browser."""

    def open(self, url: str) -> None:
        """Start to open an address."""

    def evaluate(self, expression: str) -> Any:
        """Return the value of a JavaScript expression, which must fit JSON."""

    def resize(self, width: int, height: int) -> None:
        """Give the window this size in pixels."""


def until(condition: Any, what: str) -> None:
    """Wait until `condition()` holds; an error of it counts as false until the time is over."""
    end, fault = time.monotonic() + PATIENCE, None
    while time.monotonic() < end:
        try:
            if condition():
                return
            fault = None
        except (AssertionError, OSError, KeyError) as error:  # a page is just being replaced
            fault = error
        time.sleep(0.1)
    raise AssertionError(f"not within {PATIENCE} s: {what}") from fault


@contextmanager
def ending(process: subprocess.Popen[bytes]) -> Iterator[None]:
    """End a process after use, and everything that it has started: it has its own session."""
    try:
        yield
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


class Firefox:
    """A window of Firefox."""

    missing = None if shutil.which("firefox-esr") or shutil.which("firefox") else "firefox-esr"

    def __init__(self, connection: websocket.WebSocket) -> None:
        self._connection = connection
        self._numbers = itertools.count(1)
        self._ask("session.new", capabilities={})
        self._context = self._ask("browsingContext.getTree")["contexts"][0]["context"]

    @classmethod
    @contextmanager
    def window(cls, folder: Path) -> Iterator[Firefox]:
        """Return a new window with an empty profile in `folder`."""
        port = free_port()
        program = shutil.which("firefox-esr") or shutil.which("firefox") or ""
        options = ["--headless", "--no-remote", f"--remote-debugging-port={port}", "--profile", str(folder)]
        process = subprocess.Popen([program, *options, "about:blank"], **QUIET)
        with ending(process):
            connection = websocket.WebSocket()
            address = f"ws://127.0.0.1:{port}/session"

            def connected() -> bool:
                connection.connect(address, suppress_origin=True, timeout=PATIENCE)
                return True

            until(connected, "Firefox listens")
            yield cls(connection)
            connection.close()

    def open(self, url: str) -> None:
        """Start to open an address."""
        self._ask("browsingContext.navigate", context=self._context, url=url, wait="interactive")

    def evaluate(self, expression: str) -> Any:
        """Return the value of a JavaScript expression."""
        answer = self._ask(
            "script.evaluate",
            expression=f"JSON.stringify({expression})",
            target={"context": self._context},
            awaitPromise=True,
        )
        assert answer["type"] == "success", answer
        return json.loads(answer["result"]["value"])

    def resize(self, width: int, height: int) -> None:
        """Give the window this size in pixels."""
        size = {"width": width, "height": height}
        self._ask("browsingContext.setViewport", context=self._context, viewport=size)

    def _ask(self, method: str, **params: Any) -> Any:
        number = next(self._numbers)
        self._connection.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            answer = json.loads(self._connection.recv())
            if answer.get("id") == number:
                assert answer["type"] == "success", answer
                return answer["result"]


class WebKit:
    """A window of WebKit, the engine of Safari."""

    missing = next((name for name in ("WebKitWebDriver", "Xvfb", "xvfb-run") if not shutil.which(name)), None)

    def __init__(self, session: str) -> None:
        self._session = session

    @classmethod
    @contextmanager
    def window(cls, folder: Path) -> Iterator[WebKit]:
        """Return a new window; WebKit stores nothing, so that `folder` stays empty."""
        port = free_port()
        driver = ["xvfb-run", "-a", "-s", "-screen 0 1400x1000x24", "WebKitWebDriver", f"--port={port}"]
        with ending(subprocess.Popen(driver, **QUIET)):
            root = f"http://127.0.0.1:{port}/session"
            program = next(Path("/usr/lib").glob(f"*/{MINI_BROWSER}"))
            options = {"binary": str(program), "args": ["--automation"]}
            wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
            sessions: list[str] = []

            def begun() -> bool:
                sessions.append(_post(root, wanted)["sessionId"])
                return True

            until(begun, "WebKit's driver listens")
            yield cls(f"{root}/{sessions[0]}")
            with urllib.request.urlopen(urllib.request.Request(f"{root}/{sessions[0]}", method="DELETE")):
                pass

    def open(self, url: str) -> None:
        """Start to open an address."""
        _post(f"{self._session}/url", {"url": url})

    def evaluate(self, expression: str) -> Any:
        """Return the value of a JavaScript expression."""
        script = f"return JSON.stringify({expression})"
        answer: str = _post(f"{self._session}/execute/sync", {"script": script, "args": []})
        return json.loads(answer)

    def resize(self, width: int, height: int) -> None:
        """Give the window this size in pixels, as far as its own frame allows."""
        _post(f"{self._session}/window/rect", {"width": width, "height": height})


def _post(url: str, data: dict[str, Any]) -> Any:
    """Return the value of a WebDriver response."""
    head = {"Content-Type": "application/json"}
    request = urllib.request.Request(url, json.dumps(data).encode(), head)
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return json.load(answer)["value"]
