"""The log of the server: one line for each request that was refused or failed, with the time and the
visitor's address.
"""

from __future__ import annotations

import logging
from typing import Any

from tornado.httputil import HTTPServerRequest

from twingkit_widgets.site.site import SiteContext
from twingkit_widgets.site.visitors.neighbourhood import visitor_ip_address

FORMAT = "%(asctime)s %(levelname)s %(message)s"
TIME = "%Y-%m-%dT%H:%M:%S%z"
LONGEST_ADDRESS = 200
"""The largest number of characters of a logged address."""

log = logging.getLogger(__name__)


def set_up_log(level: int, *loggers: logging.Logger) -> None:
    """Configure logging so that all lines go to standard error with their time; `loggers` lose their own
    handlers.
    """
    logging.basicConfig(format=FORMAT, datefmt=TIME, level=level, force=True)
    for handler in logging.getLogger().handlers:
        handler.setLevel(level)
        handler.addFilter(has_text)
    for logger in loggers:
        logger.handlers.clear()
        logger.propagate = True


def has_text(record: logging.LogRecord) -> bool:
    """Return whether a log record has text; Jupyter writes empty lines for messages to closed pages."""
    return bool(record.getMessage().strip())


def visitor_address_or_peer(request: HTTPServerRequest, site: SiteContext) -> str:
    """Return the visitor's address: from the proxy headers if a trusted proxy sent them, otherwise that of
    the connected computer.
    """
    peer, headers = request.remote_ip or "", request.headers
    forwarded = headers.get("X-Forwarded-For") or headers.get("X-Real-IP", "")
    return str(visitor_ip_address(peer, forwarded, site.proxies) or peer)


def log_failed_request(handler: Any, site: SiteContext) -> None:  # any handler of Tornado
    """Count and log a refused or failed request, except for the `expected_statuses` of its handler."""
    status, request = handler.get_status(), handler.request
    site.statistics.refused_count += status in (429, 503)
    site.statistics.error_count += status >= 500 and status != 503
    if status < 400 or status in getattr(handler, "expected_statuses", ()):
        return
    level = logging.ERROR if status >= 500 and status != 503 else logging.WARNING
    took = 1000 * request.request_time()
    uri = str(request.uri)[:LONGEST_ADDRESS]
    log.log(
        level,
        "%d %s %s (%s) %.0f ms",
        status,
        request.method,
        uri,
        visitor_address_or_peer(request, site),
        took,
    )
