"""Slots for pages: which page is closed, and which stays."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from visitors import run

from twingkit_widgets.site.visitors import slots as places
from twingkit_widgets.site.visitors.neighbourhood import parse_network, visitor_network
from twingkit_widgets.site.visitors.slots import (
    ARRIVAL_SECONDS,
    NEVER_ARRIVED_SECONDS,
    OPENING_SECONDS,
    SLOT_LOST_CODE,
    PageSlots,
    ServerFull,
    available_memory_bytes,
    max_open_pages,
)


@dataclass
class Kernel:
    last_activity: datetime


@dataclass
class Kernels:
    """A kernel manager whose kernels are `name: (seconds idle, browsers note_connected)`."""

    now: dict[str, tuple[float, int]]
    ended: list[str] = field(default_factory=list)

    def list_kernel_ids(self) -> list[str]:
        return list(self.now)

    def get_kernel(self, name: str) -> Kernel:
        return Kernel(datetime.now(UTC) - timedelta(seconds=self.now[name][0]))

    def kernel_model(self, name: str) -> dict[str, int]:
        return {"connections": self.now[name][1]}

    async def shutdown_kernel(self, name: str, now: bool) -> None:
        await asyncio.sleep(0)  # it takes a while
        self.ended.append(name)
        del self.now[name]


class Watch:
    """A clock that advances on command."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


class Line:
    """A page's websocket."""

    code: int | None = None

    def close(self, code: int | None = None, reason: str | None = None) -> None:
        self.code = code


async def filled(limit: int, kernels: Kernels, **options: int) -> tuple[PageSlots, Watch]:
    """Return slots in which each of the kernels' pages was sent, and their clock."""
    watch = Watch()
    held = PageSlots(kernels, limit, clock=watch, **options)
    for name in kernels.now:
        await held.reserve(name)
        held.note_page_sent(name)
    return held, watch


def room(limit: int, **now: tuple[float, int]) -> tuple[bool, list[str]]:
    """Return whether one more page fits beside `name: (seconds idle, browsers note_connected)`, and which is
    closed."""

    async def story() -> bool:
        held, _ = await filled(limit, kernels)
        for name, (idle, connections) in now.items():
            for line in (lines := [Line() for _ in range(max(1, connections))]):
                held.note_connected(name, line)
            if not connections:
                held.note_disconnected(name, lines[0])
                held.slot_by_page[name].state_since -= idle
        try:
            await held.reserve("new")
        except ServerFull:
            return False
        return held.taken_count <= limit

    kernels = Kernels(dict(now))
    return run(story()), kernels.ended


def test_a_page_belongs_to_the_browser_that_connects_first() -> None:
    held, _ = run(filled(2, Kernels({"bound": (0, 1), "without": (0, 1)})))
    assert held.admits("bound", "mine")
    assert [held.admits("bound", browser) for browser in ("mine", "other", "")] == [True, False, False]
    held.note_connected("without", Line())  # by a browser that keeps no cookies
    assert [held.admits("without", browser) for browser in ("", "other", "")] == [True, False, True]


def test_nobody_goes_while_there_is_room() -> None:
    assert room(2, a=(9999, 0)) == (True, [])


def test_a_page_nobody_looks_at_goes_first() -> None:
    assert room(3, open=(5000, 1), left=(100, 0), longer=(200, 0)) == (True, ["longer"])


def test_then_a_page_where_nothing_happens() -> None:
    assert room(2, open=(601, 1), longer=(900, 1)) == (True, ["longer"])


def test_a_page_in_use_and_one_just_left_stay() -> None:
    assert room(2, open=(599, 1), left=(15, 0)) == (False, [])
    assert room(2, open=(599, 1), left=(16, 0)) == (True, ["left"])


async def test_of_many_at_once_no_two_get_the_same_place() -> None:
    kernels = Kernels(dict.fromkeys("abcdefgh", (0, 0)))
    held, watch = await filled(8, kernels)
    watch.now += ARRIVAL_SECONDS + 1

    async def arrive(name: str) -> bool:
        try:
            await held.reserve(name)
        except ServerFull:
            return False
        assert len(kernels.now) < 8, "a process has ended before the next starts"
        kernels.now[name] = (0, 0)
        assert len(kernels.now) <= 8
        return True

    got = await asyncio.gather(*(arrive(f"visitor {number}") for number in range(60)))
    assert got.count(True) == 8
    assert sorted(kernels.ended) == list("abcdefgh")
    assert held.taken_count == 8


async def test_a_page_that_is_being_sent_keeps_its_place_unless_nobody_reads_it() -> None:
    kernels = Kernels({})
    held, watch = await filled(1, kernels)
    await held.reserve("slow")
    watch.now += OPENING_SECONDS
    with pytest.raises(ServerFull):
        await held.reserve("new")
    watch.now += 1
    await held.reserve("new")
    assert not held.is_wanted("slow")
    assert held.is_wanted("new")
    kernels.now["slow"] = (0, 0)  # it starts late
    await held.free("slow")
    assert kernels.ended == ["slow"]


