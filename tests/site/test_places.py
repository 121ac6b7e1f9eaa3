"""How many visitors fit, and what happens to one too many."""

from __future__ import annotations

import asyncio
import os
import signal
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from long_runs import LONG, runs
from visitors import Visitor, run

from twingkit_widgets.site import places
from twingkit_widgets.site.neighbourhood import neighbourhood, network
from twingkit_widgets.site.places import (
    ARRIVING,
    ENDED,
    GONE,
    NEVER,
    OPENING,
    Full,
    Places,
    free_memory,
    places_for,
)


@dataclass
class Kernel:
    last_activity: datetime


@dataclass
class Kernels:
    """A kernel manager whose kernels are `name: (seconds idle, browsers connected)`."""

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
    """A clock that goes when it is told to."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


class Line:
    """A page's websocket."""

    code: int | None = None

    def close(self, code: int | None = None, reason: str | None = None) -> None:
        self.code = code


def room(limit: int, **now: tuple[float, int]) -> tuple[bool, list[str]]:
    """True if one more gets in beside pages `name: (seconds idle, browsers connected)`, and who goes."""

    async def story() -> bool:
        watch = Watch()
        held = Places(kernels, limit, clock=watch)
        for name, (idle, connections) in now.items():
            await held.reserve(name)
            held.sent(name)
            for line in (lines := [Line() for _ in range(max(1, connections))]):
                held.connected(name, line)
            if not connections:
                held.disconnected(name, lines[0])
                held.held[name].since -= idle
        try:
            await held.reserve("new")
        except Full:
            return False
        return held.taken <= limit

    kernels = Kernels(dict(now))
    return run(story()), kernels.ended


def test_nobody_goes_while_there_is_room() -> None:
    assert room(2, a=(9999, 0)) == (True, [])


def test_a_page_nobody_looks_at_goes_first() -> None:
    assert room(3, open=(5000, 1), left=(100, 0), longer=(200, 0)) == (True, ["longer"])


def test_then_a_page_where_nothing_happens() -> None:
    assert room(2, open=(601, 1), longer=(900, 1)) == (True, ["longer"])


def test_a_page_in_use_and_one_just_left_stay() -> None:
    assert room(2, open=(599, 1), left=(15, 0)) == (False, [])
    assert room(2, open=(599, 1), left=(16, 0)) == (True, ["left"])


def test_of_many_at_once_no_two_get_the_same_place() -> None:
    async def story() -> None:
        kernels = Kernels(dict.fromkeys("abcdefgh", (0, 0)))
        watch = Watch()
        held = Places(kernels, 8, clock=watch)
        for name in "abcdefgh":
            await held.reserve(name)
            held.sent(name)
        watch.now += ARRIVING + 1

        async def arrive(name: str) -> bool:
            try:
                await held.reserve(name)
            except Full:
                return False
            assert len(kernels.now) < 8, "a process has ended before the next starts"
            kernels.now[name] = (0, 0)
            assert len(kernels.now) <= 8
            return True

        got = await asyncio.gather(*(arrive(f"visitor {number}") for number in range(60)))
        assert got.count(True) == 8
        assert sorted(kernels.ended) == list("abcdefgh")
        assert held.taken == 8

    run(story())


def test_a_page_that_is_being_sent_keeps_its_place_unless_nobody_reads_it() -> None:
    async def story() -> None:
        watch = Watch()
        kernels = Kernels({})
        held = Places(kernels, 1, clock=watch)
        await held.reserve("slow")
        watch.now += OPENING
        with pytest.raises(Full):
            await held.reserve("new")
        watch.now += 1
        await held.reserve("new")
        assert not held.wanted("slow")
        assert held.wanted("new")
        kernels.now["slow"] = (0, 0)  # it comes up late
        await held.free("slow")
        assert kernels.ended == ["slow"]

    run(story())


def test_who_leaves_while_the_page_is_sent_keeps_the_place_until_its_process_has_ended() -> None:
    async def story() -> None:
        kernels = Kernels({})
        held = Places(kernels, 1)
        await held.reserve("hasty")
        await held.leave("hasty")
        assert not held.wanted("hasty")
        with pytest.raises(Full):
            await held.reserve("new")
        kernels.now["hasty"] = (0, 0)
        await held.free("hasty")
        await held.reserve("new")
        assert kernels.ended == ["hasty"]

    run(story())


