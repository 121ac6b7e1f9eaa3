"""Shapes and annotations of a still picture: lines, boxes, circles and texts at a place."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import attrs

from twingkit.charts.still.axes import Axis
from twingkit.charts.still.letters import Undrawn, element, high, letters, short, wide
from twingkit.charts.theme import Plain

STEP = re.compile(r"([A-Za-z])|(-?\d+(?:\.\d+)?(?:e-?\d+)?)")

DASHES: Mapping[str, tuple[int, ...]] = {
    "solid": (),
    "dot": (1, 1),
    "dash": (3, 3),
    "longdash": (5, 5),
    "dashdot": (3, 1, 1, 1),
    "longdashdot": (5, 2, 1, 2),
}
"""Dashes and gaps of a line, in parts of its width (three pixels at least)."""


@attrs.frozen
class Place:
    """The places of things: the plot area in pixels, and its axes by their short names ("x", "y2")."""

    left: float
    top: float
    right: float
    bottom: float
    axes: Mapping[str, Axis]

    def x(self, ref: str, value: float) -> float:
        """A horizontal place: on an axis, or on the paper (0 to 1)."""
        return self.left + value * (self.right - self.left) if ref == "paper" else self._axis(ref).at(value)

    def y(self, ref: str, value: float) -> float:
        """A vertical place: on an axis, or on the paper (0 to 1, from below)."""
        return self.bottom - value * (self.bottom - self.top) if ref == "paper" else self._axis(ref).at(value)

    def _axis(self, ref: str) -> Axis:
        if ref not in self.axes:
            raise Undrawn(f"axis {ref}")
        return self.axes[ref]


def dashes(line: Plain) -> str:
    """The dashes of a line, as SVG takes them; "" for a solid one."""
    kind = str(line.get("dash") or "solid")
    if kind not in DASHES:
        raise Undrawn(f"dash {kind}")
    unit = max(float(line.get("width") or 2), 3.0)
    return " ".join(short(part * unit) for part in DASHES[kind])


def shape_svg(shape: Plain, place: Place) -> str:
    """One shape of the layout."""
    across, up = _across(shape, place), _up(shape, place)
    line = shape.get("line") or {}
    look = {
        "fill": shape.get("fillcolor") or "none",
        "stroke": line.get("color") or "none",
        "stroke_width": float(line.get("width", 2)),
        "stroke_dasharray": dashes(line),
    }
    kind = shape.get("type")
    if kind == "path":
        return element("path", d=_path(str(shape["path"]), across, up), **look)
    x0, x1, y0, y1 = across(shape["x0"]), across(shape["x1"]), up(shape["y0"]), up(shape["y1"])
    if kind == "line":
        return element("line", x1=x0, x2=x1, y1=y0, y2=y1, **{**look, "fill": None})
    box = {"x": min(x0, x1), "y": min(y0, y1), "width": abs(x1 - x0), "height": abs(y1 - y0)}
    if kind == "rect":
        return element("rect", **box, **look)
    if kind == "circle":
        middle = {"cx": (x0 + x1) / 2, "cy": (y0 + y1) / 2}
        return element("ellipse", **middle, rx=box["width"] / 2, ry=box["height"] / 2, **look)
    raise Undrawn(f"shape {kind}")


def _across(shape: Plain, place: Place) -> Callable[[float], float]:
    ref = str(shape.get("xref") or "x")
    if shape.get("xsizemode") == "pixel":
        origin = place.x(ref, float(shape.get("xanchor") or 0))
        return lambda value: origin + float(value)
    return lambda value: place.x(ref, float(value))


def _up(shape: Plain, place: Place) -> Callable[[float], float]:
    ref = str(shape.get("yref") or "y")
    if shape.get("ysizemode") == "pixel":
        origin = place.y(ref, float(shape.get("yanchor") or 0))
        return lambda value: origin - float(value)
    return lambda value: place.y(ref, float(value))


def _path(path: str, across: Callable[[float], float], up: Callable[[float], float]) -> str:
    """A path of straight lines in pixels."""
    steps, command, waiting = [], "", ""
    for sign, value in STEP.findall(path):
        if sign:
            command = sign
            if sign not in "MLHVZ":
                raise Undrawn(f"path {sign}")
            steps += ["Z"] if sign == "Z" else []
        elif command == "V":
            steps.append(f"V{short(up(float(value)))}")
        elif command == "H":
            steps.append(f"H{short(across(float(value)))}")
        elif not waiting:
            waiting = f"{command}{short(across(float(value)))}"
        else:
            steps.append(f"{waiting} {short(up(float(value)))}")
            waiting = ""
    return "".join(steps)


def annotation_svg(note: Plain, place: Place) -> str:
    """A text of the layout, with its box if it has one."""
    if note.get("showarrow") is not False or note.get("textangle"):
        raise Undrawn("arrow")
    font, text = note.get("font") or {}, str(note.get("text") or "")
    size, pad = float(font.get("size") or 12), float(note.get("borderpad", 1))
    width, depth = wide(text, size) + 2 * pad, high(text, size) + 2 * pad
    x = place.x(str(note.get("xref") or "x"), float(note.get("x") or 0)) + float(note.get("xshift") or 0)
    y = place.y(str(note.get("yref") or "y"), float(note.get("y") or 0)) - float(note.get("yshift") or 0)
    left = x - {"left": 0.0, "center": 0.5, "right": 1.0}[note.get("xanchor") or "center"] * width
    top = y - {"top": 0.0, "middle": 0.5, "bottom": 1.0}[note.get("yanchor") or "middle"] * depth
    parts = []
    if note.get("bgcolor") or note.get("bordercolor"):
        edge = {"stroke": note.get("bordercolor"), "stroke_width": float(note.get("borderwidth", 1))}
        box = {"x": left, "y": top, "width": width, "height": depth}
        parts.append(element("rect", **box, fill=note.get("bgcolor") or "none", **edge))
    anchor, at = "start", left + pad
    if not parts and note.get("xanchor") in ("center", "right", None):
        anchor = "end" if note.get("xanchor") == "right" else "middle"
        at = x - pad if anchor == "end" else x
    parts.append(letters(text, at, top + pad, size, str(font.get("color") or ""), anchor))
    return "".join(parts)
