"""The cells of a heat map in a still picture, and the bar that explains their colours."""

from __future__ import annotations

from collections.abc import Sequence

from twingkit.charts.still.letters import element, letters, short
from twingkit.charts.still.shapes import Place
from twingkit.charts.theme import Plain

Scale = Sequence[tuple[float, str]]


def heat_svg(trace: Plain, place: Place) -> str:
    """The cells of one trace, and its bar of colours."""
    x, y = place.axes["x"], place.axes["y"]
    low, high = float(trace["zmin"]), float(trace["zmax"])
    scale = [(float(share), str(colour)) for share, colour in trace["colorscale"]]
    gap = float(trace.get("xgap") or 0) / 2, float(trace.get("ygap") or 0) / 2
    parts = []
    for up, row in zip(trace["y"], trace["z"], strict=True):
        for across, value in zip(trace["x"], row, strict=True):
            if value is None:
                continue
            left, right = sorted((x.at(across - 0.5), x.at(across + 0.5)))
            top, bottom = sorted((y.at(up - 0.5), y.at(up + 0.5)))
            size = {"width": right - left - 2 * gap[0], "height": bottom - top - 2 * gap[1]}
            fill = colour_on(scale, (value - low) / (high - low))
            parts.append(element("rect", x=left + gap[0], y=top + gap[1], **size, fill=fill))
    return "".join(parts) + _bar(trace, place, scale)


def colour_on(scale: Scale, share: float) -> str:
    """The colour at a place of the scale, 0 to 1: between two of its colours, mixed as plotly.js does."""
    place = min(max(share, 0.0), 1.0)
    after = next((index for index, (end, _) in enumerate(scale) if end >= place - 1e-9), len(scale) - 1)
    (begin, lower), (end, upper) = scale[max(after - 1, 0)], scale[after]
    part = (place - begin) / (end - begin) if end > begin else 1.0
    pairs = [(int(lower[i : i + 2], 16), int(upper[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)


def _bar(trace: Plain, place: Place, scale: Scale) -> str:
    """The bar of colours below the map, with its ticks."""
    bar = trace.get("colorbar")
    if not bar or trace.get("showscale") is False:
        return ""
    top = place.bottom - float(bar["y"]) * (place.bottom - place.top)
    thick, width = float(bar["thickness"]), place.right - place.left
    steps = len(scale) * 4
    cells = "".join(
        element(
            "rect",
            x=place.left + width * step / steps,
            y=top,
            width=width / steps + 0.5,
            height=thick,
            fill=colour_on(scale, (step + 0.5) / steps),
        )
        for step in range(steps)
    )
    frame = f"M{short(place.left)} {short(top)}h{short(width)}v{short(thick)}h{short(-width)}Z"
    edge = element("path", d=frame, fill="none", stroke=bar.get("outlinecolor"))
    font = bar.get("tickfont") or {}
    size, colour = float(font.get("size", 11)), str(font.get("color") or "")
    low, high = float(trace["zmin"]), float(trace["zmax"])
    texts = "".join(
        letters(
            text, place.left + width * (value - low) / (high - low), top + thick + 3, size, colour, "middle"
        )
        for value, text in zip(bar["tickvals"], bar["ticktext"], strict=True)
    )
    return cells + edge + texts
