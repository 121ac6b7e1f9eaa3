"""Slots for pages: which page is closed, and which stays."""

from __future__ import annotations

import asyncio
import gc
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tornado import iostream
from visitors import run

from twingkit_widgets.site.page_handlers import _PageHandler
from twingkit_widgets.site.visitors import capacity
from twingkit_widgets.site.visitors.capacity import (
    available_memory_bytes,
    available_tasks,
    max_pages_for_files,
    max_pages_for_memory,
    max_pages_for_tasks,
)
from twingkit_widgets.site.visitors.neighbourhood import parse_network, visitor_network
from twingkit_widgets.site.visitors.slots import (
    ARRIVAL_SECONDS,
    NEVER_ARRIVED_SECONDS,
    OPENING_SECONDS,
    SLOT_LOST_CODE,
    PageSlots,
    ServerFull,
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


async def test_a_start_that_is_given_up_is_not_logged_as_an_error_that_nobody_took() -> None:
    async def give_up() -> None:
        raise iostream.StreamClosedError

    complaints: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, said: complaints.append(said))
    kernels = Kernels({})
    held = PageSlots(kernels, 1)
    await held.reserve("hasty")
    site = SimpleNamespace(slots=held)
    page: Any = SimpleNamespace(kernel_start=asyncio.ensure_future(give_up()), site=site)
    await _PageHandler.give_slot_back(page, "hasty")
    del page
    gc.collect()
    assert complaints == []
    await held.reserve("new")


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


async def test_the_last_quarter_of_the_places_is_for_addresses_that_have_none_or_one() -> None:
    kernels = Kernels({})
    held = PageSlots(kernels, 8, max_per_address=4, clock=Watch())

    async def open_pages(address: str, number: int) -> None:
        for name in (f"{address} {page}" for page in range(number)):
            await held.reserve(name, address)
            kernels.now[name] = (0, 1)
            held.note_page_sent(name)
            held.note_connected(name, Line())

    await open_pages("192.0.2.1", 4)
    with pytest.raises(ServerFull) as full:
        await open_pages("192.0.2.2", 4)
    assert full.value.is_address_full
    assert held.taken_count == 6, "two places of eight are left"
    await open_pages("192.0.2.3", 2)
    with pytest.raises(ServerFull) as full:
        await held.reserve("late", "192.0.2.4")
    assert not full.value.is_address_full, "now the server itself is full"
    kernels.now["192.0.2.1 0"] = (9999, 1)
    with pytest.raises(ServerFull):
        await held.reserve("more", "192.0.2.2")  # which has its two: an idle page is for others
    await held.reserve("late", "192.0.2.4")
    assert kernels.ended == ["192.0.2.1 0"]


async def test_a_page_that_lacks_processes_is_refused_until_there_are_some(
    caplog: pytest.LogCaptureFixture,
) -> None:
    kernels, tasks = Kernels({"a": (0, 1)}), [capacity.TASKS_PER_PAGE]
    held = PageSlots(kernels, 9, clock=Watch(), free_tasks=lambda: tasks[0])
    await held.reserve("a")
    for _ in range(2):
        with pytest.raises(ServerFull) as full:  # the first one is still starting
            await held.reserve("b")
    assert not full.value.is_address_full
    assert len(caplog.records) == 1, "the log says so once"
    held.note_page_sent("a")
    await held.reserve("b")
    held.note_page_sent("b")
    tasks[0] -= 1
    with pytest.raises(ServerFull):
        await held.reserve("c")
    assert len(caplog.records) == 2


def test_the_places_are_what_fits_into_the_memory() -> None:
    assert max_pages_for_memory(0) == 1
    assert max_pages_for_memory(capacity.RESERVED_BYTES + 10 * capacity.BYTES_PER_PAGE) == 10
    assert max_pages_for_memory(2**50) == capacity.MAX_SLOTS


def test_no_more_places_than_the_open_files_and_tasks_are_enough_for() -> None:
    assert max_pages_for_files(capacity.OWN_FILES + 30 * capacity.FILES_PER_PAGE) == 30
    assert max_pages_for_tasks(capacity.OWN_TASKS + 30 * capacity.TASKS_PER_PAGE) == 30
    assert max_pages_for_files(64) == max_pages_for_tasks(7) == 1


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


def groups_with(folder: Path, files: dict[str, str], own: str) -> tuple[Path, Path]:
    """Write the files of control groups, and the file with the names of this process's own groups."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"{text}\n")
    (folder / "own").write_text(f"{own}\n")
    return folder, folder / "own"


LIMITS = {
    "a container": ("", "0::/"),
    "a service": ("system.slice/twingkit.service/", "0::/system.slice/twingkit.service"),
    "what a service is part of": ("system.slice/", "0::/system.slice/twingkit.service"),
    "a container of an older system": ("{}/", "5:{}:/docker/83ab\n1:name=systemd:/docker/83ab\n0::/"),
    "a service of an older system": ("{}/system.slice/", "5:cpu,{}:/system.slice/twingkit.service\n0::/"),
}
"""Where the limit stands and what the process is part of, by what has the limit."""


@pytest.mark.parametrize(("place", "own"), LIMITS.values(), ids=LIMITS)
def test_memory_and_tasks_are_those_that_a_container_or_service_was_given(
    tmp_path: Path, place: str, own: str
) -> None:
    memory, tasks = place.format("memory"), place.format("pids")
    names = (
        ("memory.limit_in_bytes", "memory.usage_in_bytes")
        if "{" in place
        else ("memory.max", "memory.current")
    )
    files = {memory + names[0]: "100000", memory + names[1]: "40000"}
    assert available_memory_bytes(*groups_with(tmp_path, files, own.format("memory"))) == 60000
    files = {tasks + "pids.max": "100", tasks + "pids.current": "37"}
    assert available_tasks(*groups_with(tmp_path, files, own.format("pids"))) == 63
    (tmp_path / tasks / "pids.current").write_text("101")
    assert available_tasks(tmp_path, tmp_path / "own") == 0


def test_a_container_without_a_limit_may_use_what_the_computer_has(tmp_path: Path) -> None:
    files = {"memory.max": "max", "memory.current": "40000", "pids.max": "max", "pids.current": "37"}
    groups = groups_with(tmp_path, files, "0::/")
    assert available_memory_bytes(*groups) > 10 * 2**20
    assert available_tasks(*groups) > 1000
    assert available_tasks(tmp_path / "none", tmp_path / "none") > 1000


def test_the_tasks_of_a_user_are_limited_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(capacity.psutil.Process, "uids", lambda process: SimpleNamespace(real=4711))
    monkeypatch.setattr(capacity.psutil, "process_iter", lambda: [capacity.psutil.Process()])
    monkeypatch.setattr(capacity.psutil.Process, "num_threads", lambda process: 7)
    monkeypatch.setattr(capacity.resource, "getrlimit", lambda which: (50, 60))
    assert available_tasks(tmp_path, tmp_path / "none") == 43
    monkeypatch.setattr(capacity.psutil.Process, "uids", lambda process: SimpleNamespace(real=0))
    assert available_tasks(tmp_path, tmp_path / "none") > 1000, "the administrator's are not"
