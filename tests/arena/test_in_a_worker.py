"""Many games and sweeps inside a worker process, which cannot start processes of its own."""

from __future__ import annotations

import multiprocessing
import warnings

import pandas as pd
from arena.same_results import same
from arena.short_runs import played, uninterrupted

from twingkit import arena, sweep, twing
from twingkit.analyse.arena import Results

LINE, VALUES = "F: F{n} vs W: W6", {"n": [4, 5, 6]}


def work(processes: int | None) -> tuple[Results, pd.DataFrame, list[warnings.WarningMessage]]:
    """Play games and sweep over battles; return the results, and the warnings."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        results = played(processes=processes)
        frame = sweep(twing.odds, LINE, VALUES, processes=processes or 1)
    return results, frame, told


def in_a_pool(processes: int | None) -> tuple[Results, pd.DataFrame, list[warnings.WarningMessage]]:
    with multiprocessing.Pool(1) as pool:
        return pool.apply_async(work, [processes]).get(timeout=60)


def test_a_worker_of_a_pool_works_alone_and_says_so() -> None:
    results, frame, told = in_a_pool(2)
    same(results, uninterrupted())
    pd.testing.assert_frame_equal(frame, sweep(twing.odds, LINE, VALUES))
    assert [warning.category for warning in told] == [arena.OneProcessWarning] * 2
    assert all("2" in str(warning.message) for warning in told)
    assert [warning.filename for warning in told] == [played.__code__.co_filename, __file__]


def test_a_worker_that_needs_one_process_warns_of_nothing() -> None:
    results, _, told = in_a_pool(None)
    same(results, uninterrupted())
    assert told == []
