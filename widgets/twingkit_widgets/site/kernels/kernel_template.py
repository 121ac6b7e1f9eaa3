"""The process that kernels are copied from; run as a module, optionally with a folder of notebooks.

A kernel that starts normally loads some hundred modules and every rule text before its page can show
anything. This process does so once, opens every page once and presses its buttons, and then forks a copy of
itself for each page that a visitor opens. Copies share the memory of what was loaded. With a folder of other
notebooks it loads what those need.

It reads requests from its standard input, a socket: one line of JSON for each kernel, with `argv` (the
arguments after `python -m ipykernel_launcher`), `env` and `cwd`. The copy answers with a line, its process
id. While pages are still being opened, a request waits only for the current one; once all are open, the
process writes `LOADED`. When the socket closes, the process ends. Its copies end with the server; if only
this process ends, they go on.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import importlib
import json
import logging
import os
import signal
import socket
import sys
import threading
import warnings
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, ClassVar, NoReturn

import ipykernel.ipkernel
import IPython.core.shellapp
from ipykernel.compiler import XCachingCompiler
from ipykernel.kernelapp import IPKernelApp
from ipykernel.zmqshell import ZMQInteractiveShell
from jupyter_client.localinterfaces import localhost

from twingkit_widgets.site.kernels.forked_kernels import LOADED, NO_COPY, is_readable
from twingkit_widgets.site.visitors.capacity import TASKS_PER_PAGE

_ALSO_LOADED = (
    "IPython.core.completerlib",
    "IPython.core.debugger",
    "IPython.core.logger",
    "IPython.core.oinspect",
    "IPython.extensions.storemagic",
    "ipykernel.debugger",
    "tornado.platform.asyncio",
    "tornado.queues",
    "zmq.utils.garbage",
)
"""Modules that a kernel loads before its page."""

_FIGURE_MODULES = ("nbformat", "pandas")
"""Modules that a notebook loads for its first figure, but panels do not need."""

SETTINGS = (
    "--HistoryManager.enabled=False",  # no history of executed code
    # ipywidgets registers with the kernel on import, but here it was imported before any kernel.
    "--IPKernelApp.exec_lines=__import__('ipywidgets').register_comm_target()",
)
"""Command-line settings of a copied kernel that differ from those of a normal one."""


_MODULE_LISTING_MODULES = (ipykernel.ipkernel, IPython.core.shellapp)
"""Modules whose code lists all loaded modules when a kernel starts."""

_POOL_GAPS = 2**18
"""The bytes to fill for each size of small objects; when all pages are loaded, less is free of each size."""

_LARGEST_GAP = 2**12
"""The largest gap in bytes between larger objects that is filled."""


class _ForkedKernelApp(IPKernelApp):
    """A kernel application that is set up before the fork; the copy only adds its connection file."""

    def parse_command_line(self, argv: Any = None) -> None:  # as in traitlets
        """Parse the arguments: in a copy `-f FILE`, which names the connection file; in the template the
        `SETTINGS`.
        """
        if argv and argv[0] == "-f":
            self.connection_file = argv[1]
            self.connection_dir = str(Path(argv[1]).parent)
        else:
            super().parse_command_line(argv)

    def init_poller(self) -> None:
        """Watch the server, not the template, so that pages go on if the template ends by accident."""
        self.poller = _ServerWatch(self.parent_handle)

    def make_shell(self) -> None:
        """Create the shell before the fork, which saves each copy 2 MB and a quarter of its start-up work."""
        self.init_profile_dir()  # type: ignore[no-untyped-call] # ipykernel says no types
        ZMQInteractiveShell.instance(
            parent=self, profile_dir=self.profile_dir, user_ns={}, compiler_class=XCachingCompiler
        )

    def init_kernel(self) -> None:
        """Create the kernel of a copy for the existing shell."""
        super().init_kernel()  # type: ignore[no-untyped-call] # ipykernel says no types
        self.kernel.shell.kernel = self.kernel


class _ServerWatch(threading.Thread):
    """A thread that ends this process when the server has ended."""

    def __init__(self, server_pid: int) -> None:
        super().__init__(name="watch the server", daemon=True)
        self.server_pid = server_pid

    def run(self) -> None:
        """Wait for the server's end."""
        with contextlib.suppress(ProcessLookupError):  # it has ended already
            is_readable(os.pidfd_open(self.server_pid))
        os._exit(1)


