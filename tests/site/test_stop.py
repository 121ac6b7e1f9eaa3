"""A stopped server leaves no process behind, whatever its pages were doing."""

from __future__ import annotations

import asyncio
import os
import signal
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import pytest
from visitors import Visitor, run

MARK = "TWINGKIT_TEST_MARK"  # everything that a server has started carries it


def surviving_processes(mark: str) -> list[int]:
    """Return the processes with this mark that are still running."""
    running: list[int] = []
    for process in psutil.process_iter():
        try:
            marked = process.environ().get(MARK) == mark
            if marked and process.status() != psutil.STATUS_ZOMBIE:
                running.append(process.pid)
        except psutil.Error:
            continue  # it has ended, or belongs to somebody else
    return running


@pytest.fixture
def served(
    serve: Any, pages: Path, site_original: Any, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., tuple[Any, str]]:
    """Return a function that starts a site: `served("--debug")` returns it and the mark of the processes that
    it starts; the site is a copy, and has no mark itself."""
    site_original()  # before there is a mark, because it outlives the test

    def start(*options: str) -> tuple[Any, str]:
        mark = uuid.uuid4().hex
        monkeypatch.setenv(MARK, mark)
        return serve(*options, folder=pages), mark

    return start


async def request_pages(site: Any, pages: int) -> None:
    """Request several pages at once; the server may end meanwhile."""
    await asyncio.gather(*(Visitor(site.url).open() for _ in range(pages)), return_exceptions=True)


ENDS = {
    "Ctrl-C": [signal.SIGINT],
    "SIGTERM": [signal.SIGTERM],
    "Ctrl-C twice": [signal.SIGINT, signal.SIGINT],
    "Ctrl-C and SIGTERM": [signal.SIGINT, signal.SIGTERM],
    "killed": [signal.SIGKILL],
}
MADE: dict[str, tuple[str, ...]] = {"copied": (), "started": ("--debug",)}
USUAL = "copied", "Ctrl-C"


# Each way of stopping starts a server with several pages: every check tries the usual one, long runs all.
@pytest.mark.parametrize(
    ("options", "signals"),
    [
        pytest.param(
            options, signals, id=f"{made}-{name}", marks=[pytest.mark.soak] if (made, name) != USUAL else []
        )
        for made, options in MADE.items()
        for name, signals in ENDS.items()
    ],
)
async def test_nothing_is_left_when_the_server_ends_while_pages_start(
    served: Any, until: Any, signals: list[signal.Signals], options: tuple[str, ...]
) -> None:
    site, mark = served(*options)
    await Visitor(site.url).open()
    arriving = asyncio.create_task(request_pages(site, 4))
    while len(site.kernels()) < 2:
        await asyncio.sleep(0.005)
    assert surviving_processes(mark)
    for number in signals:
        site.process.send_signal(number)
        await asyncio.sleep(0.1)
    await asyncio.to_thread(site.process.wait, 60)
    await arriving
    until(lambda: surviving_processes(mark) == [], 20, "all processes have ended")
    if signals != [signal.SIGKILL]:
        assert site.process.returncode == 0
        assert "Traceback" not in site.log.read_text()


def test_nothing_is_left_when_the_server_ends_before_all_is_loaded(served: Any, until: Any) -> None:
    site, mark = served()
    assert surviving_processes(mark)
    site.process.send_signal(signal.SIGINT)
    site.process.wait(60)
    until(lambda: surviving_processes(mark) == [], 20, "all processes have ended")
    assert "Traceback" not in site.log.read_text(), site.log.read_text()


def test_frozen_processes_end_with_the_server(served: Any, until: Any) -> None:
    site, mark = served()
    run(request_pages(site, 2))
    started = surviving_processes(mark)
    assert len(started) == 3, "two pages, and what they are copied from"
    for process in started:
        os.kill(process, signal.SIGSTOP)
    site.process.send_signal(signal.SIGINT)
    site.process.wait(60)
    until(lambda: surviving_processes(mark) == [], 20, "all processes have ended")


async def test_a_page_whose_process_does_not_answer_yet_when_the_server_ends_is_no_fault(
    served: Any, until: Any
) -> None:
    site, mark = served()
    await Visitor(site.url).open()
    [first] = site.kernels()
    arriving = asyncio.create_task(request_pages(site, 1))
    here = psutil.Process(first).cwd()
    while not (starting := [pid for pid in site.kernels() if pid != first]):
        await asyncio.sleep(0.001)
    [process] = starting
    while psutil.Process(process).cwd() != here:  # until then the server does not know its process id
        await asyncio.sleep(0.001)
    os.kill(process, signal.SIGSTOP)  # it cannot say who it is
    await asyncio.sleep(0.5)
    site.process.send_signal(signal.SIGINT)
    await asyncio.to_thread(site.process.wait, 60)
    await arriving
    until(lambda: surviving_processes(mark) == [], 20, "all processes have ended")
    assert site.process.returncode == 0
    assert "Traceback" not in site.log.read_text(), site.log.read_text()