def test_a_page_that_no_browser_comes_for_is_ended_and_one_that_it_left_is_kept() -> None:
    async def story() -> None:
        kernels = Kernels({"never": (0, 0), "left": (0, 0), "here": (0, 1), "killed": (0, 1)})
        watch = Watch()
        held = Places(kernels, 9, clock=watch)
        for name in kernels.now:
            await held.reserve(name)
            held.sent(name)
        lines = {name: Line() for name in ("left", "here", "killed")}
        for name, line in lines.items():
            held.connected(name, line)
        held.disconnected("left", lines["left"])
        del kernels.now["killed"]
        watch.now += NEVER
        await held.sweep()
        assert sorted(held.held) == ["here", "left", "never"]
        assert lines["killed"].code == ENDED
        watch.now += 3600
        await held.sweep()
        assert sorted(held.held) == ["here", "left"]
        assert kernels.ended == ["never"]
        assert lines["here"].code is None

    run(story())


def test_one_address_holds_so_many_and_makes_room_among_its_own() -> None:
    async def story() -> None:
        kernels = Kernels({"a": (0, 0), "b": (0, 1), "c": (0, 0)})
        watch = Watch()
        held = Places(kernels, 9, per_address=2, clock=watch)
        for name, address in (("c", "192.0.2.2"), ("a", "192.0.2.1"), ("b", "192.0.2.1")):
            await held.reserve(name, address)
            held.sent(name)
        held.connected("b", Line())
        with pytest.raises(Full) as full:
            await held.reserve("new", "192.0.2.1")
        assert full.value.of_address
        watch.now += ARRIVING
        with pytest.raises(Full):
            await held.reserve("new", "192.0.2.1")
        watch.now += 1
        await held.reserve("new", "192.0.2.1")
        assert kernels.ended == ["a"]
        for number in range(6):
            await held.reserve(f"from here {number}")
        assert held.taken == 9

    run(story())


def test_the_last_word_of_a_trusted_proxy_counts() -> None:
    assert neighbourhood("127.0.0.1") == neighbourhood("::1") == neighbourhood("") == ""
    proxies = [network("127.0.0.1"), network("10.0.0.0/8")]
    assert neighbourhood("127.0.0.1", "192.0.2.9, 192.0.2.1", proxies) == "192.0.2.1"
    assert neighbourhood("127.0.0.1", "192.0.2.9, 192.0.2.1, 10.1.1.1", proxies) == "192.0.2.1"
    assert neighbourhood("10.1.1.1", "made up, 192.0.2.1", proxies) == "192.0.2.1"
    assert neighbourhood("10.1.1.1", "192.0.2.1, made up", proxies) == "10.1.1.1"
    assert neighbourhood("192.0.2.7", "192.0.2.1", proxies) == "192.0.2.7", "it is no proxy"
    assert neighbourhood("127.0.0.1", "192.0.2.1") == "", "it is not trusted"
    assert neighbourhood("192.0.2.7") == neighbourhood("::ffff:192.0.2.7") == "192.0.2.7"
    assert (
        neighbourhood("2001:db8::1") == neighbourhood("2001:db8::ffff:1") != neighbourhood("2001:db8:0:1::1")
    )


def test_the_places_are_what_fits_into_the_memory() -> None:
    assert places_for(0) == 1
    assert places_for(places.RESERVE + 10 * places.VISITOR) == 10
    assert places_for(2**50) == places.MOST


@pytest.mark.parametrize(
    ("limit", "used"),
    [("memory.max", "memory.current"), ("memory/memory.limit_in_bytes", "memory/memory.usage_in_bytes")],
)
def test_a_container_may_use_what_it_was_given(tmp_path: Path, limit: str, used: str) -> None:
    (tmp_path / "memory").mkdir()
    (tmp_path / limit).write_text("100000\n")
    (tmp_path / used).write_text("40000\n")
    assert free_memory(tmp_path) == 60000


def test_a_container_without_a_limit_may_use_the_computers_memory(tmp_path: Path) -> None:
    (tmp_path / "memory.max").write_text("max\n")
    (tmp_path / "memory.current").write_text("40000\n")
    assert free_memory(tmp_path) > 10 * 2**20


