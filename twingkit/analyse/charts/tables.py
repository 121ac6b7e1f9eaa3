"""The rows of a frame for a figure, checked before drawing.

A figure takes a DataFrame or, without pandas, the same rows as mappings or attrs values. Its errors name the
function, the column, and what was expected.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from math import isfinite
from typing import Any

import attrs

from twingkit.analyse.charts.wording import error_word, has_sentence
from twingkit.core.messages import Fault

Row = Mapping[str, Any]

SHARE_COLUMNS = frozenset({"win", "tie", "loss", "chance", "share"})
"""The columns that hold shares, 0 to 1."""

SHARE_TOLERANCE = 1e-6
"""The distance by which a computed share may lie outside 0 to 1."""


@attrs.frozen
class FigureTable:
    """The checked rows of a frame for the figure `figure_name`; `attrs` are those of the frame."""

    figure_name: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    attrs: Mapping[str, Any] = attrs.field(factory=dict)
    rows_left_out: int = 0

    @classmethod
    def from_frame(
        cls,
        frame: object,
        function: str,
        numbers: Sequence[str] = (),
        texts: Sequence[str] = (),
        but: str = "",
    ) -> FigureTable:
        """Return the rows of `frame`, with checked columns of numbers and of texts.

        A named index counts as a column. Other columns are kept as they are. Rows with a text in the column
        `but` are left out. Raises `Fault` if something is wrong.
        """
        columns, all_rows, attributes = _read(frame, function)
        rows = tuple(row for row in all_rows if not but or not row.get(but))
        expected = (*texts, *numbers)
        for column in expected:
            if column not in columns:
                listed = ", ".join(columns) or "–"
                raise Fault(
                    "charts.column",
                    function=f"charts.{function}",
                    column=column,
                    expected=column_meaning(column),
                    found=listed,
                )
        if not rows:
            raise Fault("charts.empty", function=f"charts.{function}", columns=", ".join(expected))
        table = cls(function, columns, rows, attributes, len(all_rows) - len(rows))
        for index, row in enumerate(rows):
            for column in numbers:
                table.checked_number(index, column, row[column])
        return table

    def has_columns(self, *columns: str) -> bool:
        """True if the frame has all these columns."""
        return all(column in self.columns for column in columns)

    @property
    def variant(self) -> str:
        """The variant under which the numbers hold, from the frame's `attrs`; "" for the box."""
        return self.attr_text("variant")

    def checked_number(self, at: int, column: str, value: Any) -> float:  # any cell
        """Return the number in a cell. Raises `Fault` if it is not a number, or is a share outside 0 to 1."""
        try:
            number = float(value)
        except (TypeError, ValueError):
            number = float("nan")
        outside = column in SHARE_COLUMNS and not -SHARE_TOLERANCE <= number <= 1 + SHARE_TOLERANCE
        if not isfinite(number) or outside:
            raise Fault(
                "charts.value",
                function=f"charts.{self.figure_name}",
                column=column,
                row=at + 1,
                found=str(value)[:40],
                expected=column_meaning(column),
            )
        return min(max(number, 0.0), 1.0) if column in SHARE_COLUMNS else number

    def cell_number(self, row: Row, column: str, missing: float = 0.0) -> float:
        """Return the number of a row in a column; `missing` if there is none."""
        value = row.get(column)
        if value is None or value != value or value == "":
            return missing
        return self.checked_number(self.rows.index(row), column, value)

    def first_text(self, row: Row, *columns: str) -> str:
        """Return the first non-empty text in these columns."""
        for column in columns:
            value = row.get(column)
            if value is not None and value == value and str(value) != "":
                return str(value)
        return ""

    def attr_text(self, name: str, default: str = "") -> str:
        """Return a text from the frame's `attrs`."""
        value = self.attrs.get(name)
        return default if value is None else str(value)


