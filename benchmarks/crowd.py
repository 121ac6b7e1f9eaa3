"""The cost of a crowd of visitors, and their waiting times: `python benchmarks/crowd.py [visitors]
[minutes]`.

Starts a site and sends visitors that talk to it as the browser front end does: they fetch the page and its
links, connect by websocket, ask for the panel's state, and press visible buttons, mostly the main one, with
human pauses. There are three stages, each with its rows in the table:

* thirty visitors within ten seconds, on a site that nobody has visited yet;
* five more per second, until there are `visitors` (100);
* `minutes` (5) of clicking, in which each stays five minutes on average and is then replaced.

`usable` is the time from requesting the page until its panel can answer, `click` from pressing a
button until the panel's answer has arrived, `while others arrive` the clicks made while somebody's page
was loading. All times include the work of this program for its visitors (its share of the processors is in
brackets). Memory is that of the server and all its kernels (PSS: memory shared by processes is counted once).
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import statistics
import struct
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import psutil
from tornado.httpclient import AsyncHTTPClient

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from site_server import memory, server  # noqa: E402
from visitors import Visitor, as_v1, message  # noqa: E402  a visitor of the tests

from twingkit_widgets.panel.page_messages import elements  # noqa: E402
from twingkit_widgets.panel.wording import say  # noqa: E402

# The number of visitors in a hundred that open this page.
PAGE_SHARES = {
    "learn": 30,
    "play": 18,
    "practice": 13,
    "battle-lab": 9,
    "imperium-learn": 7,
    "imperium-play": 5,
    "ember-play": 4,
    "imajica-play": 4,
    "ember-learn": 3,
    "imajica-practice": 2,
    "rulebook": 5,
}
STAY = 300.0  # seconds, on average
BURST_VISITORS = 30  # visitors, within ten seconds
PAUSE = 4.0  # seconds between two clicks (median)
MAIN_BUTTON_SHARE = 0.7  # share of presses of the main button, if there is one
ERROR_TEXT = re.compile(say("panel.error", kind="", text="").partition(".")[0] + "[^<]*")
"""Matches the English alert of a panel about an internal error."""
TIMEOUT = 60.0  # seconds after which a visitor gives up
ROW = "{:30} {:>20} {:>18} {:>20} {:>7} {:>7} {:>6} {:>10}   {}"
LINKED = re.compile(r'(?:src|href)="([^":#]+\.(?:js|css|woff2|svg|png)(?:\?[^"]*)?)"')


@dataclass
class Tally:
    """The measurements of visitors: seconds until pages were usable and of clicks, slow actions, errors."""

    usable_seconds: list[float] = field(default_factory=list)
    click_seconds: list[float] = field(default_factory=list)
    arrival_click_seconds: list[float] = field(default_factory=list)
    slow_actions: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)


class Clicker(Visitor):
    """A visitor who sees the buttons of one page and presses them."""

    def __init__(self, crowd: Crowd, page: str, chance: random.Random) -> None:
        super().__init__(crowd.root)
        self.crowd = crowd
        self.page = page
        self.chance = chance
        self.panels: dict[str, str] = {}
        """The HTML of the panels that have buttons, by model."""

    async def open_page(self) -> None:
        """Open the page as a browser does, until its panel can answer."""
        self.crowd.arriving += 1
        begin = time.perf_counter()
        try:
            await self.fetch()
            await self.load_linked_files()
            await self.connect_websocket()
            await self.receive_state()
        finally:
            self.crowd.arriving -= 1
        self.crowd.tally.usable_seconds.append(time.perf_counter() - begin)

    async def fetch(self) -> None:
        """Request the page."""
        status = await self.open(self.page)
        if status != 200 or not self.kernel:
            raise ConnectionError(f"{self.page}: status {status}")

    async def load_linked_files(self) -> None:
        """Request everything that the page links to."""
        linked = sorted({unescape(path) for path in LINKED.findall(self.html)})
        files = AsyncHTTPClient(force_instance=True, max_clients=6)
        asked = (self.request(urljoin(self.address, path), {}) for path in linked)
        await asyncio.gather(*(files.fetch(request) for request in asked))

    async def connect_websocket(self) -> None:
        """Connect by websocket, as the front end does."""
        await self.connect()
        await self.send_message("kernel_info_request", {})
        opened = {"comm_id": self.session, "target_name": "jupyter.widget.control", "data": {}}
        await self.send_message("comm_open", opened)

    async def receive_state(self) -> None:
        """Receive the state of the panels."""
        data = {"method": "request_states"}
        await self.send_message("comm_msg", {"comm_id": self.session, "data": data}, "update_states")
        if not self.panels:
            raise ConnectionError(f"{self.page}: no panel")

    async def click(self) -> None:
        """Press a button and wait for the answer."""
        model, act, value = self.choose_button()
        amid = self.crowd.arriving > 0
        begin = time.perf_counter()
        content = {"method": "custom", "content": {"act": act, "value": value}}
        await self.send_message("comm_msg", {"comm_id": model, "data": content}, "html")
        if broken := ERROR_TEXT.search(self.panels[model]):
            raise RuntimeError(f"{self.page} {act} {value}: {broken[0]}")
        seconds = time.perf_counter() - begin
        self.crowd.tally.click_seconds.append(seconds)
        if amid or self.crowd.arriving:
            self.crowd.tally.arrival_click_seconds.append(seconds)
        if seconds > 0.2:
            self.crowd.tally.slow_actions[f"{self.page} {act}"] += 1

    def choose_button(self) -> tuple[str, str, str | None]:
        """Return an enabled button: its panel's model, its action and its value."""
        buttons = [
            (
                model,
                attributes["data-act"],
                attributes.get("data-value"),
                "tk-main" in attributes.get("class", ""),
            )
            for model, html in self.panels.items()
            for tag, attributes in elements(html)
            if tag == "button" and "data-act" in attributes and attributes.get("aria-disabled") != "true"
        ]
        if not buttons:
            raise LookupError(f"{self.page}: nothing to press")
        leading = [button for button in buttons if button[3]]
        among = leading if leading and self.chance.random() < MAIN_BUTTON_SHARE else buttons
        return self.chance.choice(among)[:3]

    async def send_message(self, kind: str, content: dict[str, Any], wanted: str = "") -> None:
        """Send a message; read until a state containing `wanted` has arrived, or all work on it is done."""
        assert self.socket
        said = message(kind, content, self.session) | {"metadata": {"version": "1.0.0"}}
        await self.socket.write_message(as_v1(said), binary=True)
        while True:
            frame = await asyncio.wait_for(self.socket.read_message(), TIMEOUT)
            if frame is None:
                raise ConnectionError(
                    f"{self.page}: closed, {self.socket.close_code} {self.socket.close_reason}"
                )
            header, parent, received = parse_frame(frame)
            self.store_shown_state(header["msg_type"], received)
            if parent.get("msg_id") != said["header"]["msg_id"]:
                continue
            data = received.get("data", {})
            if (
                wanted
                and header["msg_type"] == "comm_msg"
                and (data.get("method") == wanted or wanted in data.get("state", ()))
            ):
                return
            if header["msg_type"] == "status" and received["execution_state"] == "idle":
                return

    def store_shown_state(self, kind: str, content: dict[str, Any]) -> None:
        """Store the HTML of panels in a message from the server."""
        if kind != "comm_msg":
            return
        data = content["data"]
        if data.get("method") == "update_states":
            for model, widget in data["states"].items():
                if "html" in widget["state"]:
                    self.panels[model] = widget["state"]["html"]
        elif data.get("method") == "update" and "html" in data["state"]:
            self.panels[content["comm_id"]] = data["state"]["html"]


