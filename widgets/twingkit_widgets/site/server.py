"""The server behind `twingkit explore`: Voila with the site's pages, compressed and limited."""

from __future__ import annotations

import errno
import logging
import os
import re
import shutil
import signal
import socket
import sys
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import cast

import tornado.httpserver
import tornado.ioloop
import tornado.netutil
import tornado.util
from jupyter_core.paths import jupyter_path
from jupyter_server.auth import IdentityProvider, User
from jupyter_server.utils import url_path_join
from traitlets import Any as Anything
from traitlets import Callable, Int, List, Unicode
from traitlets.config import Config
from voila.app import Voila

from twingkit_widgets.site.health import HEALTH, HealthHandler, has_free_space
from twingkit_widgets.site.kernels import forked_kernels
from twingkit_widgets.site.kernels.page_kernels import PageKernelManager
from twingkit_widgets.site.page_handlers import HomeRedirectHandler, MissingPageHandler, page_routes
from twingkit_widgets.site.server_log import log_failed_request, set_up_log
from twingkit_widgets.site.site import SiteContext
from twingkit_widgets.site.visitors import message_check
from twingkit_widgets.site.visitors.capacity import raise_open_file_limit
from twingkit_widgets.site.visitors.neighbourhood import Network
from twingkit_widgets.site.visitors.page_socket import (
    KERNEL,
    LeavePageHandler,
    PageSocketHandler,
    SessionCheckHandler,
)
from twingkit_widgets.site.visitors.slots import PageSlots

_KERNEL_IDLE_TIMEOUT = (
    12 * 3600
)  # seconds for which a page without a browser is kept if its slot is not needed
_CULL_EVERY = 600  # seconds between two checks for those
_SWEEP_EVERY = 5_000  # milliseconds between two checks for pages whose browser never came
PING_EVERY = 30_000  # milliseconds between two pings of a page
MAX_REQUEST_BYTES = 64 * 2**10  # bytes of a request's head and of its body; the longest link has a tenth
_MAX_SHUTDOWN_SECONDS = 10.0  # seconds that ending all pages may take
CONNECTION_BACKLOG = 1024  # connections that the system queues while the server is busy
REQUEST_TIMEOUT = 30.0  # seconds that a request may take, and that an idle connection is kept
MEMORY_FOLDER = Path("/dev/shm")  # noqa: S108 - which Linux keeps in memory; each server makes a folder of its own
_ALL_ADDRESSES = ("", "0.0.0.0", "::")  # noqa: S104 - the ways to say that it listens on every address of the computer
_END_SIGNALS = (signal.SIGINT, signal.SIGTERM)  # signals from the keyboard and the system that end the server


class PortError(Exception):
    """Error if the server cannot listen on its port; `reason` is the error of the operating system."""

    def __init__(self, port: int, reason: OSError) -> None:
        """Store the port and the reason."""
        super().__init__(f"port {port}: {reason.strerror}")
        self.port = port
        self.reason = reason

    @property
    def is_port_taken(self) -> bool:
        """True if another program already listens on the port."""
        return self.reason.errno == errno.EADDRINUSE


def voila_and_kernel_settings(port: int, ip: str, base_url: str, debug: bool) -> Config:
    """Return the settings of Voila and of the kernels behind the pages."""
    chosen = Config()
    chosen.Voila.port = port
    chosen.Voila.ip = ip
    chosen.Voila.base_url = base_url
    chosen.Voila.config_file_paths = []
    chosen.Voila.log_level = logging.INFO if debug else logging.WARNING
    chosen.Voila.identity_provider_class = _AnonymousUserProvider
    chosen.VoilaConfiguration.show_tracebacks = debug
    chosen.VoilaConfiguration.multi_kernel_manager_class = PageKernelManager
    chosen.MappingKernelManager.allow_tracebacks = debug
    chosen.Voila.connection_dir_root = connection_folder()
    chosen.KernelRestarter.restart_limit = 0  # another process would lack the page's panels
    chosen.VoilaConfiguration.strip_sources = True
    chosen.MappingKernelManager.cull_idle_timeout = _KERNEL_IDLE_TIMEOUT
    chosen.MappingKernelManager.cull_interval = _CULL_EVERY
    if sys.platform != "win32":
        chosen.KernelManager.transport = "ipc"  # files only this user can open, no ports
    return chosen


