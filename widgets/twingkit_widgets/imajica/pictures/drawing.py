"""Drawings of cards: a face for a character, a place for a Site, a road for a Path, an icon for others.

The parts are in `drawings.toml`. `places.toml` says which parts a card has; cards that are not
listed there get parts chosen by a hash of their id.
"""

from __future__ import annotations

import tomllib
import zlib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from twingkit.core.words import TomlTable
from twingkit.imajica.box.card import Card
from twingkit_widgets.panel.markup import Markup, svg_picture

DRAWING_SIZE = 64
"""Width and height of a drawing, in units of its viewBox."""

_ICON_SIZE = 16
"""Width and height of the icon of a card kind or value, in units of its viewBox."""

_HAIR_STYLES_BY_SEX = {
    "m": ("short", "side", "curls", "thin"),
    "f": ("long", "bun", "braid", "curls"),
    "both": ("none", "long"),
}

_FACE_EXTRAS_BY_SEX = {
    "m": ("beard", "moustache", "glasses", "scar", "plain"),
    "f": ("rings", "plain", "scar", "glasses"),
    "both": ("rings", "plain"),
}

_SKIN_AND_HAIR_TONES = ("a", "b", "c", "d")

_BODY_SVG = (
    '<path class="im-skin" d="M27 36h10v12H27z"/>'
    '<path class="im-tone" d="M4 64q2-17 19-19 9 8 18 0 17 2 19 19z"/>'
    '<path class="im-skin" d="M20 26q0-13 12-13t12 13-5 12q-3 5-7 5t-7-5q-5-3-5-12z"/>'
)
"""Neck, shoulders and head."""

_FACE_SVG = (
    '<g class="im-dark"><circle cx="27" cy="28" r="1.500"/><circle cx="37" cy="28" r="1.500"/></g>'
    '<path class="im-line" d="M28 37q4 2 8 0M32 29v4"/>'
)
"""Eyes, nose and mouth."""

DECREASE_ICON_VERBS = {"mod", "prime_limit"}
"""Verbs of effects with another icon for negative numbers."""


@cache
def load_drawing_parts(file_stem: str = "drawings") -> Mapping[str, TomlTable]:
    """Load a TOML file of drawings: "drawings" has the shapes by kind of part, "places" the parts that each
    card uses.
    """
    return tomllib.loads(Path(__file__).with_name(f"{file_stem}.toml").read_text(encoding="utf-8"))


def _pick_by_hash(names: tuple[str, ...], card: str, salt: str = "") -> str:
    """Return one of `names`, chosen by a hash of the card's id: always the same name for the same card."""
    return names[zlib.crc32(f"{salt}{card}".encode()) % len(names)]


@cache
def card_drawing(card: Card) -> Markup:
    """Draw a card, hidden from screen readers, for use beside a text.

    >>> from twingkit.imajica.box.cards import load_cards
    >>> "viewBox" in card_drawing(load_cards()["gentle"])
    True
    """
    inner = "".join(_layers(card))
    ground = f'<rect class="im-ground" width="{DRAWING_SIZE}" height="{DRAWING_SIZE}"/>'
    tone = f"im-d{card.home_dominions[0] if card.home_dominions else 0} im-of-{card.kind}"
    return svg_picture(DRAWING_SIZE, DRAWING_SIZE, f'<g class="{tone}">{ground}{inner}</g>', "", "imajica")


def icon_svg(name: str) -> Markup:
    """Draw the icon of a card kind or a value ("magic", "strength", "prime", "resistance")."""
    drawn = f'<g class="im-icon im-icon-{name}">{load_drawing_parts()["icon"][name]}</g>'
    return svg_picture(_ICON_SIZE, _ICON_SIZE, drawn, "", "imsign")


def _effect_icon_name(card: Card) -> str:
    """Return the name of the icon for a card's first effect."""
    for effect in card.effects:
        return "less" if effect.verb in DECREASE_ICON_VERBS and effect.number < 0 else effect.verb
    return ""


def _layers(card: Card) -> Iterator[str]:
    parts, places = load_drawing_parts(), load_drawing_parts("places")
    if card.kind == "site":
        name = places["site"].get(card.id) or _pick_by_hash(tuple(parts["place"]), card.id)
        yield parts["place"][name]
    elif card.kind == "path":
        yield parts["road"]["road"]
        yield parts["thing"][places["path"].get(card.id) or _pick_by_hash(tuple(parts["thing"]), card.id)]
    elif card.kind != "character":
        yield parts["verb"][_effect_icon_name(card)]
    elif not card.home_dominions:
        yield parts["beast"][places["beast"].get(card.id) or _pick_by_hash(tuple(parts["beast"]), card.id)]
    else:
        yield from _face(card, parts)


def _face(card: Card, parts: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    own = f"{card.id}{load_drawing_parts('places')['face'].get(card.id, '')}"
    skin, locks = _pick_by_hash(_SKIN_AND_HAIR_TONES, own), _pick_by_hash(_SKIN_AND_HAIR_TONES, own, "hair")
    hair = parts["hair"][_pick_by_hash(_HAIR_STYLES_BY_SEX[card.sex], own, "cut")]
    extra = parts["extra"][_pick_by_hash(_FACE_EXTRAS_BY_SEX[card.sex], own, "extra")]
    collar = parts["collar"][_pick_by_hash(tuple(parts["collar"]), own, "collar")]
    signs = "".join(parts["sign"].get(affiliation, "") for affiliation in card.affiliations)
    yield f'<g class="im-skin-{skin} im-hair-{locks}">{_BODY_SVG}{collar}{extra}{_FACE_SVG}{hair}{signs}</g>'


@cache
def card_back_svg() -> Markup:
    """Draw the back of a card: five rings, one for each Dominion."""
    rings = "".join(
        f'<circle class="im-ring" cx="32" cy="32" r="{radius}"/>' for radius in (6, 11, 16, 21, 26)
    )
    return svg_picture(
        DRAWING_SIZE,
        DRAWING_SIZE,
        f'<rect class="im-back" width="{DRAWING_SIZE}" height="{DRAWING_SIZE}"/>{rings}',
        "",
        "imajica",
    )
