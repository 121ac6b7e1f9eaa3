"""Warnings that point to the user's own line, however many functions of the kit are between."""

from __future__ import annotations

import sys
import warnings
from types import FrameType

_KIT_PACKAGES = ("twingkit", "twingkit_widgets")


def warn_caller(warning: Warning) -> None:
    """Issue a warning at the innermost line outside the kit that led to the call."""
    frame: FrameType | None = sys._getframe(1)
    level = 2
    while frame is not None and str(frame.f_globals.get("__name__", "")).partition(".")[0] in _KIT_PACKAGES:
        frame, level = frame.f_back, level + 1
    warnings.warn(warning, stacklevel=level)
