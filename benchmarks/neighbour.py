"""The cost of one visitor's heaviest link to another visitor: `python benchmarks/neighbour.py [clicks]`.

One visitor presses two buttons of the battle lab in turn. Meanwhile another one opens the largest battle
that a link can hold, asks for its odds and stays. Clicks are timed before, while the other page works, and
after it was told to stop; the cost is how much longer half of them take at least, against before and after.
Everything is measured in one run, so that a loaded computer shows in all three rows; the goal is at most 20 %
where there are two processors.
"""

from __future__ import annotations

import asyncio
import os
import random
import statistics
import sys
import time
from pathlib import Path
from urllib.parse import quote

import psutil

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from crowd import Clicker, Crowd  # noqa: E402
from site_server import server  # noqa: E402

from twingkit_widgets.panel.page_messages import elements  # noqa: E402

FLEET = "99 fighter 99 destroyer 99 cruiser 99 carrier 99 dreadnought"
HEAVIEST = f"imperium-battle.ipynb?battle={quote(f'space: {FLEET} vs {FLEET}')}&as="
TABS = "worth", "odds"
PAUSE = 0.1  # seconds between two clicks


class Heavy(Clicker):
    """A visitor who lets a page work: says that somebody is there, and begins what waits for that."""

    at_work = False

    async def say(self, **content: object) -> None:
        """Send a message to every panel that has long work."""
        for model, html in list(self.panels.items()):
            if "tk-work" in html:
                await self.tell(model, content)

    async def tell(self, model: str, content: dict[str, object]) -> None:
        """Send a message to a panel."""
        data = {"method": "custom", "content": content}
        await self.ask("comm_msg", {"comm_id": model, "data": data})

    async def press_work(self, act: str) -> None:
        """Press each button of long work that does this."""
        for model, html in list(self.panels.items()):
            for _, attributes in elements(html):
                if attributes.get("data-act") == act:
                    await self.tell(model, {"act": act, "value": attributes["data-value"]})

    async def stay(self) -> None:
        """Let it work for as long as this is not cancelled."""
        while True:
            await self.press_work("start_work")
            await self.say(here=True)
            self.at_work = any("tk-work" in html for html in self.panels.values())
            await asyncio.sleep(1)


async def clicks(visitor: Clicker, number: int) -> list[float]:
    """Press the tabs in turn; return the seconds until each answer."""
    [model] = [model for model, html in visitor.panels.items() if 'data-act="tab"' in html]
    seconds = []
    for n in range(number):
        begin = time.perf_counter()
        content = {"method": "custom", "content": {"act": "tab", "value": TABS[n % 2]}}
        await visitor.ask("comm_msg", {"comm_id": model, "data": content}, "html")
        seconds.append(time.perf_counter() - begin)
        await asyncio.sleep(PAUSE)
    return seconds


def row(name: str, seconds: list[float]) -> float:
    """Print half and almost all of the clicks; return the half."""
    half, most = statistics.median(seconds), statistics.quantiles(seconds, n=20)[-1]
    print(f"{name:24} {half * 1000:6.1f} ms {most * 1000:6.1f} ms", flush=True)
    return half


async def measured(root: str, process: psutil.Process, number: int) -> None:
    """Measure on the site at `root`, with so many clicks for a row."""
    crowd = Crowd(root, process)
    async with Clicker(crowd, "battle-lab", random.Random(1)) as visitor:
        await visitor.arrive()
        await clicks(visitor, 10)
        print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
        print(f"{'':24} {'half':>9} {'95 %':>9}")
        before = row("alone, before", await clicks(visitor, number))
        async with Heavy(crowd, HEAVIEST, random.Random(2)) as other:
            await other.arrive()
            staying = asyncio.create_task(other.stay())
            await asyncio.sleep(3)
            during = row("beside the heaviest link", await clicks(visitor, number))
            if not other.at_work:
                print("the other page had finished before")
            staying.cancel()
            await other.press_work("stop_work")
            await asyncio.sleep(2)
            after = row("alone, after", await clicks(visitor, number))
        print(f"cost to the other: {100 * (2 * during / (before + after) - 1):+.0f} %")


def main() -> None:
    """Measure on a site of its own; print the table."""
    with server("twingkit_widgets.site") as (address, running):
        asyncio.run(measured(address, running, int(sys.argv[1]) if len(sys.argv) > 1 else 60))


if __name__ == "__main__":
    main()
