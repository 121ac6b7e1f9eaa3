"""A kind of figure: how to read its frame, draw it on a sheet or on several panels, and describe it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

import attrs

from twingkit.analyse.charts import theme as themes
from twingkit.analyse.charts.facets import arrange_panels, split_into_panels
from twingkit.analyse.charts.setting import MIN_FIGURE_WIDTH, current_chart_defaults, language_for_frame
from twingkit.analyse.charts.sheet import FigureBuilder
from twingkit.analyse.charts.tables import Axes, FigureTable
from twingkit.analyse.charts.theme import PlotlyJsFigure
from twingkit.analyse.charts.wording import check_language, say
from twingkit.core.language import call_in_language, language
from twingkit.core.messages import Fault
from twingkit.core.tables.lazy_types import Figure
from twingkit.core.words import LANGUAGES

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
