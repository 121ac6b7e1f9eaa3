"""What a rush of visitors meets: `python benchmarks/rush.py [visitors] [a second] [seconds they stay]`.

Starts a site with as many places as `twingkit explore` counts on this computer, and lets visitors (200) come,
four a second, who speak to it as the front end in a browser does: they fetch the page and what it links to,
connect by websocket, ask for the panel's state, and press a button. Who has come stays so many seconds (120:
in the end all are there at once), presses a button now and then, and leaves as a page that is closed does.
Who stays long (3700: an hour of clicking) is measured every five minutes, in the table of `crowd.py`.

`usable` is the time from asking for the page until its panel has answered the first press; the other columns
are the parts of it. Who reads that there is no room is counted for itself; errors are counted by their kind.
This program works on the same processors: its share stands in brackets.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import psutil

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from crowd import PAGES, PAUSE, Clicker, Crowd, head, milliseconds, processors  # noqa: E402
from site_server import memory, server  # noqa: E402

WARM = 20  # seconds until the process that kernels are copied from has loaded everything
FULL = (429, 503)
STRETCH = 300.0  # seconds
PARTS = ("fetch", "load", "join", "look", "click")


class Rush:
    """What all visitors of one rush met: the seconds of each part, who found no room, and errors."""

    def __init__(self, root: str, process: psutil.Process, stay: float) -> None:
        self.crowd = Crowd(root, process)
        self.stay = stay
        self.seconds: defaultdict[str, list[float]] = defaultdict(list)
        self.no_room = 0
        self.errors: Counter[str] = Counter()
        self.there = self.most = 0

    async def come(self, number: int, rate: float) -> None:
        """Let so many visitors come, `rate` a second, and wait until all have left."""
        begin = time.perf_counter()
        visits = []
        for visitor in range(number):
            await asyncio.sleep(max(0.0, begin + visitor / rate - time.perf_counter()))
            visits.append(asyncio.create_task(self.visit(random.Random(visitor))))
        print(f"load when the last one comes: {os.getloadavg()[0]:.1f}", flush=True)
        while self.crowd.arriving:
            await asyncio.sleep(0.1)
        megabytes, files = memory(self.crowd.process), self.crowd.process.num_fds()
        print(f"there at once: {self.most}; {megabytes:.0f} MB, {files} open files", flush=True)
        all_left = asyncio.gather(*visits)
        if self.stay - number / rate > STRETCH:
            print(head())
            await self.crowd.report("until all are there", self.there)
        for minute in range(5, int((self.stay - number / rate) / 60) + 1, 5):
            await asyncio.sleep(STRETCH)
            await self.crowd.report(f"minute {minute}", self.there)
        await all_left

    async def visit(self, chance: random.Random) -> None:
        """Come, stay and leave."""
        page = chance.choices(list(PAGES), list(PAGES.values()))[0]
        at = "fetch"
        async with Clicker(self.crowd, page, chance) as visitor:
            begin = time.perf_counter()
            self.crowd.arriving += 1
            try:
                times: dict[str, float] = {}
                for at in PARTS:
                    before = time.perf_counter()
                    await getattr(visitor, at)()
                    times[at] = time.perf_counter() - before
            except Exception as fault:
                self.note(visitor, at, fault)
                return
            finally:
                self.crowd.arriving -= 1
            for part, seconds in times.items():
                self.seconds[part].append(seconds)
            self.seconds["usable"].append(time.perf_counter() - begin)
            self.there += 1
            self.most = max(self.most, self.there)
            try:
                while time.perf_counter() < begin + self.stay:
                    at = "staying"
                    await asyncio.sleep(PAUSE * chance.lognormvariate(0, 0.6))
                    await visitor.click()
                at = "leaving"
                await visitor.leave()
            except Exception as fault:
                self.note(visitor, at, fault)
            finally:
                self.there -= 1

    def note(self, visitor: Clicker, at: str, fault: Exception) -> None:
        """Count what a visitor met instead of the page."""
        if at == "fetch" and visitor.status in FULL:
            self.no_room += 1
        else:
            error = f"{at}: {type(fault).__name__}: {fault}"[:200]
            self.errors[error] += 1
            self.crowd.tally.faults[error] += 1

    def report(self, before: tuple[float, float, float]) -> None:
        """Print what was met."""
        clock, busy, own = (new - old for new, old in zip(processors(), before, strict=True))
        cores = os.cpu_count() or 1
        print(f"processors {busy / clock / cores:.0%} ({own / clock / cores:.0%})")
        print("ms, median / 95 % / longest")
        for part in ("usable", *PARTS):
            print(f"    {part:8} {milliseconds(self.seconds[part])}")
        if self.crowd.tally.clicks:
            print(f"    clicks   {milliseconds(self.crowd.tally.clicks)}")
        print(f"{len(self.seconds['usable'])} could use it, {self.no_room} read that there is no room")
        print(f"errors: {sum(self.errors.values())}")
        for kind, count in self.errors.most_common():
            print(f"    {count} x {kind}")


async def rush(root: str, process: psutil.Process, number: int, rate: float, stay: float) -> None:
    """Measure one rush and print what it met."""
    coming = Rush(root, process, stay)
    print(f"load before: {os.getloadavg()[0]:.1f}", flush=True)
    before = processors()
    await coming.come(number, rate)
    coming.report(before)


def main(visitors: float = 200, rate: float = 4, stay: float = 120, *options: Any) -> None:
    """Start a site and measure."""
    with server("twingkit_widgets.site", *options) as (root, process):
        time.sleep(WARM)
        asyncio.run(rush(root, process, int(visitors), rate, stay))


if __name__ == "__main__":
    main(*(float(number) for number in sys.argv[1:4]), *sys.argv[4:])
