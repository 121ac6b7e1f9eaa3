"""The figure of distributions: for each row the middle half, the middle nine tenths, the median and the
mean.
"""

from __future__ import annotations

from typing import Any

from twingkit.analyse.charts.dots import axis_range_around_zero
from twingkit.analyse.charts.figure_kind import FigureKind
from twingkit.analyse.charts.quantities import needed_decimal_count
from twingkit.analyse.charts.sheet import FigureBuilder
from twingkit.analyse.charts.tables import FigureTable, Row
from twingkit.analyse.charts.theme import Theme
from twingkit.analyse.charts.wording import format_count, hover_text, say
from twingkit.core.arguments import check_arguments
from twingkit.core.language import Lang
from twingkit.core.tables.lazy_types import Figure
from twingkit.core.words import format_number, format_signed

_PERCENTILE_COLUMNS = ("p5", "p25", "median", "p75", "p95")

_BOX_HEIGHT = 16
"""In pixels."""


def _read(frame: object) -> FigureTable:
    return FigureTable.from_frame(frame, "spread", (*_PERCENTILE_COLUMNS, "mean"), ("label",))


def _of_shares(table: FigureTable) -> bool:
    return table.attr_text("value") == "share"


def _number(table: FigureTable, value: float) -> str:
    if _of_shares(table):
        return format_signed(100 * value)
    return format_number(value, needed_decimal_count(float(row["p95"]) for row in table.rows))


def _texts(table: FigureTable, row: Row) -> dict[str, str]:
    return {name: _number(table, float(row[name])) for name in (*_PERCENTILE_COLUMNS, "mean")}


def _draw(sheet: FigureBuilder) -> None:
    table, colours = sheet.table, sheet.colours
    sheet.title = table.attr_text("title") or say("spread.title")
    sheet.subtitle = table.attr_text("subtitle")
    factor = 100.0 if _of_shares(table) else 1.0
    middles, values = [], []
    for row in table.rows:
        texts = _texts(table, row)
        label = say(
            "spread.label", label=table.first_text(row, "label"), mean=texts["mean"] + sheet.assumed_mark
        )
        middles.append(sheet.add_row(label, bar_height=_BOX_HEIGHT, gap=10))
        values.append({name: factor * float(row[name]) for name in (*_PERCENTILE_COLUMNS, "mean")})
    for row, middle, summary in zip(table.rows, middles, values, strict=True):
        _box(sheet, row, middle, summary)
    outline = {"width": 1, "color": colours.outline}
    marker = {"size": 11, "symbol": "diamond", "color": colours.series_colours[1], "line": outline}
    means = [summary["mean"] for summary in values]
    sheet.add_points("markers", means, middles, marker=marker, cliponaxis=False)
    numbers = [number for summary in values for number in summary.values()]
    bounds = axis_range_around_zero(numbers, factor / 100)
    if min(numbers) >= 0:
        bounds[0] = -0.02 * bounds[1]
    title = table.attr_text("x_label") or say("spread.axis")
    sheet.set_row_axes(sheet.amount_axis(title, range=bounds))
    if _of_shares(table):
        sheet.draw_vertical_marks(0, middles, 12)
    sheet.notes.append(say("spread.reading"))


def _box(sheet: FigureBuilder, row: Row, middle: float, values: dict[str, float]) -> None:
    colours, table = sheet.colours, sheet.table
    texts = _texts(table, row)
    lines = [say("spread.hover", **texts)]
    if table.has_columns("count"):
        lines.append(say("spread.count", n=format_count(int(table.cell_number(row, "count")))))
    hover = hover_text(table.first_text(row, "label"), *lines)
    plain: dict[str, Any] = {"showlegend": False, "cliponaxis": False}
    whiskers, line = [values["p5"], values["p95"]], {"color": colours.outline, "width": 2}
    sheet.add_points("lines", whiskers, [middle, middle], hover, line=line, **plain)
    length, begin = values["p75"] - values["p25"], [values["p25"]]
    sheet.add_bars([length], [middle], _BOX_HEIGHT, hover, {"color": colours.tie}, base=begin, **plain)
    ends = [middle - _BOX_HEIGHT / 2, middle + _BOX_HEIGHT / 2]
    sheet.add_points("lines", [values["median"]] * 2, ends, line={"color": colours.ink, "width": 2.5})


def _describe(table: FigureTable) -> str:
    sentences = [
        say("spread.description_one", label=table.first_text(row, "label"), **_texts(table, row))
        for row in table.rows
    ]
    title = table.attr_text("title") or say("spread.title")
    return say("spread.description", title=title, each="; ".join(sentences))


SPREAD = FigureKind("spread", _read, _draw, _describe, (frozenset({"p5", "median", "p95"}),))


@check_arguments()
def spread(
    frame: object,
    *,
    facet: str | None = None,
    lang: Lang | None = None,
    theme: Theme | None = None,
) -> Figure:
    """Return the figure of distributions. Each row has a box from the 25th to the 75th percentile and a line
    from the 5th to the 95th.

    `frame` comes from `percentile_table` of a game: columns `label`, `p5`, `p25`, `median`, `p75`, `p95`,
    `mean`, optionally `count`. `attrs`: the texts `title`, `subtitle` and `x_label`; `value` "share" if the
    numbers are changes of shares (−2 to 2), shown in percentage points with a mark at zero. Raises `Fault`
    for a frame that cannot be drawn.

    >>> from twingkit import charts
    >>> row = {"label": "a", "p5": 1, "p25": 2, "median": 3, "p75": 4, "p95": 5, "mean": 3.1}
    >>> figure = charts.spread([row])
    >>> print(charts.figure_description(figure))
    How the values are spread. a: average 3.1, middle half from 2.0 to 4.0, middle 90% from 1.0 to 5.0.
    """
    return SPREAD.figure(frame, lang, theme, facet=facet)
