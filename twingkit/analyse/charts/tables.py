"""The rows of a frame for a figure, checked before drawing, and the quantity that the figure draws.

A figure takes a DataFrame of pandas or polars or, without either, the same rows as mappings or attrs values.
Its errors name the function, the column, and what was expected.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from math import floor, isfinite, log10
from typing import Any, Literal

import attrs

from twingkit.analyse.charts import wording
from twingkit.core.messages import Fault
from twingkit.core.near_names import NearestName
from twingkit.core.tables.row_table import cells_by_column, with_index_as_columns
from twingkit.core.words import format_number, format_percent, percent_sign

Row = Mapping[str, Any]

SHARE_COLUMNS = frozenset({"win", "tie", "loss", "chance", "share", "fair_share"})
"""The columns that hold shares, 0 to 1."""

ROUNDING_TOLERANCE = 1e-9
"""The size up to which a number is a rounding error."""

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
        wording.FigureErrorText(f"column.{column}")
        if wording.has_figure_sentence(f"column.{column}")
        else wording.FigureErrorText("column.other")
    )


def _read(frame: Any, function: str) -> tuple[tuple[str, ...], tuple[Row, ...], Mapping[str, Any]]:
    if isinstance(frame, FigureTable):
        return frame.columns, frame.rows, frame.attrs
    if hasattr(frame, "to_dicts"):  # polars
        return _read(frame.to_dicts(), function)
    if hasattr(frame, "to_dict") and hasattr(frame, "columns"):  # also rows of a panel without pandas
        named = with_index_as_columns(frame)
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
    cells = cells_by_column(entry)
    if cells is None:
        raise Fault("charts.frame", function=f"charts.{function}", found=type(entry).__name__)
    return {str(name): value for name, value in cells.items()}


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
        return wording.say(said[self.kind], title=title)

    def text(self, value: float, digits: int | None = None) -> str:
        """Return a value as text; `digits` for shares and differences only."""
        if self.kind == "number":
            return format_number(value, self.digits)
        places = self.digits if digits is None else digits
        return format_percent(value, places) if self.kind == "share" else wording.format_points(value, places)


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
    return wording.say(key) if wording.has_figure_sentence(key) else column.replace("_", " ")


def column_title(table: FigureTable, column: str) -> str:
    """Return the name of a column for a title: its meaning in `attrs["columns"]` if that is short, else its
    label.
    """
    meanings = table.attrs.get("columns")
    meaning = str(meanings.get(column, "")) if isinstance(meanings, dict) else ""
    if wording.has_figure_sentence(f"quantity.{column}") or not 0 < len(meaning) <= _MAX_TITLE_CHARACTERS:
        meaning = column_label(table, column)
    return wording.capitalize_first(meaning)
