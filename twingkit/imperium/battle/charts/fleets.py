"""Figures of fleet battles: the cheapest fleets that win, the stages of an invasion, and retreats."""

from __future__ import annotations

from math import isnan

import attrs

from twingkit.analyse.charts.figure_kind import FigureKind
from twingkit.analyse.charts.margin import PLOT_HEIGHT
from twingkit.analyse.charts.sheet import FigureBuilder
from twingkit.analyse.charts.stacked import fitting_share_text, subtitle_text
from twingkit.analyse.charts.tables import FigureTable, Row
from twingkit.analyse.charts.theme import Theme
from twingkit.analyse.charts.wording import capitalize_first, hover_text, say
from twingkit.core.language import Lang
from twingkit.core.tables.lazy_types import Figure
from twingkit.core.words import format_number, format_percent

BAR_HEIGHT = 20
"""The height of a bar, in pixels."""


def side_word(table: FigureTable) -> str:
    """Return the word for the side whose fleets the table lists: "attacker" or "defender", translated."""
    return say(f"side.{table.attr_text('side', 'attacker')}")


# ---------------------------------------------------------------- the cheapest fleet


def _read_cheapest(frame: object) -> FigureTable:
    table = FigureTable.from_frame(frame, "cheapest", ("cost", "win"), ("units",))
    best = tuple(row for row in table.rows if row.get("rank", 1) == 1)  # of each cost
    return attrs.evolve(table, rows=best)


def _draw_cheapest(sheet: FigureBuilder) -> None:
    table, colours = sheet.table, sheet.colours
    sheet.title = say(f"cheapest.title.{table.attr_text('side', 'attacker')}")
    sheet.subtitle = subtitle_text(sheet)
    rows = table.rows[-_TOP_FLEETS:]
    line = float(table.attrs.get("min_win_chance") or 0.0)
    middles = [sheet.add_row(_fleet_label(row), BAR_HEIGHT, 10) for row in rows]
    shares = [float(row["win"]) for row in rows]
    sheet.add_bars(
        [100 * share for share in shares],
        middles,
        BAR_HEIGHT,
        [hover_text(_label(row), format_percent(float(row["win"]), 2)) for row in rows],
        {"color": [colours.win if share >= line else colours.loss for share in shares]},
        texts=[fitting_share_text(share) for share in shares],
        ink=[colours.on_win if share >= line else colours.on_loss for share in shares],
    )
    sheet.set_row_axes(sheet.percent_axis(say("axis.win") + sheet.assumed_mark))
    if line:
        sheet.draw_vertical_marks(100 * line, middles, BAR_HEIGHT / 2 + 3, dash="dot")
        sheet.notes.append(say("cheapest.line", line=format_percent(line)))
    if len(rows) < len(table.rows):
        sheet.notes.append(say("cheapest.more", n=len(table.rows) - len(rows)))
    if not _wins_often_enough(table):
        sheet.notes.append(say("cheapest.none"))
        if _search_stopped(table):
            cost = float(table.attrs.get("searched") or 0.0)
            sheet.notes.append(say("cheapest.stopped", cost=_cost_text(cost)))


_TOP_FLEETS = 10


def _wins_often_enough(table: FigureTable) -> bool:
    line = float(table.attrs.get("min_win_chance") or 0.0)
    return any(float(row["win"]) >= line for row in table.rows)


def _search_stopped(table: FigureTable) -> bool:
    """True if the search ended early, so that a more expensive fleet may be enough."""
    return table.attrs.get("complete") is False


def _cost_text(cost: float) -> str:
    return format_number(cost, 0 if cost.is_integer() else 1)


def _label(row: Row) -> str:
    return str(row["units"]) or say("cheapest.nothing")


def _fleet_label(row: Row) -> str:
    """Return the label of a fleet: the added units, their cost, and the chance to win."""
    win = format_percent(float(row["win"]), 1)
    return say("cheapest.label", units=_label(row), cost=_cost_text(float(row["cost"])), win=win)


def _describe_cheapest(table: FigureTable) -> str:
    best = table.rows[-1]
    facts = {
        "side": side_word(table),
        "battle": table.attr_text("position", "–"),
        "units": _label(best),
        "cost": _cost_text(float(best["cost"])),
        "win": format_percent(float(best["win"]), 1),
        "line": format_percent(float(table.attrs.get("min_win_chance") or 0.0)),
        "searched": _cost_text(float(table.attrs.get("searched") or 0.0)),
    }
    none = "cheapest.description_stopped" if _search_stopped(table) else "cheapest.description_none"
    return say("cheapest.description" if _wins_often_enough(table) else none, **facts)


CHEAPEST = FigureKind(
    "cheapest", _read_cheapest, _draw_cheapest, _describe_cheapest, (frozenset({"cost", "units", "win"}),)
)


