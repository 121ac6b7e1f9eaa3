"""Bars, lines, dots and their texts in a still picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from zlib import crc32

import attrs

from twingkit.charts.still.axes import Axis
from twingkit.charts.still.letters import Undrawn, element, high, letters, short
from twingkit.charts.still.shapes import Place, dashes
from twingkit.charts.theme import Plain

Stacks = dict[tuple[float, bool], float]
"""The end of the bars at a place so far, on either side of zero."""

STRIPES: Mapping[str, str] = {
    "/": "M-1,1L1,-1M0,7L7,0M6,8L8,6",
    "\\": "M-1,6L1,8M0,0L7,7M6,-1L8,1",
    "x": "M0,7L7,0M0,0L7,7",
    "-": "M0,3.5H7",
    "|": "M3.5,0V7",
    "+": "M0,3.5H7M3.5,0V7",
    ".": "M2.5,3.5H4.5",
}
"""Patterns of bars in a square of seven pixels."""

MARKS: Mapping[str, str] = {
    "square": "M-1,-1H1V1H-1Z",
    "diamond": "M0,-1.3L1.3,0L0,1.3L-1.3,0Z",
    "triangle-up": "M0,-1.15L1.15,0.85H-1.15Z",
    "triangle-down": "M0,1.15L1.15,-0.85H-1.15Z",
    "triangle-left": "M-1.15,0L0.85,-1.15V1.15Z",
    "triangle-right": "M1.15,0L-0.85,-1.15V1.15Z",
    "cross": "M1.2,0.4H0.4V1.2H-0.4V0.4H-1.2V-0.4H-0.4V-1.2H0.4V-0.4H1.2Z",
    "x": "M0,0.57L0.57,1.13L1.13,0.57L0.57,0L1.13,-0.57L0.57,-1.13L0,-0.57L-0.57,-1.13L-1.13,-0.57"
    "L-0.57,0L-1.13,0.57L-0.57,1.13Z",
}
"""The outlines of marks, in halves of their size."""

ANCHORS = {"left": "end", "right": "start", "center": "middle"}


def _entry(value: object, index: int) -> object:
    """The value for one of many: an entry of a list, or the one value of all."""
    if isinstance(value, (list, tuple)):
        return value[index] if index < len(value) else None
    return value


def number_at(value: object, index: int, missing: float) -> float:
    """The number for one of many."""
    entry = _entry(value, index)
    return float(entry) if isinstance(entry, (int, float)) else missing


def text_at(value: object, index: int, missing: str = "") -> str:
    """The text for one of many."""
    entry = _entry(value, index)
    return missing if entry is None else str(entry)


@attrs.define
class Bars:
    """The bars of a figure: they are stacked one on another, and their patterns are written once."""

    place: Place
    stacked: bool
    filled: dict[str, str] = attrs.field(factory=dict)
    """The patterns by what they are called."""
    _ends: Stacks = attrs.field(factory=dict)

    def drawn(self, trace: Plain) -> str:
        """The bars of one trace with the texts in or over them."""
        across = trace.get("orientation") == "h"
        x, y = (self.place.axes[trace.get(f"{name}axis") or name] for name in "xy")
        along, beside = (x, y) if across else (y, x)
        values, places = (trace["x"], trace["y"]) if across else (trace["y"], trace["x"])
        marker, parts = trace.get("marker") or {}, []
        for index, (value, middle) in enumerate(zip(values, places, strict=True)):
            if value is None:
                continue
            begin = number_at(trace.get("base"), index, 0.0) or self._begin(middle, value)
            half = number_at(trace.get("width"), index, 0.8) / 2
            first, last = sorted((along.at(begin), along.at(begin + value)))
            low, high_side = sorted((beside.at(middle - half), beside.at(middle + half)))
            box = (first, last, low, high_side) if across else (low, high_side, first, last)
            parts += [self._bar(box, marker, index), _label(trace, index, box)]
        return "".join(parts)

    def _begin(self, middle: float, value: float) -> float:
        if not self.stacked:
            return 0.0
        key = middle, value < 0
        begin = self._ends.get(key, 0.0)
        self._ends[key] = begin + value
        return begin

    def _bar(self, box: tuple[float, float, float, float], marker: Plain, index: int) -> str:
        left, right, top, bottom = box
        edge = marker.get("line") or {}
        size = {"x": left, "y": top, "width": right - left, "height": bottom - top}
        look = {
            "stroke": text_at(edge.get("color"), index),
            "stroke_width": number_at(edge.get("width"), index, 0),
            "opacity": marker.get("opacity"),
        }
        bar = element("rect", **size, fill=text_at(marker.get("color"), index), **look)
        pattern = marker.get("pattern") or {}
        shape = text_at(pattern.get("shape"), index)
        if not shape:
            return bar
        return bar + element("rect", **size, fill=f"url(#{self._pattern(shape, pattern)})")

    def _pattern(self, shape: str, pattern: Plain) -> str:
        if shape not in STRIPES:
            raise Undrawn(f"pattern {shape}")
        width = 2 if shape == "." else 1.3
        colour = str(pattern.get("fgcolor") or "")
        lines = element("path", d=STRIPES[shape], stroke=colour, stroke_width=width, fill="none")
        name = f"tk{crc32(lines.encode()):x}"
        size = {"width": 7, "height": 7, "patternUnits": "userSpaceOnUse"}
        self.filled[name] = element("pattern", lines, id=name, **size)
        return name


def _label(trace: Plain, index: int, box: tuple[float, float, float, float]) -> str:
    """The text in the middle of a bar, or over a column."""
    text = text_at(trace.get("text"), index)
    if not text:
        return ""
    font, (left, right, top, bottom) = trace.get("textfont") or {}, box
    size = number_at(font.get("size"), index, 12)
    middle = (top + bottom - high(text, size)) / 2 + 0.04 * size
    if trace.get("textposition") == "outside":
        middle = top - high(text, size) - 1
    return letters(text, (left + right) / 2, middle, size, text_at(font.get("color"), index), "middle")


def line_svg(trace: Plain, place: Place) -> str:
    """The line, the dots, the intervals and the texts of one trace."""
    x, y = (place.axes[trace.get(f"{name}axis") or name] for name in "xy")
    points = [
        None if across is None or up is None else (x.at(across), y.at(up))
        for across, up in zip(trace["x"], trace["y"], strict=True)
    ]
    mode = str(trace.get("mode") or "lines+markers")
    parts = [_intervals(trace, x, points)] if trace.get("error_x") else []
    if trace.get("error_y"):
        raise Undrawn("error_y")
    parts += [_line(trace, points)] if "lines" in mode else []
    parts += [_dots(trace, points)] if "markers" in mode else []
    parts += [_texts(trace, points)] if "text" in mode else []
    return "".join(parts)


Points = Sequence[tuple[float, float] | None]


def _line(trace: Plain, points: Points) -> str:
    line = trace.get("line") or {}
    if line.get("shape") not in (None, "linear") or trace.get("fill") not in (None, "none", "toself"):
        raise Undrawn("line")
    steps, begins = [], True
    for point in points:
        if point is not None:
            steps.append(f"{'M' if begins else 'L'}{short(point[0])} {short(point[1])}")
        begins = point is None
    filled = trace.get("fill") == "toself"
    width = float(line.get("width", 2))
    return element(
        "path",
        d="".join(steps),
        fill=trace.get("fillcolor") if filled else "none",
        opacity=trace.get("opacity"),
        stroke=line.get("color") if width else None,
        stroke_width=width if width else None,
        stroke_dasharray=dashes(line),
    )


def _dots(trace: Plain, points: Points) -> str:
    marker, parts = trace.get("marker") or {}, []
    edge = marker.get("line") or {}
    for index, point in enumerate(points):
        if point is None:
            continue
        half = number_at(marker.get("size"), index, 6) / 2
        symbol = text_at(marker.get("symbol"), index, "circle")
        width = number_at(edge.get("width"), index, 0)
        look = {"fill": text_at(marker.get("color"), index), "stroke": text_at(edge.get("color"), index)}
        if symbol == "circle":
            parts.append(
                element("circle", cx=point[0], cy=point[1], r=half, stroke_width=width or None, **look)
            )
        elif symbol in MARKS:
            moved = f"translate({short(point[0])} {short(point[1])}) scale({half:g})"
            thick = round(width / half, 3) if width else None
            parts.append(element("path", d=MARKS[symbol], transform=moved, stroke_width=thick, **look))
        else:
            raise Undrawn(f"symbol {symbol}")
    return "".join(parts)


def _intervals(trace: Plain, x: Axis, points: Points) -> str:
    """The lines beside dots, with a bar at each end."""
    error, parts = trace["error_x"], []
    cap = float(error.get("width", 4))
    for index, point in enumerate(points):
        if point is None:
            continue
        value = trace["x"][index]
        after = number_at(error.get("array"), index, 0.0)
        before = number_at(error.get("arrayminus"), index, after)
        low, high_end, middle = x.at(value - before), x.at(value + after), point[1]
        ends = "".join(f"M{short(end)} {short(middle - cap)}v{short(2 * cap)}" for end in (low, high_end))
        path = f"M{short(low)} {short(middle)}H{short(high_end)}{ends}"
        width = float(error.get("thickness", 2))
        parts.append(element("path", d=path, fill="none", stroke=error.get("color"), stroke_width=width))
    return "".join(parts)


def _texts(trace: Plain, points: Points) -> str:
    font, parts = trace.get("textfont") or {}, []
    marker = trace.get("marker") or {}
    for index, point in enumerate(points):
        text = text_at(trace.get("text"), index)
        if point is None or not text:
            continue
        up, side = text_at(trace.get("textposition"), index, "middle center").split()
        size = number_at(font.get("size"), index, 12)
        away = number_at(marker.get("size"), index, 0) / 2 + 2 if "markers" in str(trace.get("mode")) else 0
        shifts: Mapping[str, float] = {"top": -high(text, size) - away / 2, "bottom": away / 2}
        top = point[1] + shifts.get(up, 0.05 * size - high(text, size) / 2)
        x = point[0] + {"left": -away, "right": away, "center": 0.0}[side]
        parts.append(letters(text, x, top, size, text_at(font.get("color"), index), ANCHORS[side]))
    return "".join(parts)
