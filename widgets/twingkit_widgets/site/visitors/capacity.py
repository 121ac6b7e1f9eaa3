"""How many open pages fit on this computer: into its memory, its open files, and its tasks.

A task is a process or a thread. The computer, its containers or services (control groups) and the user each
may have a limit; the smallest one counts.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import psutil

try:
    import resource
except ImportError:
    resource = None  # type: ignore[assignment] # Windows sets no such limits

BYTES_PER_PAGE = 40 * 2**20  # bytes one open page needs: 37 MB after an hour (benchmarks/rush.py), rounded up
RESERVED_BYTES = 256 * 2**20  # bytes left to the server itself and to everything else on the computer
FILES_PER_PAGE = (
    24  # files the server has open for one page: benchmarks/rush.py measures 14, and some while it starts
)
OWN_FILES = 256  # files left to the server itself and to requests without a page
MAX_FILES = 65536  # the largest number of open files to request
TASKS_PER_PAGE = 16  # tasks of one page's process: Jupyter's kernel has 15 threads, and one is spare
OWN_TASKS = 32  # tasks left to the server itself (5), and to what checks or stops it
MAX_SLOTS = 200  # more processes than this do not help, however much memory there is
_PER_ADDRESS = 40  # the largest number of slots per address, enough for a class that shares one

_CONTROL_GROUPS = Path("/sys/fs/cgroup")
_OWN_GROUPS = Path("/proc/self/cgroup")
_MEMORY_FILES = ("memory.max", "memory.current"), ("memory.limit_in_bytes", "memory.usage_in_bytes")
_TASK_FILES = (("pids.max", "pids.current"),)


def available_memory_bytes(groups: Path = _CONTROL_GROUPS, own: Path = _OWN_GROUPS) -> int:
    """Return the bytes this process may still use: the free memory of the computer, its container or its
    service.
    """
    left = _left_in_control_groups("memory", _MEMORY_FILES, groups, own)
    return min((int(psutil.virtual_memory().available), *left))


def available_tasks(groups: Path = _CONTROL_GROUPS, own: Path = _OWN_GROUPS) -> int:
    """Return how many more processes and threads this process may start, with all of its children."""
    if sys.platform != "linux":
        return sys.maxsize
    running = int(Path("/proc/loadavg").read_text().split()[3].split("/")[1])
    limits = [int((Path("/proc/sys/kernel") / name).read_text()) for name in ("threads-max", "pid_max")]
    left = [limit - running for limit in limits]
    left += _left_in_control_groups("pids", _TASK_FILES, groups, own)
    left += _left_to_user(running)
    return max(0, min(left))


def _left_to_user(running: int) -> Iterator[int]:
    """Yield how many tasks the limit of the user leaves, unless it cannot matter; `running` is the number of
    all tasks.
    """
    limit = resource.getrlimit(resource.RLIMIT_NPROC)[0]
    user = psutil.Process().uids().real
    if user == 0 or limit < 0 or limit - running > OWN_TASKS + MAX_SLOTS * TASKS_PER_PAGE:
        return  # the system does not limit its administrator; counting takes a while
    used = 0
    for process in psutil.process_iter():
        try:
            used += process.num_threads() if process.uids().real == user else 0
        except psutil.Error:
            continue  # it has ended meanwhile
    yield limit - used


def _left_in_control_groups(
    resource_name: str, files: tuple[tuple[str, str], ...], groups: Path, own: Path
) -> Iterator[int]:
    """Yield what each control group around this process leaves of a resource, if it has a limit.

    `files` are the names of the files with the limit and with what is used, `groups` the folder of all
    groups, and `own` the file that names those of this process. In a container those names may be the
    computer's; then only the outermost folder exists, which is the container's.
    """
    for line in own.read_text().splitlines() if own.is_file() else ():
        _, controllers, name = line.split(":", 2)
        if controllers and resource_name not in controllers.split(","):
            continue
        path = PurePosixPath(name)
        for group in (path, *path.parents):
            folder = groups / (resource_name if controllers else "") / group.relative_to("/")
            for limit, used in files:
                try:
                    text = (folder / limit).read_text().strip()
                    if text.isdigit():
                        yield int(text) - int((folder / used).read_text())
                except OSError:
                    continue  # there is no such group, or it has no such limit


def raise_open_file_limit() -> int:
    """Raise the limit of open files as far as the system allows, and return it."""
    if resource is None:
        return MAX_FILES
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    files = min(hard, MAX_FILES) if hard > 0 else MAX_FILES
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
    return files


def max_pages_for_memory(available_bytes: int) -> int:
    """Return the number of open pages that fit into this many bytes; at least one, at most `MAX_SLOTS`.

    >>> max_pages_for_memory(0), max_pages_for_memory(RESERVED_BYTES + 12 * BYTES_PER_PAGE)
    (1, 12)
    """
    return max(1, min(MAX_SLOTS, (available_bytes - RESERVED_BYTES) // BYTES_PER_PAGE))


def max_pages_for_files(open_file_limit: int) -> int:
    """Return the largest number of open pages for a limit of open files; at least one.

    >>> max_pages_for_files(OWN_FILES + 40 * FILES_PER_PAGE)
    40
    """
    return max(1, (open_file_limit - OWN_FILES) // FILES_PER_PAGE)


def max_pages_for_tasks(tasks: int) -> int:
    """Return the largest number of open pages for this many tasks; at least one.

    >>> max_pages_for_tasks(OWN_TASKS + 40 * TASKS_PER_PAGE)
    40
    """
    return max(1, (tasks - OWN_TASKS) // TASKS_PER_PAGE)


def max_slots_per_address(visitors: int) -> int:
    """Return how many pages one address may have open: at most half of the `visitors` that the server admits.

    >>> [max_slots_per_address(visitors) for visitors in (1, 12, 40, 200)]
    [1, 6, 20, 40]
    """
    return max(1, min(_PER_ADDRESS, visitors // 2))
