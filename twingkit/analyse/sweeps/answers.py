"""Convert the result of any analysis to rows of plain cells: numbers, texts, True and False."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from numbers import Integral, Real
from typing import Any

from twingkit.core.tables.row_table import as_frame, cells_by_column, is_dataframe, with_index_as_columns
from twingkit.odds.distribution import Distribution

PlainCell = int | float | bool | str | None
"""A cell of a table with one value."""

Cell = PlainCell | list[PlainCell]
"""A cell of a table; a list, such as ids of rules, stays one."""

Row = dict[str, Cell]

RowsAndMeanings = tuple[list[Row], dict[str, str]]
"""The rows of a result, and the meanings of their columns as far as they are known."""


def rows_of(answer: Any) -> list[Row]:  # any result of an analysis
    """Convert any result of an analysis (frame, list, odds, distribution, number) to a list of rows.

    A frame, or anything with `.frame()`, gives its own rows; a list gives the rows of its entries; odds give
    a row with a column for each chance, a distribution rows with `outcome` and `chance`; anything else gives
    one row with a `value`.

    >>> from fractions import Fraction
    >>> rows_of(Fraction(1, 4)), rows_of(Distribution({0: 0.5, 1: 0.5}))[1]
    ([{'value': 0.25}], {'outcome': 1, 'chance': 0.5})
    """
    if isinstance(answer, Distribution):
        return [{"outcome": outcome, "chance": chance} for outcome, chance in answer.items()]
    answer = as_frame(answer)
    if is_dataframe(answer):
        return [_row(row) for row in with_index_as_columns(answer).to_dict("records")]
    if isinstance(getattr(answer, "chances", None), Mapping):
        return [_row(answer.chances)]
    if (cells := cells_by_column(answer)) is not None:
        return [_row(cells)]
    if isinstance(answer, Iterable) and not isinstance(answer, (str, bytes)):
        return [row for entry in answer for row in rows_of(entry)]
    return [{"value": to_cell(answer)}]


def meaning_by_column(answer: object) -> dict[str, str]:
    """Return the meaning of each column of an analysis result, by column name; {} if the result has none."""
    attributes = getattr(as_frame(answer), "attrs", {})
    texts = attributes.get("columns", {}) if isinstance(attributes, Mapping) else {}
    return {str(column): str(text) for column, text in texts.items()} if isinstance(texts, Mapping) else {}


def _row(cells: Mapping[object, object]) -> Row:  # column names of any type
    return {
        str(name).lstrip("_"): [to_cell(entry) for entry in value]
        if isinstance(value, (list, tuple))
        else to_cell(value)
        for name, value in cells.items()
        if not callable(value)
    }


def to_cell(value: object) -> PlainCell:
    """Convert a value to a cell: whole and other numbers, texts, True and False; anything else becomes its
    text.
    """
    if value is None or isinstance(value, (bool, str)):
        return value
    if type(value).__name__ == "bool_":
        return bool(value)
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Real):  # includes fractions
        return float(value)
    return str(value)