def parse_frame(frame: bytes | str) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """Return header, parent header and content of a frame of protocol v1."""
    assert isinstance(frame, bytes)
    (count,) = struct.unpack_from("<Q", frame)
    offsets = struct.unpack_from(f"<{count}Q", frame, 8)
    header, parent, _, content = (json.loads(frame[offsets[n] : offsets[n + 1]]) for n in range(1, 5))
    return header, parent, content


class Crowd:
    """All visitors of the site at `root`, with the measurements of the current stage."""

    def __init__(self, root: str, process: psutil.Process) -> None:
        self.root = root
        self.process = process
        self.tally = Tally()
        self.arriving = 0
        self.over = asyncio.Event()
        self.visitors: list[asyncio.Task[None]] = []
        self.empty = memory(process)
        self.before = processor_times()

    async def send_visitors(self, number: int, rate: float) -> None:
        """Send visitors, `rate` per second, until there are `number`; then wait until all can click."""
        while len(self.visitors) < number:
            self.visitors.append(asyncio.create_task(self.visit(random.Random(len(self.visitors)))))
            await asyncio.sleep(1 / rate)
        while self.arriving:
            await asyncio.sleep(0.05)

    async def visit(self, chance: random.Random) -> None:
        """Arrive, click and leave repeatedly; errors are counted as a visitor would meet them."""
        while not self.over.is_set():
            page = chance.choices(list(PAGE_SHARES), list(PAGE_SHARES.values()))[0]
            leave = time.perf_counter() + chance.expovariate(1 / STAY)
            try:
                async with Clicker(self, page, chance) as visitor:
                    await visitor.open_page()
                    while not self.over.is_set() and time.perf_counter() < leave:
                        await self.pause(PAUSE * chance.lognormvariate(0, 0.6))
                        if not self.over.is_set():
                            await visitor.click()
                    await visitor.leave()
            except Exception as fault:
                self.tally.faults[f"{type(fault).__name__}: {fault}"[:200]] += 1
                await self.pause(1)

    async def pause(self, seconds: float) -> None:
        """Wait for this time, or until the end."""
        try:
            await asyncio.wait_for(self.over.wait(), seconds)
        except TimeoutError:
            return

    async def report_stage(self, stage: str, visitors: int) -> None:
        """Print the row of a finished stage with this many visitors, and start the next one."""
        tally = self.tally
        clock, busy, own = (new - old for new, old in zip(processor_times(), self.before, strict=True))
        cores = os.cpu_count() or 1
        megabytes = await asyncio.to_thread(memory, self.process)
        values = (
            stage,
            milliseconds(tally.usable_seconds),
            milliseconds(tally.click_seconds),
            milliseconds(tally.arrival_click_seconds),
            len(tally.click_seconds),
            sum(tally.faults.values()),
            f"{megabytes:.0f}",
            f"{(megabytes - self.empty) / max(1, visitors):.1f}",
            f"{busy / clock / cores:.0%} ({own / clock / cores:.0%})",
        )
        print(ROW.format(*values), flush=True)
        for fault, count in tally.faults.most_common(5):
            print(f"    {count} x {fault}")
        if tally.slow_actions:
            print(
                "    over 200 ms: "
                + ", ".join(f"{name} {n}" for name, n in tally.slow_actions.most_common(8))
            )
        self.tally = Tally()
        self.before = processor_times()


