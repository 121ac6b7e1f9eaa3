"""The still of a panel in a notebook: an output of its own, seen wherever the panel itself cannot be.

A notebook shows of one output what it likes best, and that is the widget, even where its kernel has gone
("model not found") or its manager would have to come from the network (what nbconvert makes). So a panel is
shown as two outputs, the widget and below it its still; a style hides the one that is not needed.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Mapping

from twingkit_widgets.panel.markup import Markup, el, join, raw

PAUSE = 1.0
"""Seconds after which what a panel shows is kept: stills are long texts, and clicks come fast."""

OUTPUT = ".jp-OutputArea-child"
LIVE = ".tk-panel:not(.tk-still)"

STYLE = (
    f"{OUTPUT}:has({LIVE})+{OUTPUT}:has(.tk-kept),"
    f"{OUTPUT}:has(+{OUTPUT} .tk-kept):not(:has({LIVE}))"
    "{display:none}"
    ".tk-kept :is(ul,ol){list-style:none!important}"
)
"""The style by which a still is hidden where the widget is alive, and what stands in its place where it is
not. The page that nbconvert makes would give our rows of cards dots."""


def in_notebook() -> bool:
    """True if a notebook's kernel runs this, and its outputs may be saved: a page of Voila is not."""
    try:
        from IPython.core.getipython import get_ipython
    except ImportError:
        return False
    return hasattr(get_ipython(), "kernel") and "QUERY_STRING" not in os.environ  # Voila and the site set it


def widget_and_static(
    bundle: Mapping[str, object], still: Markup
) -> tuple[dict[str, object], dict[str, object]]:
    """Return the two outputs of a panel whose MIME bundle is `bundle`: the widget alone, and its still."""
    kept = el("div", join(el("style", raw(STYLE)), still), cls="tk-kept")
    return {**bundle, "text/html": ""}, {"text/html": str(kept), "text/plain": ""}


def show_with_static(bundle: Mapping[str, object], shown: Callable[[], Markup]) -> Callable[[object], None]:
    """Show a panel in a notebook as its two outputs; returns what to call when it shows something else.

    Then the still, which `shown` returns, follows: a notebook that is saved opens with what was seen last.
    """
    from IPython.display import display

    widget, still = widget_and_static(bundle, shown())
    display(widget, raw=True)
    handle = display(still, raw=True, display_id=True)

    def follow() -> None:
        if handle is not None:  # None where nothing is displayed
            handle.update(widget_and_static(bundle, shown())[1], raw=True)

    return _pausing(follow)


def _pausing(follow: Callable[[], None]) -> Callable[[object], None]:
    """An observer that calls a function once after all changes of a moment, or at once where no loop runs."""
    waiting: list[asyncio.TimerHandle] = []

    def after() -> None:
        waiting.clear()
        follow()

    def changed(_: object) -> None:
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            follow()
            return
        if not waiting:
            waiting.append(loop.call_later(PAUSE, after))

    return changed
