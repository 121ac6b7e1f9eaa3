"""The quantity that a figure draws: how its numbers are written, and what it is called."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import partial
from math import floor, isfinite, log10
from typing import Literal

import attrs

from twingkit.analyse.charts.tables import (
    SHARE_COLUMNS,
    SHARE_TOLERANCE,
    FigureTable,
    Row,
    check_column,
    column_meaning_in_fault,
)
from twingkit.analyse.charts.wording import capitalize_first, format_points, has_figure_sentence, say
from twingkit.core.words import format_number, format_percent, percent_sign

QuantityKind = Literal["share", "points", "number"]
"""A share (0 to 1) is written in percent, a difference of shares in percentage points."""

POINTS = re.compile(r"edge(_.*)?|(win|tie|loss|share|chance)_change(_.*)?|change")
"""The names of columns with differences of shares."""

_MAX_DECIMALS = 9
"""The maximum number of decimals of very small numbers."""

SHARES = re.compile(rf"({'|'.join(sorted(SHARE_COLUMNS))})_(before|best|low|high)")
"""The names of further columns with shares."""

VALUE_COLUMNS = ("win", "edge", "chance", "share", "value")
"""The columns that `heat_map` and `curves` draw by default; the first one in the frame is used."""

_MAX_TITLE_CHARACTERS = 70
"""The maximum length of a column's meaning that is used as a title."""


@attrs.frozen
class Quantity:
    """A column of numbers and its number format: share, percentage points, or plain number.

    >>> [Quantity("win", "share").text(0.25), Quantity("edge", "points").text(0.25)]
    ['25.0%', '+25.0']
    """

    column: str
    kind: QuantityKind
    digits: int = 1

    @property
    def factor(self) -> float:
        """The number by which values are multiplied on an axis: shares are drawn in percent."""
        return 1.0 if self.kind == "number" else 100.0

    @property
    def unit(self) -> str:
        """The unit after the numbers of an axis."""
        return percent_sign() if self.kind == "share" else ""

    def titled(self, title: str) -> str:
        """Return a title with the unit of the quantity."""
        said = {"share": "heat.in_percent", "points": "heat.in_points", "number": "heat.in_numbers"}
        return say(said[self.kind], title=title)

    def text(self, value: float, digits: int | None = None) -> str:
        """Return a value as text; `digits` for shares and differences only."""
        if self.kind == "number":
            return format_number(value, self.digits)
        places = self.digits if digits is None else digits
        return format_percent(value, places) if self.kind == "share" else format_points(value, places)


def column_number_format(column: str, values: Iterable[float]) -> Quantity:
    """Return the number format of a column, based on its name and its values.

    Known columns, such as `win` and `edge`, are shares and differences of shares; so is the `value` of a
    sweep if all are from 0 to 1. Everything else is a number.
    """
    numbers = [float(value) for value in values]
    if column in SHARE_COLUMNS or SHARES.fullmatch(column):
        return Quantity(column, "share")
    if POINTS.fullmatch(column) and all(abs(number) <= 2 + SHARE_TOLERANCE for number in numbers):
        return Quantity(column, "points")
    if column == "value" and all(-SHARE_TOLERANCE <= number <= 1 + SHARE_TOLERANCE for number in numbers):
        return Quantity(column, "share")
    most = max(map(abs, numbers), default=0.0)
    whole = all(number.is_integer() for number in numbers)
    return Quantity(column, "number", 0 if whole else 2 if 1 <= most < 10 else needed_decimal_count(numbers))


def needed_decimal_count(numbers: Iterable[float]) -> int:
    """Return how many decimals to print for these numbers, based on the largest one: 0 from 1000, otherwise
    at least 1.

    >>> [needed_decimal_count(numbers) for numbers in ([2500.0, 1.0], [44.5], [0.5], [0.034, 0.01])]
    [0, 1, 2, 3]
    """
    most = max(map(abs, numbers), default=0.0)
    if most >= 1000:
        return 0
    return min(1 - floor(log10(most)), _MAX_DECIMALS) if 0 < most < 1 else 1


