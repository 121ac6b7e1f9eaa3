"""The health check for monitoring: `api/health`, under any host name."""

from __future__ import annotations

from twingkit_widgets.site.assets import CommonHeadersHandler
from twingkit_widgets.site.site import SiteContext
from twingkit_widgets.site.visitors.neighbourhood import parse_ip_address

HEALTH = "api/health"
FORWARDED = ("X-Forwarded-For", "X-Real-IP", "Forwarded", "X-Forwarded-Host")
"""The headers that a proxy adds to requests from other computers."""


class HealthHandler(CommonHeadersHandler):
    """A request handler that tells monitoring whether the server is healthy; requests from this computer also
    get statistics.
    """

    def initialize(self, site: SiteContext) -> None:
        """Store the data that all handlers of one server share."""
        self.site = site

    @property
    def is_own_computer(self) -> bool:
        """True if the request comes from this computer itself and was not forwarded by a proxy."""
        address = parse_ip_address(self.request.remote_ip or "")
        direct = not any(name in self.request.headers for name in FORWARDED)
        return direct and address is not None and address.is_loopback

    def get(self) -> None:
        """Send status 200, or 503 while the server is shutting down."""
        places = self.site.slots
        if places.is_closed:
            self.set_status(503)
        said: dict[str, object] = {"status": "ending" if places.is_closed else "ok"}
        if self.is_own_computer:
            counts = self.site.statistics
            said |= {"visitors": places.taken_count, "most": places.max_pages, "opened": counts.opened_count}
            said |= {"refused": counts.refused_count, "errors": counts.error_count}
        self.set_header("Cache-Control", "no-store")
        self.finish(said)

    head = get
