"""The smallest input with the same fault, as far as a limited search finds one."""

from __future__ import annotations

import time
from collections.abc import Callable

from soak.ways import TOKEN

TRIES = 400
PATIENCE = 20.0
"""The seconds after which the smallest input so far is taken."""

Shows = Callable[[str], bool]
"""Returns whether an input shows the fault."""


def shorten(text: str, shows: Shows) -> str:
    """Return a shorter input with the same fault: first remove lines, then tokens, then characters."""
    end, left = time.monotonic() + PATIENCE, TRIES
    for cut in (lambda whole: whole.splitlines(keepends=True), TOKEN.findall, list):
        parts = cut(text)
        run = max(1, len(parts) // 2)
        while parts and run:
            first = 0
            while first < len(parts) and left and time.monotonic() < end:
                rest = parts[:first] + parts[first + run :]
                left -= 1
                if shows("".join(rest)):
                    parts = rest
                else:
                    first += run
            run //= 2
        text = "".join(parts)
    return text
