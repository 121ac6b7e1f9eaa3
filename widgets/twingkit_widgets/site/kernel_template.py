"""The process that kernels are copied from: `python -m twingkit_widgets.site.kernel_template`.

A kernel that starts by itself loads some hundred modules and every rule text before its page can show
anything. This process does so once, opens every page once, and then makes a copy of itself (a fork) for each
page that a visitor opens. Copies share the memory of what was loaded.

It reads requests from its standard input, a socket: one line of JSON for each kernel, with `argv` (what
follows `python -m ipykernel_launcher`), `env` and `cwd`. The copy answers with a line, its process id. When
the socket ends, so does the process; its copies notice that and end too.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import socket
import sys
from typing import Any, NoReturn


def load() -> None:
    """Load what a kernel needs, and open every page of the site once, so that nothing of it is read again."""
    import ipykernel.kernelapp  # noqa: F401  what a kernel loads before its page
    from ipywidgets import Widget

    from twingkit_widgets.panel.controls import reuse_ids
    from twingkit_widgets.site.addresses import site_pages
    from twingkit_widgets.site.page import page

    for name in ("index", *site_pages()):
        page(name, "")
    Widget.close_all()  # a copy has no panel but its own
    reuse_ids()
    gc.collect()
    gc.freeze()  # a collection in a copy leaves the shared memory alone


def serve(requests: socket.socket) -> None:
    """Make a copy for every request, until nobody is left who could ask."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for a copy: it leaves no trace
    template = os.getpid()
    with requests.makefile("r", encoding="utf-8") as lines:
        for line in lines:
            if os.fork() == 0:
                become_kernel(json.loads(line), template, requests)


def become_kernel(request: dict[str, Any], template: int, requests: socket.socket) -> NoReturn:
    """Be the kernel that was asked for; never returns. `template` is the process that this is a copy of."""
    code = 1
    try:
        os.setsid()  # a group of its own, so that it can be ended with all that it starts
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        requests.sendall(f"{os.getpid()}\n".encode())
        requests.close()
        os.environ.clear()
        os.environ.update(request["env"])
        os.chdir(request["cwd"])
        from ipykernel.kernelapp import launch_new_instance

        # ipywidgets tells the kernel that it is there when it is loaded; here it was before any kernel.
        widgets = "--IPKernelApp.exec_lines=__import__('ipywidgets').register_comm_target()"
        argv = [*request["argv"], f"--IPKernelApp.parent_handle={template}", widgets]
        launch_new_instance(argv=argv)
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    channel = socket.socket(fileno=os.dup(0))
    load()
    try:
        channel.sendall(b"loaded\n")
    except BrokenPipeError:
        sys.exit()  # the server has ended meanwhile
    serve(channel)
