"""One running site for all workers: the first one starts it, and ends it when the others have ended."""

from __future__ import annotations

import contextlib
import fcntl
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

from site_process import Address, Site


@contextlib.contextmanager
def locked(file: IO[str]) -> Iterator[None]:
    """Hold a lock that keeps other workers out."""
    fcntl.flock(file, fcntl.LOCK_EX)
    try:
        yield
    finally:
        fcntl.flock(file, fcntl.LOCK_UN)


@contextlib.contextmanager
def shared_site(folder: Path, start: Callable[[], Site]) -> Iterator[Address]:
    """Return the site of the workers that share this folder: they only request pages and change nothing."""
    at = folder / "address.txt"
    with (folder / "door").open("w") as door, (folder / "users").open("w") as users:
        own = None
        with locked(door):
            if not at.exists():
                own = start()
                at.write_text(own.url, encoding="utf-8")
            fcntl.flock(users, fcntl.LOCK_SH)
            address = Address(at.read_text(encoding="utf-8"))
        yield address
        fcntl.flock(users, fcntl.LOCK_UN)
        if own:
            with locked(door), locked(users):  # once nobody else uses it; later workers start another one
                at.unlink()
                own.stop()
