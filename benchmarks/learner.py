"""A learner with a real browser in the day of a class (`class_day.py`), who works, plays and meets mishaps.

After each mishap all work must still be there: the step of the lesson, the question, the game, and the
browser's saved data.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import time
from collections import Counter
from contextlib import suppress

from failing_connection import FailingConnection
from playwright.async_api import Browser, Error, Page

from twingkit.learn import classroom

TASKS = (
    "lesson twing:orn-die",
    "lesson ember:sets-and-runs",
    "practice twing:first-battle 6",
    "practice imajica:cards 5",
    "first ember",
)
GAMES = ("play", "ember-play", "imajica-play")
PAUSE = 5.0  # seconds between two clicks (median)
MISHAP_INTERVAL = 60.0  # seconds between two mishaps of one learner, on average
ARRIVAL_INTERVAL = 3.0  # seconds between two arrivals: thirty browsers share the processors with the site
GIVE_UP_SECONDS = 150.0  # seconds until a learner gives up on a page, with all browsers on one computer
RESTART_SECONDS = (
    45.0  # seconds after which a learner presses "Start again" on a page that takes longer than usual
)
RECOVERY_SECONDS = 30.0  # seconds within which a page must show what it showed before
RELOAD_SECONDS = 10.0  # seconds without an answer to a click after which a learner reloads the page

IS_SETTLED_JS = """() => !document.querySelector('#tk-loading, .tk-first')
  && document.querySelectorAll('.lm-Widget .tk-panel > .tk-body').length > 1
  && !document.querySelector('.tk-panel[aria-busy=true]')"""
"""JavaScript: true if the page is alive and every press has been handled."""

PLACE_JS = """() => {
  const places = "[data-key^='step:'], .tk-lesson-check, [data-key^='quiz:'], .tk-play h2";
  const found = document.querySelector(places);
  const between = found?.matches("[data-key^='quiz:']") && /-first/.test(location.pathname);
  const game = location.pathname.split("/").at(-2); // on its page
  const dealt = found?.matches("h2") && !localStorage.getItem(`tk-state:${game}`); // nobody has played yet
  const at = between || dealt ? null : found; // a reload goes on with the game, or deals another
  const check = at?.matches(".tk-lesson-check"); // a reload goes on with the next question
  return [location.pathname, check ? "check" : at?.dataset.key ?? at?.textContent ?? ""].join(" ");
}"""
"""JavaScript: the learner's position, that is the page with its step, question or game question.

Questions of the first game's teacher in between do not count.
"""

SHOWN_HTML_JS = """() => [...document.querySelectorAll('.lm-Widget .tk-panel > .tk-body')]
  .map((each) => each.innerHTML).join('')"""
"""JavaScript: the HTML of all panels."""

BUTTONS = """() => [...document.querySelectorAll(".lm-Widget .tk-panel [data-act]:not([aria-disabled=true])")]
  .filter((each) => each.matches("button") && each.checkVisibility() && !each.closest(".tk-frame-panel"))
  .map((each) => [each.dataset.act, each.dataset.value ?? null, each.classList.contains("tk-main")])"""
"""The enabled buttons: their actions, their values, and whether they are the main one."""

STORED_PROGRESS_JS = """() => Object.fromEntries(Object.entries(localStorage)
  .filter(([key]) => key.startsWith("tk-memory:")))"""
"""JavaScript: the learner's progress that the browser has saved."""

STORED_STATES_JS = """() => Object.entries(localStorage).filter(([key]) => key.startsWith("tk-state:"))
  .map(([key, text]) => `${key} ${text.length}`).join(", ")"""
"""JavaScript: the pages whose state the browser has saved, with the length of its text."""

CONTINUE_ACTIONS = ("forward", "further", "first_start", "go_on", "next", "start")
"""The actions of buttons that continue to the next step of a page."""
ANSWER_ACTIONS = ("answer", "lay", "creature", "spell", "ride", "card", "take")
"""The actions that answer a question."""


