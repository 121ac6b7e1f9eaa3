"""Render figures as pictures: kaleido lets plotly.js draw them in a Chromium or Chrome on this computer."""

from __future__ import annotations

import os
import shutil
from concurrent.futures import CancelledError, Future
from importlib.util import find_spec
from threading import Thread

from twingkit.core.messages import Fault
from twingkit.core.tables.lazy_types import Figure

PICTURES = (".png", ".svg", ".pdf")
"""The file extensions of pictures of a figure."""

_BROWSERS = (
    "chromium-headless-shell",  # no window around the page: the fastest
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "msedge",
    "microsoft-edge",
)
"""Programs that can take pictures, in order of preference."""

BROWSER_PATHS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
    "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
    "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
)
"""The locations of browsers that are not on the path."""

_TIME_LIMIT_S = 120.0
"""The time in seconds after which a picture has failed: kaleido would wait for ever for a dead browser."""


def find_browser() -> str | None:
    """Return the path of the browser that renders pictures: `BROWSER_PATH` in the environment, else the first
    one found; None if there is none.
    """
    configured = os.environ.get("BROWSER_PATH")
    if configured:
        return configured if os.access(configured, os.X_OK) else None
    found = (path for path in map(shutil.which, (*_BROWSERS, *BROWSER_PATHS)) if path)
    return next(found, None)


def render_picture(
    figure: Figure, picture_format: str, width: int, height: int | None, scale: float
) -> bytes:
    """Return any plotly figure as the bytes of a picture: "png", "svg" or "pdf".

    The result is that of plotly's `Figure.to_image`, but kaleido is told which browser to use, and does not
    fetch MathJax from the network (only formulas need it). Raises `Fault` if kaleido or a browser is missing,
    or if the browser fails or gives no picture in time.
    """
    if find_spec("kaleido") is None:
        raise Fault("charts.kaleido")
    program = find_browser()
    if program is None:
        raise Fault("charts.browser", known=", ".join(_BROWSERS[:3]))
    import kaleido
    from kaleido.errors import BrowserClosedError, BrowserFailedError, ChromeNotFoundError, KaleidoError

    failures = (BrowserClosedError, BrowserFailedError, ChromeNotFoundError, KaleidoError)
    size = {
        "format": picture_format,
        "width": width,
        "height": height or figure.layout.height or round(width * 0.62),
        "scale": scale if picture_format == "png" else 1,
    }
    picture = Future[bytes]()

    def render() -> None:
        try:
            options = {"path": program, "mathjax": False}
            picture.set_result(bytes(kaleido.calc_fig_sync(figure, opts=size, kopts=options)))
        except BaseException as error:
            picture.set_exception(error)

    Thread(target=render, daemon=True).start()  # if it never ends, it does not keep Python from ending
    try:
        return picture.result(_TIME_LIMIT_S)
    except (*failures, CancelledError, OSError, TimeoutError) as error:
        why = str(error)[:200] or type(error).__name__
        raise Fault("charts.browser_failed", program=program, why=why) from error
