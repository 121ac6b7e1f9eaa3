"""The axes of a still picture: where a value lies, the ticks, lines and titles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, floor, log10

import attrs

from twingkit.charts.still.letters import BASELINE, Undrawn, element, high, letters, wide
from twingkit.charts.theme import LEADING, Plain
from twingkit.words import MINUS

TICKS = (2, 5, 10)
"""The steps between ticks, times a power of ten."""

OUT = 3
"""Room between a tick and its number, in pixels."""

ROOM = 0.06
"""Free room at both ends of an axis without a range, as a share of it."""


@attrs.frozen
class Axis:
    """One axis: what plotly takes of it, its ends as values (logarithms on a log axis) and in pixels."""

    plain: Plain
    low: float
    high: float
    begin: float
    end: float
    separators: str = ".,"

    @property
    def log(self) -> bool:
        """True for a logarithmic axis."""
        return self.plain.get("type") == "log"

    def at(self, value: float) -> float:
        """The place of a value, in pixels."""
        share = ((log10(value) if self.log else value) - self.low) / (self.high - self.low)
        return self.begin + share * (self.end - self.begin)

    def ticks(self) -> list[tuple[float, str]]:
        """The places of the ticks in pixels, each with what is written there."""
        return [(self.at(value), text) for value, text in self._marked() if self._holds(value)]

    def _holds(self, value: float) -> bool:
        place = log10(value) if self.log else value
        ends = sorted((self.low, self.high))
        slack = (ends[1] - ends[0]) * 1e-6
        return ends[0] - slack <= place <= ends[1] + slack

    def _marked(self) -> Iterator[tuple[float, str]]:
        given = self.plain.get("tickvals")
        if given is not None:
            texts = self.plain.get("ticktext")
            yield from zip(given, texts or [self._number(value) for value in given], strict=False)
            return
        for value in self._powers() if self.log else self._steps():
            yield value, self._number(value) + (self.plain.get("ticksuffix") or "")

    def _steps(self) -> list[float]:
        step = self.plain.get("dtick") or self._step()
        first = self.plain.get("tick0") or 0
        low, high = sorted((self.low, self.high))
        counted = range(ceil((low - first) / step - 1e-9), floor((high - first) / step + 1e-9) + 1)
        return [first + number * step for number in counted]

    def _step(self) -> float:
        length = abs(self.end - self.begin)
        least = 80 if self.begin < self.end else 40
        count = self.plain.get("nticks") or min(max(length / least, 4), 9) + 1
        rough = abs(self.high - self.low) / count
        power = 10.0 ** floor(log10(rough))
        return next(power * step for step in TICKS if power * step >= rough - 1e-12)

    def _powers(self) -> list[float]:
        low, high = floor(min(self.low, self.high)), ceil(max(self.low, self.high))
        digits = (1, 2, 5) if self.plain.get("dtick") == "D2" else (1,)
        return [digit * 10.0**power for power in range(low, high + 1) for digit in digits]

    def _number(self, value: float) -> str:
        text = f"{round(value, 9):,.6g}" if abs(value) < 1e6 else f"{value:,.0f}"
        marks = {",": self.separators[1], ".": self.separators[0], "-": MINUS}
        return "".join(marks.get(sign, sign) for sign in text)


def axis_of(
    name: str, layout: Plain, traces: Sequence[Plain], box: tuple[float, float, float, float]
) -> Axis:
    """The axis of that name ("xaxis2") in a plot area (left, top, right, bottom), in pixels."""
    plain = layout.get(name) or {}
    if plain.get("type") not in (None, "linear", "log", "-"):
        raise Undrawn(f"{name}: {plain['type']}")
    left, top, right, bottom = box
    shares = plain.get("domain") or (0, 1)
    if name.startswith("x"):
        begin, end = (left + share * (right - left) for share in shares)
    else:
        begin, end = (bottom - share * (bottom - top) for share in shares)
    low, high = plain.get("range") or _ends(name, plain, traces)
    return Axis(plain, float(low), float(high), begin, end, str(layout.get("separators") or ".,"))


def _ends(name: str, plain: Plain, traces: Sequence[Plain]) -> tuple[float, float]:
    """The ends of an axis that is given none: all its values, and room for what marks them."""
    letter, own = name[0], name.replace("axis", "")
    mine = [trace for trace in traces if (trace.get(f"{letter}axis") or letter) == own]
    values = [float(value) for trace in mine for value in trace.get(letter) or () if value is not None]
    if plain.get("type") == "log":
        values = [log10(value) for value in values if value > 0]
    if any(trace.get("type") == "bar" for trace in mine) or plain.get("rangemode") == "tozero":
        values.append(0.0)
    if not values:
        return 0.0, 1.0
    low, high = min(values), max(values)
    dotted = any("markers" in str(trace.get("mode")) for trace in mine)
    room = (high - low or 1) * (ROOM if dotted or letter == "y" else 0)
    return low - room, (high if high > low else low + 1) + room


def drawn_across(axis: Axis, top: float, bottom: float) -> tuple[str, str]:
    """A horizontal axis: what lies below the marks of the figure, and what lies over them."""
    plain = axis.plain
    if plain.get("visible") is False:
        return "", ""
    ticks, size = axis.ticks(), _size(plain)
    below = [_line(plain, x, x, top, bottom) for x, _ in ticks if _grid(plain)]
    over, out = [], _out(plain)
    turned = plain.get("tickangle") == -90
    for x, text in ticks:
        over.append(_tick(plain, x, x, bottom, bottom + out))
        y = bottom + out + OUT
        if turned:
            half = BASELINE * size - high(text, size) / 2
            over.append(letters(text, x - half, y, size, _soft(plain), "end", -90))
        else:
            over.append(letters(text, x, y, size, _soft(plain), "middle"))
    if plain.get("linecolor"):
        over.append(_edge(plain, axis.begin, axis.end, bottom, bottom))
    texts = [text for _, text in ticks]
    depth = max((wide(text, size) if turned else high(text, size) for text in texts), default=0)
    title = plain.get("title") or {}
    if title.get("text"):
        font = title.get("font") or {}
        y = bottom + out + depth + (title.get("standoff") or 0)
        middle = (axis.begin + axis.end) / 2
        over.append(letters(title["text"], middle, y, font.get("size", 12), font.get("color", ""), "middle"))
    return "".join(below), "".join(over)


def drawn_up(axis: Axis, left: float, right: float) -> tuple[str, str]:
    """A vertical axis: what lies below the marks of the figure, and what lies over them."""
    plain = axis.plain
    if plain.get("visible") is False:
        return "", ""
    ticks, size = axis.ticks(), _size(plain)
    below = [_line(plain, left, right, y, y) for y, _ in ticks if _grid(plain)]
    over, out = [], _out(plain)
    for y, text in ticks:
        over.append(_tick(plain, left - out, left, y, y))
        top = y - high(text, size) / 2 + 0.06 * size
        over.append(letters(text, left - out - OUT, top, size, _soft(plain), "end"))
    if plain.get("linecolor"):
        over.append(_edge(plain, left, left, axis.begin, axis.end))
    title = plain.get("title") or {}
    if title.get("text"):
        font = title.get("font") or {}
        letter = font.get("size", 12)
        widest = max((wide(text, size) for _, text in ticks), default=0)
        block = high(title["text"], letter)
        x = max(left - out - OUT - widest - (title.get("standoff") or 0) - block, 2)
        middle = (axis.begin + axis.end) / 2
        over.append(_turned(title["text"], x, middle, letter, font.get("color", "")))
    return "".join(below), "".join(over)


def _turned(text: str, x: float, middle: float, size: float, colour: str) -> str:
    """A title along a vertical axis, read from below."""
    lines = text.split("<br>")
    return "".join(
        letters(line, x + number * size * LEADING, middle, size, colour, "middle", -90)
        for number, line in enumerate(lines)
    )


def _grid(plain: Plain) -> bool:
    return plain.get("showgrid") is not False


def _out(plain: Plain) -> float:
    return float(plain.get("ticklen") or 5) if plain.get("ticks") == "outside" else 0.0


def _size(plain: Plain) -> float:
    return float((plain.get("tickfont") or {}).get("size") or 12)


def _soft(plain: Plain) -> str:
    return str((plain.get("tickfont") or {}).get("color") or "")


def _line(plain: Plain, x1: float, x2: float, y1: float, y2: float) -> str:
    return _stroke(plain.get("gridcolor"), x1, x2, y1, y2)


def _tick(plain: Plain, x1: float, x2: float, y1: float, y2: float) -> str:
    return _stroke(plain.get("tickcolor"), x1, x2, y1, y2) if _out(plain) else ""


def _edge(plain: Plain, x1: float, x2: float, y1: float, y2: float) -> str:
    return _stroke(plain.get("linecolor"), x1, x2, y1, y2)


def _stroke(colour: object, x1: float, x2: float, y1: float, y2: float) -> str:
    ends = {"x1": float(x1), "x2": float(x2), "y1": float(y1), "y2": float(y2)}
    return element("line", **ends, stroke=colour or "#7d7387")
