"""Answers as tables whose columns are explained, in any game: `.frame()` of whatever an analysis returns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import attrs

from twingkit.reports.row_table import row_table

if TYPE_CHECKING:
    import pandas as pd

RowT = TypeVar("RowT")


@attrs.frozen
class Column(Generic[RowT]):
    """A column of a table: the meaning of its cells, and the cell of a row."""

    meaning: str
    cell: Callable[[RowT], object]


def told_frame(
    rows: Iterable[RowT], columns: Mapping[str, Column[RowT]], **facts: Any
) -> pd.DataFrame:
    """The rows as a table whose `attrs["columns"]` explain its columns; needs pandas.

    >>> frame = told_frame(["a", "bc"], {"n": Column("the number of letters", len)}, lang="en")
    >>> frame["n"].tolist(), frame.attrs["columns"]
    ([1, 2], {'n': 'the number of letters'})
    """
    cells = [{name: column.cell(row) for name, column in columns.items()} for row in rows]
    meanings = {name: column.meaning for name, column in columns.items()}
    return _framed(cells, meanings, facts)


def _framed(
    cells: list[dict[str, object]], meanings: dict[str, str], facts: Mapping[str, object]
) -> pd.DataFrame:
    frame = row_table(cells, list(meanings), **facts)
    frame.attrs["columns"] = meanings
    return frame


class Framed(list[RowT]):
    """The rows of an answer: a list, with `.frame()`.

    >>> rows = Framed(["a", "bc"], {"n": Column("the number of letters", len)})
    >>> rows, len(rows.frame())
    (['a', 'bc'], 2)
    """

    def __init__(self, rows: Iterable[RowT], columns: Mapping[str, Column[RowT]], **facts: Any) -> None:
        super().__init__(rows)
        self._columns, self._facts = columns, facts

    def frame(self) -> pd.DataFrame:
        """The rows as a table; `attrs["columns"]` explains its columns. Needs pandas."""
        return told_frame(self, self._columns, **self._facts)


def exactly(chance: Fraction) -> str:
    """A fraction as a cell beside the number that it is: `17/18`.

    >>> exactly(Fraction(17, 18))
    '17/18'
    """
    return f"{chance.numerator}/{chance.denominator}"
