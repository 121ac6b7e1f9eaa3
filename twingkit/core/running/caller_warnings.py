"""Warnings that point to the user's code, whatever the kit calls in between."""

from __future__ import annotations

import sys
import warnings

_PASSED_OVER = (__name__.partition(".")[0], "contextlib")
"""The packages whose lines tell a user nothing: the kit, and the code around its `with` blocks."""


def warn_caller(warning: Warning) -> None:
    """Warn at the line that called the kit; at the outermost line if only the kit runs."""
    level, frame = 2, sys._getframe(1)
    while frame.f_globals.get("__name__", "").partition(".")[0] in _PASSED_OVER and frame.f_back:
        level, frame = level + 1, frame.f_back
    warnings.warn(warning, stacklevel=level)
