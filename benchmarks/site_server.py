"""A running site to measure, and its memory use; shared by the benchmarks of the site."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import psutil


def get(url: str) -> bytes:
    """Return the page at `url` after redirects; empty if no server answers."""
    try:
        with urlopen(url, timeout=60) as answer:
            return bytes(answer.read())
    except HTTPError as refusal:
        return refusal.read()
    except OSError:
        return b""


@contextmanager
def server(*command: str, port: int = 0) -> Iterator[tuple[str, psutil.Process]]:
    """Run a server with `python -m` at a port (a free one by default); yield its address and process."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(("127.0.0.1", port))
        port = probe.getsockname()[1]
    if threading.current_thread() is threading.main_thread():  # interrupting a benchmark ends its site, too
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    quiet: Any = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen([sys.executable, "-m", *command, "--no-browser", f"--port={port}"], **quiet)
    url = f"http://127.0.0.1:{port}/"
    while not get(url + "none"):
        assert process.poll() is None, f"{command} ended"
        time.sleep(0.1)
    try:
        yield url, psutil.Process(process.pid)
    finally:
        process.terminate()
        process.wait(30)


def memory(process: psutil.Process) -> float:
    """Return the memory in MB that `process` and all its children really use."""
    taken = 0.0
    for member in (process, *process.children(recursive=True)):
        with suppress(psutil.NoSuchProcess):  # it has ended in the meantime
            taken += member.memory_full_info().pss
    return taken / 2**20
