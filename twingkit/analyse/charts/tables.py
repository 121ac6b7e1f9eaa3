"""The rows of a frame for a figure, checked before drawing.

A figure takes a DataFrame of pandas or polars or, without either, the same rows as mappings or attrs values.
Its errors name the function, the column, and what was expected.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from math import isfinite
from typing import Any

import attrs

from twingkit.analyse.charts.wording import FigureErrorText, has_figure_sentence
from twingkit.core.messages import Fault
from twingkit.core.variants.switches import NearestName

Row = Mapping[str, Any]

SHARE_COLUMNS = frozenset({"win", "tie", "loss", "chance", "share", "fair_share"})
"""The columns that hold shares, 0 to 1."""

SHARE_TOLERANCE = 1e-6
"""The distance by which a computed share may lie outside 0 to 1."""


@attrs.frozen
class FigureTable:
    """A data table for the figure `figure_name`, with checked columns and without refused rows; `attrs` are
    those of the original frame.
    """

    figure_name: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    attrs: Mapping[str, Any] = attrs.field(factory=dict)
    rows_left_out: int = 0

    @classmethod
    def from_frame(
        cls,
        frame: object,
        figure_name: str,
        number_columns: Sequence[str] = (),
        text_columns: Sequence[str] = (),
        exclusion_column: str = "refused",
    ) -> FigureTable:
        """Return the rows of `frame`, with checked columns of numbers and of texts.

        A named index counts as a column. Other columns are kept as they are. Rows with a text in the column
        `exclusion_column` are left out. Raises `Fault` if something is wrong.
        """
        columns, all_rows, attributes = _read(frame, figure_name)
        left_out = frame.rows_left_out if isinstance(frame, FigureTable) else 0
        rows = tuple(row for row in all_rows if not exclusion_column or not row.get(exclusion_column))
        expected = (*text_columns, *number_columns)
        for column in expected:
            if column not in columns:
                listed = ", ".join(columns) or "–"
                raise Fault(
                    "charts.column",
                    function=f"charts.{figure_name}",
                    column=column,
                    expected=column_meaning_in_fault(column),
                    found=listed,
                )
        if not rows and expected:
            raise Fault("charts.empty", function=f"charts.{figure_name}", columns=", ".join(expected))
        table = cls(figure_name, columns, rows, attributes, left_out + len(all_rows) - len(rows))
        for index, row in enumerate(rows):
            for column in number_columns:
                table.checked_number(index, column, row[column])
        return table

    def has_columns(self, *columns: str) -> bool:
        """True if the frame has all these columns."""
        return all(column in self.columns for column in columns)

    def fault(self, key: str, **facts: Any) -> Fault:
        """Return a fault that names the function of the figure."""
        return Fault(key, function=f"charts.{self.figure_name}", **facts)

    def with_columns(
        self, cell_by_column: Mapping[str, Callable[[Row], Any]], attributes: Mapping[str, Any] | None = None
    ) -> FigureTable:
        """Return the table with columns computed from its rows, and with further `attrs`."""
        rows = tuple(
            {**row, **{name: cell_of(row) for name, cell_of in cell_by_column.items()}} for row in self.rows
        )
        columns = tuple(dict.fromkeys((*self.columns, *cell_by_column)))
        return attrs.evolve(self, columns=columns, rows=rows, attrs={**self.attrs, **(attributes or {})})

    @property
    def variant(self) -> str:
        """The variant under which the numbers hold, from the frame's `attrs`; "" for the box."""
        return self.attr_text("variant")

    @property
    def position(self) -> str:
        """The position that the frame is about, from its `attrs`; "" if it is about several."""
        return self.attr_text("position") or self.attr_text("battle")

    def checked_number(self, row_index: int, column: str, value: Any) -> float:  # any cell
        """Return the number in a cell. Raises `Fault` if it is not a number, or is a share outside 0 to 1."""
        try:
            number = float(value)
        except (TypeError, ValueError):
            number = float("nan")
        outside = column in SHARE_COLUMNS and not -SHARE_TOLERANCE <= number <= 1 + SHARE_TOLERANCE
        if not isfinite(number) or outside:
            raise self.fault(
                "charts.value",
                column=column,
                row=row_index + 1,
                found=str(value)[:40],
                expected=column_meaning_in_fault(column),
            )
        return min(max(number, 0.0), 1.0) if column in SHARE_COLUMNS else number

    def cell_number(self, row: Row, column: str, missing: float = 0.0) -> float:
        """Return the number of a row in a column; `missing` if there is none."""
        value = row.get(column)
        if value is None or value != value or value == "":
            return missing
        return self.checked_number(self.rows.index(row), column, value)

    def first_text(self, row: Row, *columns: str) -> str:
        """Return the first non-empty value of these columns as text (lists joined by spaces), else ""."""
        for column in columns:
            value = row.get(column)
            if isinstance(value, (list, tuple)):  # such as ids of rules
                value = " ".join(map(str, value))
            if value is not None and value == value and str(value) != "":
                return str(value)
        return ""

    def points_by_series(self, x: str, y: str, *name_columns: str) -> dict[str, dict[float, float]]:
        """Return for each series its numbers in column `y` by those in column `x`, ascending; a series is
        named by the first non-empty value of `name_columns`.
        """
        series: dict[str, dict[float, float]] = {}
        for row in self.rows:
            series.setdefault(self.first_text(row, *name_columns), {})[float(row[x])] = float(row[y])
        return {name: dict(sorted(points.items())) for name, points in series.items()}

    def attr_text(self, name: str, default: str = "") -> str:
        """Return a text from the frame's `attrs`."""
        value = self.attrs.get(name)
        return default if value is None else str(value)


