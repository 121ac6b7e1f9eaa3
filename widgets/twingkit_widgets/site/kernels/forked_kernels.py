"""Kernels that are copies of one process in which everything is loaded already (see `kernel_template.py`).

`use_forked_kernels()` makes Jupyter start its kernels this way. If that process ends, and for kernels of
another Python, kernels start normally.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import select
import signal
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

from jupyter_client.provisioning.factory import KernelProvisionerFactory
from jupyter_client.provisioning.local_provisioner import LocalProvisioner
from traitlets.config import Configurable

from twingkit_widgets.site.kernels.page_memory import MAX_MEGABYTES, limit_memory

log = logging.getLogger(__name__)

_LAUNCHER = ["-m", "ipykernel_launcher"]
LOADED = b"loaded\n"  # sent between answers when everything is loaded
NO_COPY = b"0\n"  # its answer if it cannot fork
_COPY_TIMEOUT = (
    60.0  # seconds that a copy may take to answer, usually milliseconds, or the time to load a page
)
_STOP_TIMEOUT = 5.0  # seconds that the template may take to end
CAN_FORK = hasattr(os, "fork") and hasattr(os, "pidfd_open")  # Linux


def is_readable(file: int, milliseconds: int | None = None) -> bool:
    """True if a file descriptor has data to read within this many milliseconds.

    `select.select` does not support descriptors above 1023, which some seventy visitors exceed.
    """
    poll = select.poll()
    poll.register(file, select.POLLIN)
    return bool(poll.poll(milliseconds))


class OutOfTasksError(Exception):
    """Error if the system allows no further process, or not all threads that a page needs."""

    def __str__(self) -> str:
        return "the system does not allow another process with its threads"


class ForkedProcess:
    """A kernel process forked from the template process, with the interface of `subprocess.Popen`."""

    stdin = stdout = stderr = None

    def __init__(self, pid: int) -> None:
        self.pid = pid
        try:
            self._file: int | None = os.pidfd_open(pid)
        except ProcessLookupError:  # it has ended already
            self._file = None

    def poll(self) -> int | None:
        """Return None while the process runs, then 0, since the exit code of a non-child is unknown."""
        if self._file is not None and is_readable(self._file, 0):
            os.close(self._file)
            self._file = None
        return 0 if self._file is None else None

    def wait(self) -> int:
        """Wait for the process to end and return 0."""
        if self._file is not None:
            is_readable(self._file)
        return self.poll() or 0

    def send_signal(self, number: int) -> None:
        """Send a signal to the process if it still runs."""
        if self.poll() is None and self._file is not None:
            signal.pidfd_send_signal(self._file, number)

    def kill(self) -> None:
        """Kill the process."""
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        """Ask the process to end."""
        self.send_signal(signal.SIGTERM)


class KernelTemplate:
    """A process that loads everything that page kernels need and from which they are then forked.

    It loads what the pages of the site need, or else the notebooks in `folder`. An earlier copy has what is
    loaded by then. It ends with the server, when its end of the socket is closed.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder
        self.channel, its_end = socket.socketpair()
        # Threads do not survive a fork: numpy's are not begun. A copy's few threads share one heap.
        single = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "1"}
        environment = {**os.environ, **single}
        command = [sys.executable, "-P", "-m", "twingkit_widgets.site.kernels.kernel_template"]
        self.process = subprocess.Popen(  # noqa: S603 - this Python
            command + ([str(folder)] if folder else []),
            stdin=its_end.fileno(),
            env=environment,
            start_new_session=True,  # Ctrl-C goes to the server, which then ends this process
        )
        its_end.close()
        self.channel.settimeout(_COPY_TIMEOUT)
        self.lines = self.channel.makefile("rb", buffering=0)  # unread data stays in the socket
        self.is_loaded = False
        self.lock = asyncio.Lock()
        self.waiter = ThreadPoolExecutor(1, "wait for copies")
        self.waiter.submit(int).result()  # starts its thread: later there may be none

    @property
    def is_ready(self) -> bool:
        """True if the template process is alive and has loaded everything."""
        if not self.is_loaded and is_readable(self.channel.fileno(), 0):
            self.is_loaded = self.lines.readline() == LOADED
        return self.is_loaded and self.process.poll() is None

    async def copy(self, argv: list[str], env: dict[str, str], cwd: str) -> ForkedProcess:
        """Fork a kernel process. Raises `OSError` if the template does not answer, `OutOfTasksError` if the
        system allows too few processes and threads.
        """
        request: dict[str, object] = {"argv": argv, "env": env, "cwd": cwd}
        async with self.lock:
            return await asyncio.get_running_loop().run_in_executor(self.waiter, self._copy, request)

    def _copy(self, request: dict[str, object]) -> ForkedProcess:
        self.channel.sendall((json.dumps(request) + "\n").encode())
        while (answer := self.lines.readline()) == LOADED:
            self.is_loaded = True
        if not answer:
            raise ConnectionError("the process that kernels are copied from has ended")
        if answer == NO_COPY:
            raise OutOfTasksError
        return ForkedProcess(int(answer))

    def stop(self) -> None:
        """End the template process."""
        self.is_loaded = False
        self.process.terminate()
        try:
            self.process.wait(_STOP_TIMEOUT)
        except subprocess.TimeoutExpired:  # it is frozen
            self.process.kill()
            self.process.wait()
        self.waiter.shutdown()
        self.lines.close()
        self.channel.close()


