"""A whole figure as a still picture, in one theme or in both."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping, Sequence
from numbers import Real

from twingkit.charts import theme as themes
from twingkit.charts.still.axes import axis_of, drawn_across, drawn_up
from twingkit.charts.still.heat_cells import heat_svg
from twingkit.charts.still.letters import BASELINE, Undrawn, element, letters
from twingkit.charts.still.marks import Bars, line_svg
from twingkit.charts.still.shapes import Place, annotation_svg, shape_svg
from twingkit.charts.theme import LEADING, Plain

AXIS = re.compile(r"[xy]axis\d*")

CAPITAL = 0.7
"""Height of a capital letter: plotly.js hangs titles up by it."""


def still_svg(plain: Plain, width: int, height: int | None = None, described: str = "") -> str:
    """A plain figure as SVG, `width` pixels wide and as high as it is, or as `height` says.

    `described` is what those hear who see no picture. Raises `Undrawn` for what only plotly.js draws: other
    kinds of marks than those of our figures.

    >>> from twingkit import Odds, charts
    >>> print(still_svg(charts.plain("odds", Odds(0.5, 0.2, 0.3)), 360)[:46])
    <svg xmlns="http://www.w3.org/2000/svg" width=
    """
    layout, traces = plain["layout"], plain["data"]
    if layout.get("showlegend"):
        raise Undrawn("legend")
    high = int(height or layout.get("height") or 450)
    place = _place(layout, traces, width, high)
    below, over = _axes(place)
    bars = Bars(place, layout.get("barmode") in ("stack", "relative"))
    drawn = "".join(_trace(trace, place, bars) for trace in traces if trace.get("visible") is not False)
    shapes: Mapping[bool, str] = {
        under: "".join(
            shape_svg(shape, place)
            for shape in layout.get("shapes") or ()
            if (shape.get("layer") == "below") is under
        )
        for under in (True, False)
    }
    notes = "".join(annotation_svg(note, place) for note in layout.get("annotations") or ())
    patterns = "".join(bars.filled.values())
    parts = (
        element("title", html.escape(described, quote=False)) if described else "",
        element("defs", patterns) if patterns else "",
        _ground(layout, width, high),
        shapes[True],
        below,
        drawn,
        over,
        shapes[False],
        notes,
        _title(layout, high),
    )
    font = (layout.get("font") or {}).get("family") or themes.FONT
    size = {"width": width, "height": high, "viewBox": f"0 0 {width} {high}"}
    role = "img" if described else None
    return element(
        "svg", "".join(parts), xmlns="http://www.w3.org/2000/svg", **size, font_family=font, role=role
    )


def both_themes(plain: Plain, dark: Plain, width: int) -> str:
    """The same figure in its light and its dark colours as one SVG: the page's `color-scheme` chooses."""
    light_svg, dark_svg = still_svg(plain, width), still_svg(dark, width)
    others = iter(themes.COLOUR.findall(dark_svg))

    def both(colour: re.Match[str]) -> str:
        other = next(others)
        return colour[0] if other == colour[0] else f"light-dark({colour[0]},{other})"

    return themes.COLOUR.sub(both, light_svg)


def _place(layout: Plain, traces: Sequence[Plain], width: int, high: int) -> Place:
    margin = layout.get("margin") or {}
    left, top = float(margin.get("l", 80)), float(margin.get("t", 100))
    right, bottom = width - float(margin.get("r", 80)), high - float(margin.get("b", 80))
    box = left, top, right, bottom
    names = {"xaxis", "yaxis", *filter(AXIS.fullmatch, layout)}
    axes = {name.replace("axis", ""): axis_of(name, layout, traces, box) for name in sorted(names)}
    return Place(*box, axes)


def _axes(place: Place) -> tuple[str, str]:
    """All axes: what lies below the marks, and what lies over them."""
    below, over = "", ""
    for name, axis in place.axes.items():
        other = place.axes[str(axis.plain.get("anchor") or {"x": "y", "y": "x"}[name[0]])]
        if name[0] == "x":
            parts = drawn_across(axis, *sorted((other.begin, other.end)))
        else:
            parts = drawn_up(axis, other.begin, other.end)
        below, over = below + parts[0], over + parts[1]
    return below, over


def _trace(trace: Plain, place: Place, bars: Bars) -> str:
    kind = trace.get("type") or "scatter"
    if not all(_numbers(trace.get(name)) for name in "xy"):
        raise Undrawn(f"{kind} of what is no number")
    if kind == "bar":
        return bars.drawn(trace)
    if kind == "scatter":
        return line_svg(trace, place)
    if kind == "heatmap":
        return heat_svg(trace, place)
    raise Undrawn(str(kind))


def _numbers(values: object) -> bool:
    """True for a list of numbers, in which some may be missing."""
    if not isinstance(values, (list, tuple)):
        return False
    return all(value is None or isinstance(value, Real) for value in values)


def _ground(layout: Plain, width: int, high: int) -> str:
    colour = layout.get("paper_bgcolor")
    if not colour or colour == themes.CLEAR:
        return ""
    return element("rect", width=width, height=high, fill=colour)


def _title(layout: Plain, high: int) -> str:
    title = layout.get("title") or {}
    text = str(title.get("text") or "")
    if not text:
        return ""
    font = title.get("font") or {}
    size = float(font.get("size") or 17)
    lines = text.count("<br>") + 1
    # plotly.js hangs a title of several lines up by the middle of the additional ones
    top = (1 - float(title.get("y") or 1)) * high - (lines - 1) * size * LEADING / 2
    left = float((title.get("pad") or {}).get("l") or 0)
    return letters(text, left, top + (CAPITAL - BASELINE) * size, size, str(font.get("color") or ""))
