"""The order in which pages are started: as requested, a few at once.

Starting a page takes some tenths of a second of work. If all requested pages were started at once, each would
take as long as all of them together; started one after the other, the first is there at once, and on a busy
computer visitors wait in a queue that moves. If it hardly moves, new visitors are told that there is no room
instead of waiting too long.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections import deque
from collections.abc import Callable

from twingkit_widgets.site.visitors.slots import ServerFull

MAX_CONCURRENT_STARTS = 2 * (os.cpu_count() or 1)  # starting a page includes waiting
_MAX_TURN_SECONDS = 2.0  # seconds after which the next one starts, too, so that a hanging one stops nobody

MAX_WAIT = 15.0  # seconds of waiting up to which others may still join the queue


class PageStartQueue:
    """A queue that lets at most `at_once` pages start at the same time. A start that takes too long goes on,
    but the next page may start.
    """

    def __init__(
        self,
        at_once: int = MAX_CONCURRENT_STARTS,
        max_turn_seconds: float = _MAX_TURN_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.max_turn_seconds = max_turn_seconds
        self.clock = clock
        self.waiting_since: deque[float] = deque()
        self._free = asyncio.Semaphore(at_once)

    def check_waiting_time(self) -> None:
        """Raise `ServerFull` if somebody in the queue has waited too long already."""
        if self.waiting_since and self.clock() - self.waiting_since[0] > MAX_WAIT:
            raise ServerFull(is_address_full=False)

    async def wait_for_turn(self) -> Callable[[], None]:
        """Wait for a turn and return the function that ends it; further calls of it do nothing."""
        since = self.clock()
        self.waiting_since.append(since)
        try:
            await self._free.acquire()
        finally:
            self.waiting_since.remove(since)
        taken = [True]

        def end() -> None:
            if taken:
                taken.clear()
                timer.cancel()
                self._free.release()

        timer = asyncio.get_running_loop().call_later(self.max_turn_seconds, end)
        return end
