"""A kind of figure: how to read its frame, draw it on a sheet or on several panels, and describe it.

Small panels show a part of a figure for each value of a column, one below the other, on the same scales.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from numbers import Real
from typing import Any

import attrs

from twingkit.analyse.charts import theme as themes
from twingkit.analyse.charts.setting import MIN_FIGURE_WIDTH, current_chart_defaults, language_for_frame
from twingkit.analyse.charts.sheet import TEXT, FigureBuilder
from twingkit.analyse.charts.tables import Axes, FigureTable, check_column, column_label
from twingkit.analyse.charts.theme import LINE_HEIGHT, PlotlyJsFigure
from twingkit.analyse.charts.wording import check_language, say, wrap_text
from twingkit.core.language import call_in_language, language
from twingkit.core.messages import Fault
from twingkit.core.tables.lazy_types import Figure
from twingkit.core.words import LANGUAGES

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


def _shown(value: object) -> Any:  # any cell
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


_KINDS_MODULE = "twingkit.analyse.charts.alt_text"
"""The module that knows all kinds of figures."""


@attrs.frozen
class FigureKind:
    """A kind of figure: how to read its frame, draw it on a sheet, and describe it in a sentence.

    `identifying_columns` are sets of columns that identify a frame of this kind. `choices` are the options
    that `read` takes: which columns to draw. `assign` completes the choice of axes from the frame.
    """

    name: str
    read: Callable[..., FigureTable]
    draw: Callable[..., None]
    describe: Callable[[FigureTable], str]
    identifying_columns: tuple[frozenset[str], ...] = ()
    choices: tuple[str, ...] = ()
    assign: Callable[[FigureTable, Axes], Axes] | None = None

    def panels(
        self, frame: object, facet: str | None = None, **choices: str | None
    ) -> dict[str, FigureTable]:
        """Return the tables to draw by their headings: one, or one for each value of the column `facet`.

        Raises `Fault` if the frame cannot be drawn, with the figures that can draw it.
        """
        try:
            return self.panels_without_hint(frame, facet, **choices)
        except Fault as fault:
            if fault.key != "charts.column" or facet or any(choices.values()):
                raise
            # by its name, since that module imports every kind of figure, and so this one
            figures = import_module(_KINDS_MODULE).shared_figure_names_for(frame, self.name)
            key = "charts.taken_by" if figures else "charts.taken_by_none"
            raise Fault(key, why=fault, figures=", ".join(figures)) from None

    def panels_without_hint(
        self, frame: object, facet: str | None = None, **choices: str | None
    ) -> dict[str, FigureTable]:
        """Return the same tables as `panels`; errors do not suggest other figures."""
        if self.assign is None and facet is None:
            return {"": self.read(frame, **choices)}
        whole = FigureTable.from_frame(frame, self.name, exclusion_column="")
        if self.assign is not None:
            axes = self.assign(whole, {**choices, "facet": facet})
            facet = axes.pop("facet", None)
            choices |= axes
        if facet is None:
            return {"": self.read(whole, **choices)}
        parts = split_into_panels(whole, facet)
        return {heading: self.read(part, **choices) for heading, part in parts.items()}

    def plotly_js_figure(
        self,
        frame: object,
        theme: str = "light",
        *,
        width: int = MIN_FIGURE_WIDTH,
        facet: str | None = None,
        **options: Any,
    ) -> PlotlyJsFigure:
        """Return the figure of `frame` in the format of plotly.js. Raises `Fault` if the frame, the language
        or the theme is wrong.
        """
        choices = {name: options.pop(name, None) for name in self.choices}
        panels = self.panels(frame, facet, **choices)
        themes.palette(theme)
        lang, tables = check_language(language()), tuple(panels.values())
        sheets = {
            name: FigureBuilder(table, lang, theme, width, panels=tables) for name, table in panels.items()
        }
        for sheet in sheets.values():
            self.draw(sheet, **options)
        drawn = next(iter(sheets.values()))
        if "" not in sheets:
            drawn = arrange_panels(FigureBuilder(tables[0], lang, theme, width), sheets)
        return drawn.to_plain_figure(
            self.name, {lang: call_in_language(lang, self.describe_panels, panels) for lang in LANGUAGES}
        )

    def describe_frame(self, frame: object) -> str:
        """Describe the figure of a frame that is drawn with default options."""
        return self.describe_panels(self.panels(frame, **dict.fromkeys(self.choices)))

    def describe_panels(self, panels: Mapping[str, FigureTable]) -> str:
        """Describe the tables of a figure, including the variant under which their numbers hold."""
        variant = next(iter(panels.values())).variant
        rules = say("note.variant", variant=variant) if variant else ""
        told = (
            f"{heading}: {self.describe(table)}" if heading else self.describe(table)
            for heading, table in panels.items()
        )
        return f"{' '.join(told)} {rules}".rstrip()

    def figure(
        self, frame: object, lang: str | None = None, theme: str | None = None, **options: Any
    ) -> Figure:
        """Return the figure of `frame`; `lang` and `theme` default to `twingkit.set_defaults`.

        Raises `Fault` as `plotly_js_figure` does, and if plotly is missing.
        """
        setting = current_chart_defaults()
        chosen = lang if lang is not None else language_for_frame(frame)
        shown = theme if theme is not None else setting.theme
        try:
            from twingkit.analyse.charts.figure import Chart
        except ImportError:
            raise Fault("charts.plotly") from None
        return Chart(
            call_in_language(chosen, self.plotly_js_figure, frame, shown, width=setting.width, **options)
        )
