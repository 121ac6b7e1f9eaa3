"""The figures of dots with confidence intervals, and of distributions.

The dots are changes in the win rate, shares of wins, or means such as the length of games and their
differences. A distribution has the middle half, the middle nine tenths, the median and the mean in each row.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import attrs

from twingkit.analyse.charts import tables
from twingkit.analyse.charts.figure_kind import FigureKind
from twingkit.analyse.charts.sheet import FigureBuilder
from twingkit.analyse.charts.theme import SYMBOLS, PlotlyJsFigure, Theme
from twingkit.analyse.charts.wording import format_count, has_figure_sentence, hover_text, say
from twingkit.core.arguments import check_arguments
from twingkit.core.language import Lang
from twingkit.core.tables.lazy_types import Figure
from twingkit.core.words import format_number, format_percent, format_signed, percent_sign

_BOUNDS = ("low", "high")

_CHANGE_COLUMNS = ("change", *_BOUNDS)

_SHARE_COLUMNS = ("share", *_BOUNDS)

CONFIDENCE = 0.95
"""The confidence level of intervals if the frame does not give it."""


@attrs.frozen
class Dot:
    """A dot in a figure: its label (with the number), its value and interval in percent, its hover text and
    its style.
    """

    label: str
    value: float
    low: float
    high: float
    hover: str
    colour: str
    symbol: str


def draw_dots(sheet: FigureBuilder, drawn: Sequence[Dot]) -> list[float]:
    """Draw dots with their intervals, one below the other, and return their vertical positions."""
    middles = [sheet.add_row(dot.label, bar_height=16, gap=10) for dot in drawn]
    sheet.add_points(
        "markers",
        [dot.value for dot in drawn],
        middles,
        [dot.hover for dot in drawn],
        error_x={
            "type": "data",
            "symmetric": False,
            "array": [dot.high - dot.value for dot in drawn],
            "arrayminus": [dot.value - dot.low for dot in drawn],
            "color": sheet.colours.outline,
            "thickness": 2,
            "width": 6,
        },
        marker={
            "size": 12,
            "color": [dot.colour for dot in drawn],
            "symbol": [dot.symbol for dot in drawn],
            "line": {"width": 1, "color": sheet.colours.outline},
        },
        cliponaxis=False,
        showlegend=False,
    )
    return middles


def interval_note(sheet: FigureBuilder) -> str:
    """Return the note below a dot figure that explains the interval lines, with their confidence level."""
    return say("note.interval", confidence=format_percent(_confidence(sheet.table)))


def _confidence(table: tables.FigureTable) -> float:
    return float(table.attrs.get("confidence") or CONFIDENCE)


def change_style(sheet: FigureBuilder, value: float, low: float, high: float) -> tuple[str, str]:
    """Return the colour and the marker symbol for a change: a hollow circle if its interval from `low` to
    `high` includes zero, otherwise a triangle.
    """
    if low <= 0 <= high:
        return sheet.colours.surface, "circle"
    if value > 0:
        return sheet.colours.series_colours[0], "triangle-right"
    return sheet.colours.series_colours[1], "triangle-left"


def game_count_text(table: tables.FigureTable, row: tables.Row) -> str:
    """Return the text "… games" for a row of a table, from its column `games`; "" if the table has no such
    column.
    """
    if not table.has_columns("games"):
        return ""
    return say("effects.games", games=format_count(int(table.cell_number(row, "games"))))


def axis_range_around_zero(values: Sequence[float], min_extent: float) -> list[float]:
    """Return the ends of an axis that covers all `values`, and at least `min_extent` on each side of zero."""
    low, high = min(*values, -min_extent), max(*values, min_extent)
    room = (high - low) * 0.06
    return [low - room, high + room]


# ---------------------------------------------------------------- effects


def _read_effects(frame: object, *, value: str | None = None) -> tables.FigureTable:
    table = tables.FigureTable.from_frame(frame, "effects")
    if value is None and table.has_columns(*_LOG_ODDS):
        table = _of_log_odds(table)
    table = tables.with_replaced_column(table, value, "change", _BOUNDS, "points")
    return tables.FigureTable.from_frame(table, "effects", _CHANGE_COLUMNS, ("label",))


_LOG_ODDS = ("by", "name", "effect")
"""The columns of effects that are logarithms of odds."""

_DRAWN_ATTR = "drawn_value"
"""The key in the `attrs` of a table whose effects are not differences of shares: their column."""


def _of_log_odds(table: tables.FigureTable) -> tables.FigureTable:
    """Return the table with its logarithms of odds as the changes to draw."""
    cells: dict[str, Callable[[tables.Row], object]] = {
        "change": lambda row: row["effect"],
        "label": lambda row: " = ".join(dict.fromkeys((str(row["by"]), str(row["name"])))),
    }
    return table.with_columns(cells, {_DRAWN_ATTR: "effect"})


def _drawn(table: tables.FigureTable) -> tables.Quantity:
    return (
        tables.Quantity("effect", "number", 2)
        if _DRAWN_ATTR in table.attrs
        else tables.Quantity("change", "points")
    )


def _effect_title(table: tables.FigureTable) -> str:
    return say("effects.log_odds") if _DRAWN_ATTR in table.attrs else table.attr_text("value_label")


def _effect_text(table: tables.FigureTable, value: float) -> str:
    drawn = _drawn(table)
    return format_signed(value, drawn.digits) if drawn.kind == "number" else drawn.text(value)


def _by_change(table: tables.FigureTable) -> list[tables.Row]:
    return sorted(table.rows, key=lambda row: -float(row["change"]))


def _draw_effects(sheet: FigureBuilder) -> None:
    table = sheet.table
    kind = f"effects.by.{table.attr_text('by')}"
    said = say(kind if has_figure_sentence(kind) else "effects.title")
    sheet.title = _effect_title(table) or said
    games = table.attrs.get("games") or max(
        (int(table.cell_number(row, "games")) for row in table.rows), default=0
    )
    sheet.subtitle = say("effects.games", games=format_count(int(games))) if games else ""
    drawn, in_points = [], _drawn(table).kind == "points"
    for row in _by_change(table):
        value, low, high = (_drawn(table).factor * float(row[name]) for name in _CHANGE_COLUMNS)
        texts = {name: _effect_text(table, float(row[name])) for name in _CHANGE_COLUMNS}
        name, change = table.first_text(row, "label"), texts["change"]
        label = say("effects.label", label=name, **texts | {"change": change + sheet.assumed_mark})
        interval = say("effects.hover" if in_points else "means.hover", value=change, **texts)
        rates = ""
        if table.has_columns("share", "other"):
            shares = {name: format_percent(table.cell_number(row, name), 1) for name in ("share", "other")}
            rates = say("effects.rates", **shares)
        hover = hover_text(name, interval, rates, game_count_text(table, row), table.first_text(row, "rules"))
        drawn.append(Dot(label, value, low, high, hover, *change_style(sheet, value, low, high)))
    middles = draw_dots(sheet, drawn)
    bounds = axis_range_around_zero(
        [end for dot in drawn for end in (dot.low, dot.high)], _drawn(table).factor / 100
    )
    title = _effect_title(table)
    if in_points:
        title = say("heat.in_points", title=title) if title else say("axis.change")
    sheet.set_row_axes(sheet.amount_axis(title, range=bounds))
    sheet.draw_vertical_marks(0, middles, 11)
    sheet.notes += [interval_note(sheet), say("effects.signs")]


def _describe_effects(table: tables.FigureTable) -> str:
    rows = _by_change(table)
    sure = sum(float(row["low"]) > 0 or float(row["high"]) < 0 for row in rows)
    facts = {
        "best": table.first_text(rows[0], "label"),
        "high": _effect_text(table, float(rows[0]["change"])),
        "worst": table.first_text(rows[-1], "label"),
        "low": _effect_text(table, float(rows[-1]["change"])),
    }
    facts["title"] = _effect_title(table)
    key = "effects.description_other" if facts["title"] else "effects.description"
    key = "effects.description_log_odds" if _DRAWN_ATTR in table.attrs else key
    return say(key, n=len(rows), sure=sure, confidence=format_percent(_confidence(table)), **facts)


EFFECTS = FigureKind(
    "effects",
    _read_effects,
    _draw_effects,
    _describe_effects,
    (frozenset({"change", "low", "high"}), frozenset({*_LOG_ODDS, "low", "high"})),
    ("value",),
)


@check_arguments()
def effects(
    frame: object,
    *,
    value: str | None = None,
    facet: str | None = None,
    lang: Lang | None = None,
    theme: Theme | None = None,
) -> Figure:
    """Draw the changes in win rate linked to items such as cards or actions: ranked dots with confidence
    intervals.

    `frame`: columns `label`, `change`, `low`, `high` (differences of win rates, −1 to 1), optionally `games`,
    `share`, `other`, `rules`; the confidence level of the intervals in `attrs["confidence"]` (default 0.95).
    `adjusted_effects` of the arena, logarithms of odds, are drawn by their column `effect`. `value` is
    another column of differences, with its interval in `…_low` and `…_high`; `facet` is a column with one
    small panel for each of its values. Raises `Fault` for a frame that cannot be drawn.

    >>> from twingkit import charts
    >>> row = {"label": "Hat", "change": 0.1, "low": 0.05, "high": 0.15}
    >>> figure = charts.effects([row])
    >>> print(charts.figure_description(figure))
    Changes in win rate, in percentage points, 1 compared: largest for Hat, +10.0; ...
    """
    return EFFECTS.figure(frame, lang, theme, value=value, facet=facet)


# ---------------------------------------------------------------- shares


def _read_shares(frame: object, *, value: str | None = None) -> tables.FigureTable:
    wins = getattr(frame, "wins", None)
    table = tables.FigureTable.from_frame(wins() if callable(wins) else frame, "shares")
    if value is None and table.has_columns(*_LOG_ODDS):
        raise table.fault("charts.interval_of", column="effect", figure="charts.effects")
    table = tables.with_replaced_column(table, value, "share", _BOUNDS, "share")
    return tables.FigureTable.from_frame(table, "shares", _SHARE_COLUMNS)


def _name(table: tables.FigureTable, row: tables.Row) -> str:
    by = table.attrs.get("by")  # the columns by which `wins` counts
    if isinstance(by, list) and table.has_columns(*by):
        return ", ".join(table.first_text(row, name) for name in by)
    return table.first_text(row, "label", "policy", "player", "seat", "name", "index")


def _by_share(table: tables.FigureTable) -> list[tables.Row]:
    return sorted(table.rows, key=lambda row: -float(row["share"]))


def _share_texts(row: tables.Row) -> dict[str, str]:
    return {name: format_percent(float(row[name]), 1) for name in _SHARE_COLUMNS}


def _draw_shares(sheet: FigureBuilder) -> None:
    table, colours = sheet.table, sheet.colours
    sheet.title = table.attr_text("value_label") or say("shares.title")
    played = {int(table.cell_number(row, "games")) for row in table.rows}
    games = played.pop() if len(played) == 1 else 0
    sheet.subtitle = say("effects.games", games=format_count(games)) if games else ""
    rows, drawn = _by_share(table), []
    for index, row in enumerate(rows):
        value, low, high = (100 * float(row[name]) for name in _SHARE_COLUMNS)
        name, texts = _name(table, row), _share_texts(row)
        label = say("shares.label", label=name, **texts | {"share": texts["share"] + sheet.assumed_mark})
        lines = [say("shares.hover", **texts)]
        if table.has_columns("won", "games"):
            facts = {column: format_count(int(table.cell_number(row, column))) for column in ("won", "games")}
            lines.append(say("shares.won", **facts))
        if table.has_columns("fair_share"):
            fair = format_percent(table.cell_number(row, "fair_share"), 1)
            lines.append(say("shares.equal", chance=fair))
        colour = colours.series_colours[index % len(colours.series_colours)]
        symbol = SYMBOLS[index % len(SYMBOLS)]
        drawn.append(Dot(label, value, low, high, hover_text(name, *lines), colour, symbol))
    middles = draw_dots(sheet, drawn)
    if table.has_columns("fair_share"):
        for row, middle in zip(rows, middles, strict=True):
            sheet.draw_vertical_marks(
                100 * table.cell_number(row, "fair_share"), [middle], 10, width=2, dash="dot"
            )
        sheet.notes.append(say("shares.equal_line"))
    widest = max(dot.high for dot in drawn)
    axis: PlotlyJsFigure = {} if widest > 62 else {"range": [0, widest * 1.08], "dtick": None, "nticks": 6}
    title = table.attr_text("value_label")
    title = say("heat.in_percent", title=title) if title else say("axis.won")
    sheet.set_row_axes(sheet.percent_axis(title, **axis))
    sheet.notes.insert(0, interval_note(sheet))


def _describe_shares(table: tables.FigureTable) -> str:
    sentences = [say("shares.each", label=_name(table, row), **_share_texts(row)) for row in _by_share(table)]
    key = "means.description" if table.attr_text("value_label") else "shares.description"
    return say(
        key,
        measure=table.attr_text("value_label"),
        confidence=format_percent(_confidence(table)),
        each="; ".join(sentences),
    )


SHARES = FigureKind(
    "shares", _read_shares, _draw_shares, _describe_shares, (frozenset({"share", "low", "high"}),), ("value",)
)


@check_arguments()
def shares(
    frame: object,
    *,
    value: str | None = None,
    facet: str | None = None,
    lang: Lang | None = None,
    theme: Theme | None = None,
) -> Figure:
    """Return the figure of the share of games that each policy (or seat) wins, with its interval and a dotted
    mark for equal chances.

    `frame`: the `Results` of the arena, their `wins()`, or columns `share`, `low`, `high` (0 to 1) with a
    `label` (or `policy`, `player`); optionally `won`, `games`, and `fair_share`, the share if all seats were
    equal. `value` is another column of shares, with its interval in `…_low` and `…_high`; `facet` is a column
    with one small panel for each of its values. Raises `Fault` for a frame that cannot be drawn.

    >>> from twingkit import charts
    >>> row = {"label": "greedy", "share": 0.7, "low": 0.6, "high": 0.8, "fair_share": 0.5}
    >>> figure = charts.shares([row])
    >>> print(charts.figure_description(figure))
    Shares of games won, with 95% confidence intervals: greedy 70.0% (60.0% to 80.0%).
    """
    return SHARES.figure(frame, lang, theme, value=value, facet=facet)


# ---------------------------------------------------------------- means

_SHARE_MEASURES = frozenset({"starter_won"})
"""Measures whose means are shares: shown in percent, their differences in percentage points."""


_STANDING_VALUE_COLUMNS = ("strength", "share")
"""The columns of standings that are drawn as means."""


def _read_means(frame: object, *, value: str | None = None) -> tables.FigureTable:
    table = tables.FigureTable.from_frame(frame, "means")
    if value is not None:
        table = _of_value(table, value)
    elif table.has_columns("policy"):
        table = _as_means(table)
    table = tables.FigureTable.from_frame(table, "means", ("low", "high"), ("label",))
    column = "change" if table.has_columns("change") and not table.has_columns("mean") else "mean"
    return tables.FigureTable.from_frame(table, "means", (column, "low", "high"), ("label",))


def _of_value(table: tables.FigureTable, value: str) -> tables.FigureTable:
    """Return the table with the column `value` as the means to draw, and its columns `…_low` and `…_high` as
    their intervals.
    """
    table = tables.with_replaced_column(table, value, "mean", ("low", "high"))
    if not table.has_columns("label"):
        table = table.with_columns({"label": partial(_mean_name, table)})
    kind = tables.column_number_format(value, [float(row["mean"]) for row in table.rows]).kind
    unit_of = {"value": "share"} if kind == "share" else {}
    title = tables.column_title(table, value)
    return attrs.evolve(table, attrs={"title": title, **table.attrs, "measure": "", "value": "", **unit_of})


def _mean_name(table: tables.FigureTable, row: tables.Row) -> str:
    return table.first_text(row, "option", "position", "policy", "player", "seat", "name")


def _as_means(table: tables.FigureTable) -> tables.FigureTable:
    """Return a table of standings with the strength or share of each player (or pair of players) as the mean
    to draw.
    """
    drawn = next((name for name in _STANDING_VALUE_COLUMNS if table.has_columns("policy", name)), "")
    if not drawn or table.has_columns("label"):
        return table
    cells: dict[str, Callable[[tables.Row], object]] = {
        "label": lambda row: " – ".join(str(row[name]) for name in ("policy", "other") if name in row),
        "mean": lambda row: row[drawn],
    }
    return table.with_columns(cells, {"measure": drawn, "value": drawn, **table.attrs})


def _of_changes(table: tables.FigureTable) -> bool:
    return not table.has_columns("mean")


def _ranked_means(table: tables.FigureTable) -> list[tables.Row]:
    rows = list(table.rows)
    return sorted(rows, key=lambda row: -float(row["change"])) if _of_changes(table) else rows


def _factor(table: tables.FigureTable) -> float:
    return (
        100.0 if table.attr_text("measure") in _SHARE_MEASURES or table.attr_text("value") == "share" else 1.0
    )


def _digits(table: tables.FigureTable) -> int:
    return tables.needed_decimal_count(
        float(row[end]) * _factor(table) for row in table.rows for end in ("low", "high")
    )


def _measure(table: tables.FigureTable) -> str:
    key = f"means.measure.{table.attr_text('measure')}"
    return say(key) if has_figure_sentence(key) else table.attr_text("title") or say("means.value")


def _mean_texts(table: tables.FigureTable, row: tables.Row) -> dict[str, str]:
    write = format_signed if _of_changes(table) else format_number
    factor, digits = _factor(table), _digits(table)
    columns = {"value": "change" if _of_changes(table) else "mean", "low": "low", "high": "high"}
    if factor > 1 and not _of_changes(table):
        return {name: format_percent(float(row[column]), digits) for name, column in columns.items()}
    return {name: write(factor * float(row[column]), digits) for name, column in columns.items()}


def _draw_means(sheet: FigureBuilder) -> None:
    table, colours = sheet.table, sheet.colours
    changes = _of_changes(table)
    measure = _measure(table)
    sheet.title = table.attr_text("title") or (say("means.changes", measure=measure) if changes else measure)
    sheet.subtitle = table.attr_text("subtitle") or _base_and_games_note(table)
    factor, drawn = _factor(table), []
    for index, row in enumerate(_ranked_means(table)):
        value, low, high = (
            factor * float(row[name]) for name in ("change" if changes else "mean", "low", "high")
        )
        texts = _mean_texts(table, row)
        name = table.first_text(row, "label")
        label = say("means.label", label=name, **texts | {"value": texts["value"] + sheet.assumed_mark})
        percent = ""
        if table.has_columns("percent"):
            percent = say("means.percent", percent=_percent_change(table.cell_number(row, "percent")))
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


def _percent_change(change: float) -> str:
    if abs(change) >= 1:
        return format_signed(100 * change) + format_percent(0.5)[2:]
    return f"{format_signed(change)[:1] if round(change, 9) else ''}{format_percent(abs(change))}"


def _base_and_games_note(table: tables.FigureTable) -> str:
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


def _describe_means(table: tables.FigureTable) -> str:
    sentences = []
    for row in _ranked_means(table):
        sentences.append(say("means.label", label=table.first_text(row, "label"), **_mean_texts(table, row)))
    key = "means.description_changes" if _of_changes(table) else "means.description"
    beside = f" {_base_and_games_note(table)}".replace("\n", " ").rstrip()
    beside += "" if not beside or beside.endswith(".") else "."
    confidence = format_percent(_confidence(table))
    measure = _measure(table)
    return say(key, measure=measure, confidence=confidence, each="; ".join(sentences)) + beside


MEANS = FigureKind(
    "means", _read_means, _draw_means, _describe_means, (frozenset({"mean", "low", "high"}),), ("value",)
)


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


# ---------------------------------------------------------------- distributions

_PERCENTILE_COLUMNS = ("p5", "p25", "median", "p75", "p95")

_BOX_HEIGHT = 16
"""In pixels."""


def _read_spread(frame: object) -> tables.FigureTable:
    return tables.FigureTable.from_frame(frame, "spread", (*_PERCENTILE_COLUMNS, "mean"), ("label",))


def _of_shares(table: tables.FigureTable) -> bool:
    return table.attr_text("value") == "share"


def _spread_number(table: tables.FigureTable, value: float) -> str:
    if _of_shares(table):
        return format_signed(100 * value)
    return format_number(value, tables.needed_decimal_count(float(row["p95"]) for row in table.rows))


def _spread_texts(table: tables.FigureTable, row: tables.Row) -> dict[str, str]:
    return {name: _spread_number(table, float(row[name])) for name in (*_PERCENTILE_COLUMNS, "mean")}


def _draw_spread(sheet: FigureBuilder) -> None:
    table, colours = sheet.table, sheet.colours
    sheet.title = table.attr_text("title") or say("spread.title")
    sheet.subtitle = table.attr_text("subtitle")
    factor = 100.0 if _of_shares(table) else 1.0
    middles, values = [], []
    for row in table.rows:
        texts = _spread_texts(table, row)
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


def _box(sheet: FigureBuilder, row: tables.Row, middle: float, values: dict[str, float]) -> None:
    colours, table = sheet.colours, sheet.table
    texts = _spread_texts(table, row)
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


def _describe_spread(table: tables.FigureTable) -> str:
    sentences = [
        say("spread.description_one", label=table.first_text(row, "label"), **_spread_texts(table, row))
        for row in table.rows
    ]
    title = table.attr_text("title") or say("spread.title")
    return say("spread.description", title=title, each="; ".join(sentences))


SPREAD = FigureKind(
    "spread", _read_spread, _draw_spread, _describe_spread, (frozenset({"p5", "median", "p95"}),)
)


@check_arguments()
def spread(
    frame: object, *, facet: str | None = None, lang: Lang | None = None, theme: Theme | None = None
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