def cheapest(
    frame: object, *, facet: str | None = None, lang: Lang | None = None, theme: Theme | None = None
) -> Figure:
    """Return a figure of the chance to win of the best fleet at each cost, up to the cheapest fleet that
    reaches the required chance.

    `frame` is a result of `imperium.cheapest_fleet`: columns `cost`, `units`, `win`; in `attrs` `side`,
    `min_win_chance`, `position`. Raises `Fault` for a frame that cannot be drawn.

    >>> from twingkit import charts, imperium
    >>> from twingkit.imperium.battle.analysis.cheapest_fleet import cheapest_fleet
    >>> line = "space: 1 carrier vs 2 cruiser"
    >>> frame = cheapest_fleet(line, "attacker", units=["fighter", "cruiser"], min_win_chance=0.8)
    >>> print(charts.figure_description(imperium.charts.cheapest(frame)))
    Cheapest fleet that gives the attacker a chance to win of at least 80% in space: ...
    """
    return CHEAPEST.figure(frame, lang, theme, facet=facet)


# ---------------------------------------------------------------- invasion


def _read_invasion(frame: object) -> FigureTable:
    return FigureTable.from_frame(frame, "invasion", ("chance", "forces"), ("stage", "label"))


def _draw_invasion(sheet: FigureBuilder) -> None:
    table, colours = sheet.table, sheet.colours
    sheet.title = say("invasion.title")
    sheet.subtitle = subtitle_text(sheet)
    middles = [sheet.add_row(_stage(row), BAR_HEIGHT + 4, 12) for row in table.rows]
    shares = [table.cell_number(row, "chance") for row in table.rows]
    sheet.add_bars(
        [100 * share for share in shares],
        middles,
        BAR_HEIGHT + 4,
        [_stage_hover(sheet, row) for row in table.rows],
        {"color": colours.win},
        1,
        texts=[fitting_share_text(share) for share in shares],
        ink=colours.on_win,
    )
    sheet.set_row_axes(sheet.percent_axis(say("axis.so_far") + sheet.assumed_mark))
    sheet.notes.append(say("invasion.reading"))


def _stage(row: Row) -> str:
    forces, chance = float(row["forces"]), format_percent(float(row["chance"]), 1)
    counted = "–" if isnan(forces) else format_number(forces, 1)
    return say("invasion.label", label=capitalize_first(str(row["label"])), chance=chance, forces=counted)


def _stage_hover(sheet: FigureBuilder, row: Row) -> str:
    table = sheet.table
    lines = [format_percent(float(row["chance"]), 2)]
    if table.has_columns("given") and not isnan(float(row["given"])):
        lines.append(say("invasion.given", chance=format_percent(table.cell_number(row, "given"), 1)))
    if table.has_columns("own_lost", "enemy_lost"):
        lost = {name: format_number(table.cell_number(row, name), 1) for name in ("own_lost", "enemy_lost")}
        lines.append(say("invasion.lost", **lost))
    return hover_text(str(row["label"]), *lines)


def _describe_invasion(table: FigureTable) -> str:
    items = ", ".join(
        say("invasion.description_one", label=row["label"], chance=format_percent(float(row["chance"]), 1))
        for row in table.rows
    )
    return say("invasion.description", battle=table.attr_text("position", "–"), each=items)


INVASION = FigureKind(
    "invasion",
    _read_invasion,
    _draw_invasion,
    _describe_invasion,
    (frozenset({"stage", "chance", "forces"}),),
)


def invasion(
    frame: object, *, facet: str | None = None, lang: Lang | None = None, theme: Theme | None = None
) -> Figure:
    """Return a figure of the chances that an invasion gets past each of its stages, up to the planet.

    `frame` is a result of `invasion_stage_table`: columns `stage`, `label`, `chance`, `forces`, and
    optionally `given`, `own_lost`, `enemy_lost`. Raises `Fault` for a frame that cannot be drawn.

    >>> from twingkit import charts, imperium
    >>> from twingkit.imperium.battle.analysis.invasion import invasion_stage_table
    >>> line = "invasion: 2 cruiser 1 carrier 3 infantry vs 1 carrier 1 infantry"
    >>> print(charts.figure_description(imperium.charts.invasion(invasion_stage_table(line))))
    How far the invasion gets in invasion: 2 cruiser 1 carrier 3 infantry vs 1 carrier 1 infantry: ships ...
    """
    return INVASION.figure(frame, lang, theme, facet=facet)


# ---------------------------------------------------------------- retreat


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
    frame: object, *, facet: str | None = None, lang: Lang | None = None, theme: Theme | None = None
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
    The resources that a retreat saves the attacker, and the chance to win that it gives up, ...
    """
    return RETREAT.figure(frame, lang, theme, facet=facet)