class DayResults:
    """The results of the day: counts of events, the seconds of clicks, and losses."""

    def __init__(self, minutes: float) -> None:
        self.end = time.monotonic() + 60 * minutes
        self.counts: Counter[str] = Counter()
        self.clicks: list[float] = []
        self.lost: list[str] = []
        self.results: list[str] = []

    def record_loss(self, learner: str, text: str) -> None:
        """Record and print a loss of saved work."""
        self.lost.append(f"{learner}: {text}")
        print(f"LOST {learner}: {text}", flush=True)


class Learner:
    """A simulated learner with a browser.

    `kept` counts the browser's saved data at the last check; `ended` are the tasks that were seen to end.
    """

    def __init__(
        self, day: DayResults, browser: Browser, line: FailingConnection, number: int, link: str
    ) -> None:
        self.day, self.browser, self.line, self.link = day, browser, line, link
        self.number, self.name = number, f"L{number:02}"
        self.chance = random.Random(number)
        self.phone = number % 3 == 0
        self.next_mishap = time.monotonic() + self.chance.expovariate(1 / MISHAP_INTERVAL)
        self.kept: dict[str, int] = {}
        self.ended: list[classroom.Task] = []
        self.page: Page

    async def run_day(self) -> None:
        """Run the whole day."""
        size = {"width": 390, "height": 844} if self.phone else {"width": 1280, "height": 900}
        context = await self.browser.new_context(locale="en-GB", viewport=size)  # type: ignore[arg-type] # a TypedDict
        try:
            self.context = context
            await asyncio.sleep(self.number * ARRIVAL_INTERVAL)
            await self.new_tab()
            await self.go(self.link)
            await self.page.locator("input[name=name]").fill(self.name)
            await self.page.keyboard.press("Enter")
            await self.page.locator("[data-act=rename], textarea[name=result]").first.wait_for()
            order = list(range(len(TASKS)))
            self.chance.shuffle(order)
            for task in order:
                await self.do_task(task)
            while time.monotonic() < self.day.end - 60:
                await self.play_game(self.chance.choice(GAMES))
            await self.copy_result()
        except Exception as fault:
            self.day.record_loss(
                self.name, f"gave up: {type(fault).__name__}: {str(fault)[:300]} at {self.page.url}"
            )
            with suppress(Error):
                await self.page.screenshot(path=f"{os.environ.get('SHOTS', '.')}/{self.name}.png")
        finally:
            await context.close()

    async def new_tab(self) -> None:
        """Open a window."""
        self.page = await self.context.new_page()
        self.page.on("pageerror", lambda error: self.day.counts.update({f"script: {str(error)[:80]}": 1}))

    async def go(self, address: str) -> None:
        """Open a page and wait until it is alive."""
        begin = time.monotonic()
        while True:
            try:
                await self.page.goto(address, wait_until="commit", timeout=30_000)
                break
            except Error:
                if time.monotonic() - begin > GIVE_UP_SECONDS:
                    raise
                await asyncio.sleep(1)
        self.day.counts["pages"] += 1
        await self.wait_until_settled()

    async def wait_until_settled(self) -> None:
        """Wait until the page is alive.

        Press the button in the notice of an ended session or, after a while, of a page that takes too long.
        """
        begin = time.monotonic()
        while (waited := time.monotonic() - begin) < GIVE_UP_SECONDS:
            with suppress(Error):  # the page is just being replaced
                if self.page.url.startswith("chrome-error:"):  # the server was not available
                    await asyncio.sleep(2)
                    await self.page.reload(wait_until="commit")
                longer = ", .tk-slow button" if waited > RESTART_SECONDS else ""
                again = self.page.locator(f"#tk-session button{longer}")
                if await again.count() and await again.first.is_visible():
                    self.day.counts["started again" + (" since it took long" if longer else "")] += 1
                    await again.first.click(timeout=2000)
                    await asyncio.sleep(1)
                elif await self.page.evaluate(IS_SETTLED_JS):
                    return
            await asyncio.sleep(0.15)
        raise TimeoutError("the page does not live")

    async def place(self) -> str:
        """Return the learner's position: the page with its step, question or game question."""
        for _ in range(40):
            with suppress(Error):  # the page is just being replaced
                return str(await self.page.evaluate(PLACE_JS))
            await asyncio.sleep(0.5)
        return ""

    async def check_saved_data(self) -> None:
        """Check that none of the browser's saved data is lost."""
        stored = await self.page.evaluate(STORED_PROGRESS_JS)
        practice, course = stored.get("tk-memory:practice", ""), stored.get("tk-memory:course", "")
        now = {
            "questions": sum(map(int, re.findall(r"^asked (\d+)", practice, re.M))),  # of all games
            "lessons done": len(re.findall(r" done ", course)),
            "rules met": stored.get("tk-memory:met", "").count("\nrule "),
            "lists": stored.get("tk-memory:class", "").count("\nlist "),
        }
        for kind, count in now.items():
            if count < self.kept.get(kind, 0):
                self.day.record_loss(
                    self.name, f"{kind}: {self.kept[kind]} before, {count} now, at {self.page.url}"
                )
        self.kept = now

    # -- what a learner does

    async def press(self, act: str, value: str | None) -> bool:
        """Press a button and wait for the answer; return False if there is no such button."""
        chosen = f"[data-act='{act}']" + (f'[data-value="{value}"]' if value is not None else "")
        button = self.page.locator(f".lm-Widget .tk-panel button{chosen}:visible").first
        before = await self.page.evaluate(SHOWN_HTML_JS)
        begin = time.monotonic()
        try:
            await button.click(timeout=5000)
        except Error:
            return True  # it is gone: something has redrawn the page in the meantime
        while time.monotonic() - begin < RELOAD_SECONDS:
            with suppress(Error):
                if (
                    await self.page.evaluate(IS_SETTLED_JS)
                    and await self.page.evaluate(SHOWN_HTML_JS) != before
                ):
                    self.day.clicks.append(time.monotonic() - begin)
                    return True
                if await self.page.locator("#tk-session button:visible").count():
                    return False
            await asyncio.sleep(0.03)
        return False

    async def step(self) -> bool:
        """Press the next button on the page; return False if there is none."""
        await asyncio.sleep(PAUSE * self.chance.lognormvariate(0, 0.6))
        if time.monotonic() > self.next_mishap:
            await self.cause_mishap()
        buttons = [tuple(button) for button in await self.page.evaluate(BUTTONS)]
        leading = [button for button in buttons if button[0] in CONTINUE_ACTIONS and button[0] != "next"]
        answers = [button for button in buttons if button[0] in ANSWER_ACTIONS]
        later = [button for button in buttons if button[0] == "next"]
        among = leading or answers or later or [button for button in buttons if button[2]]
        if not among:
            return False
        act, value, _ = self.chance.choice(among)
        if not await self.press(act, value):
            self.day.counts[f"clicks without an answer: {await self.place()}, {act} {value}"[:120]] += 1
            await self.restart_or_reload()
        await self.check_saved_data()
        return True

    async def restart_or_reload(self) -> None:
        """After a click without an answer, start again as the page offers, or reload it."""
        if not await self.page.locator("#tk-session button:visible").count():
            shown = await self.page.evaluate(IS_SETTLED_JS)
            if shown:  # the button may have changed nothing, which is not an error
                return
            self.day.counts["loaded again by hand"] += 1
            await self.reload()
        await self.wait_until_settled()

    async def do_task(self, number: int) -> None:
        """Do a task of the list as far as time allows."""
        await self.go(self.link)
        link = self.page.locator(".tk-class-list > li").nth(number).get_by_role("link").first
        await link.click()
        await asyncio.sleep(0.5)
        await self.wait_until_settled()
        kind, _, rest = TASKS[number].partition(" ")
        self.day.counts[f"tasks begun: {kind}"] += 1
        wanted = int(rest.split()[1]) if kind == "practice" else 0
        begun = self.kept.get("questions", 0)
        for _ in range(160):
            if time.monotonic() > self.day.end - 90:
                return
            practised = kind == "practice" and self.kept.get("questions", 0) - begun >= wanted
            if practised or (kind == "lesson" and "step:end" in await self.place()):
                self.ended.append(classroom.Task.parse(TASKS[number]))
                self.day.counts[f"tasks ended: {kind}"] += 1
                return
            if not await self.step():
                return

    async def play_game(self, name: str) -> None:
        """Play a game for a while."""
        await self.go(f"{self.line.root}en/{name}/")
        self.day.counts["games"] += 1
        for _ in range(60):
            if time.monotonic() > self.day.end - 60 or not await self.step():
                return

    async def copy_result(self) -> None:
        """Open the list and copy the result."""
        self.line.mend()
        await self.go(self.link)
        await self.check_saved_data()
        result = await self.page.locator("textarea[name=result]").input_value()
        self.day.results.append(result)
        read = classroom.TaskListResult.from_token(result)
        done = {item.key for item in read.task_states if item.is_done}
        self.day.counts["tasks done in results"] += len(done)
        for task in self.ended:
            if task.key not in done:
                self.day.record_loss(self.name, f"{task.line} was ended, and is not in {result}")

    # -- what happens

    async def cause_mishap(self) -> None:
        """Cause a mishap; afterwards the learner must be where they were."""
        kind = self.chance.choices(
            ("reload", "list and back", "laptop closed", "network lost", "lost amid a click", "tab closed"),
            (25, 15, 20, 15, 15, 10),
        )[0]
        self.day.counts[kind] += 1
        before, address = await self.place(), self.page.url
        amid = False
        if kind == "reload":
            await self.reload()
        elif kind == "list and back":
            await self.go(self.link)
            await self.go(address)
        elif kind == "laptop closed":
            self.line.hang()
            await asyncio.sleep(self.chance.uniform(5, 150))
            self.line.mend()
        elif kind in ("network lost", "lost amid a click"):
            (self.line.hang if self.chance.random() < 0.5 else self.line.cut)()
            amid = kind == "lost amid a click"
            if amid:
                with suppress(Error):
                    await self.page.locator(".lm-Widget .tk-panel [data-act=answer]:visible").first.click(
                        timeout=500
                    )
            await asyncio.sleep(self.chance.uniform(2, 40))
            self.line.mend()
        else:
            await self.page.close()
            await asyncio.sleep(self.chance.uniform(1, 20))
            await self.new_tab()
            await self.go(address)
        await self.check_recovery(kind, before, amid)
        self.next_mishap = time.monotonic() + self.chance.expovariate(1 / MISHAP_INTERVAL)

    async def check_recovery(self, kind: str, before: str, amid: bool) -> None:
        """Check that the page is alive and shows the same as before the mishap."""
        try:
            await self.wait_until_settled()
        except TimeoutError:
            self.day.counts[f"loaded again by hand after: {kind}"] += 1
            await self.reload()
        end = time.monotonic() + RECOVERY_SECONDS
        while not (same := (after := await self.place()) == before or before.endswith(" ")):
            if amid or time.monotonic() > end:
                break
            await asyncio.sleep(0.5)  # a slow page appears before it receives the browser's saved data
        if not amid and not same:
            kept = await self.page.evaluate(STORED_STATES_JS)
            lost = f"{kind} of {self.page.url}: {before!r} before, {after!r} after"
            self.day.record_loss(self.name, f"{lost}; kept: {kept}")
            with suppress(Error):
                await self.page.screenshot(path=f"{os.environ.get('SHOTS', '.')}/{self.name}-lost.png")
        await self.check_saved_data()

    async def reload(self) -> None:
        """Reload the page."""
        with suppress(Error):
            await self.page.reload(wait_until="commit", timeout=30_000)
        self.day.counts["pages"] += 1
        await self.wait_until_settled()
