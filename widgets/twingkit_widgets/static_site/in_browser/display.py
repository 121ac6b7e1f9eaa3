"""A stand-in for `IPython.display` where no notebook is: what a page's program displays is collected."""

from __future__ import annotations

from typing import Any

shown: list[Any] = []
"""The things that were displayed since the page began."""


def display(*things: Any) -> None:
    """Show `things` on the page; what displays itself in parts does so."""
    for thing in things:
        itself = getattr(thing, "_ipython_display_", None)
        if itself is not None:
            itself()
        elif thing is not None:
            shown.append(thing)
