"""Slots for pages on a site with visitors."""

from __future__ import annotations

import asyncio
import contextlib
import os
import select
import signal
import socket
from pathlib import Path
from typing import Any

import psutil
import pytest
from long_runs import LONG, runs
from visitors import Visitor, ask, run

from twingkit_widgets.site.visitors.capacity import TASKS_PER_PAGE
from twingkit_widgets.site.visitors.page_socket import MAX_SOCKETS
from twingkit_widgets.site.visitors.slots import ARRIVAL_SECONDS, GONE_SECONDS, SLOT_LOST_CODE


@pytest.fixture(scope="module")
def alone(serve_all: Any, pages: Path) -> Any:
    """Return a site with one slot, which each test frees."""
    return serve_all("--visitors=1", folder=pages)


def test_one_visitor_too_many_is_told_so_and_the_others_stay(alone: Any) -> None:
    site = alone
    visitor = Visitor(site.url)
    assert run(visitor.open("index")) == 200
    status, headers, body = ask(site, "GET", "/en/")
    page = body.decode()
    assert status == 503
    assert headers["Retry-After"] == "60"
    assert "The site is full" in page
    assert "Die Website ist voll" in page
    assert len(site.kernels()) == 1
    assert run(visitor.leave()) == 204


async def test_of_many_requests_at_once_no_more_processes_start_than_there_are_places(
    serve: Any, pages: Path
) -> None:
    limit, asked = runs(3, 8), runs(12, 60)
    site = serve(f"--visitors={limit}", folder=pages)
    most = 0
    ended = asyncio.Event()

    async def count() -> None:
        nonlocal most
        while not ended.is_set():
            most = max(most, len(await asyncio.to_thread(site.kernels)))
            await asyncio.sleep(0.02)

    counting = asyncio.create_task(count())
    statuses = await asyncio.gather(*(Visitor(site.url).open() for _ in range(asked)))
    assert sorted(statuses) == [200] * limit + [503] * (asked - limit)
    if LONG:
        await asyncio.sleep(ARRIVAL_SECONDS + 1)  # nobody came
        statuses = await asyncio.gather(*(Visitor(site.url).open() for _ in range(asked)))
        assert sorted(statuses) == [200] * limit + [503] * (asked - limit)
    ended.set()
    await counting
    assert most == limit


async def test_a_phone_that_slept_comes_back_to_its_page_unless_somebody_needed_the_place(
    alone: Any, until: Any
) -> None:
    site = alone
    async with Visitor(site.url) as phone, Visitor(site.url) as other:
        await phone.enter()
        await phone.press_and_hear(1)
        await phone.hang_up()
        assert await other.open() == 503, "it may be back at once"
        await asyncio.sleep(GONE_SECONDS + 1)
        await phone.connect()
        await phone.press_and_hear(2)
        await phone.hang_up()
        await asyncio.sleep(GONE_SECONDS + 1)
        assert await other.open() == 200
        until(lambda: len(site.kernels()) == 1, 20, "the process of the phone's page has ended")
        assert await other.leave() == 204


async def test_one_address_behind_a_trusted_proxy_may_hold_so_many(serve: Any, pages: Path) -> None:
    site = serve("--per-address=1", "--trust-proxy=127.0.0.0/8", folder=pages)
    said = {"X-Forwarded-For": "192.0.2.1"}
    assert await Visitor(site.url).open(**said) == 200
    crowd = Visitor(site.url)
    assert await crowd.open(**{"X-Forwarded-For": "192.0.2.2, 192.0.2.1"}) == 429
    assert "Too many pages are open in your network" in crowd.html
    assert "In deinem Netz sind zu viele Seiten offen" in crowd.html
    assert await Visitor(site.url).open(**{"X-Real-IP": "192.0.2.1"}) == 429
    assert await Visitor(site.url).open(**{"X-Forwarded-For": "192.0.2.1, 192.0.2.2"}) == 200


async def test_a_proxy_that_is_not_trusted_says_nothing(serve: Any, pages: Path) -> None:
    site = serve("--per-address=1", "--trust-proxy=192.0.2.7", folder=pages)
    for _ in range(2):
        assert await Visitor(site.url).open(**{"X-Forwarded-For": "192.0.2.1"}) == 200


