"""The order in which pages are started: as they were requested, a limited number at once."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from visitors import Visitor

from twingkit_widgets.site.visitors.slots import ServerFull
from twingkit_widgets.site.visitors.start_queue import MAX_CONCURRENT_STARTS, MAX_WAIT, PageStartQueue


async def test_so_many_start_at_once_and_the_others_in_the_order_in_which_they_came() -> None:
    turns = PageStartQueue(2)
    began: list[int] = []
    ends: list[Callable[[], None]] = []

    async def start(number: int) -> None:
        ends.append(await turns.wait_for_turn())
        began.append(number)

    starts = [asyncio.create_task(start(number)) for number in range(5)]
    await asyncio.sleep(0)
    assert began == [0, 1]
    for number in range(5):
        ends[number]()
        ends[number]()  # a turn ends once, however often its end is reported
        await asyncio.sleep(0.01)
        assert began == list(range(min(5, number + 3)))
    await asyncio.gather(*starts)


async def test_a_page_that_does_not_come_up_keeps_nobody_waiting() -> None:
    turns = PageStartQueue(1, max_turn_seconds=0.05)
    end = await turns.wait_for_turn()
    begin = time.monotonic()
    await turns.wait_for_turn()
    assert time.monotonic() - begin >= 0.04
    end()
    late = asyncio.create_task(turns.wait_for_turn())
    await asyncio.sleep(0)
    assert not late.done(), "the end of a turn that was over gives no other one away"
    await late


async def test_nobody_joins_a_line_in_which_somebody_has_waited_too_long() -> None:
    now = [0.0]
    turns = PageStartQueue(1, clock=lambda: now[0])
    end = await turns.wait_for_turn()
    waiting = asyncio.create_task(turns.wait_for_turn())
    await asyncio.sleep(0)
    now[0] = MAX_WAIT
    turns.check_waiting_time()
    now[0] += 1
    with pytest.raises(ServerFull) as full:
        turns.check_waiting_time()
    assert not full.value.is_address_full
    end()
    await waiting
    turns.check_waiting_time()


async def test_who_goes_while_waiting_for_a_turn_costs_no_process(serve: Any, pages: Path) -> None:
    gone = 10 * MAX_CONCURRENT_STARTS
    site = serve(f"--visitors={gone + 1}", folder=pages)
    host, port = site.url.split("/")[2].split(":")
    lines = []
    for _ in range(gone):
        lines.append(socket.create_connection((host, int(port))))
        lines[-1].sendall(f"GET /en/counter/ HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
    for line in lines:
        line.close()
    begun: set[int] = set()
    async with Visitor(site.url) as visitor:
        coming = asyncio.create_task(visitor.open())
        while not coming.done():
            begun |= set(await asyncio.to_thread(site.kernels))
        assert coming.result() == 200
        await visitor.connect()
        await visitor.press_and_hear(1)
    assert len(begun) <= 2 * MAX_CONCURRENT_STARTS
