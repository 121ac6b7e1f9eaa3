"""What a rush of visitors meets: `python benchmarks/rush.py [visitors] [per second] [seconds they stay]`.

Starts a site with as many slots as `twingkit explore` allows on this computer, and sends visitors (200), four
per second, that talk to it as the browser front end does: they fetch the page and its links, connect by
websocket, ask for the panel's state, and press a button. Each visitor stays for some seconds (120, so that in
the end all are there at once), presses a button now and then, and leaves like a closed page. Long stays
(3700: an hour of clicking) are measured every five minutes, in the table of `crowd.py`.

`usable` is the time from requesting the page until its panel has answered the first press; the other columns
are its parts. Visitors who read that the site is full are counted separately; errors are counted by kind.
This program works on the same processors: its share is in brackets.
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

from crowd import PAGE_SHARES, PAUSE, Clicker, Crowd, milliseconds, processor_times, table_header  # noqa: E402
from site_server import memory, server  # noqa: E402

WARM_UP_SECONDS = 20  # seconds until the process from which kernels are forked has loaded everything
FULL = (429, 503)
REPORT_INTERVAL = 300.0  # seconds
ARRIVAL_STEPS = ("fetch", "load", "join", "look", "click")


class Rush:
    """The visitors of one rush with their measurements: seconds of each part, rejections, and errors."""

    def __init__(self, root: str, process: psutil.Process, stay: float) -> None:
        self.crowd = Crowd(root, process)
        self.stay = stay
        self.seconds: defaultdict[str, list[float]] = defaultdict(list)
        self.no_room = 0
        self.errors: Counter[str] = Counter()
        self.there = self.most = 0

    async def send_visitors(self, number: int, rate: float) -> None:
        """Send `number` visitors, `rate` per second, and wait until all have left."""
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
        if self.stay - number / rate > REPORT_INTERVAL:
            print(table_header())
            await self.crowd.report_stage("until all are there", self.there)
        for minute in range(5, int((self.stay - number / rate) / 60) + 1, 5):
            await asyncio.sleep(REPORT_INTERVAL)
            await self.crowd.report_stage(f"minute {minute}", self.there)
        await all_left

    async def visit(self, chance: random.Random) -> None:
        """Arrive, stay and leave."""
        page = chance.choices(list(PAGE_SHARES), list(PAGE_SHARES.values()))[0]
        at = "fetch"
        async with Clicker(self.crowd, page, chance) as visitor:
            begin = time.perf_counter()
            self.crowd.arriving += 1
            try:
                times: dict[str, float] = {}
                for at in ARRIVAL_STEPS:
                    before = time.perf_counter()
                    await getattr(visitor, at)()
                    times[at] = time.perf_counter() - before
            except Exception as fault:
                self.count_fault(visitor, at, fault)
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
                self.count_fault(visitor, at, fault)
            finally:
                self.there -= 1

    def count_fault(self, visitor: Clicker, at: str, fault: Exception) -> None:
        """Count an error that a visitor met instead of the page."""
        if at == "fetch" and visitor.status in FULL:
            self.no_room += 1
        else:
            error = f"{at}: {type(fault).__name__}: {fault}"[:200]
            self.errors[error] += 1
            self.crowd.tally.faults[error] += 1

    def report(self, before: tuple[float, float, float]) -> None:
        """Print the results."""
        clock, busy, own = (new - old for new, old in zip(processor_times(), before, strict=True))
        cores = os.cpu_count() or 1
        print(f"processors {busy / clock / cores:.0%} ({own / clock / cores:.0%})")
        print("ms, median / 95 % / longest")
        for part in ("usable", *ARRIVAL_STEPS):
            print(f"    {part:8} {milliseconds(self.seconds[part])}")
        if self.crowd.tally.click_seconds:
            print(f"    clicks   {milliseconds(self.crowd.tally.click_seconds)}")
        print(f"{len(self.seconds['usable'])} could use it, {self.no_room} read that there is no room")
        print(f"errors: {sum(self.errors.values())}")
        for kind, count in self.errors.most_common():
            print(f"    {count} x {kind}")


async def rush(root: str, process: psutil.Process, number: int, rate: float, stay: float) -> None:
    """Measure one rush and print its results."""
    coming = Rush(root, process, stay)
    print(f"load before: {os.getloadavg()[0]:.1f}", flush=True)
    before = processor_times()
    await coming.send_visitors(number, rate)
    coming.report(before)


def main(visitors: float = 200, rate: float = 4, stay: float = 120, *options: Any) -> None:
    """Start a site and measure."""
    with server("twingkit_widgets.site", *options) as (root, process):
        time.sleep(WARM_UP_SECONDS)
        asyncio.run(rush(root, process, int(visitors), rate, stay))


if __name__ == "__main__":
    main(*(float(number) for number in sys.argv[1:4]), *sys.argv[4:])