def processor_times() -> tuple[float, float, float]:
    """Return the time, the working seconds of all processors, and those for this program."""
    used = psutil.cpu_times()
    idle = used.idle + getattr(used, "iowait", 0.0) + getattr(used, "guest", 0.0)
    own = os.times()
    return time.perf_counter(), sum(used) - idle, own.user + own.system


def table_header() -> str:
    """Return the header of the table that `Crowd.report_stage` fills."""
    columns = ("usable ms", "click ms", "while others arrive", "clicks", "faults", "MB", "a visitor")
    return ROW.format("median / 95 % / longest", *columns, "processors (own)")


def milliseconds(seconds: list[float]) -> str:
    """Return median, 95th percentile and maximum, in ms."""
    if len(seconds) < 2:
        return "-"
    cuts = statistics.quantiles(seconds, n=20, method="inclusive")
    return f"{1000 * cuts[9]:.0f} / {1000 * cuts[18]:.0f} / {1000 * max(seconds):.0f}"


async def run_stages(root: str, process: psutil.Process, visitors: int, minutes: float) -> None:
    """Run and print the three stages; a long last stage is split into five-minute parts."""
    crowd = Crowd(root, process)
    print(table_header())
    await crowd.send_visitors(min(BURST_VISITORS, visitors), BURST_VISITORS / 10)
    await crowd.report_stage(f"{len(crowd.visitors)} within ten seconds", len(crowd.visitors))
    await asyncio.sleep(PAUSE)
    if visitors > BURST_VISITORS:
        await crowd.report_stage("... they click", len(crowd.visitors))
        await crowd.send_visitors(visitors, 5)
        await crowd.report_stage(f"five a second, until {visitors}", visitors)
    stretches = max(1, round(minutes / 5))
    for stretch in range(1, stretches + 1):
        await asyncio.sleep(60 * minutes / stretches)
        await crowd.report_stage(f"clicking, until minute {minutes * stretch / stretches:g}", visitors)
    crowd.over.set()
    await asyncio.gather(*crowd.visitors)


def main(visitors: int = 100, minutes: float = 5) -> None:
    """Start a site and measure."""
    with server("twingkit_widgets.site", f"--visitors={visitors + 20}") as (root, process):
        time.sleep(20)  # until the process from which kernels are forked has loaded everything
        asyncio.run(run_stages(root, process, visitors, minutes))


if __name__ == "__main__":
    main(*(int(number) for number in sys.argv[1:3]))
