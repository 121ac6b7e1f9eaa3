"""The memory limit for the process of a page."""

from __future__ import annotations

import subprocess
import sys

import pytest

from twingkit_widgets.site.kernels.page_memory import MAX_MEGABYTES, limit_memory

FILL = """
import sys
print("ready", flush=True)
sys.stdin.readline()
try:
    held = bytearray({size} * 2**20)
    print("had")
except MemoryError:
    print("none left")
"""


def filled(size: int, most: int) -> str:
    """Return the output of a process that allocates `size` megabytes with a limit of `most`."""
    with subprocess.Popen(
        [sys.executable, "-c", FILL.format(size=size)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        assert limit_memory(process.pid, most) == bool(most)
        return process.communicate("go\n")[0].strip()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can limit another process")
def test_a_process_gets_no_more_than_its_limit() -> None:
    assert filled(200, 100) == "none left"
    assert filled(50, 100) == "had"
    assert filled(200, 0) == "had"


def test_where_it_cannot_be_done_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    assert limit_memory(1, MAX_MEGABYTES) is False
