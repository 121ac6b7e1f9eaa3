"""Texts of a still picture: the few tags that plotly's texts have, as SVG."""

from __future__ import annotations

import html
import re

from twingkit.charts.theme import LEADING

BASELINE = 0.97
"""The first line's baseline below the top of a block, in heights of letters."""

WIDTH, BOLD = 0.56, 0.62
"""Width of a character on average, in heights of letters; of a bold one."""

TAG = re.compile(r"<(/?)(\w+)([^>]*)>")
COLOUR = re.compile(r"color:\s*(#[0-9a-f]{6})")
BREAK = "<br>"


class Undrawn(Exception):
    """A figure with something that only plotly.js draws; its text says what."""


def short(value: float) -> str:
    """A length in pixels, as short as it can be seen."""
    text = f"{value:.1f}"
    return "0" if text in ("-0.0", "0.0") else text.removesuffix(".0")


def element(name: str, content: str = "", /, **attributes: object) -> str:
    """An element; `_` in a name of an attribute stands for `-`, None leaves it out."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{html.escape(_text(value), quote=True)}"'
        for key, value in attributes.items()
        if value is not None and value != ""
    )
    return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"


def _text(value: object) -> str:
    return short(value) if isinstance(value, float) else str(value)


def lines_of(text: str) -> list[str]:
    """The lines of a text, each with the tags that are open in it."""
    return str(text).split(BREAK)


def bare(line: str) -> str:
    """A line without its tags."""
    return html.unescape(TAG.sub("", line))


def wide(text: str, size: float) -> float:
    """About the width of the longest line of a text, in pixels."""
    return max(len(bare(line)) * (BOLD if "<b>" in line else WIDTH) for line in lines_of(text)) * size


def high(text: str, size: float) -> float:
    """The height of a block of text, in pixels."""
    return len(lines_of(text)) * size * LEADING


def letters(
    text: str, x: float, top: float, size: float, colour: str, anchor: str = "start", turn: float = 0
) -> str:
    """A block of text whose first line begins at `top`; turned round `x`, `top` by `turn` degrees."""
    rows, bold = [], False
    for number, line in enumerate(lines_of(text)):
        spans, bold = _spans(line, bold)
        y = top + (BASELINE + number * LEADING) * size
        rows.append(element("tspan", spans or " ", x=float(x), y=float(y)))
    return element(
        "text",
        "".join(rows),
        fill=colour,
        font_size=f"{size:g}",
        text_anchor=None if anchor == "start" else anchor,
        transform=f"rotate({turn:g} {short(x)} {short(top)})" if turn else None,
    )


def _spans(line: str, bold: bool) -> tuple[str, bool]:
    """A line with its tags as parts of an SVG text; whether it ends in bold."""
    parts, at, colours = [], 0, [""]
    for tag in TAG.finditer(line):
        parts.append(_span(line[at : tag.start()], bold, colours[-1]))
        at = tag.end()
        closes, name, attributes = tag.groups()
        if name == "b":
            bold = not closes
        elif name == "span":
            colour = COLOUR.search(attributes)
            colours = colours[:-1] or [""] if closes else [*colours, colour[1] if colour else ""]
        else:
            raise Undrawn(f"<{name}>")
    parts.append(_span(line[at:], bold, colours[-1]))
    return "".join(parts), bold


def _span(text: str, bold: bool, colour: str) -> str:
    written = html.escape(html.unescape(text), quote=False)
    if not written or not (bold or colour):
        return written
    return element("tspan", written, font_weight="bold" if bold else None, fill=colour)
