"""A school day of a class in one hour, in real browsers: `python benchmarks/class_day.py [learners]
[minutes]`.

Thirty learners get the link to a teacher's list, each in a separate browser, every third of them on a phone.
They do its lessons, questions and first game, then play games until the end of the day, and hand in their
results, which the teacher reads. Now and then something happens to each of them: a page is reloaded, left and
reopened from the list, or closed; a laptop is closed and opened later; the network fails for a while, even
during a click. In the middle of the day the server is restarted. Afterwards all work must still be there, on
the page and in the browser's storage (the step of the lesson, the question, the game) and in the result.

Losses are printed as they happen and counted at the end; `SHOTS` names a folder for screenshots of pages that
a learner gave up on. The benchmark needs Chromium, as the page tests do.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import psutil
from playwright.async_api import Browser, async_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from conftest import FLAGS  # noqa: E402  as the tests of pages start their browser
from crowd import milliseconds  # noqa: E402
from failing_connection import FailingConnection  # noqa: E402
from learner import TASKS, DayResults, Learner  # noqa: E402
from site_server import server  # noqa: E402

from twingkit.analyse.charts.pictures import find_browser as browser_program  # noqa: E402
from twingkit.learn import classroom  # noqa: E402


async def read_results(browser: Browser, root: str, day: DayResults, learners: int) -> None:
    """Let the teacher paste the results of all learners, and record missing ones as losses."""
    context = await browser.new_context(locale="en-GB")
    page = await context.new_page()
    await page.goto(f"{root}en/class/?show=results")
    await page.locator("textarea[name=text]").wait_for(timeout=60_000)
    await page.locator("textarea[name=text]").fill("\n".join(day.results))
    await page.locator("[data-key=take]").click()
    await page.locator(".tk-class-table").first.wait_for()
    rows = await page.locator(".tk-class-table").first.locator("tbody tr").count()
    if rows != learners:
        day.record_loss("teacher", f"{rows} results of {learners}")
    await context.close()


async def run_class_day(
    port: int, root: str, learners: int, minutes: float, renew: Callable[[], None]
) -> DayResults:
    """Run the day; `renew` restarts the server in the middle of it."""
    day = DayResults(minutes)
    word = classroom.TaskList("A day", TASKS).token
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=browser_program(), args=list(FLAGS))
        for process in psutil.Process().children(recursive=True):
            if "chrom" in process.name():
                process.nice(15)  # it stands for thirty computers, so the site gets priority
        lines = [await FailingConnection(port).__aenter__() for _ in range(learners)]
        lives = [
            asyncio.create_task(
                Learner(day, browser, line, number, f"{line.root}en/class/?list={word}").run_day()
            )
            for number, line in enumerate(lines)
        ]
        await asyncio.sleep(30 * minutes)
        print(
            f"half of the day: {len(day.clicks)} clicks, {len(day.lost)} lost; the server is started anew",
            flush=True,
        )
        await asyncio.to_thread(renew)
        await asyncio.gather(*lives)
        await read_results(browser, root, day, learners)
        await browser.close()
        for line in lines:
            await line.__aexit__()
    return day


def main(learners: int = 30, minutes: int = 60) -> None:
    """Start a site, run the day of a class, and print what happened."""
    with ExitStack() as first, ExitStack() as second:
        options = ("twingkit_widgets.site", f"--visitors={2 * learners + 10}")
        root, _ = first.enter_context(server(*options))
        port = int(root.rsplit(":", 1)[1].strip("/"))
        time.sleep(20)  # until the process from which kernels are forked has loaded everything

        def renew() -> None:
            first.close()
            second.enter_context(server(*options, port=port))

        day = asyncio.run(run_class_day(port, root, learners, minutes, renew))
    print(f"{len(day.clicks)} clicks, ms, median / 95 % / longest: {milliseconds(day.clicks)}")
    for event, count in sorted(day.counts.items()):
        print(f"    {count:6} {event}")
    print(f"{len(day.results)} of {learners} handed over; lost: {len(day.lost)}")
    for text in day.lost:
        print(f"    {text}")


if __name__ == "__main__":
    main(*(int(number) for number in sys.argv[1:3]))
