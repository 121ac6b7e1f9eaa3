"""The drawings of creatures, put together from parts by `figures.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from twingkit.core.words import TomlTable
from twingkit_widgets.panel.markup import Markup, picture

FIELD = 64
"""Width and height of a drawing."""

TILTS = {1: ((0, 0, 0),), 3: ((17, -15, 34), (8, -9, 12), (-1, 1, -14))}
"""Places, relative to a single head, and tilts of several heads."""


@cache
def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name(name).read_text(encoding="utf-8"))


def figures() -> Mapping[str, TomlTable]:
    """Return the parts of each creature of the assumed pool, by its id."""
    return _read("figures.toml")


def parts() -> Mapping[str, TomlTable]:
    """Return the parts of each sort, by name: their drawings, and for a body the places of other parts."""
    return _read("parts.toml")


def figure_of(creature: str) -> TomlTable:
    """Return the parts of a creature; for an unknown creature the letters of its id choose them."""
    known = figures()
    if creature in known:
        return known[creature]
    number = sum(ord(letter) * 7**place for place, letter in enumerate(creature[:8]))
    chosen: dict[str, object] = {}
    for sort in ("body", "head", "top", "wings", "tail", "feet"):
        names = list(parts()[sort])
        number, index = divmod(number, len(names))
        chosen[sort] = names[index]
    return {**chosen, "tone": "steel"}


@cache
def figure_svg(creature: str, title: str = "") -> Markup:
    """Return the drawing of a creature; without a title it stands beside a text, and screen readers skip it.

    >>> "viewBox" in figure_svg("phoenix"), figure_svg("imp") == figure_svg("wisp")
    (True, False)
    """
    figure = figure_of(creature)
    inner = "".join(_layers(figure))
    drawn = f'<g class="em-tone-{figure["tone"]}" transform="translate(1 3) scale(.92)">{inner}</g>'
    return picture(FIELD, FIELD, drawn, title, "creature")


def _layers(figure: TomlTable) -> Iterator[str]:
    """Yield the parts from back to front."""
    body = parts()["body"][figure["body"]]
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
    for right, down, tilt in TILTS[figure.get("heads", 1)]:
        yield _laid("head", figure["head"], (x + right, y + down), tilt)
        if "top" in figure:
            yield _laid("top", figure["top"], (x + right, y + down), tilt)
    if "extra" in figure:
        yield _laid("extra", figure["extra"], body["hand"])


def _laid(sort: str, name: str, place: tuple[float, float], tilt: float = 0) -> str:
    turned = f" rotate({tilt:g})" if tilt else ""
    return f'<g transform="translate({place[0]:g} {place[1]:g}){turned}">{parts()[sort][name]["svg"]}</g>'
