"""The server behind `twingkit explore`: Voila with the site's pages, compressed and limited."""

from __future__ import annotations

import errno
import logging
import sys
from pathlib import Path
from typing import Any

import tornado.ioloop
from jupyter_server.utils import url_path_join
from traitlets import Callable, Int, Unicode
from traitlets.config import Config
from voila.app import Voila
from voila.handler import VoilaHandler
from voila.static_file_handler import AllowListFileHandler
from voila.tornado.contentshandler import VoilaContentsHandler
from voila.treehandler import VoilaTreeHandler

from twingkit_widgets.site import forked_kernels, frames
from twingkit_widgets.site.page_socket import KERNEL, PageSocket
from twingkit_widgets.site.pages import Home, Missing, Site
from twingkit_widgets.site.places import IDLE, Places

CULL_EVERY = 60  # seconds between two looks for processes that nobody uses
PING_EVERY = 30_000  # milliseconds between two questions whether a page is still there
# The site shows its pages, not the folder they are in.
LEFT_OUT = (VoilaHandler, VoilaTreeHandler, VoilaContentsHandler, AllowListFileHandler)


class PortError(Exception):
    """The server cannot listen on its port: `port`, and the computer's `reason`."""

    def __init__(self, port: int, reason: OSError) -> None:
        """Keep both."""
        super().__init__(f"port {port}: {reason.strerror}")
        self.port = port
        self.reason = reason

    @property
    def taken(self) -> bool:
        """True if another program listens there already."""
        return self.reason.errno == errno.EADDRINUSE


def configuration(port: int, ip: str, base_url: str, debug: bool) -> Config:
    """Return the settings of Voila and of the kernels behind the pages."""
    chosen = Config()
    chosen.Voila.port = port
    chosen.Voila.ip = ip
    chosen.Voila.base_url = base_url
    chosen.Voila.config_file_paths = []
    chosen.Voila.log_level = logging.INFO if debug else logging.WARNING
    chosen.VoilaConfiguration.show_tracebacks = debug
    chosen.VoilaConfiguration.strip_sources = True
    chosen.MappingKernelManager.cull_idle_timeout = IDLE
    chosen.MappingKernelManager.cull_interval = CULL_EVERY
    if sys.platform != "win32":
        chosen.KernelManager.transport = "ipc"  # files only this user can open, instead of open ports
    return chosen


def signs_of_life(every: int) -> dict[str, int]:
    """Return the settings by which a page's connection is pinged every `every` milliseconds.

    A page may miss two pings. Jupyter counts from the answer before, so a limit of one interval would close
    every connection after every interval, and what is pressed at that moment would be lost.
    """
    return {"ws_ping_interval": every, "ws_ping_timeout": 3 * every}


def without_tornados_limit(record: logging.LogRecord) -> bool:
    """Return False for Tornado's remark on that limit, which it takes for seconds."""
    return "websocket_ping_timeout" not in record.getMessage()


class SiteServer(Voila):  # type: ignore[misc]
    """Voila, serving one folder of pages."""

    folder = Unicode(help="the folder of notebooks that are the pages")
    theme = Unicode("auto", help="light, dark or auto, for who has not chosen")
    visitors = Int(1, help="the most pages open at once")
    ready = Callable(help="called with the address as soon as the server listens")

    def initialize(self, argv: Any = None) -> None:
        """Set up Voila without reading the command line."""
        super().initialize([])
        logging.getLogger("tornado.general").addFilter(without_tornados_limit)

    def init_settings(self) -> dict[str, Any]:
        """Return Tornado's settings: Voila's, and what must be known before the application is made."""
        settings = super().init_settings()
        self.site = Site(
            folder=Path(self.folder),
            voila=self.voila_configuration,
            places=Places(self.kernel_manager, self.visitors),
            theme=self.theme,
        )
        return {
            **settings,
            "compress_response": True,
            "default_handler_class": Missing,
            "default_handler_args": {"site": self.site},
            "websocket_max_message_size": frames.SIZE,
            **signs_of_life(PING_EVERY),
        }

    def init_handlers(self) -> list[Any]:
        """Return the addresses the server knows: the pages, and what Voila's front end asks for."""
        handlers = [handler for handler in super().init_handlers() if not issubclass(handler[1], LEFT_OUT)]
        root = (self.base_url.rstrip("/") + "/?", Home, {"site": self.site})
        socket = (
            url_path_join(self.base_url, f"api/kernels/{KERNEL}/channels"),
            PageSocket,
            {"site": self.site},
        )
        return [root, socket, *self.site.handlers(self.base_url), *handlers]

    def listen(self) -> None:
        """Listen on exactly the port that was asked for; PortError if that does not work."""
        try:
            self.app.listen(self.port, self.ip)
        except OSError as reason:
            raise PortError(self.port, reason) from reason
        # Who looks for a fault changes the code meanwhile: then every page loads it anew.
        template = None if self.voila_configuration.show_tracebacks else forked_kernels.switch_on(self)
        self.ready(self.display_url)
        self.ioloop = tornado.ioloop.IOLoop.current()
        try:
            self.ioloop.start()
        except KeyboardInterrupt:
            self.log.info("stopped by the keyboard")
        finally:
            self.stop()
            if template:
                template.stop()
