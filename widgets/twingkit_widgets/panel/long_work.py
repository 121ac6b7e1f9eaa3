"""Long work in a panel, done in slices, between which the panel still responds.

A view asks for an answer; while the answer is being worked out, the view shows the progress and a stop
button::

    def render(self) -> Markup:
        try:
            rows = self.long_work.answer(("rounds", line), lambda: rounds_work(line), seconds=size(line))
        except UnfinishedError as unfinished:
            return self.long_work.progress_html(unfinished)
        return table(rows)

The same question has the same answer: it is worked out once, and forgotten when no view asks for it any more.
Quick answers are there at once. Work that is estimated to take longer than `ASK_FIRST_SECONDS` waits until
somebody presses a button that shows the estimate; the estimate is given, or derived from the progress in the
first moment. The rest goes on in slices while the page reports that somebody is there (panel.js does so every
second while `working` is set), gives way to others who want the processor, and stops by itself after
`VISITOR_TIMEOUT`. Without an event loop, as in a program, everything is worked out at once.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Hashable
from itertools import count
from typing import Any, Protocol, TypeVar

from twingkit.core.errors import is_explained
from twingkit.core.language import call_in_language, localized
from twingkit.core.slices import DEFAULT_BUDGET_SECONDS, Slices
from twingkit_widgets.panel.markup import Markup, button, el
from twingkit_widgets.panel.wording import number, say

T = TypeVar("T")

IMMEDIATE_SECONDS = 0.4
"""Processor seconds of work that are done at once before an action's page is shown."""

ASK_FIRST_SECONDS = 2.0
"""Work that is estimated to take more seconds than this waits until a person requests it."""

SLICE = 0.05
"""Processor seconds between two checks for messages."""

VISITOR_TIMEOUT = 6.0
"""After this many seconds without a message from the page, the visitor is considered gone."""

_LONGEST_PAUSE = 0.5
"""The longest pause, in seconds, that a slice makes for other work."""

_PROGRESS_INTERVAL = 0.5
"""In seconds."""

MAX_KEPT_ANSWERS = 16
"""The largest number of answers kept for views that no longer request them."""


