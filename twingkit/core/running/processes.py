"""Worker processes: how many can run, and how they start and end."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from twingkit.core.language import set_language


def usable_core_count() -> int:
    """Return the number of processor cores for worker processes; 1 if this platform has no processes."""
    if sys.platform == "emscripten":
        return 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def workers_ignore_ctrl_c() -> Iterator[None]:
    """Make processes that start inside the block ignore Ctrl-C from the beginning."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def set_up_worker(lang: str) -> None:
    """Set up a worker process: it uses the parent's language, ignores Ctrl-C, and ends with the parent."""
    set_language(lang)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
