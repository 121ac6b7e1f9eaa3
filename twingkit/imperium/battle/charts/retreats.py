"""The figure of retreats from a fleet battle: what they save against the chance to win that they give up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from twingkit.analyse.charts.figure_kind import FigureKind
from twingkit.analyse.charts.margin import PLOT_HEIGHT
from twingkit.analyse.charts.sheet import FigureBuilder
from twingkit.analyse.charts.stacked import subtitle_text
from twingkit.analyse.charts.tables import FigureTable, Row
from twingkit.analyse.charts.theme import Theme
from twingkit.analyse.charts.wording import format_number, format_percent, hover_text, say
from twingkit.core.language import Lang
from twingkit.imperium.battle.charts.fleets import side_word

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

_SAME_RESULT_TOLERANCE = 1e-9


def _read_retreat(frame: object) -> FigureTable:
    return FigureTable.from_frame(frame, "retreat", ("saved", "given_up", "first"), ("plan",))


def _threshold_plans(table: FigureTable) -> list[Row]:
    """Return the retreat plans with a threshold; of several plans with the same result, only the one with the
    lowest threshold.
    """
    kept_rows: list[Row] = []
    for row in table.rows:
        if str(row["plan"]) != "below":
            continue
        if not kept_rows or any(
            abs(float(row[name]) - float(kept_rows[-1][name])) > _SAME_RESULT_TOLERANCE
            for name in ("saved", "given_up")
        ):
            kept_rows.append(row)
    return kept_rows


def _round_plans(table: FigureTable) -> list[Row]:
    return [row for row in table.rows if str(row["plan"]) == "round"]


def _plan_text(table: FigureTable, row: Row) -> str:
    if str(row["plan"]) == "round":
        return say("retreat.round", n=int(row["first"]))
    return say("retreat.below", line=format_percent(table.cell_number(row, "below")))


def _retreat_hover(sheet: FigureBuilder, row: Row) -> str:
    table = sheet.table
    lines = [
        say("retreat.saved", n=format_number(float(row["saved"]), 2)),
        say("retreat.given_up", change=format_number(100 * float(row["given_up"]), 1)),
    ]
    if table.has_columns("escape_chance"):
        lines.append(say("retreat.away", chance=format_percent(table.cell_number(row, "escape_chance"), 1)))
    if table.has_columns("spared"):
        lines.append(say("retreat.spared", n=format_number(table.cell_number(row, "spared"), 2)))
    return hover_text(_plan_text(table, row), *lines)


def _draw_retreat(sheet: FigureBuilder) -> None:
    table, colours = sheet.table, sheet.colours
    sheet.title = say(f"retreat.title.{table.attr_text('side', 'attacker')}")
    sheet.subtitle = subtitle_text(sheet)
    sheet.height, sheet.left_margin = PLOT_HEIGHT * 1.2, 58
    groups = (
        (
            "retreat.lines",
            _threshold_plans(table),
            "circle",
            "●",
            colours.series_colours[0],
            "lines+markers+text",
        ),
        ("retreat.rounds", _round_plans(table), "square", "■", colours.series_colours[1], "markers+text"),
    )
    for key, rows, symbol, sign, colour, mode in groups:
        if not rows:
            continue
        sheet.add_points(
            mode,
            [100 * float(row["given_up"]) for row in rows],
            [float(row["saved"]) for row in rows],
            [_retreat_hover(sheet, row) for row in rows],
            name=say(key),
            text=_marks(table, rows),
            textposition="top left" if symbol == "circle" else "bottom right",
            textfont={"size": 11, "color": colours.ink},
            line={"color": colour, "width": 1.5, "dash": "dot"},
            marker={"color": colour, "size": 9, "symbol": symbol},
            cliponaxis=False,
        )
        sheet.add_legend_entry(sign, colour, say(key))
    losses = [100 * float(row["given_up"]) for row in table.rows]
    saved = [float(row["saved"]) for row in table.rows]
    sheet.layout["xaxis"] = sheet.amount_axis(say("axis.given_up"), range=_axis_range(losses, 5))
    up = say("axis.saved") + sheet.assumed_mark
    sheet.layout["yaxis"] = sheet.axis(up, range=_axis_range(saved, 1), nticks=6)
    sheet.notes.append(say("retreat.reading"))


def _marks(table: FigureTable, rows: list[Row]) -> list[str]:
    """Return the labels of the dots (threshold or round); "" if a label would cover another."""
    across, up = (_span(table, name) for name in ("given_up", "saved"))
    marks, last = [], None
    for row in rows:
        point = float(row["given_up"]) / across, float(row["saved"]) / up
        near = last is not None and abs(point[0] - last[0]) < 0.12 and abs(point[1] - last[1]) < 0.05
        fixed = str(row["plan"]) == "round"
        line = say("retreat.mark", n=int(row["first"])) if fixed else format_percent(float(row["below"]))
        marks.append("" if near else line)
        last = last if near else point
    return marks


def _span(table: FigureTable, name: str) -> float:
    values = [float(row[name]) for row in table.rows]
    return max(*values, 0.0) - min(*values, 0.0) or 1.0


def _axis_range(values: list[float], least: float) -> list[float]:
    """Return the ends of an axis: zero, all values, and a margin for the labels."""
    low, high = min([*values, 0.0]), max([*values, least])
    room = (high - low) * 0.12
    return [low - room, high + room]


def _describe_retreat(table: FigureTable) -> str:
    facts = {"side": side_word(table), "battle": table.attr_text("position", "–")}
    items = "; ".join(
        say(
            "retreat.description_one",
            plan=_plan_text(table, row),
            saved=format_number(float(row["saved"]), 1),
            given_up=format_number(100 * float(row["given_up"]), 1),
        )
        for row in (*_spread_selection(_threshold_plans(table)), *_round_plans(table))
    )
    return say("retreat.description", each=items, **facts)


_MAX_DESCRIBED = 6
"""The maximum number of plans with a threshold in the description."""


def _spread_selection(rows: list[Row]) -> list[Row]:
    """Return at most `_MAX_DESCRIBED` of these rows, evenly spread from the first to the last."""
    indices = {round(part * (len(rows) - 1) / (_MAX_DESCRIBED - 1)) for part in range(_MAX_DESCRIBED)}
    return [row for index, row in enumerate(rows) if index in indices]


RETREAT = FigureKind(
    "retreat", _read_retreat, _draw_retreat, _describe_retreat, (frozenset({"plan", "saved", "given_up"}),)
)


def retreat(
    frame: object,
    *,
    facet: str | None = None,
    lang: Lang | None = None,
    theme: Theme | None = None,
) -> Figure:
    """Return a figure of retreat plans: the losses saved against the chance to win given up.

    `frame` is a result of `retreat_table`: columns `plan` ("below" or "round"), `saved` (resources),
    `given_up` (−1 to 1), `first` (the round), and optionally `below`, `away`, `spared`; the side in
    `attrs["side"]`. Thresholds with the same result are one dot, marked with the lowest. Raises `Fault` for a
    frame that cannot be drawn.

    >>> from twingkit import charts, imperium
    >>> from twingkit.imperium.battle.analysis.retreat import retreat_table
    >>> figure = imperium.charts.retreat(retreat_table("space: 3 cruiser vs 2 dreadnought", "attacker"))
    >>> print(charts.figure_description(figure))
    What a retreat saves the attacker in space: 3 cruiser vs 2 dreadnought, in resources, and the ...
    """
    return RETREAT.figure(frame, lang, theme, facet=facet)
