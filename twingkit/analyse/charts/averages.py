"""The figure of means and their differences with confidence intervals, for example of the length of games."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import attrs

from twingkit.analyse.charts.dots import (
    Dot,
    axis_range_around_zero,
    change_style,
    draw_dots,
    game_count_text,
    interval_note,
)
from twingkit.analyse.charts.figure_kind import FigureKind
from twingkit.analyse.charts.quantities import (
    column_number_format,
    column_title,
    needed_decimal_count,
    with_replaced_column,
)
from twingkit.analyse.charts.sheet import FigureBuilder
from twingkit.analyse.charts.tables import FigureTable, Row
from twingkit.analyse.charts.theme import SYMBOLS, PlotlyJsFigure, Theme
from twingkit.analyse.charts.wording import format_count, has_figure_sentence, hover_text, say
from twingkit.core.arguments import check_arguments
from twingkit.core.language import Lang
from twingkit.core.tables.lazy_types import Figure
from twingkit.core.words import format_number, format_percent, format_signed, percent_sign

_SHARE_MEASURES = frozenset({"starter_won"})
"""Measures whose means are shares: shown in percent, their differences in percentage points."""


_STANDING_VALUE_COLUMNS = ("strength", "share")
"""The columns of standings that are drawn as means."""


def _read(frame: object, *, value: str | None = None) -> FigureTable:
    table = FigureTable.from_frame(frame, "means")
    if value is not None:
        table = _of_value(table, value)
    elif table.has_columns("policy"):
        table = _as_means(table)
    table = FigureTable.from_frame(table, "means", ("low", "high"), ("label",))
    column = "change" if table.has_columns("change") and not table.has_columns("mean") else "mean"
    return FigureTable.from_frame(table, "means", (column, "low", "high"), ("label",))


def _of_value(table: FigureTable, value: str) -> FigureTable:
    """Return the table with the column `value` as the means to draw, and its columns `…_low` and `…_high` as
    their intervals.
    """
    table = with_replaced_column(table, value, "mean", ("low", "high"))
    if not table.has_columns("label"):
        table = table.with_columns({"label": partial(_name, table)})
    kind = column_number_format(value, [float(row["mean"]) for row in table.rows]).kind
    unit_of = {"value": "share"} if kind == "share" else {}
    title = column_title(table, value)
    return attrs.evolve(table, attrs={"title": title, **table.attrs, "measure": "", "value": "", **unit_of})


def _name(table: FigureTable, row: Row) -> str:
    return table.first_text(row, "option", "position", "policy", "player", "seat", "name")


def _as_means(table: FigureTable) -> FigureTable:
    """Return a table of standings with the strength or share of each player (or pair of players) as the mean
    to draw.
    """
    drawn = next((name for name in _STANDING_VALUE_COLUMNS if table.has_columns("policy", name)), "")
    if not drawn or table.has_columns("label"):
        return table
    cells: dict[str, Callable[[Row], object]] = {
        "label": lambda row: " – ".join(str(row[name]) for name in ("policy", "other") if name in row),
        "mean": lambda row: row[drawn],
    }
    return table.with_columns(cells, {"measure": drawn, "value": drawn, **table.attrs})


def _of_changes(table: FigureTable) -> bool:
    return not table.has_columns("mean")


def _rows(table: FigureTable) -> list[Row]:
    rows = list(table.rows)
    return sorted(rows, key=lambda row: -float(row["change"])) if _of_changes(table) else rows


def _factor(table: FigureTable) -> float:
    return (
        100.0 if table.attr_text("measure") in _SHARE_MEASURES or table.attr_text("value") == "share" else 1.0
    )


def _digits(table: FigureTable) -> int:
    return needed_decimal_count(
        float(row[end]) * _factor(table) for row in table.rows for end in ("low", "high")
    )


def _measure(table: FigureTable) -> str:
    key = f"means.measure.{table.attr_text('measure')}"
    return say(key) if has_figure_sentence(key) else table.attr_text("title") or say("means.value")


def _texts(table: FigureTable, row: Row) -> dict[str, str]:
    write = format_signed if _of_changes(table) else format_number
    factor, digits = _factor(table), _digits(table)
    columns = {"value": "change" if _of_changes(table) else "mean", "low": "low", "high": "high"}
    if factor > 1 and not _of_changes(table):
        return {name: format_percent(float(row[column]), digits) for name, column in columns.items()}
    return {name: write(factor * float(row[column]), digits) for name, column in columns.items()}


def _draw(sheet: FigureBuilder) -> None:
    table, colours = sheet.table, sheet.colours
    changes = _of_changes(table)
    measure = _measure(table)
    sheet.title = table.attr_text("title") or (say("means.changes", measure=measure) if changes else measure)
    sheet.subtitle = table.attr_text("subtitle") or _base_and_games_note(table)
    factor, drawn = _factor(table), []
    for index, row in enumerate(_rows(table)):
        value, low, high = (
            factor * float(row[name]) for name in ("change" if changes else "mean", "low", "high")
        )
        texts = _texts(table, row)
        name = table.first_text(row, "label")
        label = say("means.label", label=name, **texts | {"value": texts["value"] + sheet.assumed_mark})
        percent = ""
        if table.has_columns("percent"):
            percent = say("means.percent", percent=_percent(table.cell_number(row, "percent")))
        rules = table.first_text(row, "rules")
        hover = hover_text(name, say("means.hover", **texts), game_count_text(table, row), percent, rules)
        style = index if index < len(SYMBOLS) else 0
        colour, symbol = colours.series_colours[style], SYMBOLS[style]
        if changes:
            colour, symbol = change_style(sheet, value, low, high)
        drawn.append(Dot(label, value, low, high, hover, colour, symbol))
    middles = draw_dots(sheet, drawn)
    bounds = [end for dot in drawn for end in (dot.low, dot.high)]
    axis: PlotlyJsFigure = {"ticksuffix": percent_sign()} if factor > 1 and not changes else {}
    title = say("means.axis_changes", measure=measure) if changes else measure
    title = table.attr_text("x_label") or title
    if changes:
        axis["range"] = axis_range_around_zero(bounds, 10**-2 * factor)
        sheet.draw_vertical_marks(0, middles, 11)
    else:
        axis["range"] = [0, max(*bounds, 0.0) * 1.06 or 1]
    sheet.set_row_axes(sheet.amount_axis(title, **axis))
    sheet.notes.append(interval_note(sheet))
    if changes:
        sheet.notes.append(say("effects.signs"))


def _percent(change: float) -> str:
    if abs(change) >= 1:
        return format_signed(100 * change) + format_percent(0.5)[2:]
    return f"{format_signed(change)[:1] if round(change, 9) else ''}{format_percent(abs(change))}"


def _base_and_games_note(table: FigureTable) -> str:
    sentences = []
    if _of_changes(table) and table.attr_text("against"):
        base = format_number(_factor(table) * float(table.attrs.get("base") or 0.0), 1)
        sentences.append(say("means.against", against=table.attr_text("against"), base=base))
    games = (
        {int(table.cell_number(row, "games")) for row in table.rows} if table.has_columns("games") else set()
    )
    if len(games) == 1:
        sentences.append(say("means.games", games=format_count(games.pop())))
    return "\n".join(sentences)


def _describe(table: FigureTable) -> str:
    sentences = []
    for row in _rows(table):
        sentences.append(say("means.label", label=table.first_text(row, "label"), **_texts(table, row)))
    key = "means.description_changes" if _of_changes(table) else "means.description"
    beside = f" {_base_and_games_note(table)}".replace("\n", " ").rstrip()
    beside += "" if not beside or beside.endswith(".") else "."
    confidence = format_percent(float(table.attrs.get("confidence") or 0.95))
    measure = _measure(table)
    return say(key, measure=measure, confidence=confidence, each="; ".join(sentences)) + beside


MEANS = FigureKind("means", _read, _draw, _describe, (frozenset({"mean", "low", "high"}),), ("value",))


@check_arguments()
def means(
    frame: object,
    *,
    value: str | None = None,
    facet: str | None = None,
    lang: Lang | None = None,
    theme: Theme | None = None,
) -> Figure:
    """Return the figure of means, or differences of means, as dots with their confidence intervals.

    `frame` comes from `mean_by_run` or `differences_from_baseline` of a game: columns `label`, `mean` or
    `change`, `low`, `high`, optionally `games`, `percent`, `rules`. `attrs`: `measure` (the measured
    quantity), `against` and `base` (what differences are relative to, and the mean there), `value` "share" if
    the means are shares (0 to 1); `title`, `subtitle` and `x_label` override the texts. The option `value` is
    another column of numbers, with its interval in `…_low` and `…_high`, as `expected_results` returns them;
    `facet` is a column with one small panel for each of its values. `arena.player_strengths` and
    `arena.head_to_head` also return such frames. Differences are ranked, with a mark at zero. Raises `Fault`
    for a frame that cannot be drawn.

    >>> from twingkit import charts
    >>> row = {"label": "two players", "mean": 44.5, "low": 41.0, "high": 48.0}
    >>> figure = charts.means([row])
    >>> print(charts.figure_description(figure))
    Value, with 95% confidence intervals: two players: 44.5 (41.0 to 48.0).
    """
    return MEANS.figure(frame, lang, theme, value=value, facet=facet)
