"""One running site for all workers: the first that asks starts it, and ends it when the others have ended."""

from __future__ import annotations

import contextlib
import fcntl
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

from site_process import Address, Site


@contextlib.contextmanager
def held(file: IO[str]) -> Iterator[None]:
    """While a worker is here, no other one is."""
    fcntl.flock(file, fcntl.LOCK_EX)
    try:
        yield
    finally:
        fcntl.flock(file, fcntl.LOCK_UN)


@contextlib.contextmanager
def shared_site(folder: Path, start: Callable[[], Site]) -> Iterator[Address]:
    """The site of the workers that have this folder: each asks it for pages and leaves it as it is."""
    at = folder / "address.txt"
    with (folder / "door").open("w") as door, (folder / "users").open("w") as users:
        own = None
        with held(door):
            if not at.exists():
                own = start()
                at.write_text(own.url, encoding="utf-8")
            fcntl.flock(users, fcntl.LOCK_SH)
            address = Address(at.read_text(encoding="utf-8"))
        yield address
        fcntl.flock(users, fcntl.LOCK_UN)
        if own:
            with held(door), held(users):  # once nobody else uses it; who comes now starts another one
                at.unlink()
                own.stop()