class UnfinishedError(Exception):
    """The error raised while an answer is not yet computed; `job` is the computation in progress."""

    def __init__(self, job: Job) -> None:
        super().__init__(job.question)
        self.job = job

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return a sentence about why there is no answer yet."""
        return say("work.runs" if self.job.state == "runs" else "work.first")


class ShowsLongWork(Protocol):
    """The interface that a panel must have so that `LongWork` can run its long computations."""

    lang: str
    working: str

    def on_work_stopped(self, done: bool) -> None:
        """Show the answer or the error of finished work (`done`), or show that the work has stopped."""

    def on_work_progress(self) -> None:
        """Show the intermediate findings of running work."""


class Job:
    """A background computation of one answer, with its state, its progress and the time that it has used.

    `estimated_seconds` is the estimate, `spent_seconds` the processor time so far, `clock_seconds` the time
    by the clock for it, `done_share` the finished part, `first_share` what earlier work had finished (None:
    the first share that the slices report); `state` is "asks", "runs", "stopped", "failed" or "done".
    """

    _names = count(1)

    def __init__(self, question: Hashable, slices: Slices[object], seconds: float, state: str = "") -> None:
        self.question, self.estimated_seconds = question, seconds
        self.name = str(next(self._names))
        self.state = state or ("asks" if seconds > ASK_FIRST_SECONDS else "runs")
        self.done_share = self.spent_seconds = self.clock_seconds = 0.0
        self.first_share: float | None = 0.0
        self.budget_seconds = DEFAULT_BUDGET_SECONDS
        self.skips_permission = False
        self.result: Any = None  # of the job
        self.fault: Exception | None = None
        self._slices = slices

    def run(self, seconds: float) -> None:
        """Work for this many seconds of CPU time or until done; do at least one step if `seconds` is
        positive.
        """
        begin = spent = time.process_time()
        try:
            while self.state == "runs" and spent - begin < seconds:
                self.done_share = next(self._slices)
                if self.first_share is None:
                    self.first_share = self.done_share
                spent = time.process_time()
        except StopIteration as end:
            self.result, self.state = end.value, "done"
        except Exception as fault:  # an error is the answer: whoever asks gets it
            if isinstance(fault, MemoryError):
                fault.__traceback__ = None  # the traceback holds what filled the memory
            self.fault, self.state = fault, "done"
        self.spent_seconds += time.process_time() - begin
        if self.state == "runs" and self.spent_seconds > self.budget_seconds:
            self.state = "stopped"

    def request_permission_if_long(self) -> None:
        """Pause the job until a person agrees to continue it, if the progress so far shows that it will take
        long.
        """
        if self.state == "runs" and not self.skips_permission and self.spent_seconds >= IMMEDIATE_SECONDS:
            self.skips_permission = True  # estimated only once
            if self.remaining_seconds > ASK_FIRST_SECONDS:
                self.state = "asks"

    @property
    def remaining_seconds(self) -> float:
        """The estimated remaining seconds."""
        if not self.spent_seconds:
            return self.estimated_seconds
        new = self.done_share - (self.first_share or 0.0)
        return self.spent_seconds * (1 - self.done_share) / new if new else DEFAULT_BUDGET_SECONDS

    def rest_text(self, key: str) -> str:
        """Return the sentence `key` with the estimated remaining time (wall clock) at the present speed."""
        slowness = max(1.0, self.clock_seconds / self.spent_seconds) if self.spent_seconds else 1.0
        seconds = max(2.0, slowness * self.remaining_seconds)
        time_key, count = ("seconds", seconds) if seconds < 90 else ("minutes", seconds / 60)
        about = number(round(count) if count < 10 else 5 * round(count / 5), 0)  # only an estimate
        return say(key, time=say(f"work.{time_key}", n=about))

    def cancel(self) -> None:
        """Cancel the job; it cannot be resumed."""
        self.state = "stopped"
        self._slices.close()


class LongWork:
    """The long computations of one panel: their jobs, progress and finished answers."""

    def __init__(self, panel: ShowsLongWork) -> None:
        self.panel = panel
        self._jobs: dict[Hashable, Job] = {}
        self._asked: set[Hashable] = set()
        self.start_action()
        self._heard = float("-inf")
        self._task: asyncio.Task[None] | None = None

    # -- called by views

    def answer(
        self,
        question: Hashable,
        begin: Callable[[], Slices[T]],
        seconds: float = 0.0,
        *,
        is_requested: bool = False,
        is_resumed: bool = False,
    ) -> T:
        """Return the answer to a question, computed in the slices of `begin()` for at most about `seconds`;
        with `is_requested`, the person need not confirm the start, with `is_resumed`, the slices go on with
        earlier work.

        Raises `UnfinishedError` until the answer is there, and whatever the work raises. After an error that
        does not explain itself, the work waits until a person requests it again.
        """
        job = self._jobs.pop(question, None)
        if job is None:
            job = Job(question, begin(), seconds)
            job.first_share = None if is_resumed else 0.0
        job.skips_permission = job.skips_permission or is_requested
        self._jobs[question] = job
        self._asked.add(question)
        if _loop_is_running():
            job.run(self._until - time.process_time())
            job.request_permission_if_long()
        else:
            while job.state == "runs":
                job.run(SLICE)
                job.request_permission_if_long()
        if job.state != "done":
            raise UnfinishedError(job)
        if job.fault is not None:
            if not is_explained(job.fault):  # an error of the program: it can only be tried again
                self._jobs[question] = Job(question, begin(), seconds, state="failed")
            raise job.fault
        result: T = job.result
        return result

    def progress_html(self, unfinished: UnfinishedError) -> Markup:
        """Return the progress of unfinished work, with a button to start or stop it."""
        job = unfinished.job
        self._asked.add(job.question)
        key = f"work:{job.name}"
        if job.state == "runs":
            bar = el(
                "progress",
                max="100",
                value=f"{100 * job.done_share:.0f}",
                aria_label=say("work.runs"),
                data_work=job.name,
            )
            stop = button(say("work.stop"), "stop_work", job.name, key=f"{key}:stop")
            rest = job.rest_text("work.rest") if job.done_share > (job.first_share or 0.0) else ""
            runs = el("p", say("work.runs"), " ", el("span", rest, data_rest=True))
            parts = [runs, bar, el("p", stop, data_controls=True)]
        else:
            why = job.state
            start = button(say(f"work.{why}_start"), "start_work", job.name, key=f"{key}:start")
            parts = [el("p", job.rest_text(f"work.{why}")), el("p", start, data_controls=True)]
        return el("div", parts, cls="tk-work tk-note", data_key=key)

    # -- around a view

    def start_action(self) -> None:
        """Start the time limit of an action: for `IMMEDIATE_SECONDS` of CPU time, work is done at once
        instead of in the background.
        """
        self._until = time.process_time() + IMMEDIATE_SECONDS

    def render(self, view: Callable[[], Markup]) -> Markup:
        """Return the HTML from `view` and start the work that it requested; other work is cancelled."""
        try:
            body = view()
            self._forget()
        finally:
            self._tell()
        return body

    def _forget(self) -> None:
        """Cancel the unfinished jobs that the last view has not requested, and drop all but the latest
        finished answers.
        """
        for question, job in list(self._jobs.items()):
            if question not in self._asked and job.state != "done":
                job.cancel()
                del self._jobs[question]
        for question in [question for question in self._jobs if question not in self._asked][
            :-MAX_KEPT_ANSWERS
        ]:
            del self._jobs[question]
        self._asked = set()

    def _running(self) -> Job | None:
        return next((job for job in self._jobs.values() if job.state == "runs"), None)

    def _tell(self) -> None:
        job = self._running()
        rest = job.rest_text("work.rest") if job and job.done_share > (job.first_share or 0.0) else ""
        self.panel.working = f"{job.name}:{100 * job.done_share:.0f}:{rest}" if job else ""

    # -- actions

    def _named(self, name: object) -> Job | None:
        return next((job for job in self._jobs.values() if job.name == name), None)

    def start(self, name: object) -> bool:
        """Start or continue the job of this name. Returns False if there is nothing to start."""
        job = self._named(name)
        if job is None or job.state not in ("asks", "stopped", "failed"):
            return False
        job.state, job.budget_seconds = "runs", job.spent_seconds + DEFAULT_BUDGET_SECONDS
        job.skips_permission = True
        return True

    def pause(self, name: object) -> bool:
        """Pause the job of this name. Returns False if it is not running."""
        job = self._named(name)
        if job is None or job.state != "runs":
            return False
        job.state = "stopped"
        return True

    def note_viewer(self) -> None:
        """Record that somebody is looking at the panel, so that its work goes on."""
        self._heard = time.monotonic()
        if self._running() is not None and (self._task is None or self._task.done()) and _loop_is_running():
            self._task = asyncio.get_running_loop().create_task(self._go_on())

    def close(self) -> None:
        """Cancel all jobs, since the panel is closed."""
        for job in self._jobs.values():
            job.cancel()
        self._jobs.clear()

    async def _go_on(self) -> None:
        """Work in slices until everything is done or the visitor is gone."""
        shown = time.monotonic()
        while (job := self._running()) is not None and time.monotonic() - self._heard < VISITOR_TIMEOUT:
            begin, spent = time.monotonic(), job.spent_seconds
            call_in_language(self.panel.lang, job.run, SLICE)
            late = time.monotonic() - begin - (job.spent_seconds - spent)  # other processes had the processor
            job.request_permission_if_long()
            if job.state != "runs":
                self.panel.on_work_stopped(job.state == "done")
            elif time.monotonic() - shown > _PROGRESS_INTERVAL:
                shown = time.monotonic()
                call_in_language(self.panel.lang, self._tell)
                self.panel.on_work_progress()
            await asyncio.sleep(min(max(0.0, late), _LONGEST_PAUSE))
            job.clock_seconds += time.monotonic() - begin


def _loop_is_running() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