Axes = dict[str, str | None]
"""The column for each place of a figure: an axis, the colour, the panels."""


def sweep_parameters(table: FigureTable) -> tuple[str, ...]:
    """Return the names of the parameters that a sweep varies; empty if the table is not from a sweep."""
    return tuple(map(str, table.attrs.get("parameters") or ())) if "template" in table.attrs else ()


def assign_axes(table: FigureTable, default_columns: Mapping[str, str], chosen_axes: Axes) -> Axes:
    """Return the column for each axis of a figure: the one in `chosen_axes` if given, otherwise the next
    parameter that a sweep varies.

    `default_columns` are the places in the order in which a sweep fills them, each with the column that it
    has in any other table. `chosen_axes` are the named columns, with `facet` for the panels. One name that is
    left when all places are named is the `facet`. Raises `Fault` for a missing column, and if the names of a
    sweep could be placed in several ways.
    """
    chosen = {place: column for place, column in chosen_axes.items() if column is not None}
    for column in chosen.values():
        check_column(table, column)
    names = [name for name in sweep_parameters(table) if table.has_columns(name)]
    free = [place for place in default_columns if place not in chosen]
    own = all(table.has_columns(default_columns[place]) for place in free)
    left = [name for name in names if name not in chosen.values()]
    if len(left) > len(free):  # without those that have only one value left
        left = [name for name in left if len({str(row.get(name)) for row in table.rows}) > 1]
    if names and not (own and free):
        if len(left) == 1 and not free and "facet" not in chosen:
            chosen["facet"] = left.pop()
        if len(left) > len(free):
            _refuse_axes(table, left, [*default_columns, "facet"])
        chosen |= dict(zip(free[len(free) - len(left) :], left, strict=True))
    return {place: chosen.get(place, default_columns.get(place)) for place in (*default_columns, "facet")}


def check_column(table: FigureTable, column: str) -> None:
    """Raise `Fault` if the table lacks a column."""
    if not table.has_columns(column):
        raise table.fault(
            "charts.no_column",
            column=column,
            near=NearestName(column, table.columns),
            found=", ".join(table.columns) or "–",
        )


