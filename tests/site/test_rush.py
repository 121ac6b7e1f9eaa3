"""A rush of visitors: each can use the page, or reads that the site is full until there is room."""

from __future__ import annotations

import asyncio
import os
import select
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from long_runs import runs
from visitors import Visitor, run

from twingkit_widgets.site.server import CONNECTION_BACKLOG

FULL = (
    "The site is full",
    "Die Website ist voll",
    "checks again every few seconds",
    "sieht alle paar Sekunden",
)
RATE = runs(40, 4)
"""The number of visitors per second: in a long run those of a popular link, otherwise almost all at once."""
TRIES = runs(1, 50)
"""How often each visitor requests the page: a busy computer may keep two hundred waiting."""


async def test_in_a_rush_everybody_can_use_the_page_or_reads_that_there_is_no_room(
    serve: Any, pages: Path
) -> None:
    places = runs(20, 200)
    site = serve(f"--visitors={places}", folder=pages)

    async def come(visitor: Visitor) -> None:
        for _ in range(TRIES):
            if await visitor.open() == 200:
                break
            assert all(words in visitor.html for words in FULL)
            await asyncio.sleep(5)
        assert visitor.kernel
        await visitor.connect()
        await visitor.press_and_hear(1)

    visitors = [Visitor(site.url) for _ in range(places)]
    coming = []
    for visitor in visitors:
        coming.append(asyncio.create_task(come(visitor)))
        await asyncio.sleep(1 / RATE)
    await asyncio.gather(*coming)
    beyond = Visitor(site.url)
    assert await beyond.open() == 503
    assert all(words in beyond.html for words in FULL)
    for visitor in visitors:  # nobody has lost the page to another visitor
        await visitor.press_and_hear(2)
    assert await visitors[0].leave() == 204
    await come(beyond)
    for visitor in (*visitors, beyond):
        await visitor.hang_up()


@contextmanager
def busy(site: Any) -> Iterator[None]:
    """Keep the server busy with something else meanwhile."""
    os.kill(site.process.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(site.process.pid, signal.SIGCONT)


def test_who_knocks_while_the_server_is_busy_is_let_in(site: Any) -> None:
    host, port = site.url.split("/")[2].split(":")
    knocking = [socket.socket() for _ in range(300)]
    poll = select.poll()
    with busy(site):
        for each in knocking:
            each.setblocking(False)
            each.connect_ex((host, int(port)))
            poll.register(each, select.POLLOUT)
        end = time.monotonic() + 5
        while len(connected := poll.poll(100)) < len(knocking) and time.monotonic() < end:
            pass
    for each in knocking:
        each.close()
    assert len(knocking) < CONNECTION_BACKLOG
    assert len(connected) == len(knocking)


@pytest.mark.browser
def test_a_page_that_found_no_room_opens_when_there_is_some(serve: Any, pages: Path, visit: Any) -> None:
    site = serve("--visitors=1", folder=pages)
    first = Visitor(site.url)
    assert run(first.open()) == 200
    window = visit(fresh=True, locale="de-DE")
    window.page.clock.install()
    window.page.goto(site.page("counter"))
    window.page.get_by_text("Die Website ist voll").wait_for()
    window.page.get_by_text("sieht alle paar Sekunden nach").wait_for()
    with window.page.expect_response(lambda answer: answer.request.method == "HEAD") as looked:
        window.page.clock.run_for("00:16")
    assert looked.value.status == 503
    assert run(first.leave()) == 204
    window.errors.clear()  # the browser notes every answer that is no success
    window.page.clock.run_for("00:16")
    window.page.get_by_text("count 0").wait_for()
    window.errors.clear()