def column_numbers(table: FigureTable, column: str) -> list[float]:
    """Return the numbers of a column. Raises `Fault` if it is missing or one is not a number."""
    checked = FigureTable.from_frame(table, table.figure_name, (column,))
    return [float(row[column]) for row in checked.rows]


def choose_value_column(table: FigureTable, value: str | None, default_columns: Sequence[str]) -> str:
    """Return the column to draw: `value`, or the column that `attrs["value"]` names, or the first of
    `default_columns` that the table has.
    """
    if value is not None:
        check_column(table, value)
        column_numbers(table, value)
        return value
    columns = (table.attr_text("value"), *default_columns)
    return next((name for name in columns if name and table.has_columns(name)), default_columns[0])


_QUANTITY_ATTR = "drawn_quantity"
"""The key in the `attrs` of a table for the quantity that its figure draws."""


def with_quantity(table: FigureTable, column: str) -> FigureTable:
    """Return the table with a column marked as the quantity to draw; its number format is stored in
    `attrs`.
    """
    drawn = column_number_format(column, [float(row[column]) for row in table.rows])
    return table.with_columns({}, {_QUANTITY_ATTR: drawn})


def drawn_quantity(table: FigureTable) -> Quantity:
    """Return the quantity that a figure draws, with its number format, as `with_quantity` has stored it in
    the table.
    """
    drawn: Quantity = table.attrs[_QUANTITY_ATTR]
    return drawn


def with_replaced_column(
    table: FigureTable,
    source: str | None,
    column: str,
    bounds: Sequence[str] = (),
    kind: QuantityKind = "number",
) -> FigureTable:
    """Return the table with the values of column `source`, and its interval columns, in place of those of the
    figure's default `column`.

    Without a `source` the table stays as it is. The bounds are the columns `…_low` and `…_high`; without
    them the interval is the value itself. Raises `Fault` if the column is missing, or holds something else
    than the `kind` of quantity that the figure draws.
    """
    if source is None or source == column:
        return table
    check_column(table, source)
    for at, number in enumerate(column_numbers(table, source)):
        if kind != "number" and not _fits(number, kind):
            raise table.fault(
                "charts.value",
                column=source,
                row=at + 1,
                found=str(table.rows[at][source])[:40],
                expected=column_meaning_in_fault("chance" if kind == "share" else "change"),
            )
    ends = {bound: partial(_bound, source, f"{source}_{bound}") for bound in bounds}
    about = {"value_label": column_title(table, source), **table.attrs}
    return table.with_columns({column: lambda row: row[source], **ends}, about)


def _fits(number: float, kind: QuantityKind) -> bool:
    least = 0.0 if kind == "share" else -1.0
    return isfinite(number) and least - SHARE_TOLERANCE <= number <= 1 + SHARE_TOLERANCE


def _bound(value: str, column: str, row: Row) -> object:
    """Return a row's cell in the column of a bound; if the cell is missing, the row's cell in the column
    `value`.
    """
    bound = row.get(column)
    return row[value] if bound is None or bound != bound else bound


def column_label(table: FigureTable, column: str) -> str:
    """Return the short label of a column: the frame's own label, else the standard label of the figures, else
    the column name in words.
    """
    if table.attr_text(f"{column}_label"):
        return table.attr_text(f"{column}_label")
    key = f"quantity.{column}"
    return say(key) if has_figure_sentence(key) else column.replace("_", " ")


def column_title(table: FigureTable, column: str) -> str:
    """Return the name of a column for a title: its meaning in `attrs["columns"]` if that is short, else its
    label.
    """
    meanings = table.attrs.get("columns")
    meaning = str(meanings.get(column, "")) if isinstance(meanings, dict) else ""
    if has_figure_sentence(f"quantity.{column}") or not 0 < len(meaning) <= _MAX_TITLE_CHARACTERS:
        meaning = column_label(table, column)
    return capitalize_first(meaning)