def _refuse_axes(table: FigureTable, names: Sequence[str], places: Sequence[str]) -> None:
    varied = [name for name in sweep_parameters(table) if len({str(row.get(name)) for row in table.rows}) > 1]
    one = names[-1]
    example = next(row[one] for row in table.rows if one in row)
    named = ", ".join(f"{place}={name!r}" for place, name in zip(places, varied, strict=False))
    raise table.fault(
        "charts.axes", axes=", ".join(varied),
        places=", ".join(f"{place}=" for place in places), named=named,
        example=f"frame[frame[{one!r}] == {example!r}]",
    )  # fmt: skip


def with_axis_columns(
    table: FigureTable, column_by_axis: Mapping[str, str], figure_column_by_axis: Mapping[str, str]
) -> FigureTable:
    """Return the table with the columns chosen for its axes copied to the names that the figure expects
    (`figure_column_by_axis`).

    An axis is labelled by the name of its column, and the title is the template of a sweep.
    """
    named = {
        figure_column_by_axis[place]: column
        for place, column in column_by_axis.items()
        if figure_column_by_axis[place] != column
    }
    cells = {column: partial(_cell, name) for column, name in named.items()}
    labels = {f"{column}_label": name for column, name in named.items() if column != "series"}
    title = {"title": table.attrs["template"]} if table.attrs.get("template") else {}
    return table.with_columns(cells, {**title, **labels, **table.attrs})


def _cell(column: str, row: Row) -> Any:
    return row.get(column)


def check_no_overlap(
    table: FigureTable, position_columns: Sequence[str], number_columns: Collection[str]
) -> None:
    """Raise `Fault` for rows that a figure would draw at the same place, one over the other.

    `position_columns` are the columns that determine where a row is drawn, `number_columns` its columns of
    numbers. Rows with equal numbers hide nothing and may share a place.
    """
    groups: dict[tuple[str, ...], list[Row]] = {}
    for row in table.rows:
        groups.setdefault(tuple(str(row.get(column, "")) for column in position_columns), []).append(row)
    for key, rows in groups.items():
        differing = [
            column for column in table.columns
            if column not in position_columns and len({str(row.get(column)) for row in rows}) > 1
        ]  # fmt: skip
        if not any(column in number_columns for column in differing):
            continue
        telling = [column for column in differing if column not in number_columns]
        raise table.fault(
            "charts.several" if telling else "charts.twice",
            found=len(rows),
            place=", ".join(
                f"{column} = {value}" for column, value in zip(position_columns, key, strict=True) if value
            ),
            columns=", ".join(telling or differing),
        )


def column_meaning_in_fault(column: str) -> object:
    """Return the sentence that explains a column in error messages; a general one if the column has none."""
    return (
        FigureErrorText(f"column.{column}")
        if has_figure_sentence(f"column.{column}")
        else FigureErrorText("column.other")
    )


def _read(frame: Any, function: str) -> tuple[tuple[str, ...], tuple[Row, ...], Mapping[str, Any]]:
    if isinstance(frame, FigureTable):
        return frame.columns, frame.rows, frame.attrs
    if hasattr(frame, "to_dicts"):  # polars
        return _read(frame.to_dicts(), function)
    if hasattr(frame, "to_dict") and hasattr(frame, "columns"):
        index = frame.index
        named = frame.reset_index() if any(name is not None for name in index.names) else frame
        columns = tuple(str(name) for name in named.columns)
        records = [dict(zip(columns, row.values(), strict=True)) for row in named.to_dict("records")]
        return columns, tuple(records), dict(frame.attrs)
    if all(hasattr(frame, name) for name in ("win", "tie", "loss")):  # `Odds`
        chances = {name: getattr(frame, name) for name in ("win", "tie", "loss")}
        return tuple(chances), (chances,), {}
    if callable(getattr(frame, "frame", None)):
        return _read(frame.frame(), function)
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
