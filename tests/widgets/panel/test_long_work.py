"""Long work in a panel: quick results appear at once, the rest continues in slices."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any

import pytest

from twingkit.core.messages import Fault
from twingkit.core.slices import Slices
from twingkit_widgets.panel import long_work
from twingkit_widgets.panel.long_work import UnfinishedError
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.panel.panel import Panel
from twingkit_widgets.panel.wording import say


class Counting(Panel):
    """Counts to a number, a slice for each."""

    def __init__(
        self, goal: int = 5, seconds: float = 0.0, error: Exception | None = None, requested: bool = False
    ) -> None:
        self.goal, self.seconds, self.error_raised = goal, seconds, error
        self.slices = 0
        self.closed = 0
        self.requested = requested
        super().__init__()

    def counted(self) -> Slices[str]:
        try:
            for n in range(self.goal):
                yield n / self.goal
                self.slices += 1
            if self.error_raised is not None:
                raise self.error_raised
            return f"counted to {self.goal}"
        finally:
            self.closed += 1

    def render(self) -> Markup:
        try:
            answer = self.long_work.answer(self.goal, self.counted, self.seconds, is_requested=self.requested)
            return el("p", answer)
        except UnfinishedError as unfinished:
            return self.long_work.progress_html(unfinished)

    def act_goal(self, value: object) -> None:
        self.goal = int(str(value))


def pressed(panel: Panel, act: str, fails: bool = False) -> None:
    found = re.search(rf'data-act="{act}" data-value="(\d+)"', panel.html)
    assert found, panel.html
    panel.do(act, found[1])
    assert fails or panel.error is None, panel.error


def here(panel: Panel) -> None:
    panel._handle_custom_msg({"here": True}, [])


async def begun(panel: Counting) -> None:
    """Wait until something is done."""
    while not panel.slices:
        await asyncio.sleep(0)


async def done(panel: Panel) -> None:
    """Wait until all work is done; somebody is there, however slow the machine is."""
    while panel.working:
        here(panel)
        await asyncio.sleep(0)


def in_event_loop(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Run a test that waits for work."""

    @wraps(test)
    def run(**fixtures: Any) -> None:
        asyncio.run(test(**fixtures))

    return run


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make nothing finish at once; a slice of work is one step."""
    monkeypatch.setattr(long_work, "IMMEDIATE_SECONDS", 0.0)
    monkeypatch.setattr(long_work, "ASK_FIRST_SECONDS", 1e9)
    monkeypatch.setattr(long_work, "SLICE", 1e-9)


def test_what_is_quick_is_there_at_once() -> None:
    assert "counted to 5" in Counting().html


def test_what_is_estimated_to_take_long_waits_for_a_person_and_says_how_long() -> None:
    panel = Counting(seconds=20)
    assert panel.slices == 0
    assert "about 20 seconds" in panel.html
    pressed(panel, "start_work")
    assert "counted to 5" in panel.html


def test_without_messages_in_between_all_is_done_at_once(slow: None) -> None:
    assert "counted to 5" in Counting().html


@in_event_loop
async def test_work_goes_on_in_slices_while_somebody_is_there(slow: None) -> None:
    panel = Counting(goal=50)
    assert panel.slices == 0
    assert panel.working.partition(":")[0] in re.findall(r'<progress [^>]*data-work="(\d+)"', panel.html)
    here(panel)
    await begun(panel)
    assert 0 < panel.slices < 50, "messages are read between two slices"
    await done(panel)
    assert "counted to 50" in panel.html


@in_event_loop
async def test_nothing_is_worked_out_before_a_page_is_there_or_after_it_has_gone(
    slow: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(long_work, "VISITOR_TIMEOUT", 0.0)
    panel = Counting(goal=50)
    for _ in range(20):
        await asyncio.sleep(0)
    assert panel.slices == 0
    here(panel)
    for _ in range(20):
        await asyncio.sleep(0)
    assert panel.slices == 0, "nobody has been there for 0 seconds"
    monkeypatch.setattr(long_work, "VISITOR_TIMEOUT", 60.0)
    here(panel)
    await done(panel)
    assert "counted to 50" in panel.html, "who comes back finds the work going on"


@in_event_loop
async def test_work_stops_when_it_is_told_to_and_goes_on_where_it_was(slow: None) -> None:
    panel = Counting(goal=50)
    here(panel)
    await begun(panel)
    pressed(panel, "stop_work")
    before = panel.slices
    assert 0 < before < 50
    assert panel.working == ""
    for _ in range(20):
        await asyncio.sleep(0)
    assert panel.slices == before
    pressed(panel, "start_work")
    here(panel)
    await done(panel)
    assert panel.slices == 50, "nothing was done twice"
    assert "counted to 50" in panel.html


@pytest.mark.parametrize("requested", [False, True])
@in_event_loop
async def test_only_work_that_nobody_requested_asks_once_it_takes_long(
    slow: None, monkeypatch: pytest.MonkeyPatch, requested: bool
) -> None:
    monkeypatch.setattr(long_work, "ASK_FIRST_SECONDS", 0.0)
    panel = Counting(goal=50, requested=requested)
    here(panel)
    await done(panel)
    assert ("counted to 50" in panel.html) is requested
    assert ('data-act="start_work"' in panel.html) is not requested


@in_event_loop
async def test_another_question_ends_the_work_on_the_first(slow: None) -> None:
    panel = Counting(goal=50)
    here(panel)
    await begun(panel)
    panel.do("goal", 30)
    assert panel.closed == 1
    await done(panel)
    assert "counted to 30" in panel.html


@in_event_loop
async def test_a_closed_panel_works_no_more(slow: None) -> None:
    panel = Counting(goal=50)
    here(panel)
    await asyncio.sleep(0)
    panel.close()
    assert panel.closed == 1
    before = panel.slices
    await asyncio.sleep(0.01)
    assert panel.slices == before


def test_work_stops_of_itself_after_a_while(slow: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_work, "DEFAULT_BUDGET_SECONDS", 1e-9)
    panel = Counting(goal=50)
    assert "The calculation has stopped" in panel.html
    assert panel.slices < 50


def test_why_there_is_no_answer_is_said_in_the_panel() -> None:
    panel = Counting(seconds=20, error=Fault("odds.tie"))
    pressed(panel, "start_work", fails=True)
    assert isinstance(panel.error, Fault)
    assert 'role="alert"' in panel.html


@in_event_loop
async def test_work_that_failed_is_not_shown_as_running_and_can_be_tried_again(slow: None) -> None:
    panel = Counting(error=RuntimeError("no card left"))
    here(panel)
    await done(panel)
    assert isinstance(panel.error, RuntimeError)
    assert panel.status == say("work.failed") != say("work.done")
    assert 'role="alert"' in panel.html
    assert "<progress" not in panel.html
    panel.error_raised = None
    pressed(panel, "start_work")
    here(panel)
    await done(panel)
    assert "counted to 5" in panel.html
    assert panel.error is None


def test_answers_that_nobody_asks_for_are_forgotten() -> None:
    panel = Counting()
    for goal in range(100):
        panel.do("goal", goal)
    assert len(panel.long_work._jobs) <= long_work.MAX_KEPT_ANSWERS + 1


@in_event_loop
async def test_running_work_shows_what_it_has_found_and_says_how_long_the_rest_takes(
    slow: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(long_work, "_PROGRESS_INTERVAL", 0.0)
    panel, found = Counting(goal=50), list[int]()
    monkeypatch.setattr(panel, "on_work_progress", lambda: found.append(panel.slices))
    here(panel)
    rests = set[str]()
    while panel.working:
        rests.add(panel.working.partition(":")[2].partition(":")[2])
        here(panel)
        await asyncio.sleep(0)
    assert len(found) > 20
    assert found == sorted(found)
    assert rests - {""}
    assert all("The rest takes about" in rest for rest in rests - {""})


def test_an_estimate_grows_with_what_is_left_and_with_a_slow_machine() -> None:
    job = long_work.Job("question", Counting().counted(), 0.0)
    job.spent_seconds = job.clock_seconds = 60.0
    job.done_share = 0.5
    assert "about 60 seconds" in job.rest_text("work.stopped")
    job.clock_seconds = 180.0
    assert "about 3 minutes" in job.rest_text("work.stopped")


def test_an_estimate_of_resumed_work_counts_only_what_was_done_since() -> None:
    job = long_work.Job("question", iter([0.5, 0.6, 0.6]), 0.0)  # type: ignore[arg-type]
    job.first_share = None
    job.run(60.0)
    job.spent_seconds = job.clock_seconds = 10.0
    assert job.first_share == 0.5
    assert "about 40 seconds" in job.rest_text("work.stopped")