class _LogLineLimit(logging.Filter):
    """Log filter that limits a page's process to `MAX_LINES` short lines in the server's log."""

    def __init__(self) -> None:
        super().__init__()
        self.left = MAX_LINES

    def filter(self, record: logging.LogRecord) -> bool:
        """Count a record and return whether to write it; a traceback is shortened to its last line."""
        self.left -= 1
        if record.exc_info:
            record.msg, record.args = f"{record.getMessage()}: {record.exc_info[1]!r}"[:_LONGEST_LINE], ()
            record.exc_info = record.exc_text = None
        return self.left >= 0


MAX_LINES = 20
"""The largest number of lines of one page's process in the server's log."""

_LONGEST_LINE = 500
"""The largest number of characters in a log line of a page's process."""


class _SysWithoutModules:
    """A stand-in for the module `sys` with an empty list of modules.

    Every kernel lists their files for the debugger, and their names for later cleanup, which would copy 11 MB
    of memory that all pages share.
    """

    modules: ClassVar[dict[str, object]] = {}

    def __getattr__(self, name: str) -> object:
        return getattr(sys, name)


def _load_basics() -> None:
    """Load the modules that every kernel needs."""
    # Nobody debugs a visitor's page; without a debugger a kernel starts faster and needs less memory.
    sys.modules["debugpy"] = None  # type: ignore[assignment] # None: not to be imported
    # With its first figure a notebook would load Jupyter's checker of messages, which makes 38 parsers for
    # kinds of addresses: two seconds of work in each kernel, and nothing here has such addresses.
    sys.modules["rfc3987_syntax"] = None  # type: ignore[assignment] # None: not to be imported
    for module in _ALSO_LOADED:
        importlib.import_module(module)
    for lister in _MODULE_LISTING_MODULES:
        vars(lister)["sys"] = _SysWithoutModules()
    localhost()  # cached here, since each kernel would otherwise load the code that lists networks
    app = _ForkedKernelApp.instance()
    limit = _LogLineLimit()
    for handler in (*app.log.handlers, *([logging.lastResort] if logging.lastResort else [])):
        handler.addFilter(limit)
    app.parse_command_line([*SETTINGS, f"--IPKernelApp.parent_handle={os.getppid()}"])


def _load_page_needs(folder: Path | None = None) -> Iterator[None]:
    """Load the modules and data of the pages (of the site, or of another folder) step by step.

    After each step the process can be copied.
    """
    from ipywidgets import Widget

    from twingkit_widgets.panel.controls import restart_ids
    from twingkit_widgets.panel.settings.active_settings import publisher_settings
    from twingkit_widgets.site.kernels.notebook_imports import notebook_requirements

    names = None
    if notebooks := folder or publisher_settings().folder:
        needs = notebook_requirements(notebooks)
        needs.import_modules()
        for module in _FIGURE_MODULES if "twingkit.analyse.charts" in sys.modules else ():
            importlib.import_module(module)
        names = needs.pages if folder else None
    for _ in warm_up_pages(names):
        Widget.close_all()
        restart_ids()
        yield
    if "twingkit.analyse.charts" in sys.modules:
        _preload_chart()
        yield
    _ForkedKernelApp.instance().make_shell()
    gc.collect()
    gc.freeze()  # garbage collection in a copy then leaves shared memory alone
    fill_memory_gaps()
    gc.collect()  # of nothing: else a copy would collect all it has only when it has a quarter of all this


