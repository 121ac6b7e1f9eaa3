"""The slots for open pages, and which page ends when another visitor arrives.

Every open page has its own Python process and a slot, reserved before the process starts, so there are never
more processes than slots. When all are taken, a page whose browser has gone gives up its slot first, then one
in which nothing has happened for ten minutes. If there is neither, the server is full and says so, instead of
running out of memory for everybody. Until its slot is needed, a page whose browser has gone is kept: a phone
that was asleep returns to it.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Protocol

from twingkit_widgets.site.visitors.capacity import MAX_SLOTS, TASKS_PER_PAGE, available_tasks
from twingkit_widgets.site.visitors.message_check import RecentMessageIds

log = logging.getLogger(__name__)

_IDLE_SECONDS = 600  # seconds without any action after which an open page may lose its slot
GONE_SECONDS = 15  # seconds without a browser after which a page may lose its slot
ARRIVAL_SECONDS = 30  # the same for a page whose browser has not connected yet, since it loads the page first
NEVER_ARRIVED_SECONDS = (
    180  # seconds after which a page that no browser came for is ended: 1.3 MB come first, over any line
)
OPENING_SECONDS = 120  # seconds that sending a page may take before it may lose its slot
_MAX_LOG_LINES = 20  # log lines about one page, and log lines of its process
FEW_PAGES = 2  # pages of one address up to which it may use the last slots: one it leaves, one it opens
SLOT_LOST_CODE = 4000  # the close code of a page's websocket when its slot is given away


class ServerFull(Exception):
    """The error raised if no page can be opened because all slots are taken; with `is_address_full`, all that
    one address may have now.
    """

    def __init__(self, is_address_full: bool) -> None:
        super().__init__(is_address_full)
        self.is_address_full = is_address_full


class Socket(Protocol):
    """The interface of the websocket connection of a page."""

    def close(self, code: int | None = None, reason: str | None = None) -> None:
        """Close the connection, with a code and a reason for the browser."""


@dataclass
class PageSlot:
    """A slot for one open page on the server, with the state of the page; the visitor at `address` holds it.

    `state_since` is when its state last changed: it was reserved, its page was sent, or the last of its
    `sockets` was closed. `is_promised` means that another visitor waits for its end. `message_ids` are the
    ids of the messages that its page sent, `log_line_count` is the number of log lines about it. `browser` is
    the cookie of the browser that connected; "" if there is none yet, or if it keeps no cookies.
    """

    address: str
    state_since: float
    is_opening: bool = True
    is_unwanted: bool = False
    has_browser_arrived: bool = False
    is_ending: bool = False
    is_promised: bool = False
    ended_event: asyncio.Event = field(default_factory=asyncio.Event)
    sockets: list[Socket] = field(default_factory=list)
    message_ids: RecentMessageIds = field(default_factory=RecentMessageIds)
    log_line_count: int = 0
    browser: str = ""


@dataclass
class PageSlots:
    """The slots for open pages on a server, which limit their number in total and per address.

    `kernel_manager` is its kernel manager, `max_pages` the largest number of open pages, `max_per_address`
    that of one address. `free_tasks` returns how many processes and threads can still be started.
    """

    kernel_manager: Any  # of Jupyter
    max_pages: int
    max_per_address: int = MAX_SLOTS
    clock: Callable[[], float] = time.monotonic
    free_tasks: Callable[[], int] = available_tasks
    is_closed: bool = False
    is_out_of_tasks: bool = False
    slot_by_page: dict[str, PageSlot] = field(default_factory=dict)

    @property
    def taken_count(self) -> int:
        """The number of slots in use. A slot that is being cleared for a waiting visitor counts only once."""
        return sum(not place.is_promised for place in self.slot_by_page.values())

    @property
    def newcomer_slots(self) -> int:
        """The number of slots that only addresses with less than `FEW_PAGES` pages may take: a quarter, so
        that a few addresses cannot take all, but no slot that `max_per_address` promises to one address.

        >>> [PageSlots(None, 40, most).newcomer_slots for most in (20, 35, 40)]
        [10, 5, 0]
        """
        return max(0, min(self.max_pages // 4, self.max_pages - self.max_per_address))

    def page_to_end(self, address: str = "") -> str | None:
        """Return the name of the open page that must end before `address` can open another page; None if a
        slot is free.

        Raises `ServerFull`.
        """
        if self.is_closed:
            raise ServerFull(is_address_full=False)
        self._forget_ended()
        mine = sum(place.address == address and not place.is_promised for place in self.slot_by_page.values())
        free = 0 if self._lacks_tasks() else self.max_pages - self.taken_count
        leaving = self._leaving_pages()
        is_nearly_full = 0 < free + len(leaving) <= self.newcomer_slots
        allowed = min(self.max_per_address, FEW_PAGES if is_nearly_full else self.max_pages)
        crowded = bool(address) and mine >= allowed
        if not crowded and free > 0:
            return None
        if crowded:
            leaving = [name for name in leaving if self.slot_by_page[name].address == address]
        if not leaving:
            raise ServerFull(is_address_full=crowded)
        return leaving[0]

    def _lacks_tasks(self) -> bool:
        """Return whether the system has too few tasks for another page, beside those that are being opened;
        the first time, log it.
        """
        opening = sum(place.is_opening for place in self.slot_by_page.values())
        was_out, tasks = self.is_out_of_tasks, self.free_tasks()
        self.is_out_of_tasks = tasks < TASKS_PER_PAGE * (opening + 1)
        if self.is_out_of_tasks and not was_out:
            left = "%d pages are open; only %d more processes and threads may be started: too few for another"
            log.warning(left, self.taken_count, tasks)
        return self.is_out_of_tasks

    async def reserve(self, name: str, address: str = "") -> None:
        """Reserve a slot for the page `name`, after ending a page that nobody needs if necessary.

        Raises `ServerFull`. Nothing is awaited between checking and reserving, so two requests never get the
        same slot.
        """
        leaver = self.page_to_end(address)
        if leaver:
            self.slot_by_page[leaver].is_promised = True
        self.slot_by_page[name] = PageSlot(address, self.clock())
        if leaver:
            await self.free(leaver)

    def note_page_sent(self, name: str) -> None:
        """Record that the page has been sent and its browser is expected."""
        if name in self.slot_by_page:
            self.slot_by_page[name].is_opening = False
            self.slot_by_page[name].state_since = self.clock()

    def admits(self, name: str, browser: str) -> bool:
        """Return whether a browser with this cookie may use the page, or know that it exists.

        The page belongs to the browser that connects first: the id of a page, which stands in its addresses,
        does not help anybody else.
        """
        place = self.slot_by_page.get(name)
        if place is None:
            return True
        if not place.has_browser_arrived:
            place.browser = place.browser or browser
        return hmac.compare_digest(place.browser.encode(), browser.encode())

    def note_connected(self, name: str, socket: Socket) -> None:
        """Record that the browser of the page has requested a connection."""
        if name in self.slot_by_page:
            self.slot_by_page[name].has_browser_arrived = True
            self.slot_by_page[name].sockets.append(socket)

    def connection_count(self, name: str) -> int:
        """Return the number of connections of the page."""
        return len(self.slot_by_page[name].sockets) if name in self.slot_by_page else 0

    def note_disconnected(self, name: str, socket: Socket) -> None:
        """Record that a connection of the page is closed."""
        place = self.slot_by_page.get(name)
        if place and socket in place.sockets:
            place.sockets.remove(socket)
            place.state_since = self.clock()

    def message_ids(self, name: str) -> RecentMessageIds:
        """Return the ids of the messages that the page has sent over all its connections."""
        return self.slot_by_page[name].message_ids if name in self.slot_by_page else RecentMessageIds()

    def count_log_line(self, name: str) -> bool:
        """Count a log line about the page, and return whether it may be written."""
        place = self.slot_by_page.get(name)
        if place is None or place.log_line_count >= _MAX_LOG_LINES:
            return False
        place.log_line_count += 1
        return True

    def is_wanted(self, name: str) -> bool:
        """True if the page has its slot and nobody has asked to end it."""
        place = self.slot_by_page.get(name)
        return place is not None and not (place.is_unwanted or place.is_ending)

    async def end_left_page(self, name: str) -> None:
        """End the page because its browser leaves; a page that is still being sent ends itself."""
        place = self.slot_by_page.get(name)
        if place and place.is_opening:
            place.is_unwanted = True
        elif place:
            await self.free(name)

    async def free(self, name: str) -> None:
        """End the page, that is its kernel (if started) and its connections, and free its slot."""
        place = self.slot_by_page.get(name)
        if place is None:  # the slot was given away, but the process started nevertheless
            await self._end(name)
            return
        if place.is_ending:
            await place.ended_event.wait()
            return
        place.is_ending = True
        await self._end(name)
        self.slot_by_page.pop(name, None)
        place.ended_event.set()
        for socket in list(place.sockets):
            socket.close(SLOT_LOST_CODE, "this session has ended")

    async def close(self) -> None:
        """End all pages, including those that are just starting, and give out no more slots."""
        self.is_closed = True
        await asyncio.gather(*(self.free(name) for name in list(self.slot_by_page)))
        # One by one: a process that ends by itself must not keep the server from ending.
        await asyncio.gather(*(self._end(name) for name in self.kernel_manager.list_kernel_ids()))

    async def _end(self, name: str) -> None:
        if name in self.kernel_manager.list_kernel_ids():
            try:
                await self.kernel_manager.shutdown_kernel(name, now=True)
            except Exception:
                log.exception("the process of a page could not be ended")

    async def sweep(self) -> None:
        """End the pages whose browser never came or whose process has ended by itself."""
        now = self.clock()
        for name, place in list(self.slot_by_page.items()):
            waiting = not (place.is_opening or place.has_browser_arrived or place.is_ending)
            dead = (
                not (place.is_opening or place.is_ending)
                and name not in self.kernel_manager.list_kernel_ids()
            )
            if dead or (waiting and now - place.state_since > NEVER_ARRIVED_SECONDS):
                await self.free(name)

    def _forget_ended(self) -> None:
        running = set(self.kernel_manager.list_kernel_ids())
        for name, place in list(self.slot_by_page.items()):
            if not place.is_opening and not place.is_ending and name not in running and not place.sockets:
                del self.slot_by_page[name]

    def _leaving_pages(self) -> list[str]:
        """Return the open pages that may end for another, the first one first: those without a browser, then
        those that have been idle for longest.
        """
        now, today, running = self.clock(), datetime.now(UTC), set(self.kernel_manager.list_kernel_ids())
        waiting: list[tuple[bool, float, str]] = []
        for name, place in self.slot_by_page.items():
            if place.is_promised:
                continue
            if place.is_ending:
                watched, idle, patience = False, math.inf, 0
            elif place.is_opening:
                watched, idle, patience = False, now - place.state_since, OPENING_SECONDS
            elif name not in running:
                watched, idle, patience = False, math.inf, 0
            elif place.sockets or self._has_jupyter_websocket(name):
                active = self.kernel_manager.get_kernel(name).last_activity
                watched, idle, patience = True, (today - active).total_seconds(), _IDLE_SECONDS
            else:
                watched, idle = False, now - place.state_since
                patience = GONE_SECONDS if place.has_browser_arrived else ARRIVAL_SECONDS
            if idle > patience:
                waiting.append((watched, -idle, name))
        return [name for *_, name in sorted(waiting)]

    def _has_jupyter_websocket(self, name: str) -> bool:
        """True if Jupyter's own websockets, which are not counted here, serve the page."""
        return bool(self.kernel_manager.kernel_model(name)["connections"] > 0)
