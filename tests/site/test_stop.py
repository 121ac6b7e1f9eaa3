"""A server that is ended leaves no process behind, whatever its pages were doing."""

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

MARK = "TWINGKIT_TEST_MARK"  # all that a server has started carries it


def left(mark: str) -> list[int]:
    """The processes with this mark that still run."""
    running: list[int] = []
    for process in psutil.process_iter():
        try:
            marked = process.environ().get(MARK) == mark
            if marked and process.status() != psutil.STATUS_ZOMBIE:
                running.append(process.pid)
        except psutil.Error:
            continue  # it has ended, or is not ours
    return running


@pytest.fixture
def served(
    serve: Any, pages: Path, site_original: Any, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., tuple[Any, str]]:
    """Start a site: `served("--debug")` returns it and the mark of what it starts; it is a copy, and has none
    itself."""
    site_original()  # before there is a mark: it outlives the test

    def start(*options: str) -> tuple[Any, str]:
        mark = uuid.uuid4().hex
        monkeypatch.setenv(MARK, mark)
        return serve(*options, folder=pages), mark

    return start


async def asked_for(site: Any, pages: int) -> None:
    """Open so many pages at once; the server may end meanwhile."""
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


# Each way to end starts a server with several pages: every check tries the usual one, long runs try all.
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
    arriving = asyncio.create_task(asked_for(site, 4))
    while len(site.kernels()) < 2:
        await asyncio.sleep(0.005)
    assert left(mark)
    for number in signals:
        site.process.send_signal(number)
        await asyncio.sleep(0.1)
    await asyncio.to_thread(site.process.wait, 60)
    await arriving
    until(lambda: left(mark) == [], 20, "all processes have ended")
    if signals != [signal.SIGKILL]:
        assert site.process.returncode == 0
        assert "Traceback" not in site.log.read_text()


def test_nothing_is_left_when_the_server_ends_before_all_is_loaded(served: Any, until: Any) -> None:
    site, mark = served()
    assert left(mark)
    site.process.send_signal(signal.SIGINT)
    site.process.wait(60)
    until(lambda: left(mark) == [], 20, "all processes have ended")
    assert "Traceback" not in site.log.read_text(), site.log.read_text()


def test_frozen_processes_end_with_the_server(served: Any, until: Any) -> None:
    site, mark = served()
    run(asked_for(site, 2))
    started = left(mark)
    assert len(started) == 3, "two pages, and what they are copied from"
    for process in started:
        os.kill(process, signal.SIGSTOP)
    site.process.send_signal(signal.SIGINT)
    site.process.wait(60)
    until(lambda: left(mark) == [], 20, "all processes have ended")


async def test_a_page_whose_process_does_not_answer_yet_when_the_server_ends_is_no_fault(
    served: Any, until: Any
) -> None:
    site, mark = served()
    await Visitor(site.url).open()
    [first] = site.kernels()
    arriving = asyncio.create_task(asked_for(site, 1))
    here = psutil.Process(first).cwd()
    while not (starting := [pid for pid in site.kernels() if pid != first]):
        await asyncio.sleep(0.001)
    [process] = starting
    while psutil.Process(process).cwd() != here:  # until then the server does not know its number
        await asyncio.sleep(0.001)
    os.kill(process, signal.SIGSTOP)  # it cannot say who it is
    await asyncio.sleep(0.5)
    site.process.send_signal(signal.SIGINT)
    await asyncio.to_thread(site.process.wait, 60)
    await arriving
    until(lambda: left(mark) == [], 20, "all processes have ended")
    assert site.process.returncode == 0
    assert "Traceback" not in site.log.read_text(), site.log.read_text()
