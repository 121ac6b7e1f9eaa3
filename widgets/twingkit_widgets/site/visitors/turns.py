"""The order in which pages are started: as they were asked for, so many at once.

A page that starts works for some tenths of a second. Were all that are asked for started at once, each would
take as long as all of them together; started one after the other, the first is there at once, and who comes
to a busy computer waits in a line that moves. Where it hardly moves, who comes then reads that there is no
room, instead of waiting for a page that nobody waits for so long.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections import deque
from collections.abc import Callable

from twingkit_widgets.site.visitors.slots import ServerFull

AT_ONCE = 2 * (os.cpu_count() or 1)  # a page that starts waits a part of the time
LONGEST = 2.0  # seconds after which the next one starts, too: one that does not come up stops nobody

MAX_WAIT = 15.0  # seconds that somebody may wait for a turn while others still join the line


class Turns:
    """The turns of one server: `at_once` are taken at most, each for `longest` seconds."""

    def __init__(
        self,
        at_once: int = AT_ONCE,
        longest: float = LONGEST,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.longest = longest
        self.clock = clock
        self.waiting: deque[float] = deque()
        self._free = asyncio.Semaphore(at_once)

    def join(self) -> None:
        """Look whether another one may join the line. Full: who waits in it has waited too long already."""
        if self.waiting and self.clock() - self.waiting[0] > MAX_WAIT:
            raise ServerFull(of_address=False)

    async def take(self) -> Callable[[], None]:
        """Wait for a turn; return what ends it, which may be called again."""
        since = self.clock()
        self.waiting.append(since)
        try:
            await self._free.acquire()
        finally:
            self.waiting.remove(since)
        taken = [True]

        def end() -> None:
            """Give the turn back, once."""
            if taken:
                taken.clear()
                timer.cancel()
                self._free.release()

        timer = asyncio.get_running_loop().call_later(self.longest, end)
        return end