class ForkedProvisioner(LocalProvisioner):
    """Jupyter provisioner that starts kernels as copies of `template` if possible."""

    template: KernelTemplate | None = None
    memory = MAX_MEGABYTES
    """The memory limit of a kernel in megabytes; 0 for none."""
    process: Any = None  # a child of this process or of the template

    async def launch_kernel(self, cmd: list[str], **kwargs: object) -> Any:  # as in Jupyter
        """Start a kernel with limited memory and return its connection."""
        reached = await self._launched(cmd, **kwargs)
        if self.pid is not None:
            limit_memory(self.pid, type(self).memory)
        return reached

    async def _launched(self, cmd: list[str], **kwargs: Any) -> Any:
        template = _renewed_template()
        ours = Path(cmd[0]) == Path(sys.executable) and cmd[1:3] == _LAUNCHER
        by_itself = [sys.executable, "-P", *cmd[1:]] if ours else cmd  # ignores modules in its folder
        if template is None or not ours or template.process.poll() is not None:
            return await super().launch_kernel(by_itself, **kwargs)
        try:
            cwd = str(kwargs.get("cwd") or Path.cwd())
            self.process = await template.copy(cmd[3:], dict(kwargs["env"]), cwd)
        except OSError:
            log.exception("a kernel could not be copied; it starts normally")
            return await super().launch_kernel(by_itself, **kwargs)
        self.pid = self.process.pid
        try:
            self.pgid = os.getpgid(self.pid)
        except ProcessLookupError:  # it has ended already, as the manager will notice
            self.pgid = None
        self.cwd = kwargs.get("cwd")
        return self.connection_info


def _renewed_template() -> KernelTemplate | None:
    """Return the template; start another one if it has ended, unless it ended while loading."""
    template = ForkedProvisioner.template
    if template and not template.is_ready and template.is_loaded:
        log.error("the process that kernels are copied from has ended (%s)", template.process.poll())
        template.stop()
        ForkedProvisioner.template = template = KernelTemplate(template.folder)
    return template


def stop_forked_kernels() -> None:
    """End the template process, if there is one."""
    if ForkedProvisioner.template:
        ForkedProvisioner.template.stop()
        ForkedProvisioner.template = None


def use_forked_kernels(parent: Configurable, folder: Path | None = None) -> None:
    """Start the template process and make the application `parent` fork every new kernel from it, if
    processes can be copied (only Linux can); `stop_forked_kernels` ends it.

    It loads what the pages of the site need, or else the notebooks in `folder`.
    """
    if not CAN_FORK:
        return
    name = f"{__name__}:{ForkedProvisioner.__name__}"
    factory = KernelProvisionerFactory.instance(parent=parent)
    factory.provisioners["forked"] = EntryPoint("forked", name, factory.GROUP_NAME)
    factory.default_provisioner_name = "forked"
    ForkedProvisioner.template = KernelTemplate(folder)
