"""A process that has loaded modules once, and copies of it that run programs.

A program that starts by itself loads for half a second or more what the one before it loaded too. A copy (a
fork) begins where that is done, and is else a process of its own, with its own arguments, folder and output.
Run as a file, this is that process: it gets the names of the modules.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import itertools
import json
import os
import signal
import socket
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

WAKE = 0.01  # seconds between two checks whether a copy has ended


class Original:
    """The process from which copies are made: the modules it loads, and its additions to the environment."""

    def __init__(self, *modules: str, **environment: str) -> None:
        self.socket, theirs = socket.socketpair()
        self.environment = environment
        command = [sys.executable, __file__, *modules]
        self.process = subprocess.Popen(command, stdin=theirs, env={**os.environ, **environment})
        theirs.close()
        self.lines = self.socket.makefile("r", encoding="utf-8")
        self.ended: dict[int, int] = {}

    def copy(
        self,
        source: str,
        *arguments: str,
        out: Path,
        error: Path,
        folder: Path | None = None,
    ) -> Copy:
        """Run Python's `source` in a copy, which writes to `out` and `error` (they may be the same file).

        Its environment is this process's as it is now: a test may have changed it.
        """
        request = {
            "source": source, "arguments": arguments, "out": str(out), "error": str(error),
            "folder": str(folder or Path.cwd()), "environment": {**os.environ, **self.environment},
        }  # fmt: skip
        self.socket.sendall(json.dumps(request).encode() + b"\n")
        while "began" not in (said := self.said()):
            self.ended[said["pid"]] = said["code"]
        return Copy(said["began"], self)

    def said(self) -> dict[str, int]:
        """Return the next report of the process: which copy began, or which one ended with which code."""
        line = self.lines.readline()
        assert line, "the process that copies are made of has ended"
        said: dict[str, int] = json.loads(line)
        return said

    def code_of(self, pid: int, wait: float) -> int | None:
        """Wait up to some seconds for the exit code of a copy; None while it runs."""
        end = time.monotonic() + wait
        while pid not in self.ended:
            self.socket.settimeout(None)
            self.socket.sendall(b"{}\n")
            said = self.said()
            if "pid" in said:
                self.ended[said["pid"]] = said["code"]
            elif time.monotonic() >= end:
                return None
            else:
                time.sleep(WAKE)
        return self.ended[pid]

    def stop(self) -> None:
        """End the process; copies that still run go on."""
        self.lines.close()
        self.socket.close()
        self.process.wait()


class Copy:
    """A running copy; wait for it and end it like a `subprocess.Popen`."""

    def __init__(self, pid: int, original: Original) -> None:
        self.pid, self.original = pid, original

    @property
    def returncode(self) -> int | None:
        """Return the exit code, if it is known."""
        return self.original.ended.get(self.pid)

    def poll(self) -> int | None:
        """Return the exit code, None while it runs."""
        return self.original.code_of(self.pid, 0)

    def wait(self, timeout: float = 600) -> int:
        """Return the exit code once it has ended; raise `subprocess.TimeoutExpired`."""
        code = self.original.code_of(self.pid, timeout)
        if code is None:
            raise subprocess.TimeoutExpired("a copy", timeout)
        return code

    def send_signal(self, number: int) -> None:
        """Send a signal, unless the copy has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """End the copy at once."""
        self.send_signal(signal.SIGKILL)


COMMAND = "import sys; from twingkit.cli import main; sys.argv[0] = 'twingkit'; main()"
"""The command `twingkit`, as a source for `python_with`."""


@contextlib.contextmanager
def python_with(folder: Path, said: Path) -> Iterator[Callable[..., subprocess.CompletedProcess[str]]]:
    """Yield a function that runs Python where the games in a folder are installed: `run(source, *arguments)`.
    Its output goes through files in the folder `said`.

    What it prints goes through files in the folder `said`.
    """
    path = os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])
    settings = {"PYTHONPATH": path, "PYTHONIOENCODING": "utf-8", "PYTHONWARNINGS": "error::UserWarning"}
    original = Original("twingkit.cli", "twingkit.analyse.arena", "twingkit_widgets.site.page", **settings)
    numbers = itertools.count()

    def run(source: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        number = next(numbers)
        out, error = said / f"{number}.out", said / f"{number}.err"
        code = original.copy(source, *arguments, out=out, error=error).wait(180)
        texts = (path.read_text(encoding="utf-8") for path in (out, error))
        return subprocess.CompletedProcess(arguments, code, *texts)

    yield run
    original.stop()


# -- the process itself


def serve(requests: socket.socket) -> None:
    """Make a copy for each request; report the start and the end of every copy."""
    running: set[int] = set()
    with requests.makefile("r", encoding="utf-8") as lines:
        for line in lines:
            request = json.loads(line)
            if request:
                pid = os.fork()
                if not pid:
                    become(request, requests)
                running.add(pid)
                requests.sendall(f'{{"began": {pid}}}\n'.encode())
                continue
            ended, status = os.waitpid(-1, os.WNOHANG) if running else (0, 0)
            running.discard(ended)
            code = os.waitstatus_to_exitcode(status)
            said = {"pid": ended, "code": code} if ended else {}
            requests.sendall(json.dumps(said).encode() + b"\n")
    for pid in running:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGTERM)


def become(request: Mapping[str, Any], requests: socket.socket) -> NoReturn:
    """Run the request, then exit; never return."""
    os.close(requests.detach())
    for number, path in ((1, request["out"]), (2, request["error"])):
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
        os.dup2(os.open(path, flags, 0o600), number)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.environ.clear()
    os.environ.update(request["environment"])
    os.chdir(request["folder"])
    sys.argv = ["-c", *request["arguments"]]
    sys.modules["__main__"] = ModuleType("__main__")
    code = 0
    try:
        exec(compile(request["source"], "<string>", "exec"), vars(sys.modules["__main__"]))
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
        code = 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    channel = socket.socket(fileno=os.dup(0))
    sys.path[0] = ""  # as for `python -c`, not this file's folder
    for name in sys.argv[1:]:
        importlib.import_module(name)
    gc.freeze()
    serve(channel)
