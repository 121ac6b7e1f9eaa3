"""The figure of curves: one quantity over a varying number, one curve for each item compared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from numbers import Real

import attrs

from twingkit.analyse.charts.figure_kind import FigureKind
from twingkit.analyse.charts.margin import PLOT_HEIGHT
from twingkit.analyse.charts.sheet import FigureBuilder, whole_number_ticks
from twingkit.analyse.charts.stacked import subtitle_text
from twingkit.analyse.charts.tables import (
    VALUE_COLUMNS,
    Axes,
    FigureTable,
    Quantity,
    Row,
    assign_axes,
    check_no_overlap,
    choose_value_column,
    column_label,
    column_title,
    drawn_quantity,
    with_axis_columns,
    with_quantity,
)
from twingkit.analyse.charts.theme import SYMBOLS, Theme
from twingkit.analyse.charts.wording import capitalize_first, hover_text, say
from twingkit.core.arguments import check_arguments
from twingkit.core.language import Lang
from twingkit.core.messages import Fault
from twingkit.core.tables.lazy_types import Figure
from twingkit.core.words import format_number, format_signed

DRAWN = "_value"
"""The column of the table that holds the numbers to draw."""

_INTERVAL_COLUMNS = ("low", "high")
"""Drawn as a band around each point."""

CONTENT_COLUMNS = frozenset({*VALUE_COLUMNS, *_INTERVAL_COLUMNS, DRAWN, "tie", "loss", "error"})
"""The columns with the values of a point, as opposed to its place."""

_EDGE_AXIS_RANGES = ((0.1, 5), (0.25, 10), (0.5, 25), (1, 50))
"""The possible ranges of an axis of edges, each with its steps in percentage points."""

_SHARE_AXIS_RANGES = ((0.05, 1), (0.1, 2), (0.25, 5), (0.5, 10), (1, 25))
"""The possible ranges of an axis of shares, each with its steps in percent."""


PLACES = {"colour": "series", "x": "x"}
"""The places that a sweep fills, and the columns that have them in any other table."""


def _assign(table: FigureTable, axes: Axes) -> Axes:
    """Complete the choice of axes; of two parameters of a sweep, the numeric one becomes the horizontal
    axis.
    """
    assigned = assign_axes(table, PLACES, axes)
    free = axes.get("x") is None and axes.get("colour") is None
    if free and not _of_numbers(table, assigned["x"]) and _of_numbers(table, assigned["colour"]):
        assigned |= {"x": assigned["colour"], "colour": assigned["x"]}
    return assigned


def _of_numbers(table: FigureTable, column: str | None) -> bool:
    return all(
        isinstance(row.get(column), Real) and not isinstance(row.get(column), bool)
        for row in table.rows
        if column
    )


def _read(
    frame: object, *, value: str | None = None, x: str | None = None, colour: str | None = None
) -> FigureTable:
    table = FigureTable.from_frame(frame, "curves")
    across, series = x or "x", colour or "series"
    if series == "series" and not table.has_columns("series"):
        name = table.attr_text("template") or table.attr_text("function")
        table = table.with_columns({"series": lambda row: name})
    table = FigureTable.from_frame(table, "curves", (), (series, across))
    for at, row in enumerate(table.rows, 1):
        if not isinstance(row[across], Real):
            raise table.fault("charts.axis_numbers", column=across, row=at, found=str(row[across])[:40])
    table = with_axis_columns(table, {"x": across, "colour": series}, PLACES)
    column = choose_value_column(table, value, VALUE_COLUMNS)
    ends = [f"{column}_{end}" for end in _INTERVAL_COLUMNS] if value is not None else list(_INTERVAL_COLUMNS)
    bounds = ends if table.has_columns(*ends) else []
    table = with_quantity(FigureTable.from_frame(table, "curves", ("x", column, *bounds)), column)
    check_no_overlap(table, ("series", "x"), CONTENT_COLUMNS | {column})
    name_of = _series_namer(table, colour)
    named = list(zip((DRAWN, *_INTERVAL_COLUMNS), (column, *bounds), strict=False))
    rows = tuple(
        {**row, **{into: row[name] for into, name in named}, "series": name_of(row)} for row in table.rows
    )
    others = (name for name in table.columns if name not in _INTERVAL_COLUMNS)
    columns = (*others, *(into for into, _ in named))
    table = attrs.evolve(table, columns=tuple(dict.fromkeys(columns)), rows=rows)
    if len(_series(table)) > len(SYMBOLS):
        raise Fault("charts.many_curves", found=len(_series(table)), most=len(SYMBOLS))
    return table


def _series_namer(table: FigureTable, colour: str | None) -> Callable[[Row], str]:
    """Return a function that names the curve of a row; a number is written with the label of its column, such
    as `label = 5`.
    """
    label = column_label(table, colour) if colour is not None else ""

    def name(row: Row) -> str:
        text = table.first_text(row, "series")
        return f"{label} = {text}" if label and isinstance(row["series"], Real) else text

    return name


def _series(table: FigureTable) -> dict[str, dict[float, float]]:
    return table.points_by_series("x", DRAWN, "series")


def _bands(table: FigureTable) -> dict[str, list[tuple[float, float, float]]]:
    bands: dict[str, list[tuple[float, float, float]]] = {}
    for row in table.rows if all(table.has_columns(name) for name in _INTERVAL_COLUMNS) else ():
        low, high = (float(row[name]) for name in _INTERVAL_COLUMNS)
        bands.setdefault(table.first_text(row, "series"), []).append((float(row["x"]), low, high))
    return {name: sorted(set(band)) for name, band in bands.items()}


def _draw_band(
    sheet: FigureBuilder, band: list[tuple[float, float, float]], colour: str, factor: float
) -> None:
    x = [x for x, _, _ in (*band, *reversed(band))]
    y = [factor * high for _, _, high in band] + [factor * low for _, low, _ in reversed(band)]
    sheet.add_points("lines", x, y, fill="toself", fillcolor=colour, opacity=0.15, line={"width": 0})


def _ends(tables: Sequence[FigureTable]) -> tuple[float, float]:
    values = [
        float(row[name])
        for table in tables
        for name in (DRAWN, *(end for end in _INTERVAL_COLUMNS if table.has_columns(end)))
        for row in table.rows
    ]
    return min(values), max(values)


def _value_axis(tables: Sequence[FigureTable], drawn: Quantity) -> dict[str, object]:
    """Return the range and the steps of the vertical axis; probabilities have one of a few fixed ranges."""
    least, most = _ends(tables)
    if drawn.kind == "number":
        low, high = min(least, 0.0), max(most, 0.0)
        room = (high - low or 1) * 0.03
        return {"range": [low - room, high + room], "nticks": 6}
    spans = _EDGE_AXIS_RANGES if drawn.kind == "points" else _SHARE_AXIS_RANGES
    span, step = next((each for each in spans if max(abs(least), abs(most)) <= each[0]), spans[-1])
    low, high = (-103 if least < 0 else -2) * span, (103 if most > 0 or least == 0 else 2) * span
    return {"range": [low, high], "dtick": step}


def _text(table: FigureTable, value: float) -> str:
    return drawn_quantity(table).text(value)


def _x(table: FigureTable, value: float) -> str:
    write = format_signed if any(float(row["x"]) < 0 for row in table.rows) else format_number
    return write(value, 0 if float(value).is_integer() else 1)


def _title(table: FigureTable) -> str:
    """Return the frame's title; "" if a curve has the same name, as in a sweep."""
    title = table.attr_text("title")
    return "" if title in _series(table) else title


