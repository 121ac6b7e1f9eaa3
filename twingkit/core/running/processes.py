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


def cores() -> int:
    """Return the number of processes that can run at once here; 1 where processes are not available."""
    if sys.platform == "emscripten":
        return 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def ignoring_ctrl_c() -> Iterator[None]:
    """Make processes that start inside the block ignore Ctrl-C from the beginning."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def start_worker(lang: str) -> None:
    """Set up a worker process: it uses the parent's language, leaves Ctrl-C to the parent, and
    ends with it.
    """
    set_language(lang)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
