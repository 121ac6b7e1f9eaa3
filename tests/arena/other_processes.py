"""Processes beside the test: copies of one that has loaded everything, each with its output."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from copies import Copy, Original


class Aside(NamedTuple):
    """A process, and the files that it writes to."""

    process: Copy
    out: Path
    error: Path

    def told(self) -> tuple[int, str, str]:
        """Return its exit code, output and errors, once it has ended by itself."""
        return self.process.wait(60), self.out.read_text("utf-8"), self.error.read_text("utf-8")


@contextlib.contextmanager
def aside(original: Original, said: Path) -> Iterator[Callable[..., Aside]]:
    """Yield a function that starts a process: `begin(source, *arguments)`; afterwards all of them have
    ended."""
    begun: list[Aside] = []

    def begin(source: str, *arguments: str) -> Aside:
        folder = said / str(len(begun))
        folder.mkdir(parents=True)
        out, error = folder / "out", folder / "error"
        begun.append(Aside(original.copy(source, *arguments, out=out, error=error), out, error))
        return begun[-1]

    yield begin
    for started in begun:
        started.process.kill()
        started.process.wait(60)
