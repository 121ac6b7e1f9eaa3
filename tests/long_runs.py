"""How much is played: some in `make test`, many in `make soak`."""

from __future__ import annotations

import os

LONG = os.environ.get("TWINGKIT_LONG_RUNS") == "1"


def runs(some: int, many: int) -> int:
    """How often something is tried: `some` times, or `many` times in a long run."""
    return many if LONG else some