def _own_title(table: FigureTable) -> str:
    drawn = drawn_quantity(table)
    if drawn.kind == "number" or drawn.column not in VALUE_COLUMNS:
        return column_title(table, drawn.column)
    return say("curves.title_edge" if drawn.kind == "points" else "curves.title")


def _draw(sheet: FigureBuilder) -> None:
    table, colours = sheet.table, sheet.colours
    series = _series(table)
    title = _title(table)
    sheet.title = title or _own_title(table)
    about = (table.attr_text("subtitle") or subtitle_text(sheet)).split("\n")
    sheet.subtitle = "\n".join(line for line in about if line not in (title, *series))
    sheet.height, sheet.left_margin = PLOT_HEIGHT * 1.2, 68
    quantity_drawn = drawn_quantity(table)
    factor, edge = quantity_drawn.factor, quantity_drawn.kind == "points"
    bands = _bands(table)
    for index, (name, drawn) in enumerate(series.items()):
        if name in bands:
            _draw_band(sheet, bands[name], colours.series_colours[index], factor)
        hovers = [
            hover_text(name, say("curves.hover", x=_x(table, x), value=_text(table, value)))
            for x, value in drawn.items()
        ]
        points = {x: factor * value for x, value in drawn.items()}
        sheet.add_curve(index, name, points, hovers, 7, cliponaxis=False)
    positions = [float(row["x"]) for row in sheet.all_rows]
    low, high = min(positions), max(positions)
    room = (high - low or 1) * 0.04
    ticks = whole_number_ticks(low, high, 8)
    sheet.layout["xaxis"] = sheet.horizontal_axis(
        table.attr_text("x_label") or say("heat.x"),
        range=[low - room, high + room],
        tickvals=ticks,
        ticktext=[_x(table, tick) for tick in ticks],
        tickangle=0,
    )
    named = table.attr_text("y_label") or _axis_title(sheet, quantity_drawn)
    sheet.layout["yaxis"] = sheet.axis(
        named + sheet.assumed_mark,
        **_value_axis(sheet.tables, quantity_drawn),
        ticksuffix=quantity_drawn.unit,
    )
    line = {"color": colours.ink, "width": 1.5, "dash": "dot"}
    if edge:
        across = {"type": "line", "xref": "paper", "x0": 0, "x1": 1, "y0": 0, "y1": 0, "line": line}
        sheet.shapes.append(across)
    if low < 0 < high:
        sheet.shapes.append(
            {"type": "line", "yref": "paper", "x0": 0, "x1": 0, "y0": 0, "y1": 1, "line": line}
        )


