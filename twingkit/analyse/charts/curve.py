"""The figure of curves: a probability or an edge over a varying number, one curve for each item compared."""

from __future__ import annotations

from typing import TYPE_CHECKING

from twingkit.analyse.charts.margin import PLOT_HEIGHT
from twingkit.analyse.charts.sheet import FigureKind, Sheet
from twingkit.analyse.charts.stacked import subtitle_text
from twingkit.analyse.charts.tables import FigureTable, check_axes, check_distinct, sweep_as_table
from twingkit.analyse.charts.theme import DASHES, SYMBOL_SIGNS, SYMBOLS, Theme
from twingkit.analyse.charts.wording import (
    escape_text,
    format_number,
    format_percent,
    format_points,
    format_signed,
    say,
    unit,
)
from twingkit.core.language import Lang
from twingkit.core.messages import Fault

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

VALUE_COLUMNS = ("edge", "share", "win", "chance")
"""The columns that a curve can show; the first that the frame has is used."""

INTERVAL_COLUMNS = ("low", "high")
"""The columns of an interval around each point; drawn as a band."""

CONTENT_COLUMNS = frozenset({*VALUE_COLUMNS, *INTERVAL_COLUMNS, "tie", "loss", "value", "error"})
"""The columns with the values of a point, as opposed to its place."""

EDGE_AXIS_RANGES = ((0.1, 5), (0.25, 10), (0.5, 25), (1, 50))
"""The possible ranges of an axis of edges, each with its steps in percentage points."""

SHARE_AXIS_RANGES = ((0.05, 1), (0.1, 2), (0.25, 5), (0.5, 10), (1, 25))
"""The possible ranges of an axis of shares, each with its steps in percent."""


def _read(frame: object) -> FigureTable:
    if "axes" in (getattr(frame, "attrs", None) or ()):
        given = FigureTable.from_frame(frame, "curves")
        check_axes(given, 2)
        frame = _of_answers(sweep_as_table(sweep_as_table(given, "x"), "series", "x"))
    table = FigureTable.from_frame(frame, "curves", ("x",), ("series",), but="refused")
    value = next((name for name in VALUE_COLUMNS if table.has_columns(name)), VALUE_COLUMNS[0])
    bounds = INTERVAL_COLUMNS if all(table.has_columns(name) for name in INTERVAL_COLUMNS) else ()
    table = FigureTable.from_frame(table, "curves", ("x", value, *bounds), ("series",))
    check_distinct(table, ("series", "x"), CONTENT_COLUMNS)
    if len(_series(table)) > len(SYMBOLS):
        raise Fault("charts.many_curves", found=len(_series(table)), most=len(SYMBOLS))
    return table


def _of_answers(table: FigureTable) -> FigureTable:
    """Return the table of a sweep with its results as shares, and one series if only one thing varies."""
    plain = table.has_columns("value") and not any(table.has_columns(name) for name in VALUE_COLUMNS)
    name = table.attr_text("line") or table.attr_text("function")
    rows = []
    for row in table.rows:
        share = {"share": row["value"]} if plain else {}
        rows.append({**row, **share, "series": row.get("series", name)})
    columns = dict.fromkeys((*table.columns, *(("share",) if plain else ()), "series"))
    return FigureTable(table.figure_name, tuple(columns), tuple(rows), table.attrs)


def _value(table: FigureTable) -> str:
    return next(name for name in VALUE_COLUMNS if table.has_columns(name))


def _series(table: FigureTable) -> dict[str, dict[float, float]]:
    value = _value(table) if any(table.has_columns(name) for name in VALUE_COLUMNS) else ""
    series: dict[str, dict[float, float]] = {}
    for row in table.rows:
        series.setdefault(table.first_text(row, "series"), {})[float(row["x"])] = (
            float(row[value]) if value else 0.0
        )
    return {name: dict(sorted(drawn.items())) for name, drawn in series.items()}


def _bands(table: FigureTable) -> dict[str, list[tuple[float, float, float]]]:
    bands: dict[str, list[tuple[float, float, float]]] = {}
    for row in table.rows if all(table.has_columns(name) for name in INTERVAL_COLUMNS) else ():
        low, high = (float(row[name]) for name in INTERVAL_COLUMNS)
        bands.setdefault(table.first_text(row, "series"), []).append((float(row["x"]), low, high))
    return {name: sorted(set(band)) for name, band in bands.items()}


def _band(band: list[tuple[float, float, float]], colour: str) -> dict[str, object]:
    return {
        "type": "scatter",
        "mode": "lines",
        "x": [x for x, _, _ in (*band, *reversed(band))],
        "y": [100 * high for _, _, high in band] + [100 * low for _, low, _ in reversed(band)],
        "fill": "toself",
        "fillcolor": colour,
        "opacity": 0.15,
        "line": {"width": 0},
        "hoverinfo": "skip",
        "showlegend": False,
    }


def _span(table: FigureTable) -> tuple[float, int]:
    most = max(map(abs, _ends(table)))
    spans = EDGE_AXIS_RANGES if _value(table) == "edge" else SHARE_AXIS_RANGES
    return next((span for span in spans if most <= span[0]), spans[-1])


