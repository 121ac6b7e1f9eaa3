"""How many visitors fit on this computer, and which page ends when another visitor arrives.

Every open page has its own Python process and a slot, reserved before the process starts, so there are never
more processes than slots. When all are taken, a page whose browser has gone gives up its slot first, then one
in which nothing has happened for ten minutes. If there is neither, the server is full and says so, instead of
running out of memory for everybody. Until its slot is needed, a page whose browser has gone is kept: a phone
that was asleep returns to it.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

import psutil

from twingkit_widgets.site.visitors.frames import MessageIds

try:
    import resource
except ImportError:
    resource = None  # type: ignore[assignment] # Windows sets no limit of open files

log = logging.getLogger(__name__)

VISITOR = 40 * 2**20  # bytes one open page needs: 37 MB after an hour (benchmarks/rush.py), rounded up
RESERVE = 256 * 2**20  # bytes left to the server itself and to everything else on the computer
FILES = 24  # files the server has open for one page: benchmarks/rush.py measures 14, and some while it starts
OWN_FILES = 256  # files left to the server itself and to requests without a page
MAX_FILES = 65536  # the largest number of open files to request
MAX_SLOTS = 200  # more processes than this do not help, however much memory there is
PER_ADDRESS = 40  # the largest number of slots per address, enough for a class that shares one
IDLE = 600  # seconds without any action after which an open page may lose its slot
GONE = 15  # seconds without a browser after which a page may lose its slot
ARRIVING = 30  # the same for a page whose browser has not connected yet, since it loads the page first
NEVER = 180  # seconds after which a page that no browser came for is ended: 1.3 MB come first, over any line
OPENING = 120  # seconds that sending a page may take before it may lose its slot
MAX_LOG_LINES = 20  # log lines about one page, and log lines of its process
ENDED = 4000  # the close code of a page's websocket when its slot is given away


class ServerFull(Exception):
    """No slot is free: all are taken or, if `of_address`, all that one address may have."""

    def __init__(self, of_address: bool) -> None:
        super().__init__(of_address)
        self.of_address = of_address


class Socket(Protocol):
    """The connection of a page."""

    def close(self, code: int | None = None, reason: str | None = None) -> None:
        """Close the connection, with a code and a reason for the browser."""


def free_memory(cgroup: Path = Path("/sys/fs/cgroup")) -> int:
    """Return the bytes this process may still use: the free memory of the computer or of its container."""
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


def open_files() -> int:
    """Raise the limit of open files as far as the system allows, and return it."""
    if resource is None:
        return MAX_FILES
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    files = min(hard, MAX_FILES) if hard > 0 else MAX_FILES
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
    return files


def max_slots(files: int) -> int:
    """Return for how many open pages this many open files suffice; at least one.

    >>> max_slots(OWN_FILES + 40 * FILES)
    40
    """
    return max(1, (files - OWN_FILES) // FILES)


def slots_for(memory: int, files: int = MAX_FILES) -> int:
    """Return how many open pages fit into `memory` bytes and this many open files; at least one.

    >>> slots_for(0), slots_for(RESERVE + 12 * VISITOR), slots_for(2**40, OWN_FILES + 7 * FILES)
    (1, 12, 7)
    """
    return max(1, min(MAX_SLOTS, (memory - RESERVE) // VISITOR, max_slots(files)))


def per_address_for(visitors: int) -> int:
    """Return how many of the slots for `visitors` one address may have: at most half, so that no address
    keeps all others out.

    >>> [per_address_for(visitors) for visitors in (1, 12, 40, 200)]
    [1, 6, 20, 40]
    """
    return max(1, min(PER_ADDRESS, visitors // 2))


@dataclass
class Slot:
    """One slot, held by `address`.

    `since` is when its state last changed: it was reserved, its page was sent, or the last of its `sockets`
    was closed. `promised` means that another visitor waits for its end. `messages` are the ids of the
    messages that its page sent, `lines` is the number of log lines about it.
    """

    address: str
    since: float
    opening: bool = True
    unwanted: bool = False
    arrived: bool = False
    ending: bool = False
    promised: bool = False
    over: asyncio.Event = field(default_factory=asyncio.Event)
    sockets: list[Socket] = field(default_factory=list)
    messages: MessageIds = field(default_factory=MessageIds)
    lines: int = 0


@dataclass
class Slots:
    """The slots of one server.

    `kernels` is its kernel manager, `limit` the largest number of open pages, `per_address` that of one
    address.
    """

    kernels: Any  # of Jupyter
    limit: int
    per_address: int = PER_ADDRESS
    clock: Callable[[], float] = time.monotonic
    closed: bool = False
    held: dict[str, Slot] = field(default_factory=dict)

    @property
    def taken(self) -> int:
        """The number of slots in use; one that is being cleared counts for the next visitor."""
        return sum(not place.promised for place in self.held.values())

    def page_to_end(self, address: str = "") -> str | None:
        """Return the page that must end before another one can be opened from `address`; None if none must.

        Raises `ServerFull`.
        """
        if self.closed:
            raise ServerFull(of_address=False)
        self._forget_ended()
        mine = sum(place.address == address and not place.promised for place in self.held.values())
        crowded = bool(address) and mine >= self.per_address
        if not crowded and self.taken < self.limit:
            return None
        leaver = self._page_leaving_first(address if crowded else None)
        if leaver is None:
            raise ServerFull(of_address=crowded)
        return leaver

    async def reserve(self, name: str, address: str = "") -> None:
        """Reserve a slot for the page `name`, after ending a page that nobody needs if necessary.

        Raises `ServerFull`. Nothing is awaited between checking and reserving, so two requests never get the
        same slot.
        """
        leaver = self.page_to_end(address)
        if leaver:
            self.held[leaver].promised = True
        self.held[name] = Slot(address, self.clock())
        if leaver:
            await self.free(leaver)

    def page_sent(self, name: str) -> None:
        """Note that the page has been sent and its browser is expected."""
        if name in self.held:
            self.held[name].opening = False
            self.held[name].since = self.clock()

    def connected(self, name: str, socket: Socket) -> None:
        """Note that the browser of the page is there: from its request on, before it is connected."""
        if name in self.held:
            self.held[name].arrived = True
            self.held[name].sockets.append(socket)

    def connections(self, name: str) -> int:
        """Return the number of connections of the page."""
        return len(self.held[name].sockets) if name in self.held else 0

    def disconnected(self, name: str, socket: Socket) -> None:
        """Note that a connection of the page is closed."""
        place = self.held.get(name)
        if place and socket in place.sockets:
            place.sockets.remove(socket)
            place.since = self.clock()

    def messages(self, name: str) -> MessageIds:
        """Return the ids of the messages that the page has sent over all its connections."""
        return self.held[name].messages if name in self.held else MessageIds()

    def can_log(self, name: str) -> bool:
        """Return whether the log takes another line about the page, and count it."""
        place = self.held.get(name)
        if place is None or place.lines >= MAX_LOG_LINES:
            return False
        place.lines += 1
        return True

    def is_wanted(self, name: str) -> bool:
        """True if the page has its slot and nobody has asked to end it."""
        place = self.held.get(name)
        return place is not None and not (place.unwanted or place.ending)

    async def leave(self, name: str) -> None:
        """End the page because its browser leaves; one that is still being sent ends itself."""
        place = self.held.get(name)
        if place and place.opening:
            place.unwanted = True
        elif place:
            await self.free(name)

    async def free(self, name: str) -> None:
        """End the page: its process, if it has started, and its connections."""
        place = self.held.get(name)
        if place is None:  # the slot was given away, but the process started nevertheless
            await self._end(name)
            return
        if place.ending:
            await place.over.wait()
            return
        place.ending = True
        await self._end(name)
        self.held.pop(name, None)
        place.over.set()
        for socket in list(place.sockets):
            socket.close(ENDED, "this session has ended")

    async def close(self) -> None:
        """End all pages and give out no more slots; processes that are just starting are awaited and
        ended.
        """
        self.closed = True
        await asyncio.gather(*(self.free(name) for name in list(self.held)))
        # One by one: a process that ends by itself must not keep the server from ending.
        await asyncio.gather(*(self._end(name) for name in self.kernels.list_kernel_ids()))

    async def _end(self, name: str) -> None:
        """End the process of the page, if it has started."""
        if name in self.kernels.list_kernel_ids():
            try:
                await self.kernels.shutdown_kernel(name, now=True)
            except Exception:
                log.exception("the process of a page could not be ended")

    async def sweep(self) -> None:
        """End the pages whose browser never came or whose process has ended by itself."""
        now = self.clock()
        for name, place in list(self.held.items()):
            waiting = not (place.opening or place.arrived or place.ending)
            dead = not (place.opening or place.ending) and name not in self.kernels.list_kernel_ids()
            if dead or (waiting and now - place.since > NEVER):
                await self.free(name)

    def _forget_ended(self) -> None:
        """Free the slots whose process has ended by itself."""
        running = set(self.kernels.list_kernel_ids())
        for name, place in list(self.held.items()):
            if not place.opening and not place.ending and name not in running and not place.sockets:
                del self.held[name]

    def _page_leaving_first(self, address: str | None) -> str | None:
        """Return the page to end first, of `address` if given: one without a browser, then the one idle
        longest.
        """
        now, today, running = self.clock(), datetime.now(UTC), set(self.kernels.list_kernel_ids())
        waiting: list[tuple[bool, float, str]] = []
        for name, place in self.held.items():
            if place.promised or (address is not None and place.address != address):
                continue
            if place.ending:
                watched, idle, patience = False, math.inf, 0
            elif place.opening:
                watched, idle, patience = False, now - place.since, OPENING
            elif name not in running:
                watched, idle, patience = False, math.inf, 0
            elif place.sockets or self._watched(name):
                active = self.kernels.get_kernel(name).last_activity
                watched, idle, patience = True, (today - active).total_seconds(), IDLE
            else:
                watched, idle = False, now - place.since
                patience = GONE if place.arrived else ARRIVING
            if idle > patience:
                waiting.append((watched, -idle, name))
        return min(waiting)[2] if waiting else None

    def _watched(self, name: str) -> bool:
        """True if Jupyter's own websockets, which are not counted here, serve the page."""
        return bool(self.kernels.kernel_model(name)["connections"] > 0)
