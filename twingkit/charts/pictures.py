"""Pictures of figures, taken by a Chromium or Chrome of this computer through kaleido.

The browser stays for a minute after a picture, since starting it is what takes time: the next picture takes a
tenth of it. It ends with Python at the latest.
"""

from __future__ import annotations

import asyncio
import atexit
import os
import shutil
import threading
from collections.abc import Mapping
from concurrent.futures import CancelledError
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from twingkit.messages import Fault

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

PICTURES = (".png", ".svg")

BROWSERS = (
    "chromium-headless-shell",  # has no window and nothing around the page: less work
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "msedge",
    "microsoft-edge",
)
"""Programs that can take pictures, in the order in which they are looked for."""

PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
    "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
    "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
)
"""The places of browsers that are not on the path."""

IDLE = 60.0
"""Seconds after its last picture for which a browser is kept."""


def browser() -> str | None:
    """The browser that takes pictures: `BROWSER_PATH` if that is set, else the first that is found."""
    configured = os.environ.get("BROWSER_PATH")
    if configured:
        return configured if os.access(configured, os.X_OK) else None
    on_path = (shutil.which(name) for name in BROWSERS)
    return next(
        (
            path
            for path in (*on_path, *(candidate for candidate in PLACES if os.access(candidate, os.X_OK)))
            if path
        ),
        None,
    )


def failures() -> tuple[type[Exception], ...]:
    """Return the errors of a browser that does not start, or ends."""
    from kaleido.errors import BrowserClosedError, BrowserFailedError, ChromeNotFoundError, KaleidoError

    kaleidos = (BrowserClosedError, BrowserFailedError, ChromeNotFoundError, KaleidoError)
    return (*kaleidos, CancelledError, OSError, TimeoutError)


class _Kept:
    """One browser in a thread of its own, which is started with the first picture."""

    def __init__(self) -> None:
        self._process = os.getpid()
        self._browser: Any = None  # kaleido has no types
        self._program = ""
        self._ending: asyncio.TimerHandle | None = None
        self._turn = asyncio.Lock()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="pictures", daemon=True)
        self._thread.start()

    @property
    def lives(self) -> bool:
        """False in a process that was forked from the one whose thread this is."""
        return self._process == os.getpid()

    def take(self, program: str, plain: Mapping[str, object], size: Mapping[str, object]) -> bytes:
        """Return the picture of a plain figure, taken by this program."""
        for _ in range(2):
            kept = self._browser
            taken = asyncio.run_coroutine_threadsafe(self._take(program, plain, size), self._loop)
            try:
                return bytes(taken.result())
            except failures():
                if kept is None:
                    raise
        raise TimeoutError  # not even a browser that was started anew stayed

    def end(self) -> None:
        """End the browser and the thread."""
        if self.lives and not self._loop.is_closed():
            asyncio.run_coroutine_threadsafe(self._close(), self._loop).result()
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()

    async def _take(self, program: str, plain: Mapping[str, object], size: Mapping[str, object]) -> bytes:
        async with self._turn:
            if self._ending:
                self._ending.cancel()
            if program != self._program:
                await self._close()
            try:
                picture = await self._taken(program, plain, size)
            except BaseException:
                await self._close()
                raise
            self._ending = self._loop.call_later(IDLE, self._closes)
            return picture

    async def _taken(self, program: str, plain: Mapping[str, object], size: Mapping[str, object]) -> bytes:
        if self._browser is None:
            import kaleido

            # without `mathjax=False` the browser would ask the network for it; kaleido starts it without a
            # sandbox, which the system's administrator could not have
            self._browser, self._program = kaleido.Kaleido(path=program, mathjax=False, n=1), program
            await self._browser.open()
        picture: bytes = await self._browser.calc_fig(dict(plain), opts=dict(size))
        return picture

    def _closes(self) -> None:
        self._closing = self._loop.create_task(self._close_in_turn())

    async def _close_in_turn(self) -> None:
        async with self._turn:
            await self._close()

    async def _close(self) -> None:
        browser, self._browser, self._program = self._browser, None, ""
        if browser is not None:
            await browser.close()


_kept: _Kept | None = None
_starting = threading.Lock()


def _taker() -> _Kept:
    global _kept
    with _starting:
        if _kept is None or not _kept.lives:
            _kept = _Kept()
            atexit.register(_kept.end)
        return _kept


def picture(figure: Figure, kind: str, width: int, height: int | None, scale: float) -> bytes:
    """Return a figure as a picture of a kind, "png" or "svg"; raises `Fault` if that cannot be."""
    if find_spec("kaleido") is None:
        raise Fault("charts.kaleido")
    program = browser()
    if program is None:
        raise Fault("charts.browser", known=", ".join(BROWSERS[:3]))
    high = height or figure.layout.height or round(width * 0.62)
    size: Mapping[str, object] = {
        "format": kind,
        "width": width,
        "height": high,
        "scale": scale if kind == "png" else 1,
    }
    plain = figure.to_dict()
    plain["layout"] = {**plain["layout"], "width": width, "height": high}
    try:
        return _taker().take(program, plain, size)
    except failures() as fault:
        raise Fault(
            "charts.browser_failed", program=program, why=str(fault)[:200] or type(fault).__name__
        ) from fault
