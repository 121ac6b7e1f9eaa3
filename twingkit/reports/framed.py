"""Answers as tables whose columns are explained, in any game: `.frame()` of whatever an analysis returns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

from twingkit.reports.explained import told
from twingkit.reports.row_table import row_table

if TYPE_CHECKING:
    import pandas as pd

RowT = TypeVar("RowT")

Cells = Mapping[str, Callable[[RowT], object]]
"""The columns of a table: what makes the cell of a row."""


def told_frame(
    rows: Iterable[RowT], cells: Cells[RowT], table: str, lang: str = "en", **facts: Any
) -> pd.DataFrame:
    """The rows as a table whose `attrs["columns"]` explain its columns; needs pandas.

    `table` is the package with the name under which its `tables.toml` lists the columns.

    >>> cells = {"margin": len}
    >>> frame = told_frame(["a", "bc"], cells, "twingkit.twing.margins", lang="de")
    >>> frame["margin"].tolist(), frame.attrs["columns"]
    ([1, 2], {'margin': 'die Punkte des Angreifers minus die des Verteidigers'})
    """
    values = [{name: cell(row) for name, cell in cells.items()} for row in rows]
    frame = row_table(values, list(cells), **facts)
    package, _, name = table.rpartition(".")
    told(frame, package, name, lang)
    return frame


class Framed(list[RowT]):
    """The rows of an answer: a list, with `.frame()`.

    >>> rows = Framed(["a", "bc"], {"margin": len}, "twingkit.twing.margins")
    >>> rows, len(rows.frame())
    (['a', 'bc'], 2)
    """

    def __init__(self, rows: Iterable[RowT], cells: Cells[RowT], table: str, **facts: Any) -> None:
        super().__init__(rows)
        self._cells, self._table, self._facts = cells, table, facts

    def frame(self, lang: str = "en") -> pd.DataFrame:
        """The rows as a table; `attrs["columns"]` explains its columns. Needs pandas."""
        return told_frame(self, self._cells, self._table, lang, **self._facts)


def exactly(chance: Fraction) -> str:
    """A fraction as a cell beside the number that it is: `17/18`.

    >>> exactly(Fraction(17, 18))
    '17/18'
    """
    return f"{chance.numerator}/{chance.denominator}"