def sweep_as_table(table: FigureTable, *columns: str) -> FigureTable:
    """Return a sweep's table with its axes renamed to these columns, in order; any other table unchanged.

    The axes are labelled by their names, and the title is the line of the sweep.
    """
    axes = varying_axes(table, len(columns))
    if len(axes) != len(columns) or table.has_columns(*columns) or not table.has_columns(*axes):
        return table
    named = dict(zip(columns, axes, strict=True))
    rows = tuple({**row, **{column: row[axis] for column, axis in named.items()}} for row in table.rows)
    about = {
        "title": table.attrs.get("line") or "",
        **{f"{column}_label": axis for column, axis in named.items()},
    }
    return FigureTable(table.figure_name, (*table.columns, *columns), rows, {**about, **table.attrs})


def varying_axes(table: FigureTable, count: int) -> tuple[str, ...]:
    """Return the names that a sweep varies; if there are more than `count`, only those with several values in
    this frame.
    """
    axes = tuple(map(str, table.attrs.get("axes", ())))
    if len(axes) <= count:
        return axes
    return tuple(axis for axis in axes if len({str(row.get(axis)) for row in table.rows}) > 1)


def check_axes(table: FigureTable, count: int) -> None:
    """Raise `Fault` for a sweep that varies more names than the figure has axes, unless its rows have the
    figure's own columns.
    """
    axes = varying_axes(table, count)
    if len(axes) > count and not table.has_columns("x"):
        one = axes[-1]
        example = next(row[one] for row in table.rows if one in row)
        raise Fault(
            "charts.axes", function=f"charts.{table.figure_name}", most=count, axes=", ".join(axes),
            example=f"frame[frame[{one!r}] == {example!r}]",
        )  # fmt: skip


def check_distinct(table: FigureTable, place: Sequence[str], drawn: Collection[str]) -> None:
    """Raise `Fault` for rows that a figure would draw at the same place, one over the other.

    `place` are the columns that determine where a row is drawn, `drawn` its columns of numbers. Rows with
    equal numbers hide nothing and may share a place.
    """
    groups: dict[tuple[str, ...], list[Row]] = {}
    for row in table.rows:
        groups.setdefault(tuple(str(row.get(column, "")) for column in place), []).append(row)
    for key, rows in groups.items():
        differing = [
            column for column in table.columns
            if column not in place and len({str(row.get(column)) for row in rows}) > 1
        ]  # fmt: skip
        if not any(column in drawn for column in differing):
            continue
        telling = [column for column in differing if column not in drawn]
        raise Fault(
            "charts.several" if telling else "charts.twice",
            function=f"charts.{table.figure_name}",
            found=len(rows),
            place=", ".join(f"{column} = {value}" for column, value in zip(place, key, strict=True) if value),
            columns=", ".join(telling or differing),
        )


def column_meaning(column: str) -> object:
    """Return the meaning of a column for an error message."""
    return error_word(f"column.{column}") if has_sentence(f"column.{column}") else error_word("column.other")


def _read(frame: Any, function: str) -> tuple[tuple[str, ...], tuple[Row, ...], Mapping[str, Any]]:
    if isinstance(frame, FigureTable):
        return frame.columns, frame.rows, frame.attrs
    if hasattr(frame, "to_dict") and hasattr(frame, "columns"):
        index = frame.index
        named = frame.reset_index() if any(name is not None for name in index.names) else frame
        columns = tuple(str(name) for name in named.columns)
        records = [dict(zip(columns, row.values(), strict=True)) for row in named.to_dict("records")]
        return columns, tuple(records), dict(frame.attrs)
    if all(hasattr(frame, name) for name in ("win", "tie", "loss")):  # `Odds`
        chances = {name: getattr(frame, name) for name in ("win", "tie", "loss")}
        return tuple(chances), (chances,), {}
    if isinstance(frame, Iterable) and not isinstance(frame, (str, bytes, Mapping)):
        rows = [_row(entry, function) for entry in frame]
        return tuple(dict.fromkeys(name for row in rows for name in row)), tuple(rows), {}
    raise Fault("charts.frame", function=f"charts.{function}", found=type(frame).__name__)


def _row(entry: object, function: str) -> Row:
    if isinstance(entry, Mapping):
        return {str(name): value for name, value in entry.items()}
    if hasattr(entry, "_asdict"):
        return dict(entry._asdict())
    kind: type = type(entry)
    if attrs.has(kind):
        return {field.name: getattr(entry, field.name) for field in attrs.fields(kind)}
    raise Fault("charts.frame", function=f"charts.{function}", found=type(entry).__name__)
