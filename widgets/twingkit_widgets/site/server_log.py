"""The log of the server: one line for each request that was refused or failed, with the time, the path and
the visitor's shortened address. It leaves out queries, which may contain a game.
"""

from __future__ import annotations

import logging
import time
import traceback
from collections.abc import Callable
from typing import Any

from tornado.httputil import HTTPServerRequest

from twingkit_widgets.site.site import SiteContext
from twingkit_widgets.site.visitors.neighbourhood import shortened_address, visitor_ip_address

FORMAT = "%(asctime)s %(levelname)s %(message)s"
TIME = "%Y-%m-%dT%H:%M:%S%z"
LONGEST_ADDRESS = 200
"""The largest number of characters of a logged address."""

MAX_BURST = 2**16
"""The largest number of characters that the log gets at once."""
MAX_PER_SECOND = 2**8
"""The largest number of characters that the log gets per second from then on: 22 MB a day."""
_LAST_CALLS = 3
"""How many of the calls that led to an error are logged."""

log = logging.getLogger(__name__)


class _ShortFormatter(logging.Formatter):
    """A formatter that shortens tracebacks to the last calls before the error."""

    def formatException(self, ei: Any) -> str:  # noqa: N802 - as in logging
        """Return the end of a traceback."""
        return "".join(traceback.format_exception(*ei, limit=-_LAST_CALLS, chain=False)).rstrip()


class LogLimit(logging.Filter):
    """Log filter that leaves records out while there are too many, and then says how many it left out.

    Everybody who can send requests can fill a disk with lines about refused ones. Warnings do not use up what
    errors may write.
    """

    def __init__(self, formatter: logging.Formatter, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.formatter = formatter
        self.clock = clock
        self.left_by_level: dict[int, float] = {}
        self.skipped_by_level: dict[int, int] = {}
        self.last_time = clock()

    def filter(self, record: logging.LogRecord) -> bool:
        """Count a record and return whether to write it."""
        now = self.clock()
        gained, self.last_time = MAX_PER_SECOND * (now - self.last_time), now
        for level, left in self.left_by_level.items():
            self.left_by_level[level] = min(MAX_BURST, left + gained)
        left = self.left_by_level.get(record.levelno, MAX_BURST) - len(self.formatter.format(record))
        if left < 0:
            self.skipped_by_level[record.levelno] = self.skipped_by_level.get(record.levelno, 0) + 1
            return False
        self.left_by_level[record.levelno] = left
        if skipped := self.skipped_by_level.pop(record.levelno, 0):
            record.msg, record.args = f"({skipped} lines left out) {record.getMessage()}", ()
        return True


def set_up_log(level: int, *loggers: logging.Logger) -> None:
    """Configure logging so that all lines go to standard error with their time; `loggers` lose their own
    handlers. Unless `level` asks for all that the server does, tracebacks are short and lines are limited.
    """
    logging.basicConfig(format=FORMAT, datefmt=TIME, level=level, force=True)
    formatter = _ShortFormatter(FORMAT, TIME)
    limit = LogLimit(formatter)
    for handler in logging.getLogger().handlers:
        handler.setLevel(level)
        handler.addFilter(has_text)
        if level > logging.INFO:
            handler.setFormatter(formatter)
            handler.addFilter(limit)
    for logger in loggers:
        logger.handlers.clear()
        logger.propagate = True


def has_text(record: logging.LogRecord) -> bool:
    """Return whether a log record has text; Jupyter writes empty lines for messages to closed pages."""
    return bool(record.getMessage().strip())


def logged_address(request: HTTPServerRequest, site: SiteContext) -> str:
    """Return the visitor's address, shortened so that it names nobody: from the proxy headers if a trusted
    proxy sent them, otherwise that of the connected computer.
    """
    peer, headers = request.remote_ip or "", request.headers
    forwarded = headers.get("X-Forwarded-For") or headers.get("X-Real-IP", "")
    address = visitor_ip_address(peer, forwarded, site.proxies)
    return shortened_address(address) if address else peer


def log_failed_request(handler: Any, site: SiteContext) -> None:  # any handler of Tornado
    """Count and log a refused or failed request, except for the `expected_statuses` of its handler."""
    status, request = handler.get_status(), handler.request
    site.statistics.refused_count += status in (429, 503)
    site.statistics.error_count += status >= 500 and status != 503
    if status < 400 or status in getattr(handler, "expected_statuses", ()):
        return
    level = logging.ERROR if status >= 500 and status != 503 else logging.WARNING
    took = 1000 * request.request_time()
    path = str(request.path)[:LONGEST_ADDRESS]
    log.log(level, "%d %s %s (%s) %.0f ms", status, request.method, path, logged_address(request, site), took)