async def test_a_frozen_page_is_ended_with_its_place_and_others_are_answered(serve: Any, pages: Path) -> None:
    site = serve("--visitors=2", folder=pages)
    async with Visitor(site.url) as frozen, Visitor(site.url) as other:
        await frozen.enter()
        await frozen.press_and_hear(1)
        os.kill(site.kernels()[0], signal.SIGSTOP)
        await frozen.press()
        await other.enter()
        await other.press_and_hear(1)
        await frozen.hang_up()
        await asyncio.sleep(GONE_SECONDS + 1)
        async with Visitor(site.url) as third:
            await third.enter()
            await third.press_and_hear(1)
    assert len(site.kernels()) == 2


def test_connections_that_are_being_made_count_and_a_page_has_only_so_many(serve: Any, pages: Path) -> None:
    site = serve("--visitors=1", folder=pages)
    visitor = Visitor(site.url)
    assert run(visitor.open()) == 200
    os.kill(site.kernels()[0], signal.SIGSTOP)
    host = site.url.split("/")[2]
    path = f"/api/kernels/{visitor.kernel}/channels?session_id={visitor.session}"
    upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13"
    asking = f"GET {path} HTTP/1.1\r\nHost: {host}\r\n{upgrade}\r\nSec-WebSocket-Key: {'A' * 22}==\r\n\r\n"
    with contextlib.ExitStack() as lines:
        asked = [
            lines.enter_context(socket.create_connection((host.split(":")[0], int(host.split(":")[1]))))
            for _ in range(MAX_SOCKETS + 2)
        ]
        for line in asked:
            line.sendall(asking.encode())
        answered, _, _ = select.select(asked, [], [], 20)
        assert [line.recv(12) for line in answered] == [b"HTTP/1.1 429"] * len(answered) != []


def test_nothing_is_left_of_a_page_whose_browser_goes_while_it_ends(alone: Any, until: Any) -> None:
    async def come_and_go() -> None:
        visitor = Visitor(alone.url)
        await visitor.enter()
        await visitor.press_and_hear(1)
        leaving = asyncio.create_task(visitor.leave())
        while alone.kernels():  # its process is killed; a moment later the server notices
            await asyncio.sleep(0.005)
        await visitor.hang_up()
        assert await leaving == 204

    server = psutil.Process(alone.process.pid)
    run(come_and_go())
    before = server.num_fds()
    for _ in range(3):
        run(come_and_go())
    until(lambda: server.num_fds() < before + 3, 10, "as few open files as after the first page")


async def test_the_server_starts_no_threads_for_pages(serve: Any, pages: Path) -> None:
    """ZeroMQ would end the whole server, with all pages, if the system allowed no further thread."""
    site = serve("--visitors=3", folder=pages)
    server = psutil.Process(site.process.pid)
    before, most = server.num_threads(), 0
    ended = asyncio.Event()

    async def count() -> None:
        nonlocal most
        while not ended.is_set():
            most = max(most, await asyncio.to_thread(server.num_threads))
            await asyncio.sleep(0.002)

    counting = asyncio.create_task(count())

    async def visit() -> None:
        async with Visitor(site.url) as visitor:
            await visitor.enter()
            await visitor.press_and_hear(1)

    await asyncio.gather(*(visit() for _ in range(3)))
    ended.set()
    await counting
    assert most == before


async def test_a_page_has_no_more_threads_than_are_counted_for_it(site: Any) -> None:
    async with Visitor(site.url) as visitor:
        await visitor.enter()
        await visitor.press_and_hear(1)
        threads = [psutil.Process(kernel).num_threads() for kernel in site.kernels()]
        await visitor.leave()
    assert 0 < max(threads) < TASKS_PER_PAGE


async def test_a_killed_page_leaves_its_place(alone: Any) -> None:
    site = alone
    async with Visitor(site.url) as killed, Visitor(site.url) as other:
        await killed.enter()
        await killed.press_and_hear(1)
        (kernel,) = site.kernels()
        os.kill(kernel, signal.SIGKILL)
        assert (await killed.closed())[0] == SLOT_LOST_CODE
        assert await other.open() == 200
        assert len(site.kernels()) == 1
        assert await other.leave() == 204