def _axis_title(sheet: FigureBuilder, drawn: Quantity) -> str:
    if drawn.kind != "number" and drawn.column in VALUE_COLUMNS:
        return say("curves.edge" if drawn.kind == "points" else "axis.chance")
    return drawn.titled(capitalize_first(column_label(sheet.table, drawn.column)))


def _describe(table: FigureTable) -> str:
    sentences = []
    for name, drawn in _series(table).items():
        low, high = min(drawn), max(drawn)
        middle = min(drawn, key=lambda x: abs(x - (0 if low < 0 < high else (low + high) / 2)))
        facts = {
            key: text
            for key, x in (("first", low), ("middle", middle), ("last", high))
            for key, text in ((f"{key}_x", _x(table, x)), (key, _text(table, drawn[x])))
        }
        sentences.append(say("curves.description_one", name=name, **facts))
    facts = {"title": _title(table) or _own_title(table), "x": table.attr_text("x_label") or say("heat.x")}
    return say("curves.description", each="; ".join(sentences), **facts)


CURVES = FigureKind(
    "curves", _read, _draw, _describe, (frozenset({"x", "series"}),), ("value", "x", "colour"), _assign
)


@check_arguments()
def curves(
    frame: object,
    *,
    value: str | None = None,
    x: str | None = None,
    colour: str | None = None,
    facet: str | None = None,
    lang: Lang | None = None,
    theme: Theme | None = None,
) -> Figure:
    """Return the figure of one quantity over a varying number: one curve for each item compared, up to six.

    Parameters
    ----------
    frame
        One row for each point: a `sweep` over one number, or over a number and something else, or any frame
        with the columns of the axes. `attrs`: the texts `title`, `subtitle`, `x_label` and `y_label`, and
        `value`, the column to draw by default.
    value
        The column of the numbers: by default `win`, `edge`, `chance`, `share` or `value`, the first that the
        frame has. The columns `low` and `high` (of a given `value` `…_low` and `…_high`, as from
        `expected_results`) add a band around each curve.
    x
        The column of the horizontal axis, which holds numbers: by default the last name that a sweep varies,
        else `x`.
    colour
        The column with a curve for each of its values: by default the other name that a sweep varies, else
        `series`.
    facet
        A column: one small panel for each of its values, up to 12, on the same scale. The third name of a
        sweep if `x` and `colour` are given.
    lang, theme
        The language and the theme; by default those of `twingkit.set_defaults`.

    Raises
    ------
    Fault
        For a frame that cannot be drawn: what is missing, and which figures take it; for a sweep over three
        names if it is not clear where each of them belongs.

    Examples
    --------
    >>> from twingkit import charts
    >>> rows = [{"x": x, "series": "die", "win": 0.5 + x / 10} for x in range(3)]
    >>> figure = charts.curves(rows)
    >>> print(charts.figure_description(figure))
    Chances as curves, horizontal axis: across. die: 50.0% at 0, 60.0% at 1, 70.0% at 2.
    """
    return CURVES.figure(frame, lang, theme, value=value, x=x, colour=colour, facet=facet)
