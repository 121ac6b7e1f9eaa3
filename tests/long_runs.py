"""How much is played: some in `make test`, many in `make soak`."""

from __future__ import annotations

import os
import sys
from typing import Any, TypeVar

LONG = os.environ.get("TWINGKIT_LONG_RUNS") == "1"


T = TypeVar("T")


def runs(some: T, many: T) -> T:
    """How often, or with what, something is tried: `some`, or `many` in a long run."""
    return many if LONG else some


def without_words_of_the_kit() -> None:
    """Hypothesis reads the whole kit for words and numbers to try: seconds of work in every worker, and any
    change of the kit, or other modules loaded before, would change the examples of all tests. It has no
    setting for that, and another version of it may do without these names."""
    providers: Any = sys.modules.get("hypothesis.internal.conjecture.providers")
    if hasattr(providers, "_get_local_constants") and hasattr(providers, "_local_constants"):
        providers._get_local_constants = lambda: providers._local_constants
