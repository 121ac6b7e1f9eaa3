"""The health check for monitoring: `api/health`, under any host name."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from twingkit_widgets.site.assets import CommonHeadersHandler
from twingkit_widgets.site.site import SiteContext
from twingkit_widgets.site.visitors.neighbourhood import parse_ip_address

HEALTH = "api/health"
FORWARDED = ("X-Forwarded-For", "X-Real-IP", "Forwarded", "X-Forwarded-Host")
"""The headers that a proxy adds to requests from other computers."""


_MIN_FREE_BYTES = 2**22  # bytes that must be free for the files of pages; a page needs one or two kilobytes


def has_free_space(folder: Path) -> bool:
    """Return whether pages can start, whose files are in this folder: it is writable and has space."""
    return os.access(folder, os.W_OK | os.X_OK) and shutil.disk_usage(folder).free > _MIN_FREE_BYTES


class HealthHandler(CommonHeadersHandler):
    """A request handler that tells monitoring whether the server is healthy; requests from this computer also
    get statistics.
    """

    def initialize(self, site: SiteContext, work_folder: Path) -> None:
        """Store the data that all handlers of one server share, and the folder for the files of pages."""
        self.site, self.work_folder = site, work_folder

    @property
    def is_own_computer(self) -> bool:
        """True if the request comes from this computer itself and was not forwarded by a proxy."""
        address = parse_ip_address(self.request.remote_ip or "")
        direct = not any(name in self.request.headers for name in FORWARDED)
        return direct and address is not None and address.is_loopback

    def get(self) -> None:
        """Send status 200; 503 while the server is shutting down, or if no page can start."""
        places = self.site.slots
        status = "ending" if places.is_closed else "ok" if has_free_space(self.work_folder) else "no space"
        if status != "ok":
            self.set_status(503)
        said: dict[str, object] = {"status": status}
        if self.is_own_computer:
            counts = self.site.statistics
            said |= {"visitors": places.taken_count, "most": places.max_pages, "opened": counts.opened_count}
            said |= {"refused": counts.refused_count, "errors": counts.error_count}
        self.set_header("Cache-Control", "no-store")
        self.finish(said)

    head = get