def _ends(table: FigureTable) -> tuple[float, float]:
    columns = (_value(table), *(name for name in INTERVAL_COLUMNS if table.has_columns(name)))
    values = [float(row[name]) for row in table.rows for name in columns]
    return min(values), max(values)


def _text(table: FigureTable, value: float) -> str:
    return format_points(value) if _value(table) == "edge" else format_percent(value, 1)


def _x(table: FigureTable, value: float) -> str:
    write = format_signed if any(float(row["x"]) < 0 for row in table.rows) else format_number
    return write(value, 0 if float(value).is_integer() else 1)


def _title(table: FigureTable) -> str:
    """Return the frame's title; "" if a curve has the same name, as in a sweep."""
    title = table.attr_text("title")
    return "" if title in _series(table) else title


def _own_title(table: FigureTable) -> str:
    return say("curves.title_edge" if _value(table) == "edge" else "curves.title")


def _draw(sheet: Sheet) -> None:
    table, colours = sheet.table, sheet.colours
    series = _series(table)
    title = _title(table)
    sheet.title = title or _own_title(table)
    about = (table.attr_text("subtitle") or subtitle_text(sheet)).split("\n")
    sheet.subtitle = "\n".join(line for line in about if line not in (title, *series))
    sheet.height, sheet.left_margin = PLOT_HEIGHT * 1.2, 68
    edge = _value(table) == "edge"
    bands = _bands(table)
    for index, (name, drawn) in enumerate(series.items()):
        colour = colours.series_colours[index]
        if name in bands:
            sheet.data.append(_band(bands[name], colour))
        sheet.data.append(
            {
                "type": "scatter",
                "mode": "lines+markers",
                "name": escape_text(name),
                "x": list(drawn),
                "y": [100 * value for value in drawn.values()],
                "line": {"color": colour, "width": 2, "dash": DASHES[index]},
                "marker": {"color": colour, "size": 7, "symbol": SYMBOLS[index]},
                "hovertext": [
                    f"<b>{escape_text(name)}</b><br>"
                    + escape_text(sheet.say("curves.hover", x=_x(table, x), value=_text(table, value)))
                    for x, value in drawn.items()
                ],
                "hoverinfo": "text",
                "cliponaxis": False,
            }
        )
        sheet.add_legend_entry(SYMBOL_SIGNS[index], colour, name)
    positions = [x for drawn in series.values() for x in drawn]
    low, high = min(positions), max(positions)
    room = (high - low or 1) * 0.04
    step = next(
        step for step in (1, 2, 4, 5, 10, 20, 50, 100, 1000) if (high - low) / step <= 8 or step == 1000
    )
    ticks = [tick for tick in range(-1000 * step, 1000 * step + 1, step) if low <= tick <= high]
    sheet.layout["xaxis"] = sheet.horizontal_axis(
        table.attr_text("x_label") or sheet.say("heat.x"),
        range=[low - room, high + room],
        showgrid=False,
        tickvals=ticks,
        ticktext=[_x(table, tick) for tick in ticks],
        tickangle=0,
    )
    span, step_up = _span(table)
    least, most = _ends(table)
    sheet.layout["yaxis"] = sheet.axis(
        (table.attr_text("y_label") or sheet.say("curves.edge" if edge else "axis.chance"))
        + sheet.assumed_mark,
        range=[(-103 if least < 0 else -2) * span, (103 if most > 0 or least == 0 else 2) * span],
        dtick=step_up,
        ticksuffix="" if edge else unit(),
    )
    line = {"color": colours.ink, "width": 1.5, "dash": "dot"}
    if edge:
        across = {"type": "line", "xref": "paper", "x0": 0, "x1": 1, "y0": 0, "y1": 0, "line": line}
        sheet.shapes.append(across)
    if low < 0 < high:
        sheet.shapes.append(
            {"type": "line", "yref": "paper", "x0": 0, "x1": 0, "y0": 0, "y1": 1, "line": line}
        )


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
        sentences.append(say("curves.told_one", name=name, **facts))
    facts = {
        "title": _title(table) or _own_title(table),
        "x": table.attr_text("x_label") or say("heat.x"),
    }
    return say("curves.told", each="; ".join(sentences), **facts)


CURVES = FigureKind("curves", _read, _draw, _describe, (frozenset({"x", "series"}),))


def curves(frame: object, lang: Lang | None = None, theme: Theme | None = None) -> Figure:
    """Return the figure of probabilities or edges over a varying number: one curve for each item compared, up
    to six.

    `frame`: one row for each point with the columns `x`, `series` and `edge` (−1 to 1) or `share`, `win` or
    `chance` (0 to 1); `low` and `high` add a band around each curve. `attrs`: the texts `title`, `subtitle`,
    `x_label` and `y_label`. A `sweep` over one number, or over anything and then a number, is also such a
    frame if its results have one of these columns or are shares. Raises `Fault` for a frame that cannot be
    drawn.

    >>> from twingkit import charts
    >>> rows = [{"x": x, "series": "die", "win": 0.5 + x / 10} for x in range(3)]
    >>> figure = charts.curves(rows)
    >>> print(charts.description(figure))
    Curves of chances over: across. die: 50.0% at 0, 60.0% at 1, 70.0% at 2.
    """
    return CURVES.figure(frame, lang, theme)
