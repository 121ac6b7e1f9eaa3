"""Kernels that start in an instant: copies of one process that has everything imported already.

A kernel of its own spends half a second and 35 MB on importing what all pages need. Here one process (the
nursery) imports it once and makes each kernel by forking itself: the copy starts in some milliseconds and
shares the memory of what nobody changes. The nursery never runs a page itself and has a single thread, which
is what makes forking safe. Only for Linux; elsewhere kernels start the usual way.

`NurseryProvisioner` is Jupyter's side: it asks the nursery instead of starting a program, and is everything
else that Jupyter's own provisioner for local kernels is.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import importlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
import traceback
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import psutil
from jupyter_client.provisioning.factory import KernelProvisionerFactory
from jupyter_client.provisioning.local_provisioner import LocalProvisioner
from traitlets.config import Config

import twingkit
from twingkit_widgets.site.folder import PACKAGE

NAME = "twingkit-nursery"
PRELOADED = (
    "IPython.core.completerlib",
    "IPython.core.oinspect",
    "IPython.extensions.storemagic",
    "ipykernel.kernelapp",
    "ipykernel.ipkernel",
    "ipykernel.zmqshell",
    "ipykernel.debugger",
    "ipywidgets",
    "tornado.locks",
    "tornado.platform.asyncio",
    "tornado.queues",
    "twingkit_widgets.site_pages",
)


class Nursery:
    """The server's connection to its nursery, which starts when the first kernel is wanted."""

    def __init__(self) -> None:
        """Start nothing yet."""
        self._process: subprocess.Popen[str] | None = None
        self._since = 0.0
        self._former: list[subprocess.Popen[str]] = []
        self._lock = threading.Lock()

    def start(self) -> subprocess.Popen[str]:
        """Return the nursery's process; a new one if there is none or if the kit has changed since.

        One that was replaced stays until its last kernel has ended, because they would end with it.
        """
        changed = newest()
        if self._process is not None and (changed > self._since or self._process.poll() is not None):
            self._former.append(self._process)
            self._process = None
        for former in [each for each in self._former if not busy(each)]:
            former.communicate()
            self._former.remove(former)
        if self._process is None:
            self._since = changed
            self._process = subprocess.Popen(  # noqa: S603
                [sys.executable, "-m", __name__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
        return self._process

    def close(self) -> None:
        """End the nursery and with it all kernels it has made."""
        for process in [*self._former, *([self._process] if self._process else [])]:
            process.communicate()
        self._former, self._process = [], None

    def kernel(self, arguments: list[str], folder: str, environment: dict[str, str]) -> int:
        """Return the process id of a new kernel. RuntimeError: the nursery did not make one."""
        with self._lock:
            process = self.start()
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(json.dumps([arguments, folder, environment]) + "\n")
            process.stdin.flush()
            answer = process.stdout.readline()
        if not answer:
            raise RuntimeError("the process that makes kernels has ended")
        return int(answer)


def busy(process: subprocess.Popen[str]) -> bool:
    """Return whether a nursery runs and has kernels."""
    return process.poll() is None and bool(psutil.Process(process.pid).children())


def newest() -> float:
    """Return when a file of the kit was last changed: whoever works on it wants to see the change."""
    folders = (PACKAGE, Path(twingkit.__file__).parent)
    return max(path.stat().st_mtime for folder in folders for path in folder.rglob("*.*") if path.is_file())


NURSERY = Nursery()


class Child:
    """A kernel that another process has made, seen as `subprocess.Popen` shows its own children."""

    stdin = stdout = stderr = None

    def __init__(self, pid: int) -> None:
        """Stand for the process `pid`."""
        self.pid = pid

    def poll(self) -> int | None:
        """Return None while it runs, else 1: only its parent could tell how it ended."""
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return 1
        return None

    def wait(self) -> int:
        """Wait until it has ended."""
        while self.poll() is None:
            time.sleep(0.01)
        return 1

    def send_signal(self, number: int) -> None:
        """Send it a signal, unless it has ended."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def kill(self) -> None:
        """End it."""
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)


class NurseryProvisioner(LocalProvisioner):
    """Starts local kernels by asking the nursery."""

    async def launch_kernel(self, cmd: list[str], **kwargs: Any) -> Any:
        """Start the kernel that `cmd` describes; anything but an IPython kernel starts the usual way."""
        if cmd[1:3] != ["-m", "ipykernel_launcher"]:
            return await super().launch_kernel(cmd, **kwargs)
        folder, environment = str(kwargs.get("cwd") or Path.cwd()), dict(kwargs["env"])
        self.pid = await asyncio.to_thread(NURSERY.kernel, cmd[3:], folder, environment)
        self.pgid = self.pid
        self.cwd = folder
        self.process = Child(self.pid)  # type: ignore[assignment]
        return self.connection_info


def use(config: Config) -> None:
    """Have the kernels of a server with this configuration made by the nursery."""
    KernelProvisionerFactory.provisioners[NAME] = EntryPoint(
        NAME, f"{__name__}:NurseryProvisioner", KernelProvisionerFactory.GROUP_NAME
    )
    config.KernelProvisionerFactory.default_provisioner_name = NAME


def main() -> None:
    """Be the nursery: import, then make one kernel for each line read, until there are no more."""
    sys.modules["debugpy"] = None  # type: ignore[assignment]  # nobody debugs a page: 150 modules less
    for name in PRELOADED:
        try:
            importlib.import_module(name)
        except Exception:  # the pages that need it will say so themselves; the others shall work
            traceback.print_exc()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server decides when its kernels end
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # ended kernels leave nothing behind
    gc.collect()
    gc.freeze()  # the collector would write to, and so copy, what all kernels share
    here = os.getpid()
    for line in sys.stdin:
        arguments, folder, environment = json.loads(line)
        pid = os.fork()
        if pid == 0:
            try:
                become_kernel(arguments, folder, environment, here)
            except Exception:
                traceback.print_exc()
            finally:
                os._exit(0)  # whatever happened: there must not be a second nursery
        print(pid, flush=True)


def become_kernel(arguments: list[str], folder: str, environment: dict[str, str], parent: int) -> None:
    """Turn this copy of the nursery into a kernel, until the kernel ends."""
    import ipywidgets
    from ipykernel.kernelapp import IPKernelApp

    os.setsid()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.dup2(os.open(os.devnull, os.O_RDWR), 0)
    os.dup2(2, 1)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    app = IPKernelApp.instance()
    app.initialize([*arguments, f"--IPKernelApp.parent_handle={parent}", "--HistoryManager.enabled=False"])  # type: ignore[no-untyped-call]
    ipywidgets.register_comm_target()  # it could not do so when it was imported: there was no kernel
    app.start()  # type: ignore[no-untyped-call]


if __name__ == "__main__":
    main()
