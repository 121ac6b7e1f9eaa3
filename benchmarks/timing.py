"""Times of repeated calls, for the benchmarks that compare them."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable


def median(call: Callable[[], object], repeats: int) -> float:
    """Return the median seconds of processor time of one call."""
    times = []
    for _ in range(repeats):
        begin = time.process_time()
        call()
        times.append(time.process_time() - begin)
    return statistics.median(times)
