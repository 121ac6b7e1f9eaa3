"""How much is played: some in `make test`, many in `make soak`."""

from __future__ import annotations

import os
from typing import TypeVar

LONG = os.environ.get("TWINGKIT_LONG_RUNS") == "1"


T = TypeVar("T")


def runs(some: T, many: T) -> T:
    """How often, or with what, something is tried: `some`, or `many` in a long run."""
    return many if LONG else some