def fill_memory_gaps() -> None:
    """Fill the free gaps between loaded objects with permanent memory blocks: 9 MB once, which save 6 MB in
    each forked copy.

    A copy would put its own objects into the gaps, and thereby copy a shared page of memory for each few of
    them; in new memory they lie side by side. First the gaps between small objects are filled, which Python
    keeps apart by size (in steps of 16 bytes up to 512), then those between larger ones, up to the end of the
    heap of the C library.
    """
    libc = ctypes.CDLL(None)
    new_object = ctypes.pythonapi.PyObject_Malloc
    for function in (new_object, libc.malloc, libc.sbrk):
        function.argtypes = (ctypes.c_size_t,)
        function.restype = ctypes.c_size_t
    libc.free.argtypes = (ctypes.c_size_t,)
    for size in range(16, 513, 16):
        for _ in range(_POOL_GAPS // size):
            new_object(size)
    end = libc.sbrk(0)
    for size in range(_LARGEST_GAP, 16, -16):
        while 0 < (block := libc.malloc(size)) < end:
            pass
        libc.free(block)


def _preload_chart() -> None:
    """Draw a chart, so that the drawing code is loaded: 15 MB in each copy otherwise."""
    from twingkit.analyse.charts.figure import Chart

    Chart([{"type": "bar"}, {"type": "scatter"}, {"type": "heatmap"}], layout_title_text="").to_json()


def warm_up_pages(names: Iterable[str] | None = None) -> Iterator[None]:
    """Open pages of the site once (all by default) and press their buttons in advance, so that their code is
    loaded; yield after each.

    Lessons and practice questions are loaded too.
    """
    from twingkit.learn.lesson.course import course_of
    from twingkit.learn.quiz import quiz_of
    from twingkit_widgets.panel.address.addresses import game_of_page, game_page_by_name
    from twingkit_widgets.panel.press_buttons import warm_up_buttons
    from twingkit_widgets.site.page import page

    chosen = ("index", *game_page_by_name()) if names is None else tuple(names)
    for name in chosen:
        with _warn_on_error(f"the page {name}"):
            for panel in page(name, "").panels:
                warm_up_buttons(panel, tabs=True)
        yield
    for game in {entry.id for name in chosen if (entry := game_of_page(name))}:
        with _warn_on_error(f"the questions and lessons of {game}"):
            for topic in quiz_of(game).topics.values():
                topic.makers()
            if course := course_of(game):
                course.lessons()
        yield


@contextlib.contextmanager
def _warn_on_error(part: str) -> Iterator[None]:
    """Log an error in the block and continue, since the affected page reports it to its visitors."""
    try:
        yield
    except Exception as fault:
        said = " ".join(str(fault).split())
        warnings.warn(f"{part} cannot be loaded ({type(fault).__name__}: {said})", stacklevel=3)


def _serve_copies(requests: socket.socket, loading: Iterator[None]) -> None:
    """Fork a copy for every request, and continue loading between requests, until the server has gone."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # reap copies automatically
    with requests.makefile("r", encoding="utf-8") as lines:
        for _ in loading:
            while is_readable(requests.fileno(), 0):  # the next request comes after the answer
                fork_requested_copy(lines.readline(), requests)
        with contextlib.suppress(BrokenPipeError):  # the server has ended
            requests.sendall(LOADED)
        for line in lines:
            fork_requested_copy(line, requests)


def fork_requested_copy(line: str, requests: socket.socket) -> None:
    """Fork the kernel process that one line of JSON requests, or exit if the line is empty because the server
    closed the socket.
    """
    if not line:
        sys.exit()
    try:
        copy = os.fork()
    except OSError as reason:  # out of processes or memory, which must not end other pages
        warnings.warn(f"cannot fork: {reason}", stacklevel=2)
        requests.sendall(NO_COPY)
        return
    if copy == 0:
        _become_kernel(json.loads(line), requests)


def can_start_threads(number: int) -> bool:
    """Return whether this process may have so many threads at once. ZeroMQ ends a process without warning if
    it may not.
    """
    go_on = threading.Event()
    threads = [threading.Thread(target=go_on.wait) for _ in range(number)]
    started = []
    try:
        for thread in threads:
            thread.start()
            started.append(thread)
    except RuntimeError:  # so Python reports it
        return False
    finally:
        go_on.set()
        for thread in started:
            thread.join()
    return True


def _become_kernel(request: dict[str, Any], requests: socket.socket) -> NoReturn:
    code = 1
    try:
        os.setsid()  # its own process group, so that its children end with it
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        if not can_start_threads(TASKS_PER_PAGE - 1):
            requests.sendall(NO_COPY)
            sys.exit(code)
        requests.sendall(f"{os.getpid()}\n".encode())
        requests.close()
        os.environ.clear()
        os.environ.update(request["env"])
        os.chdir(request["cwd"])
        if _is_kernel_wanted(request["argv"][1]):  # otherwise ipykernel would bind an unknown address
            _ForkedKernelApp.launch_instance(argv=request["argv"])
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0
    except KeyboardInterrupt:
        code = 128 + signal.SIGINT  # Ctrl+C at the server also ends this process: not an error
    except BaseException:
        if _is_kernel_wanted(request["argv"][1]):
            sys.excepthook(*sys.exc_info())
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _is_kernel_wanted(connection: str) -> bool:
    """True until the server removes the folder of the connection file, as it does when it ends."""
    return Path(connection).parent.exists()


if __name__ == "__main__":
    channel = socket.socket(fileno=os.dup(0))
    _load_basics()
    _serve_copies(channel, _load_page_needs(*(Path(folder) for folder in sys.argv[1:])))
