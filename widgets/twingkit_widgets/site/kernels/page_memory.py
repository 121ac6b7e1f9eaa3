"""The most memory that the process of one page may take.

Over it that page alone has an answer less: Python raises `MemoryError`, which its panel shows, and the page
can be loaded again. Without a limit the computer would end some process, perhaps the server.
"""

from __future__ import annotations

import sys

if sys.platform == "linux":
    import resource

MAX_MEGABYTES = 1024
"""The limit if none is given, in megabytes: ten times what the largest page takes."""


def limit_memory(pid: int, megabytes: int) -> bool:
    """Limit the data of a process to so many megabytes; 0 is no limit. True if it is limited.

    Only Linux can do that to another process. One that has ended meanwhile needs no limit.
    """
    if sys.platform != "linux" or not megabytes:
        return False
    size = megabytes * 2**20
    try:
        resource.prlimit(pid, resource.RLIMIT_DATA, (size, size))
    except (ProcessLookupError, PermissionError, ValueError):
        return False
    return True
