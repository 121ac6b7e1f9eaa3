"""The figures of dots with confidence intervals: changes in the win rate, and shares of wins."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import attrs

from twingkit.analyse.charts.figure_kind import FigureKind
from twingkit.analyse.charts.quantities import Quantity, with_replaced_column
from twingkit.analyse.charts.sheet import FigureBuilder
from twingkit.analyse.charts.tables import FigureTable, Row
from twingkit.analyse.charts.theme import SYMBOLS, PlotlyJsFigure, Theme
from twingkit.analyse.charts.wording import format_count, has_figure_sentence, hover_text, say
from twingkit.core.arguments import check_arguments
from twingkit.core.language import Lang
from twingkit.core.tables.lazy_types import Figure
from twingkit.core.words import format_percent, format_signed

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


def _confidence(table: FigureTable) -> float:
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


def game_count_text(table: FigureTable, row: Row) -> str:
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


def _read_effects(frame: object, *, value: str | None = None) -> FigureTable:
    table = FigureTable.from_frame(frame, "effects")
    if value is None and table.has_columns(*_LOG_ODDS):
        table = _of_log_odds(table)
    table = with_replaced_column(table, value, "change", _BOUNDS, "points")
    return FigureTable.from_frame(table, "effects", _CHANGE_COLUMNS, ("label",))


_LOG_ODDS = ("by", "name", "effect")
"""The columns of effects that are logarithms of odds."""

_DRAWN_ATTR = "drawn_value"
"""The key in the `attrs` of a table whose effects are not differences of shares: their column."""


def _of_log_odds(table: FigureTable) -> FigureTable:
    """Return the table with its logarithms of odds as the changes to draw."""
    cells: dict[str, Callable[[Row], object]] = {
        "change": lambda row: row["effect"],
        "label": lambda row: " = ".join(dict.fromkeys((str(row["by"]), str(row["name"])))),
    }
    return table.with_columns(cells, {_DRAWN_ATTR: "effect"})


def _drawn(table: FigureTable) -> Quantity:
    return Quantity("effect", "number", 2) if _DRAWN_ATTR in table.attrs else Quantity("change", "points")


def _effect_title(table: FigureTable) -> str:
    return say("effects.log_odds") if _DRAWN_ATTR in table.attrs else table.attr_text("value_label")


def _effect_text(table: FigureTable, value: float) -> str:
    drawn = _drawn(table)
    return format_signed(value, drawn.digits) if drawn.kind == "number" else drawn.text(value)


def _by_change(table: FigureTable) -> list[Row]:
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


def _describe_effects(table: FigureTable) -> str:
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


def _read_shares(frame: object, *, value: str | None = None) -> FigureTable:
    wins = getattr(frame, "wins", None)
    table = FigureTable.from_frame(wins() if callable(wins) else frame, "shares")
    if value is None and table.has_columns(*_LOG_ODDS):
        raise table.fault("charts.interval_of", column="effect", figure="charts.effects")
    table = with_replaced_column(table, value, "share", _BOUNDS, "share")
    return FigureTable.from_frame(table, "shares", _SHARE_COLUMNS)


def _name(table: FigureTable, row: Row) -> str:
    by = table.attrs.get("by")  # the columns by which `wins` counts
    if isinstance(by, list) and table.has_columns(*by):
        return ", ".join(table.first_text(row, name) for name in by)
    return table.first_text(row, "label", "policy", "player", "seat", "name", "index")


def _by_share(table: FigureTable) -> list[Row]:
    return sorted(table.rows, key=lambda row: -float(row["share"]))


def _share_texts(row: Row) -> dict[str, str]:
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


def _describe_shares(table: FigureTable) -> str:
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
