"""The sheet on which a figure is drawn: title, labels, axes, notes, and finally the plain figure.

A figure is drawn as plain lists and mappings in the format of plotly.js, so that a panel can draw one without
pandas and plotly's Python package. `charts.<name>` turns it into a `plotly.graph_objects.Figure`.

Heights are fixed, widths are not: a figure takes the width of its place, from 360 pixels up. That is why
titles and labels are wrapped for a given width (the narrowest on a page), and why a label is above its bar
and not next to it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from twingkit.analyse.charts import theme as themes
from twingkit.analyse.charts.setting import MIN_FIGURE_WIDTH
from twingkit.analyse.charts.tables import FigureTable, Row
from twingkit.analyse.charts.theme import LINE_HEIGHT, PlotlyJsFigure
from twingkit.analyse.charts.wording import escape_text, say, wrap_as_html, wrap_text
from twingkit.core.words import NO_BREAK, percent_sign
from twingkit.core.words import language_of as marks_of

LegendEntry = tuple[str, str, str]
"""An entry of a legend: a sign, its colour, its meaning."""

TITLE, TEXT, SMALL = 16, 12, 11
"""The font sizes, in pixels."""

FOLD_TITLE, FOLD_TEXT, FOLD_NOTE = 28, 46, 52
"""The numbers of characters in a line of a title, a text and a note in the narrowest place."""

SIDE, RIGHT, MARGIN = 14, 22, 12
"""The free space on the left, on the right (half of the last tick's label) and above, in pixels."""


@attrs.define
class FigureBuilder:
    """A figure while it is drawn: `data`, `shapes`, `annotations` and `layout` are in the format of
    plotly.js.
    """

    table: FigureTable
    lang: str
    theme: str
    width: int = MIN_FIGURE_WIDTH
    """The width of the place, in pixels, for which texts are wrapped."""
    title: str = ""
    subtitle: str = ""
    notes: list[str] = attrs.field(factory=list)
    data: list[PlotlyJsFigure] = attrs.field(factory=list)
    shapes: list[PlotlyJsFigure] = attrs.field(factory=list)
    annotations: list[PlotlyJsFigure] = attrs.field(factory=list)
    layout: PlotlyJsFigure = attrs.field(factory=dict)
    height: float = 0.0
    left_margin: int = SIDE
    bottom_margin: int = 48
    ticks_height: int = 28
    """The part of the bottom margin that the axis without its title takes."""
    panels: tuple[FigureTable, ...] = ()
    """The tables of all panels of the figure, which share their scales; empty: only this table."""
    picture_width: int = 0
    """The width of a saved picture; 0: as wide as shown."""
    legend: list[LegendEntry] = attrs.field(factory=list)

    @property
    def colours(self) -> themes.Palette:
        """The colours of the theme."""
        return themes.palette(self.theme)

    def characters_per_line(self, at_min_width: int) -> int:
        """Return the number of characters that fit in a line on this sheet, given the number `at_min_width`
        that fits at the minimum width.
        """
        return at_min_width * self.width // MIN_FIGURE_WIDTH

    @property
    def tables(self) -> tuple[FigureTable, ...]:
        """The tables of all panels of the figure: the scales of axes must fit all of them."""
        return self.panels or (self.table,)

    @property
    def all_rows(self) -> tuple[Row, ...]:
        """The rows of all panels."""
        return tuple(row for table in self.tables for row in table.rows)

    @property
    def assumed_mark(self) -> str:
        """The mark after a number that rests on an assumption: a star, or ""."""
        return "*" if self.table.attrs.get("assumed") else ""

    def add_row(self, label: str, bar_height: float = 24, gap: float = 14, font_size: int = TEXT) -> float:
        """Add space for a row below all others, with its label on top. Return the vertical position of the
        middle of its bar in pixels.

        One unit of the vertical axis is one pixel, counted from the top.
        """
        written = wrap_text(label, self.characters_per_line(FOLD_TEXT)) if label else []
        if written:
            text = "<br>".join(escape_text(line) for line in written)
            self.add_text(text, font_size, self.colours.ink, y=self.height)
        middle = self.height + len(written) * font_size * LINE_HEIGHT + (4 if written else 0) + bar_height / 2
        self.height = middle + bar_height / 2 + gap
        return middle

    def add_bars(
        self,
        lengths: Sequence[float],
        middles: Sequence[float],
        height: float,
        hovers: Sequence[str],
        fill: PlotlyJsFigure,
        outline_width: float = 1.5,
        *,
        texts: Sequence[str] = (),
        ink: str | Sequence[str] = "",
        upright: bool = False,
        **more: object,
    ) -> None:
        """Draw horizontal bars of this `height` with a `fill` (a plotly `marker`) and an outline; with
        `upright`, draw vertical bars of this width.

        `texts` are inside the bars, in the colour `ink`; `more` are further entries of the trace.
        """
        along, across = ("y", "x") if upright else ("x", "y")
        inside = {"textposition": "inside", "insidetextanchor": "middle", "textangle": 0}
        font = {"constraintext": "none", "textfont": {"color": ink, "size": 12}}
        self.data.append(
            {
                "type": "bar",
                "orientation": "v" if upright else "h",
                along: lengths,
                across: middles,
                "width": [height] * len(lengths),
                "marker": {**fill, "line": {"color": self.colours.outline, "width": outline_width}},
                "hovertext": hovers,
                "hoverinfo": "text",
                **({"text": texts, **inside, **font} if texts else {}),
                **more,
            }
        )

    def add_points(
        self,
        mode: str,
        x: Sequence[float | None],
        y: Sequence[float | None],
        hovers: str | Sequence[str] = (),
        **more: object,
    ) -> None:
        """Draw points as markers, lines or texts (`mode`), with texts on hover, or none if `hovers` is empty.

        `more` are further entries of the trace.
        """
        hover = {"hovertext": hovers, "hoverinfo": "text"}
        silent = {"hoverinfo": "skip", "showlegend": False}
        trace = {"type": "scatter", "mode": mode, "x": x, "y": y}
        self.data.append({**trace, **(hover if hovers else silent), **more})

    def add_curve(
        self,
        series_index: int,
        name: str,
        points: Mapping[float, float],
        hovers: Sequence[str],
        marker_size: int,
        **more: object,
    ) -> None:
        """Draw a curve with markers of this size in the style of the series `series_index`, with a legend
        entry.
        """
        style = series_index % len(themes.SYMBOLS)
        colour = self.colours.series_colours[style]
        line = {"color": colour, "width": 2, "dash": themes.DASHES[style]}
        marker = {"color": colour, "size": marker_size, "symbol": themes.SYMBOLS[style]}
        x, y = list(points), list(points.values())
        look = {"name": escape_text(name), "line": line, "marker": marker}
        self.add_points("lines+markers", x, y, hovers, **look, **more)
        self.add_legend_entry(themes.SYMBOL_SIGNS[style], colour, name)

    def set_row_axes(self, horizontal: PlotlyJsFigure) -> None:
        """Set the horizontal axis, and a vertical one for rows: in pixels, and invisible."""
        self.layout["xaxis"] = horizontal
        self.layout["yaxis"] = {"range": [self.height, 0], "visible": False, "fixedrange": True}

    def axis(self, title: str, **more: object) -> PlotlyJsFigure:
        """Return an axis with its title (which states the unit) and light grid lines."""
        colours = self.colours
        return {
            "title": {
                "text": wrap_as_html(title, FOLD_TEXT),
                "font": {"size": TEXT, "color": colours.ink},
                "standoff": 8,
            },
            "tickfont": {"size": SMALL, "color": colours.soft_ink},
            "gridcolor": colours.grid_line,
            "linecolor": colours.outline,
            "zeroline": False,
            "ticks": "",
            "ticklen": 4,
            "tickcolor": colours.outline,
            **more,
        }

    def percent_axis(self, title: str, **more: object) -> PlotlyJsFigure:
        """Return a horizontal axis of shares in percent, 0 to 100."""
        percent_axis: PlotlyJsFigure = {
            "range": [-0.4, 100.6],
            "tick0": 0,
            "dtick": 25,
            "ticksuffix": percent_sign(),
        }
        return self.horizontal_axis(title, **percent_axis | {"ticks": "outside"} | more)

    def amount_axis(self, title: str, **more: object) -> PlotlyJsFigure:
        """Return a horizontal axis of amounts with about six ticks."""
        return self.horizontal_axis(title, nticks=6, ticks="outside", **more)

    def horizontal_axis(self, title: str, **more: object) -> PlotlyJsFigure:
        """Return a horizontal axis without grid lines, and make the bottom margin of the sheet high enough
        for its title.
        """
        letters = round((self.width - self.left_margin - RIGHT) / 7.1)
        self.bottom_margin = 32 + round(len(wrap_text(title, letters)) * TEXT * LINE_HEIGHT)
        axis = self.axis(title, showgrid=False, **more)
        axis["title"]["text"] = wrap_as_html(title, letters)
        return axis

    def draw_vertical_marks(
        self, value: float, middles: Sequence[float], half_height: float, **line: object
    ) -> None:
        """Draw a vertical line at the value `value` in each row, `half_height` pixels up and down from its
        middle.
        """
        path = "".join(
            f"M{value:g},{middle - half_height:g}L{value:g},{middle + half_height:g}" for middle in middles
        )
        look = {"color": self.colours.ink, "width": 1.5, **line}
        self.shapes.append({"type": "path", "path": path, "layer": "above", "line": look})

    def add_legend_entry(self, sign: str, colour: str, name: str) -> None:
        """Add an entry to the legend: a sign in a colour, and its meaning."""
        self.legend.append((sign, colour, name))

    def add_heading(self, lines: Sequence[str], y: float) -> None:
        """Add the heading of a panel; `y` is the height of its top edge, from 0 to 1 of the whole plot."""
        text = "<br>".join(f"<b>{escape_text(line)}</b>" for line in lines)
        self._block(text, TEXT, self.colours.ink, y=y)

    def add_text(self, text: str, font_size: int, colour: str, **more: object) -> None:
        """Add a text (HTML) aligned with the left edge of the plot; `more` are further entries of the
        annotation, such as its top edge `y`.
        """
        place = {"xref": "paper", "x": 0, "xanchor": "left", "yanchor": "top", "align": "left"}
        look = {"showarrow": False, "borderpad": 0, "font": {"size": font_size, "color": colour}}
        self.annotations.append({"text": text, **place, **look, **more})

    def _block(self, text: str, size: int, colour: str, **position: object) -> None:
        self.add_text(text, size, colour, xshift=SIDE - self.left_margin, yref="paper", **position)

    def _head(self) -> float:
        """Draw subtitle and legend; return the height of everything above the plot."""
        title = (
            MARGIN + len(wrap_text(self.title, self.characters_per_line(FOLD_TITLE))) * TITLE * LINE_HEIGHT
        )
        under = wrap_text(self.subtitle, self.characters_per_line(FOLD_TEXT)) if self.subtitle else []
        key = _legend_lines(self.legend, self.characters_per_line(FOLD_TEXT))
        legend = title + (6 + len(under) * TEXT * LINE_HEIGHT if under else 0)
        plot = legend + (8 + len(key) * TEXT * LINE_HEIGHT if key else 0) + 12
        if under:
            text = "<br>".join(escape_text(line) for line in under)
            self._block(text, TEXT, self.colours.soft_ink, y=1, yshift=round(plot - title - 6))
        if key:
            self._block("<br>".join(key), TEXT, self.colours.ink, y=1, yshift=round(plot - legend - 8))
        return plot

    def _foot(self) -> float:
        """Draw the notes; return the height of everything below the plot."""
        notes = [note for note in self.notes if note]
        if self.table.variant:
            notes.append(say("note.variant", variant=self.table.variant))
        if self.assumed_mark:
            assumed = self.table.attrs["assumed"]
            numbers = ", ".join(map(str, assumed)) if isinstance(assumed, (list, tuple)) else assumed
            plain_text = isinstance(numbers, str)
            notes.append(say("note.assumed_of", what=numbers) if plain_text else say("note.assumed"))
        footer = [
            escape_text(line)
            for note in notes
            for line in wrap_text(note, self.characters_per_line(FOLD_NOTE))
        ]
        if footer:
            self._block("<br>".join(footer), SMALL, self.colours.soft_ink, y=0, yshift=-self.bottom_margin)
        return self.bottom_margin + len(footer) * SMALL * LINE_HEIGHT + (12 if footer else 4)

    def to_plain_figure(self, kind: str, description: Mapping[str, str]) -> PlotlyJsFigure:
        """Return the finished figure in the format of plotly.js."""
        colours = self.colours
        above, below = self._head(), self._foot()
        height = round(above + self.height + below)
        title = [escape_text(line) for line in wrap_text(self.title, self.characters_per_line(FOLD_TITLE))]
        layout: PlotlyJsFigure = {
            # things that users add get our colours; without a template plotly would use its own
            "template": {"layout": {"colorway": list(colours.series_colours)}},
            "title": {
                "text": f"<b>{'<br>'.join(title)}</b>",
                "x": 0,
                "xref": "container",
                "xanchor": "left",
                # plotly.js positions a multi-line title by the middle of the additional lines
                "y": 1 - (MARGIN + (len(title) - 1) * TITLE * LINE_HEIGHT / 2) / height,
                "yref": "container",
                "yanchor": "top",
                "pad": {"l": SIDE},
                "font": {"size": TITLE, "color": colours.ink},
            },
            "font": {"family": themes.FONT, "size": TEXT, "color": colours.ink},
            "paper_bgcolor": colours.background,
            "plot_bgcolor": themes.TRANSPARENT,
            "margin": {"l": self.left_margin, "r": RIGHT, "t": round(above), "b": round(below), "pad": 0},
            "height": height,
            "autosize": True,
            "separators": marks_of(self.lang).decimal_point + marks_of(self.lang).thousands_separator,
            "showlegend": False,
            "hoverlabel": {
                "bgcolor": colours.surface,
                "bordercolor": colours.outline,
                "align": "left",
                "font": {"family": themes.FONT, "size": TEXT, "color": _hover_text_colour(colours)},
            },
            "dragmode": False,
            "modebar": {"bgcolor": themes.TRANSPARENT, "color": colours.outline, "activecolor": colours.ink},
            "shapes": self.shapes,
            "annotations": self.annotations,
            "meta": {
                themes.META_KEY: {
                    "kind": kind,
                    "lang": self.lang,
                    "theme": self.theme,
                    "width": self.width,
                    "description": dict(description),
                    **({"picture": self.picture_width} if self.picture_width else {}),
                }
            },
            **self.layout,
        }
        return {"data": self.data, "layout": layout}


def whole_number_ticks(low: float, high: float, max_steps: int) -> list[int]:
    """Return the whole numbers for ticks of an axis from `low` to `high`, with at most `max_steps` steps."""
    steps = (1, 2, 4, 5, 10, 20, 50, 100, 1000)
    step = next((step for step in steps if (high - low) / step <= max_steps), steps[-1])
    return [tick for tick in range(-1000 * step, 1000 * step + 1, step) if low <= tick <= high]


def _hover_text_colour(colours: themes.Palette) -> str:
    """Return the text colour of hover boxes, which have a background of their own."""
    return colours.on_loss if colours.background == themes.TRANSPARENT else colours.ink


def _legend_lines(entries: list[LegendEntry], letters: int) -> list[str]:
    printed: list[list[str]] = []
    used = letters
    for sign, colour, name in entries:
        written = wrap_text(name, letters - 3)
        wide = len(written[0]) + 6
        first = f'<span style="color:{colour}">{sign}</span> {escape_text(written[0])}'
        if used + wide > letters or len(written) > 1:
            printed.append([first])
            printed += [[f"{NO_BREAK * 4}{escape_text(line)}"] for line in written[1:]]
            used = wide if len(written) == 1 else letters
        else:
            printed[-1].append(first)
            used += wide
    return [(NO_BREAK * 4).join(line) for line in printed]
