"""Running sites: each is a process of its own, and most are copies of one that has loaded the server."""

from __future__ import annotations

import http.client
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from copies import Copy, Original

PATIENCE = 90
"""The largest number of seconds to wait for something: large because several workers may share a core."""


def free_port() -> int:
    """Return a port that nobody uses right now, and that the system does not give to outgoing connections."""
    while True:
        port = secrets.choice(range(20_000, 32_000))
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue  # taken: the next one
            return port


def wait_for(condition: Callable[[], object], seconds: float, what: str) -> None:
    """Wait until `condition` holds; fail, naming `what`, after `seconds`, or a busy computer's `PATIENCE`."""
    end = time.monotonic() + max(seconds, PATIENCE)
    while not condition():
        assert time.monotonic() < end, f"not within {seconds} s: {what}"
        time.sleep(0.05)


def answers(url: str) -> bool:
    """Return whether a server answers at `url`, with whatever status; redirections are not followed."""
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(str(parts.hostname), parts.port, timeout=5)
    try:
        connection.request("GET", parts.path)
        connection.getresponse()
    except (OSError, http.client.HTTPException):  # nobody, or somebody else who has taken the port
        return False
    finally:
        connection.close()
    return True


@dataclass
class Address:
    """The root address of a running site."""

    url: str

    def page(self, name: str) -> str:
        """Return the address of the page `name`."""
        return f"{self.url}{name}/"


@dataclass
class Site(Address):
    """A running site: its root address, its process and what it printed so far."""

    process: subprocess.Popen[bytes] | Copy
    log: Path

    def kernels(self) -> list[int]:
        """Return the process ids of the kernels behind the open pages, started or copied."""
        import psutil

        kernels: list[int] = []
        for child in psutil.Process(self.process.pid).children(recursive=True):
            try:
                copied = "kernel_template" in " ".join(child.cmdline()) and child.ppid() != self.process.pid
                if copied or "ipykernel_launcher" in child.cmdline():
                    kernels.append(child.pid)
            except psutil.NoSuchProcess:
                continue  # it has ended since
        return kernels

    def stop(self) -> None:
        """End the server and its kernels."""
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


MODULES = ("twingkit_widgets.site.launch", "twingkit_widgets.site.server")
"""The modules that every site loads."""

MAIN = "import sys; from twingkit_widgets.site.launch import main; sys.exit(main())"


def started_site(
    original: Callable[[], Original],
    log: Path,
    *options: str,
    folder: Path | None = None,
    base_url: str = "/",
    python: str = sys.executable,
    environment: Mapping[str, str] | None = None,
) -> Site:
    """Return a site that answers: a copy of the original, or a new process if that has another Python or
    environment."""
    port = free_port()
    arguments = ["--no-browser", f"--port={port}", *options, f"--base-url={base_url}"]
    arguments += [f"--folder={folder}", "--replace"] if folder else []
    process: subprocess.Popen[bytes] | Copy
    if python == sys.executable and environment is None:
        process = original().copy(MAIN, *arguments, out=log, error=log, folder=log.parent)
    else:
        command = [python, "-m", "twingkit_widgets.site", *arguments]
        env = {**os.environ, **(environment or {})}
        with log.open("w") as output:
            process = subprocess.Popen(command, stdout=output, stderr=output, cwd=log.parent, env=env)
    site = Site(f"http://127.0.0.1:{port}{base_url}", process, log)
    try:
        wait_for(lambda: answers(site.url) or process.poll() is not None, 60, "the site answers")
        assert process.poll() is None, log.read_text()
    except AssertionError:
        site.stop()
        raise
    return site