def connection_folder() -> str:
    """Return the folder for the connection files of kernels: in memory if possible, or else on disk.

    Raises `OSError` if there is no folder that can be written and has space.
    """
    if has_free_space(MEMORY_FOLDER):
        return str(MEMORY_FOLDER)
    folder = tempfile.gettempdir()
    if not has_free_space(Path(folder)):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), folder)
    return folder


def ping_settings(milliseconds: int) -> dict[str, int]:
    """Return the websocket settings that ping a page's connection at this interval.

    A page may miss two pings. Jupyter measures from the previous answer, so a limit of one interval would
    close every connection after every interval and lose a press at that moment.
    """
    return {"ws_ping_interval": milliseconds, "ws_ping_timeout": 3 * milliseconds}


def request_limits(max_seconds: float) -> dict[str, object]:
    """Return Tornado's settings that limit requests; a client slower than `max_seconds` is cut off."""
    return {
        "max_header_size": MAX_REQUEST_BYTES,
        "max_body_size": MAX_REQUEST_BYTES,
        "idle_connection_timeout": max_seconds,
        "body_timeout": max_seconds,
    }


def _host_pattern(hosts: Sequence[str]) -> str:
    r"""Return a regular expression for the host names that the site answers to (all if `hosts` is empty).

    >>> _host_pattern([]), _host_pattern(["games.example", "localhost"])
    ('.*$', '(?:games\\.example|localhost)$')
    """
    return f"(?:{'|'.join(re.escape(name) for name in hosts)})$" if hosts else ".*$"


def routes(site: SiteContext, base_url: str) -> list[object]:
    """Return all of Tornado's routes: the pages, and the files and websockets that they use."""

    def below(path: str, handler: type) -> object:
        return url_path_join(base_url, path), handler, {"site": site}

    return [
        (base_url.rstrip("/") + "/?", HomeRedirectHandler, {"site": site}),
        *page_routes(site, base_url),
        below(f"api/kernels/{KERNEL}/channels", PageSocketHandler),
        below(f"api/kernels/{KERNEL}", SessionCheckHandler),
        below(f"voila/api/shutdown/{KERNEL}", LeavePageHandler),
    ]


class _AnonymousUserProvider(IdentityProvider):
    """Identity provider with one anonymous user for everybody, without login and cookies."""

    def get_user(self, handler: object) -> User:
        """Return the anonymous user."""
        return User("visitor")

    def get_handlers(self) -> list[tuple[str, object]]:
        """Return no routes, since there is no login."""
        return []


def is_not_ping_warning(record: logging.LogRecord) -> bool:
    """Return whether a log record is anything but Tornado's warning about `websocket_ping_timeout`, which
    misreads the value as seconds.
    """
    return "websocket_ping_timeout" not in record.getMessage()


