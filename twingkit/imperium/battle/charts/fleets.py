"""Figures of fleet battles: the cheapest fleets that win, and the stages of an invasion."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

import attrs

from twingkit.analyse.charts.figure_kind import FigureKind
from twingkit.analyse.charts.sheet import FigureBuilder
from twingkit.analyse.charts.stacked import fitting_share_text, subtitle_text
from twingkit.analyse.charts.tables import FigureTable, Row
from twingkit.analyse.charts.theme import Theme
from twingkit.analyse.charts.wording import capitalize_first, format_number, format_percent, hover_text, say
from twingkit.core.language import Lang

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

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
    frame: object,
    *,
    facet: str | None = None,
    lang: Lang | None = None,
    theme: Theme | None = None,
) -> Figure:
    """Return a figure of the best fleets by cost, up to the cheapest that wins often enough.

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
    frame: object,
    *,
    facet: str | None = None,
    lang: Lang | None = None,
    theme: Theme | None = None,
) -> Figure:
    """Return a figure of the chances that an invasion wins in space, lands, and takes the planet.

    `frame` is a result of `invasion_stage_table`: columns `stage`, `label`, `chance`, `forces`, and
    optionally `given`, `own_lost`, `enemy_lost`. Raises `Fault` for a frame that cannot be drawn.

    >>> from twingkit import charts, imperium
    >>> from twingkit.imperium.battle.analysis.invasion import invasion_stage_table
    >>> line = "invasion: 2 cruiser 1 carrier 3 infantry vs 1 carrier 1 infantry"
    >>> print(charts.figure_description(imperium.charts.invasion(invasion_stage_table(line))))
    How far the invasion gets in invasion: 2 cruiser 1 carrier 3 infantry vs 1 carrier 1 infantry: the ...
    """
    return INVASION.figure(frame, lang, theme, facet=facet)
