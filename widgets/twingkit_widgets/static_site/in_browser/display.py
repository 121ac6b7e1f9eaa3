"""A stand-in for `IPython.display` without a notebook, which collects what the page displays."""

from __future__ import annotations

shown: list[object] = []
"""Everything displayed since the page started."""


def display(*values: object) -> None:
    """Show values on the page like IPython's `display`: values that can display themselves do so."""
    for value in values:
        if value is not None and not _try_own_display(value):
            shown.append(value)


def _try_own_display(value: object) -> bool:
    """Display a value by its own display method if it has one. Returns whether the value was displayed."""
    itself = getattr(value, "_ipython_display_", None)
    if itself is None:
        return False
    try:
        itself()
    except NotImplementedError:
        return False
    return True
