"""Small panels: a part of a figure for each value of a column, one below the other, on the same scales."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from numbers import Real
from typing import Any

import attrs

from twingkit.analyse.charts.quantities import column_label
from twingkit.analyse.charts.sheet import TEXT, FigureBuilder
from twingkit.analyse.charts.tables import FigureTable, check_column
from twingkit.analyse.charts.theme import LINE_HEIGHT, PlotlyJsFigure
from twingkit.analyse.charts.wording import wrap_text

MAX_PANELS = 12
"""The maximum number of panels in a figure."""

_PANEL_GAP = 14
"""In pixels."""


def split_into_panels(table: FigureTable, column: str) -> dict[str, FigureTable]:
    """Split a table into one table for each value of a column, keyed by the panel's heading.

    Numbers come in ascending order, other values in the order of the rows; a value with only refused rows is
    left out. Raises `Fault` if the column is missing or has too many values.
    """
    check_column(table, column)
    values = list(dict.fromkeys(_shown(row.get(column)) for row in table.rows if not row.get("refused")))
    if all(isinstance(value, Real) for value in values):
        values.sort()
    if len(values) > MAX_PANELS:
        raise table.fault("charts.many_panels", column=column, found=len(values), most=MAX_PANELS)
    label = column_label(table, column)
    return {
        f"{label}: {value}": attrs.evolve(
            table, rows=tuple(row for row in table.rows if _shown(row.get(column)) == value)
        )
        for value in values
    } or {"": table}


def _shown(value: Any) -> Any:  # any cell
    if value is None or value != value or value == "":
        return "–"
    return " ".join(map(str, value)) if isinstance(value, (list, tuple)) else value


def arrange_panels(whole: FigureBuilder, panels: Mapping[str, FigureBuilder]) -> FigureBuilder:
    """Stack the drawn panels of a figure on the builder `whole`, each under its heading and all with common
    scales, and return it.
    """
    sheets = list(panels.values())
    first, last = sheets[0], sheets[-1]
    whole.title, whole.subtitle = first.title, first.subtitle
    whole.notes = list(dict.fromkeys(note for sheet in sheets for note in sheet.notes))
    whole.legend = list(dict.fromkeys(entry for sheet in sheets for entry in sheet.legend))
    whole.left_margin = max(sheet.left_margin for sheet in sheets)
    whole.bottom_margin, whole.picture_width = last.bottom_margin, max(s.picture_width for s in sheets)
    headings = {name: wrap_text(name, whole.characters_per_line(46)) for name in panels}
    tops, height = [], 0.0
    for (name, sheet), lines in zip(panels.items(), headings.values(), strict=True):
        height += len(lines) * TEXT * LINE_HEIGHT + 8
        tops.append(height)
        height += sheet.height + (0 if name == list(panels)[-1] else sheet.ticks_height + _PANEL_GAP)
    whole.height = height
    for axis in ("xaxis", "yaxis"):
        _use_common_scale([sheet.layout[axis] for sheet in sheets if axis in sheet.layout])
    for index, (top, (name, sheet)) in enumerate(zip(tops, panels.items(), strict=True), 1):
        domain = [max(0.0, 1 - (top + sheet.height) / height), 1 - top / height]
        _add_panel(whole, sheet, index, domain, last=sheet is last)
        whole.add_heading(headings[name], 1 - (top - len(headings[name]) * TEXT * LINE_HEIGHT - 6) / height)
    return whole


def _use_common_scale(axes: Sequence[PlotlyJsFigure]) -> None:
    """Give axes that show numbers the same range and the same ticks."""
    if not all("range" in axis and axis.get("visible", True) for axis in axes):
        return
    widest = dict(max(axes, key=lambda axis: abs(axis["range"][1] - axis["range"][0])))
    ends = [end for axis in axes for end in axis["range"]]
    upwards = widest["range"][0] <= widest["range"][1]
    widest["range"] = [min(ends), max(ends)] if upwards else [max(ends), min(ends)]
    if all("ticktext" in axis for axis in axes):
        ticks = dict(tick for axis in axes for tick in zip(axis["tickvals"], axis["ticktext"], strict=True))
        widest |= {"tickvals": sorted(ticks), "ticktext": [ticks[tick] for tick in sorted(ticks)]}
    for axis in axes:
        axis |= {**widest, "title": axis["title"]}


def _add_panel(
    whole: FigureBuilder, sheet: FigureBuilder, panel_index: int, domain: Sequence[float], *, last: bool
) -> None:
    suffix = "" if panel_index == 1 else str(panel_index)
    x, y = f"x{suffix}", f"y{suffix}"
    for trace in sheet.data:
        drawn: PlotlyJsFigure = {**trace, "xaxis": x, "yaxis": y}
        if "colorbar" in trace:
            drawn["showscale"] = last
            low, high = domain
            drawn["colorbar"] = {**trace["colorbar"], "y": low + trace["colorbar"]["y"] * (high - low)}
        if panel_index > 1 and "name" in trace:
            drawn["showlegend"] = False
        whole.data.append(drawn)
    for drawn_on, parts in ((whole.shapes, sheet.shapes), (whole.annotations, sheet.annotations)):
        drawn_on += [
            {
                **part,
                "xref": part.get("xref", "x") if part.get("xref") == "paper" else x,
                "yref": f"{y} domain" if part.get("yref") == "paper" else y,
            }
            for part in parts
        ]
    layout = dict(sheet.layout)
    across, up = dict(layout.pop("xaxis", {})), dict(layout.pop("yaxis", {}))
    if not last:
        across["title"] = {"text": ""}
    whole.layout |= layout
    whole.layout[f"xaxis{suffix}"] = {**across, "anchor": y}
    whole.layout[f"yaxis{suffix}"] = {**up, "anchor": x, "domain": list(domain)}
