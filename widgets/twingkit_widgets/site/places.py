"""The number of visitors that fit on this computer, and the one who leaves when another arrives.

Every open page has a Python process of its own. A page nobody looks at any more (its tab was closed) gives
up its place first, then one where nothing has happened for ten minutes. If neither is there, the server
is full and says so, instead of running out of memory under everyone.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psutil

VISITOR = 64 * 2**20  # bytes one open page needs: benchmarks/site.py measures it; rounded up
RESERVE = 256 * 2**20  # bytes left to the server itself and to everything else on the computer
MOST = 200  # more than this many processes help nobody, however much memory there is
IDLE = 600  # seconds without any action after which an open page may lose its place
ARRIVING = 60  # seconds a new page has to connect before it counts as left


def free_memory(cgroup: Path = Path("/sys/fs/cgroup")) -> int:
    """Return the bytes this process may still take: the computer's free memory or its container's."""
    free = int(psutil.virtual_memory().available)
    for limit, used in (
        ("memory.max", "memory.current"),
        ("memory/memory.limit_in_bytes", "memory/memory.usage_in_bytes"),
    ):
        if (cgroup / limit).is_file() and (cgroup / used).is_file():
            text = (cgroup / limit).read_text().strip()
            if text.isdigit():
                free = min(free, int(text) - int((cgroup / used).read_text()))
    return free


def places_for(memory: int) -> int:
    """Return how many open pages fit into `memory` bytes: at least one.

    >>> places_for(0), places_for(RESERVE + 12 * VISITOR)
    (1, 12)
    """
    return max(1, min(MOST, (memory - RESERVE) // VISITOR))


@dataclass
class Places:
    """The places of one server. `kernels` is its kernel manager, `limit` the most pages open at once."""

    kernels: Any
    limit: int
    starting: set[str] = field(default_factory=set)

    @property
    def taken(self) -> int:
        """The number of places in use, pages that are just starting included."""
        return len(self.starting | set(self.kernels.list_kernel_ids()))

    async def make_room(self) -> bool:
        """Return whether one more page may start, after ending one that nobody needs if it must."""
        if self.taken < self.limit:
            return True
        leaver = self._leaver()
        if leaver is None:
            return False
        await self.free(leaver)
        return True

    async def free(self, name: str) -> None:
        """End the process `name`, if it has started."""
        if name in self.kernels.list_kernel_ids():
            await self.kernels.shutdown_kernel(name, now=True)

    def _leaver(self) -> str | None:
        """The process that goes first: no browser connected, then longest without an action."""
        time_now = datetime.now(UTC)
        waiting: list[tuple[bool, float, str]] = []
        for name in self.kernels.list_kernel_ids():
            if name in self.starting:
                continue
            kernel = self.kernels.get_kernel(name)
            idle = (time_now - kernel.last_activity).total_seconds()
            watched = self.kernels.kernel_model(name)["connections"] > 0
            if idle > (IDLE if watched else ARRIVING):
                waiting.append((watched, -idle, name))
        return min(waiting)[2] if waiting else None
