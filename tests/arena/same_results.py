"""Whether two runs have the same results: what tests of the arena ask again and again."""

from __future__ import annotations

import pandas as pd

from twingkit.analyse.arena import Results
from twingkit.analyse.arena.runs import TABLES
from twingkit.analyse.arena.tallies import TIME_COLUMN


def repeatable(results: Results, table: str) -> pd.DataFrame:
    """A table without the column that another run does not repeat."""
    frame: pd.DataFrame = getattr(results, table)
    return frame.drop(columns=TIME_COLUMN, errors="ignore")


def same(one: Results, other: Results) -> None:
    """The tables of both are the same in every value and type, but for the time that games took."""
    for table in TABLES:
        mine, theirs = repeatable(one, table), repeatable(other, table)
        if not mine.equals(theirs) or types(mine) != types(theirs):
            pd.testing.assert_frame_equal(mine, theirs)  # which says where, and takes its time


def types(frame: pd.DataFrame) -> list[object]:
    """The types of its columns; of texts those that there can be, in their order."""
    return [getattr(kind, "categories", pd.Index([kind])).tolist() for kind in frame.dtypes]
