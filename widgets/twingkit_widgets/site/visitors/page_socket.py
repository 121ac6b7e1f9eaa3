"""The websocket of a page, and the two addresses at which it asks about its session and ends it."""

from __future__ import annotations

import json
import re
from collections import deque
from typing import Any
from urllib.parse import urlsplit

from jupyter_client.jsonutil import json_default
from tornado import web
from tornado.ioloop import IOLoop
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

from twingkit_widgets.site.page_handlers import SiteHandler
from twingkit_widgets.site.server_log import logged_address
from twingkit_widgets.site.site import SiteContext
from twingkit_widgets.site.visitors.message_check import (
    FORBIDDEN,
    UNREADABLE,
    RepeatedMessageError,
    SocketMessageError,
    check_message,
)

KERNEL = r"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"  # the id of a page's process
BROWSER_COOKIE = "tk-browser"  # a random word of the browser, until it is closed: `template/site.js` sets it
_SESSION = re.compile(r"[\w-]{1,64}", re.ASCII)  # the id of a browser tab
MAX_SOCKETS = 8  # per page: one, and those of lost connections that are not closed yet
_RATE_WINDOW = 10.0  # seconds within which a page may send at most
_MAX_WINDOW_MESSAGES = 1000  # this many messages (dragging a slider sends some hundred)
_MAX_WINDOW_BYTES = 5 * 2**20  # and this many bytes


class _MessageRate:
    """Limits the number and total size of the messages that a page sends within `_RATE_WINDOW` seconds."""

    def __init__(self) -> None:
        self.sent: deque[tuple[float, int]] = deque()
        self.bytes = 0

    def admits(self, size: int, now: float) -> bool:
        """Count a message of `size` bytes at the time `now`, and return whether it is allowed.

        >>> flow = _MessageRate()
        >>> [flow.admits(_MAX_WINDOW_BYTES // 2, now) for now in (0, 1, 2, _RATE_WINDOW + 0.5)]
        [True, True, False, True]
        """
        while self.sent and self.sent[0][0] < now - _RATE_WINDOW:
            self.bytes -= self.sent.popleft()[1]
        if len(self.sent) >= _MAX_WINDOW_MESSAGES or self.bytes + size > _MAX_WINDOW_BYTES:
            return False
        self.sent.append((now, size))
        self.bytes += size
        return True


class PageSocketHandler(VoilaKernelWebsocketHandler):
    """A request handler for the websocket of a page, which closes the connection after an invalid message."""

    def initialize(self, site: SiteContext) -> None:
        """Store the data that all handlers of one server share."""
        self.site = site
        self.flow = _MessageRate()
        self.refused = False

    async def get(self, kernel_id: str) -> None:
        """Connect the page with its kernel, which stays when the browser leaves, until its slot is needed."""
        if not _SESSION.fullmatch(self.get_query_argument("session_id", "")):
            raise web.HTTPError(400)
        try:
            urlsplit(self.get_origin() or "")
        except ValueError:  # its Origin or Referer is not a valid address
            raise web.HTTPError(403) from None
        places = self.site.slots
        known = kernel_id in self.kernel_manager and places.is_wanted(kernel_id)
        if not known or not places.admits(kernel_id, self.get_cookie(BROWSER_COOKIE, "")):
            raise web.HTTPError(404)
        if places.connection_count(kernel_id) >= MAX_SOCKETS:
            raise web.HTTPError(429)
        places.note_connected(kernel_id, self)
        try:
            await super().get(kernel_id)
        except KeyError:  # its process has ended meanwhile
            raise web.HTTPError(404) from None
        finally:
            places.note_disconnected(kernel_id, self)

    def on_message(self, message: str | bytes) -> None:
        """Pass a valid message on to Jupyter; close the connection otherwise."""
        if self.refused:
            return
        try:
            if not self.flow.admits(len(message), IOLoop.current().time()):
                raise SocketMessageError(FORBIDDEN, "more than a page sends")
            ids = self.site.slots.message_ids(self.kernel_id)
            super().on_message(check_message(message, self.selected_subprotocol is not None, ids))
        except RepeatedMessageError:
            return  # as browsers may send it after reconnecting
        except SocketMessageError as fault:
            self.refused = True
            self.warn(f"a websocket was closed: {fault.reason}")
            self.close(fault.code, fault.reason)
        except Exception:  # Jupyter could not read it after all
            self.refused = True
            self.warn("a message could not be read", exc_info=True)
            self.close(UNREADABLE)

    def warn(self, text: str, *, exc_info: bool = False) -> None:
        """Log a line about this page with the visitor's address, unless there are too many already."""
        if self.site.slots.count_log_line(self.kernel_id):
            self.log.warning("%s (%s)", text, logged_address(self.request, self.site), exc_info=exc_info)

    def write_error(self, status_code: int, **_: object) -> None:
        """Send no error page; a page that cannot connect asks about its session."""
        self.finish()


class SessionCheckHandler(SiteHandler):
    """A request handler with which a page checks whether its session still exists."""

    expected_statuses = (404,)  # the answer to a page whose session has ended

    @web.authenticated
    def get(self, kernel: str) -> None:
        """Report the state of the session, or 404."""
        admitted = self.site.slots.admits(kernel, self.get_cookie(BROWSER_COOKIE, ""))
        if kernel not in self.kernel_manager or not admitted:
            raise web.HTTPError(404)
        self.set_header("Content-Type", "application/json")
        self.set_header("Cache-Control", "no-store")
        kernels: Any = self.kernel_manager  # of Jupyter
        self.finish(json.dumps(kernels.kernel_model(kernel), default=json_default))

    head = get


class LeavePageHandler(SiteHandler):
    """A request handler with which a page that is being closed ends its session."""

    @web.authenticated
    async def post(self, kernel: str) -> None:
        """End the session; 404 if it is that of another browser."""
        if not self.site.slots.admits(kernel, self.get_cookie(BROWSER_COOKIE, "")):
            raise web.HTTPError(404)
        await self.site.slots.end_left_page(kernel)
        self.set_status(204)
        self.finish()