async def test_who_leaves_while_the_page_is_sent_keeps_the_place_until_its_process_has_ended() -> None:
    kernels = Kernels({})
    held = PageSlots(kernels, 1)
    await held.reserve("hasty")
    await held.end_left_page("hasty")
    assert not held.is_wanted("hasty")
    with pytest.raises(ServerFull):
        await held.reserve("new")
    kernels.now["hasty"] = (0, 0)
    await held.free("hasty")
    await held.reserve("new")
    assert kernels.ended == ["hasty"]


async def test_a_page_that_no_browser_comes_for_is_ended_and_one_that_it_left_is_kept() -> None:
    kernels = Kernels({"never": (0, 0), "left": (0, 0), "here": (0, 1), "killed": (0, 1)})
    held, watch = await filled(9, kernels)
    lines = {name: Line() for name in ("left", "here", "killed")}
    for name, line in lines.items():
        held.note_connected(name, line)
    held.note_disconnected("left", lines["left"])
    del kernels.now["killed"]
    watch.now += NEVER_ARRIVED_SECONDS
    await held.sweep()
    assert sorted(held.slot_by_page) == ["here", "left", "never"]
    assert lines["killed"].code == SLOT_LOST_CODE
    watch.now += 3600
    await held.sweep()
    assert sorted(held.slot_by_page) == ["here", "left"]
    assert kernels.ended == ["never"]
    assert lines["here"].code is None


async def test_one_address_holds_so_many_and_makes_room_among_its_own() -> None:
    kernels = Kernels({"a": (0, 0), "b": (0, 1), "c": (0, 0)})
    watch = Watch()
    held = PageSlots(kernels, 9, max_per_address=2, clock=watch)
    for name, address in (("c", "192.0.2.2"), ("a", "192.0.2.1"), ("b", "192.0.2.1")):
        await held.reserve(name, address)
        held.note_page_sent(name)
    held.note_connected("b", Line())
    with pytest.raises(ServerFull) as full:
        await held.reserve("new", "192.0.2.1")
    assert full.value.is_address_full
    watch.now += ARRIVAL_SECONDS
    with pytest.raises(ServerFull):
        await held.reserve("new", "192.0.2.1")
    watch.now += 1
    await held.reserve("new", "192.0.2.1")
    assert kernels.ended == ["a"]
    for number in range(6):
        await held.reserve(f"from here {number}")
    assert held.taken_count == 9


def test_the_last_word_of_a_trusted_proxy_counts() -> None:
    assert visitor_network("127.0.0.1") == visitor_network("::1") == visitor_network("") == ""
    proxies = [parse_network("127.0.0.1"), parse_network("10.0.0.0/8")]
    assert visitor_network("127.0.0.1", "192.0.2.9, 192.0.2.1", proxies) == "192.0.2.1"
    assert visitor_network("127.0.0.1", "192.0.2.9, 192.0.2.1, 10.1.1.1", proxies) == "192.0.2.1"
    assert visitor_network("10.1.1.1", "made up, 192.0.2.1", proxies) == "192.0.2.1"
    assert visitor_network("10.1.1.1", "192.0.2.1, made up", proxies) == "10.1.1.1"
    assert visitor_network("192.0.2.7", "192.0.2.1", proxies) == "192.0.2.7", "it is no proxy"
    assert visitor_network("127.0.0.1", "192.0.2.1") == "", "it is not trusted"
    assert visitor_network("192.0.2.7") == visitor_network("::ffff:192.0.2.7") == "192.0.2.7"
    assert (
        visitor_network("2001:db8::1")
        == visitor_network("2001:db8::ffff:1")
        != visitor_network("2001:db8:0:1::1")
    )


def test_the_places_are_what_fits_into_the_memory() -> None:
    assert max_open_pages(0) == 1
    assert max_open_pages(places.RESERVED_BYTES + 10 * places.BYTES_PER_PAGE) == 10
    assert max_open_pages(2**50) == places.MAX_SLOTS


def test_no_more_places_than_the_open_files_are_enough_for() -> None:
    assert max_open_pages(2**50, places.OWN_FILES + 30 * places.FILES_PER_PAGE) == 30
    assert max_open_pages(2**50, 64) == 1


async def test_whether_there_is_room_is_told_without_taking_it() -> None:
    watch = Watch()
    kernels = Kernels({"a": (0, 0)})
    held = PageSlots(kernels, 1, clock=watch)
    assert held.page_to_end() is None
    await held.reserve("a")
    held.note_page_sent("a")
    with pytest.raises(ServerFull):
        held.page_to_end()
    watch.now += ARRIVAL_SECONDS + 1
    assert held.page_to_end() == "a", "it would have to end"
    assert held.taken_count == 1
    assert kernels.ended == []


@pytest.mark.parametrize(
    ("limit", "used"),
    [("memory.max", "memory.current"), ("memory/memory.limit_in_bytes", "memory/memory.usage_in_bytes")],
)
def test_a_container_may_use_what_it_was_given(tmp_path: Path, limit: str, used: str) -> None:
    (tmp_path / "memory").mkdir()
    (tmp_path / limit).write_text("100000\n")
    (tmp_path / used).write_text("40000\n")
    assert available_memory_bytes(tmp_path) == 60000


def test_a_container_without_a_limit_may_use_the_computers_memory(tmp_path: Path) -> None:
    (tmp_path / "memory.max").write_text("max\n")
    (tmp_path / "memory.current").write_text("40000\n")
    assert available_memory_bytes(tmp_path) > 10 * 2**20