def test_one_visitor_too_many_is_told_so_and_the_others_stay(serve: Any, pages: Path) -> None:
    site = serve("--visitors=1", folder=pages)
    with urllib.request.urlopen(site.page("index")) as answer:
        assert answer.status == 200
        answer.read()
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(site.page("index"))
    with refused.value as answer:
        page = answer.read().decode()
    assert refused.value.code == 503
    assert refused.value.headers["Retry-After"] == "60"
    assert "All places are taken" in page
    assert "Alle Plätze sind besetzt" in page
    assert len(site.kernels()) == 1


def test_of_many_requests_at_once_no_more_processes_start_than_there_are_places(
    serve: Any, pages: Path
) -> None:
    limit, asked = runs(3, 8), runs(12, 60)
    site = serve(f"--visitors={limit}", folder=pages)
    most = 0

    async def story() -> None:
        nonlocal most
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
            await asyncio.sleep(ARRIVING + 1)  # nobody came
            statuses = await asyncio.gather(*(Visitor(site.url).open() for _ in range(asked)))
            assert sorted(statuses) == [200] * limit + [503] * (asked - limit)
        ended.set()
        await counting

    run(story())
    assert most == limit


def test_a_phone_that_slept_comes_back_to_its_page_unless_somebody_needed_the_place(
    serve: Any, pages: Path
) -> None:
    site = serve("--visitors=1", folder=pages)

    async def story() -> None:
        async with Visitor(site.url) as phone, Visitor(site.url) as other:
            await phone.open()
            await phone.connect()
            await phone.press()
            await phone.hear("count 1")
            await phone.hang_up()
            assert await other.open() == 503, "it may be back at once"
            await asyncio.sleep(GONE + 1)
            await phone.connect()
            await phone.press()
            await phone.hear("count 2")
            await phone.hang_up()
            await asyncio.sleep(GONE + 1)
            assert await other.open() == 200

    run(story())
    assert len(site.kernels()) == 1


def test_one_address_behind_a_trusted_proxy_may_hold_so_many(serve: Any, pages: Path) -> None:
    site = serve("--per-address=1", "--trust-proxy=127.0.0.0/8", folder=pages)

    async def story() -> None:
        said = {"X-Forwarded-For": "192.0.2.1"}
        assert await Visitor(site.url).open(**said) == 200
        crowd = Visitor(site.url)
        assert await crowd.open(**{"X-Forwarded-For": "192.0.2.2, 192.0.2.1"}) == 429
        assert "Many pages are open in your network" in crowd.html
        assert "In deinem Netz sind viele Seiten offen" in crowd.html
        assert await Visitor(site.url).open(**{"X-Real-IP": "192.0.2.1"}) == 429
        assert await Visitor(site.url).open(**{"X-Forwarded-For": "192.0.2.1, 192.0.2.2"}) == 200

    run(story())


def test_a_proxy_that_is_not_trusted_says_nothing(serve: Any, pages: Path) -> None:
    site = serve("--per-address=1", "--trust-proxy=192.0.2.7", folder=pages)

    async def story() -> None:
        for _ in range(2):
            assert await Visitor(site.url).open(**{"X-Forwarded-For": "192.0.2.1"}) == 200

    run(story())


def test_a_frozen_page_is_ended_with_its_place_and_others_are_answered(serve: Any, pages: Path) -> None:
    site = serve("--visitors=2", folder=pages)

    async def story() -> None:
        async with Visitor(site.url) as frozen, Visitor(site.url) as other:
            await frozen.open()
            await frozen.connect()
            await frozen.press()
            await frozen.hear("count 1")
            os.kill(site.kernels()[0], signal.SIGSTOP)
            await frozen.press()
            assert await other.open() == 200
            await other.connect()
            await other.press()
            await other.hear("count 1")
            await frozen.hang_up()
            await asyncio.sleep(GONE + 1)
            async with Visitor(site.url) as third:
                assert await third.open() == 200
                await third.connect()
                await third.press()
                await third.hear("count 1")

    run(story())
    assert len(site.kernels()) == 2


def test_a_killed_page_leaves_its_place(serve: Any, pages: Path) -> None:
    site = serve("--visitors=1", folder=pages)

    async def story() -> None:
        async with Visitor(site.url) as killed, Visitor(site.url) as other:
            await killed.open()
            await killed.connect()
            await killed.press()
            await killed.hear("count 1")
            os.kill(site.kernels()[0], signal.SIGKILL)
            assert (await killed.closed())[0] == ENDED
            assert await other.open() == 200

    run(story())
    assert len(site.kernels()) == 1
