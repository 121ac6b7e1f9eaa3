"""The soak: a few inputs of every kind, and a short run of several parts."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from long_runs import runs
from soak import hidden
from soak import run as command
from soak.kinds import KINDS
from soak.part import BLOCK, run

FEW = {"messages": 6, "links": 12, "recalled": 12, "lessons": 12, "hidden": 6}


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """Restore what the soak changes about a signal."""
    before = signal.getsignal(signal.SIGPROF)
    yield
    signal.signal(signal.SIGPROF, before)


@pytest.mark.parametrize("name", KINDS)
def test_what_strangers_write_is_taken_or_refused_with_a_clear_error(name: str) -> None:
    """Try a few inputs of each kind, and a block by Hypothesis; `make soak` tries as many as you like."""
    few = FEW.get(name, 30)
    for first in (0, 5 * BLOCK - few // 3):
        part = run(KINDS[name], first, few if first == 0 else few // 3)
        assert not part.faults, [(f"{name}:{fault.number}", fault.what, fault.short) for fault in part.faults]
        assert part.slowest[0] < KINDS[name].seconds


def test_a_long_run_tries_more(tmp_path: Path) -> None:
    """As in `make soak`: parts in parallel, saved as files, and a report."""
    command.soak(runs(300, 3_000), ["words", "decks"], 2, tmp_path)
    said, faults = command.report(list(command.kept(tmp_path)), command.code_sum())
    assert not faults, said
    assert said.endswith("Clean errors only.")


@pytest.mark.parametrize("game", hidden.PAGES)
def test_two_worlds_that_a_reader_cannot_tell_apart_send_the_same(game: str) -> None:
    for number in range(runs(4, 100)):
        hidden.take_game(f"{game} {number}")
