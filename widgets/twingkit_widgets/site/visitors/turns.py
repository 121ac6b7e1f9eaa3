"""The order in which pages are started: as they were asked for, so many at once.

A page that starts works for some tenths of a second. Were all that are asked for started at once, each would
take as long as all of them together; started one after the other, the first is there at once, and who comes
to a busy computer waits in a line that moves.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable

AT_ONCE = 2 * (os.cpu_count() or 1)  # a page that starts waits a part of the time
LONGEST = 2.0  # seconds after which the next one starts, too: one that does not come up stops nobody


class Turns:
    """The turns of one server: `at_once` are taken at most, each for `longest` seconds."""

    def __init__(self, at_once: int = AT_ONCE, longest: float = LONGEST) -> None:
        self.longest = longest
        self._free = asyncio.Semaphore(at_once)

    async def take(self) -> Callable[[], None]:
        """Wait for a turn; return what ends it, which may be called again."""
        await self._free.acquire()
        taken = [True]

        def end() -> None:
            if taken:
                taken.clear()
                timer.cancel()
                self._free.release()

        timer = asyncio.get_running_loop().call_later(self.longest, end)
        return end