class SiteServer(Voila):
    """The Voila application that serves the site."""

    folder = Unicode(help="the folder of the pages' notebooks")
    theme = Unicode("auto", help="light, dark or auto, for visitors who have not chosen")
    visitors = Int(1, help="the maximum number of pages open at once")
    per_address = Int(1, help="the maximum number of open pages per network address")
    proxies = List(Anything(), help="the networks of front web servers, which forward visitors' addresses")
    hosts = List(Unicode(), help="the allowed host names; any if empty")
    port: int  # Voila's
    is_stopping = False  # True once somebody has told it to end
    ready = Callable(help="called with the address as soon as the server listens")

    def initialize(self, argv: object = None) -> None:
        """Set up Voila without reading the command line."""
        raise_open_file_limit()
        super().initialize([])
        set_up_log(int(self.log_level), self.log)
        logging.getLogger("tornado.general").addFilter(is_not_ping_warning)

    def start(self) -> None:
        """Serve until the server is ended, then remove its temporary files, even if it could not listen."""
        try:
            super().start()
        finally:
            shutil.rmtree(self.connection_dir, ignore_errors=True)

    def init_settings(self) -> dict[str, object]:
        """Return Tornado's settings: Voila's, with those of the site."""
        # Pages do not use the IPython profile of the user who serves them, with its start-up files.
        os.environ.setdefault("IPYTHONDIR", f"{self.connection_dir}/ipython")
        settings = super().init_settings()
        self.kernel_spec_manager.kernel_dirs = jupyter_path("kernels")  # importing IPython's is slow
        self.site = SiteContext(
            folder=Path(self.folder),
            voila=self.voila_configuration,
            slots=PageSlots(self.kernel_manager, self.visitors, self.per_address),
            theme=self.theme,
            hosts=tuple(self.hosts),
            proxies=tuple(cast(Sequence[Network], self.proxies)),
        )
        return {
            **settings,
            "compress_response": True,
            "log_function": partial(log_failed_request, site=self.site),
            "default_handler_class": MissingPageHandler,
            "default_handler_args": {"site": self.site},
            "websocket_max_message_size": message_check.MAX_MESSAGE_BYTES,
            "xsrf_cookie_kwargs": {"samesite": "Lax", "path": self.base_url, "expires_days": None},
            **ping_settings(PING_EVERY),
        }

    @property
    def display_url(self) -> str:
        """The address at which to open the pages; IPv6 addresses are in brackets."""
        name = socket.gethostname() if self.ip in _ALL_ADDRESSES else self.ip
        host = f"[{name.replace('%', '%25')}]" if ":" in name else name
        return f"http://{host}:{self.port}{self.base_url}"

    def init_handlers(self) -> list[object]:
        """Return none of Voila's routes; `listen` adds the site's."""
        return []

    def listen(self) -> None:
        """Listen on exactly the requested port. Raises `PortError` if that fails."""
        self.app.add_handlers(_host_pattern(self.hosts), routes(self.site, self.base_url))
        # Monitoring on this computer knows neither the host names nor the base URL.
        health = dict.fromkeys((f"/{HEALTH}", url_path_join(self.base_url, HEALTH)))
        facts = {"site": self.site, "work_folder": Path(self.connection_dir)}
        self.app.add_handlers(".*$", [(path, HealthHandler, facts) for path in health])
        try:
            sockets = tornado.netutil.bind_sockets(self.port, self.ip, backlog=CONNECTION_BACKLOG)
        except OSError as reason:
            raise PortError(self.port, reason) from reason
        except UnicodeError as reason:  # an address that cannot even be looked up
            raise PortError(self.port, OSError(errno.EINVAL, os.strerror(errno.EINVAL))) from reason
        self.port = sockets[0].getsockname()[1]  # chosen by the system for 0
        self.server = tornado.httpserver.HTTPServer(self.app, **request_limits(REQUEST_TIMEOUT))
        self.server.add_sockets(sockets)
        self.ioloop = tornado.ioloop.IOLoop.current()
        for number in _END_SIGNALS:
            signal.signal(number, self.on_end_signal)
        # When debugging, the code changes, so every page loads it again.
        own = None if self.site.default_page_names else self.site.folder
        if not self.voila_configuration.show_tracebacks:
            forked_kernels.use_forked_kernels(self, own)
        assert self.kernel_manager.context  # which starts its threads
        tornado.ioloop.PeriodicCallback(self.site.slots.sweep, _SWEEP_EVERY).start()
        try:
            self.ready(self.display_url)
            self.ioloop.start()
        finally:
            for number in _END_SIGNALS:
                signal.signal(number, signal.SIG_IGN)  # a second signal would leave processes
            self.stop()
            forked_kernels.stop_forked_kernels()

    def on_end_signal(self, number: int, frame: object) -> None:
        """Leave the event loop at the first signal; ignore later ones, so that `stop` can finish."""
        if not self.is_stopping:
            self.is_stopping = True
            self.ioloop.add_callback_from_signal(self.ioloop.stop)

    def stop(self) -> None:
        """End all pages, including those that are just starting."""
        self.server.stop()
        try:
            self.ioloop.run_sync(self.site.slots.close, _MAX_SHUTDOWN_SECONDS)
        except tornado.util.TimeoutError:  # remaining processes end when they notice that the server has gone
            self.log.error("not every page could be ended")
