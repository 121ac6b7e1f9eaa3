"""Results as tables with explained columns, in any game."""

from __future__ import annotations

import html
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any, TypeVar

from twingkit.core.arguments import LANGUAGE, require_valid_argument
from twingkit.core.arguments.checking import check_arguments
from twingkit.core.language import language, localized
from twingkit.core.tables.column_meanings import add_column_meanings
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.core.tables.row_table import frame_from_rows

RowT = TypeVar("RowT")

CellMakers = Mapping[str, Callable[[RowT], object]]
"""The columns of a table, each with the function that computes its cell from a row."""


def explained_frame(
    rows: Iterable[RowT], cells: CellMakers[RowT], table_path: str, **facts: object
) -> DataFrame:
    """Return a DataFrame of `rows`, one column for each function in `cells`, with column meanings in
    `attrs["columns"]`; needs pandas.

    `table_path` is the package and the name under which its `tables.toml` lists the columns, `facts` are
    further `attrs`, such as `title` and the parameters of the analysis. Raises `Fault` for an unknown
    language.

    >>> from twingkit.core.language import call_in_language
    >>> cells = {"margin": len}
    >>> frame = call_in_language("de", explained_frame, ["a", "bc"], cells, "twingkit.twing.margins")
    >>> frame["margin"].tolist(), frame.attrs["columns"]
    ([1, 2], {'margin': 'die Punkte des Angreifers minus die des Verteidigers'})
    """
    require_valid_argument("lang", language(), LANGUAGE)
    values = [{name: cell(row) for name, cell in cells.items()} for row in rows]
    frame = frame_from_rows(values, list(cells))
    package, _, name = table_path.rpartition(".")
    add_column_meanings(frame, package, name, **facts)
    return frame


def format_fraction(chance: Fraction) -> str:
    """Return a fraction as an exact text: `17/18`.

    >>> format_fraction(Fraction(17, 18))
    '17/18'
    """
    return f"{chance.numerator}/{chance.denominator}"


Rows = list[tuple[str, str]]
"""Pairs of a label and a number, in one language."""


class ResultTable(ABC):
    """A base class for results that print as a small table of names and values: `print(result)`,
    `result.text("de")`.

    >>> class Two(ResultTable):
    ...     def rows(self) -> Rows:
    ...         return [("wins", "50%"), ("resources", "3.5")]
    >>> print(Two())
    wins       50%
    resources  3.5
    """

    __slots__ = ()

    @abstractmethod
    def rows(self) -> Rows:
        """Return the rows of the table."""

    @check_arguments()
    @localized
    def text(self, lang: str | None = None) -> str:
        """Return the table as lines of text."""
        rows = self.rows()
        wide = max(len(name) for name, _ in rows)
        return "\n".join(f"{name:{wide}}  {number}" for name, number in rows)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return self.text()

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:  # IPython is untyped
        printer.text(type(self).__name__ if cycle else self.text())

    def _repr_html_(self) -> str:
        body = "".join(
            f"<tr><th style='text-align:left'>{html.escape(name)}</th><td>{html.escape(number)}</td></tr>"
            for name, number in self.rows()
        )
        return f"<table>{body}</table>"
