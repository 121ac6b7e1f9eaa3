"""Compare the results of two runs."""

from __future__ import annotations

import pandas as pd

from twingkit.analyse.arena import Results
from twingkit.analyse.arena.runs import TABLES
from twingkit.analyse.arena.tallies import TIME_COLUMN


def repeatable(results: Results, table: str) -> pd.DataFrame:
    """Return a table without the column that differs between runs."""
    frame: pd.DataFrame = getattr(results, table)
    return frame.drop(columns=TIME_COLUMN, errors="ignore")


def same(one: Results, other: Results) -> None:
    """Return whether both have the same tables in every value and type, except for the time that games
    took."""
    for table in TABLES:
        mine, theirs = repeatable(one, table), repeatable(other, table)
        if not mine.equals(theirs) or types(mine) != types(theirs):
            pd.testing.assert_frame_equal(mine, theirs)  # which says where, and takes its time


def types(frame: pd.DataFrame) -> list[object]:
    """Return the types of the columns; for texts the possible values, in their order."""
    return [getattr(kind, "categories", pd.Index([kind])).tolist() for kind in frame.dtypes]
