"""The static copy of a panel in a notebook: a separate output, shown wherever the panel itself cannot be.

A notebook shows the richest format of an output, which is the widget even if its kernel has gone ("model not
found") or its manager would have to be loaded from the network (as in pages by nbconvert). A panel is
therefore shown as two outputs, the widget and below it its static copy; a style hides the one that is not
needed.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Mapping
from typing import NamedTuple

from twingkit_widgets.panel.markup import Markup, el, join, raw

UPDATE_DELAY = 1.0
"""Seconds after which the static copy follows a change; it is a long text, and clicks come fast."""

_OUTPUT = ".jp-OutputArea-child"
LIVE = ".tk-panel:not(.tk-still)"

STYLE = (
    f"{_OUTPUT}:has({LIVE})+{_OUTPUT}:has(.tk-kept),"
    f"{_OUTPUT}:has(+{_OUTPUT} .tk-kept):not(:has({LIVE}))"
    "{display:none}"
    ".tk-kept :is(ul,ol){list-style:none!important}"
)
"""Hides the static copy where the widget is alive, and the empty output where it is not.

It also keeps pages by nbconvert from adding bullets to rows of cards.
"""


def outputs_may_be_saved() -> bool:
    """True if the code runs in a notebook whose outputs may be saved to a file, False if it runs in a Voila
    page.
    """
    try:
        from IPython.core.getipython import get_ipython
    except ImportError:
        return False
    return hasattr(get_ipython(), "kernel") and "QUERY_STRING" not in os.environ  # Voila and the site set it


class StaticCopy(NamedTuple):
    """What a panel shows at a moment: as HTML, and as plain text for output without HTML such as LaTeX."""

    html: Markup
    text: str


def widget_and_static(
    bundle: Mapping[str, object], static_copy: StaticCopy
) -> tuple[dict[str, object], dict[str, object]]:
    """Return two MIME bundles for a notebook from the bundle of a panel: the widget alone, and its static
    copy.
    """
    kept = el("div", join(el("style", raw(STYLE)), static_copy.html), cls="tk-kept")
    return (
        {**bundle, "text/html": "", "text/plain": ""},
        {"text/html": str(kept), "text/plain": static_copy.text},
    )


def show_with_static(
    bundle: Mapping[str, object], make_static_copy: Callable[[], StaticCopy]
) -> Callable[[object], None]:
    """Show a panel in a notebook as two outputs, and return the function to call when the panel changes.

    That function updates the static copy from `make_static_copy`, so that a saved notebook opens with the
    last state.
    """
    from IPython.display import display

    widget, still = widget_and_static(bundle, make_static_copy())
    display(widget, raw=True)
    handle = display(still, raw=True, display_id=True)

    def follow() -> None:
        if handle is not None:  # None where nothing is displayed
            handle.update(widget_and_static(bundle, make_static_copy())[1], raw=True)

    return _pausing(follow)


def _pausing(follow: Callable[[], None]) -> Callable[[object], None]:
    """Return an observer that calls `follow` once after many changes, or at once without an event loop."""
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
            waiting.append(loop.call_later(UPDATE_DELAY, after))

    return changed
