"""How much is tried: a little in `make test`, much in `make soak`."""

from __future__ import annotations

import os
import sys
from typing import Any, TypeVar

LONG = os.environ.get("TWINGKIT_LONG_RUNS") == "1"


T = TypeVar("T")


def runs(some: T, many: T) -> T:
    """Return how often, or with what, something is tried: `some`, or `many` in a long run."""
    return many if LONG else some


def without_words_of_the_kit() -> None:
    """Keep Hypothesis from reading the whole kit for words and numbers to try: that takes seconds in every
    worker, and any change of the kit, or other modules loaded before, would change the examples of all tests.
    There is no setting for it, and other versions may lack the patched names.
    """
    providers: Any = sys.modules.get("hypothesis.internal.conjecture.providers")
    if hasattr(providers, "_get_local_constants") and hasattr(providers, "_local_constants"):
        providers._get_local_constants = lambda: providers._local_constants
