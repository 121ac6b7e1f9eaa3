"""Drawings of creatures, built from parts by `figures.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from twingkit.core.words import TomlTable
from twingkit_widgets.panel.markup import Markup, svg_picture

DRAWING_SIZE = 64
"""Width and height of a drawing in units of its viewBox."""

_HEAD_TILTS = {1: ((0, 0, 0),), 3: ((17, -15, 34), (8, -9, 12), (-1, 1, -14))}
"""Positions and tilts of several heads, relative to a single head."""


@cache
def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name(name).read_text(encoding="utf-8"))


def drawing_parts_by_creature_id() -> Mapping[str, TomlTable]:
    """Return the drawing parts of each creature in the kit's assumed pool, keyed by creature id."""
    return _read("figures.toml")


def drawings_by_part() -> Mapping[str, TomlTable]:
    """Return the drawings of creatures' parts by kind and name; the drawing of a body also gives the
    positions of the other parts.
    """
    return _read("parts.toml")


def creature_drawing_parts(creature: str) -> TomlTable:
    """Return the names of the parts that make up a creature's drawing; for an unknown creature, parts chosen
    by its id.
    """
    known = drawing_parts_by_creature_id()
    if creature in known:
        return known[creature]
    number = sum(ord(letter) * 7**place for place, letter in enumerate(creature[:8]))
    chosen: dict[str, object] = {}
    for sort in ("body", "head", "top", "wings", "tail", "feet"):
        names = list(drawings_by_part()[sort])
        number, index = divmod(number, len(names))
        chosen[sort] = names[index]
    return {**chosen, "tone": "steel"}


@cache
def creature_svg(creature: str, title: str = "") -> Markup:
    """Draw a creature. Without a `title` the drawing is hidden from screen readers, for use beside a text.

    >>> "viewBox" in creature_svg("phoenix"), creature_svg("imp") == creature_svg("wisp")
    (True, False)
    """
    figure = creature_drawing_parts(creature)
    inner = "".join(_layers(figure))
    drawn = f'<g class="em-tone-{figure["tone"]}" transform="translate(1 3) scale(.92)">{inner}</g>'
    return svg_picture(DRAWING_SIZE, DRAWING_SIZE, drawn, title, "creature")


def _layers(figure: TomlTable) -> Iterator[str]:
    body = drawings_by_part()["body"][figure["body"]]
    for sort, place in (("wings", "back"), ("tail", "tail")):
        if sort in figure:
            yield _laid(sort, figure[sort], body[place])
    if "feet" in figure:
        yield from (_laid("feet", figure["feet"], place) for place in body["feet"])
    if "second" in figure:
        x, y = body["head"]
        yield _laid("head", figure["second"], (x + 12, y - 8), 20)
    yield body["svg"]
    x, y = body["head"]
    for right, down, tilt in _HEAD_TILTS[figure.get("heads", 1)]:
        yield _laid("head", figure["head"], (x + right, y + down), tilt)
        if "top" in figure:
            yield _laid("top", figure["top"], (x + right, y + down), tilt)
    if "extra" in figure:
        yield _laid("extra", figure["extra"], body["hand"])


def _laid(sort: str, name: str, place: tuple[float, float], tilt: float = 0) -> str:
    turned = f" rotate({tilt:g})" if tilt else ""
    return (
        f'<g transform="translate({place[0]:g} {place[1]:g}){turned}'
        f'">{drawings_by_part()[sort][name]["svg"]}</g>'
    )
