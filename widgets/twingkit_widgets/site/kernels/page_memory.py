"""The memory limit of a page's process.

A page that reaches it fails only in one action: Python raises `MemoryError`, which its panel shows, and the
page can be reloaded. Without a limit the computer would kill some process, perhaps the server.
"""

from __future__ import annotations

import sys

if sys.platform == "linux":
    import resource

MAX_MEGABYTES = 1024
"""The default limit in megabytes: ten times what the largest page needs."""


def limit_memory(pid: int, megabytes: int) -> bool:
    """Limit the data of a process to this many megabytes (0: no limit). Returns True if it is limited.

    Only Linux can do that to another process. A process that has ended meanwhile needs no limit.
    """
    if sys.platform != "linux" or not megabytes:
        return False
    size = megabytes * 2**20
    try:
        resource.prlimit(pid, resource.RLIMIT_DATA, (size, size))
    except (ProcessLookupError, PermissionError, ValueError):
        return False
    return True
