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
from twingkit.core.messages import message
from twingkit.core.running.caller_warnings import warn_caller


class OneProcessWarning(UserWarning):
    """A warning that work is done in one process, because this one cannot start others.

    >>> import warnings
    >>> from twingkit import arena
    >>> with warnings.catch_warnings():
    ...     warnings.simplefilter("ignore", arena.OneProcessWarning)
    ...     print(arena.simulate(2, ["random", "random"], "short", processes=4).games_finished)
    2
    """


def usable_core_count() -> int:
    """Return the number of processor cores for worker processes; 1 if this platform has no processes."""
    if sys.platform == "emscripten":
        return 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def startable_processes(wanted: int) -> int:
    """Return `wanted`, or 1 with a `OneProcessWarning` if this process cannot start others.

    Python forbids it in the workers of a `multiprocessing.Pool` and of Dask, and a browser has no processes.
    """
    if wanted > 1 and (multiprocessing.current_process().daemon or sys.platform == "emscripten"):
        warn_caller(OneProcessWarning(message("processes.one", wanted=wanted)))
        return 1
    return wanted


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
