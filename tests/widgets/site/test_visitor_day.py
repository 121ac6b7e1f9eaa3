"""The day of a page is that of the visitor's browser, wherever the server is."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

import twingkit_widgets
from twingkit.learn.puzzles.puzzle import puzzle_of_day, puzzles
from twingkit_widgets.panel import visitor_clock
from twingkit_widgets.panel.visitor_clock import visitor_day
from twingkit_widgets.site.page import Page
from twingkit_widgets.site.page import page as open_page

FAR = 3
"""The number of days that the visitor's clock is ahead of the server's."""

TIME_READERS = {"panel/visitor_clock.py", "site/visitors/slots.py", "learn/classroom/steps_panel.py"}
"""The modules that read the time: the visitor's clock, the server's slots, and the UTC stamp of a result."""


@pytest.fixture(autouse=True)
def unknown_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visitor_clock, "_ahead_of_utc", None)


def far_clock(days: int = FAR) -> int:
    """Return the time of a browser whose clock is some days ahead."""
    local = datetime.now(UTC).replace(tzinfo=None) + timedelta(days=days)
    return int((local - datetime(1970, 1, 1)).total_seconds())


def opened(name: str, query: str = "lang=en", **memories: str) -> Page:
    """Open a page like a browser that is some days ahead and has saved these memories."""
    made = open_page(name, query)
    made.frame.do("recall", memories)
    made.frame.clock = far_clock()
    made.frame.do("ready")
    assert made.frame.error is None
    return made


def test_no_other_module_of_the_panels_reads_the_clock_of_its_computer() -> None:
    root = Path(twingkit_widgets.__file__).parent
    found = {
        path.relative_to(root).as_posix()
        for path in root.rglob("*.py")
        if any(word in path.read_text(encoding="utf-8") for word in ("date.today(", "datetime.now("))
    }
    assert found == TIME_READERS


def test_what_practice_and_puzzles_store_has_the_day_of_the_browser() -> None:
    before = visitor_day()
    practice = opened("practice", "topic=shield&lang=en")
    practice[0].do("answer", "0")
    today = (datetime.now(UTC) + timedelta(days=FAR)).toordinal()
    assert visitor_day() == today > before
    assert f"today {today} 1 " in practice.frame.memories["practice"]
    assert "Today: 1 " in practice[0].html
    puzzle = opened("ember-puzzles", f"puzzle={next(p.id for p in puzzles('ember') if p.is_exact)}&lang=en")
    puzzle[0].do("answer", "0")
    assert puzzle.frame.memories["puzzles"].endswith(f" {today}\n")


def test_the_puzzle_of_today_is_that_of_the_day_in_the_browser() -> None:
    made = opened("ember-puzzles")
    wanted = puzzle_of_day("ember", date.fromordinal(visitor_day()))
    assert made.frame.elsewhere.endswith(f"?puzzle={wanted.id}&lang=en")
    assert not made.frame.ready, "the puzzle of the server's day is not to be seen"
    named = opened("ember-puzzles", f"puzzle={wanted.id}&lang=en")
    assert (named.frame.elsewhere, named.frame.ready) == ("", True)


def test_a_clock_of_another_millennium_changes_nothing() -> None:
    made = open_page("practice", "lang=en")
    with pytest.raises(Exception, match="clock"):
        made.frame.clock = far_clock(days=500_000)
    assert visitor_day() == datetime.now().astimezone().toordinal()
