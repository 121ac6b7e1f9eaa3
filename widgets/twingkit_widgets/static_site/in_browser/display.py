"""A stand-in for `IPython.display` where no notebook is: what a page's program displays is collected."""

from __future__ import annotations

shown: list[object] = []
"""The things that were displayed since the page began."""


def display(*values: object) -> None:
    """Show `values` on the page; what displays itself in parts does so, unless it declines as in IPython."""
    for value in values:
        if value is not None and not _displays_itself(value):
            shown.append(value)


def _displays_itself(value: object) -> bool:
    """True if it has just done so."""
    itself = getattr(value, "_ipython_display_", None)
    if itself is None:
        return False
    try:
        itself()
    except NotImplementedError:
        return False
    return True
