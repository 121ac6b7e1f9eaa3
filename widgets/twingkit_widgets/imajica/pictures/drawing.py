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
from twingkit_widgets.panel.markup import Markup, picture

FIELD = 64
"""Width and height of a drawing, in units of its viewBox."""

SIGN = 16
"""Width and height of the icon of a card type or value, in units of its viewBox."""

HAIR = {
    "m": ("short", "side", "curls", "thin"),
    "f": ("long", "bun", "braid", "curls"),
    "both": ("none", "long"),
}
"""The hair styles for each sex."""

EXTRAS = {
    "m": ("beard", "moustache", "glasses", "scar", "plain"),
    "f": ("rings", "plain", "scar", "glasses"),
    "both": ("rings", "plain"),
}
"""The other features of a face for each sex."""

TONES = ("a", "b", "c", "d")
"""The tones of skin and hair."""

BODY = (
    '<path class="im-skin" d="M27 36h10v12H27z"/>'
    '<path class="im-tone" d="M4 64q2-17 19-19 9 8 18 0 17 2 19 19z"/>'
    '<path class="im-skin" d="M20 26q0-13 12-13t12 13-5 12q-3 5-7 5t-7-5q-5-3-5-12z"/>'
)
"""Neck, shoulders and head."""

LOOK = (
    '<g class="im-dark"><circle cx="27" cy="28" r="1.500"/><circle cx="37" cy="28" r="1.500"/></g>'
    '<path class="im-line" d="M28 37q4 2 8 0M32 29v4"/>'
)
"""Eyes, nose and mouth."""

FALLING = {"mod", "prime_limit"}
"""Verbs of effects that have another icon if their number is negative."""


@cache
def drawings(name: str = "drawings") -> Mapping[str, TomlTable]:
    """Load the parts of drawings by kind, or with "places" the parts that each Site, Path and beast
    has.
    """
    return tomllib.loads(Path(__file__).with_name(f"{name}.toml").read_text(encoding="utf-8"))


def pick_name(names: tuple[str, ...], card: str, salt: str = "") -> str:
    """Pick one of the names by a hash of the card's id, so that a card always gets the same one."""
    return names[zlib.crc32(f"{salt}{card}".encode()) % len(names)]


@cache
def card_drawing(card: Card, title: str = "") -> Markup:
    """Draw a card; without a title screen readers skip the drawing, which then stands beside a text.

    >>> from twingkit.imajica.box.cards import load_cards
    >>> "viewBox" in card_drawing(load_cards()["gentle"])
    True
    """
    inner = "".join(_layers(card))
    ground = f'<rect class="im-ground" width="{FIELD}" height="{FIELD}"/>'
    tone = f"im-d{card.home[0] if card.home else 0} im-of-{card.kind}"
    return picture(FIELD, FIELD, f'<g class="{tone}">{ground}{inner}</g>', title, "imajica")


def sign(name: str, title: str = "") -> Markup:
    """Draw the icon of a card type or of a value ("magic", "strength", "prime", "resistance")."""
    drawn = f'<g class="im-icon im-icon-{name}">{drawings()["icon"][name]}</g>'
    return picture(SIGN, SIGN, drawn, title, "imsign")


def verb_sign(card: Card) -> str:
    """Return the name of the icon for a card's first effect."""
    for effect in card.effects:
        return "less" if effect.verb in FALLING and effect.number < 0 else effect.verb
    return ""


def _layers(card: Card) -> Iterator[str]:
    parts, places = drawings(), drawings("places")
    if card.kind == "site":
        name = places["site"].get(card.id) or pick_name(tuple(parts["place"]), card.id)
        yield parts["place"][name]
    elif card.kind == "path":
        yield parts["road"]["road"]
        yield parts["thing"][places["path"].get(card.id) or pick_name(tuple(parts["thing"]), card.id)]
    elif card.kind != "character":
        yield parts["verb"][verb_sign(card)]
    elif not card.home:
        yield parts["beast"][places["beast"].get(card.id) or pick_name(tuple(parts["beast"]), card.id)]
    else:
        yield from _face(card, parts)


def _face(card: Card, parts: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    own = f"{card.id}{drawings('places')['face'].get(card.id, '')}"
    skin, locks = pick_name(TONES, own), pick_name(TONES, own, "hair")
    hair = parts["hair"][pick_name(HAIR[card.sex], own, "cut")]
    extra = parts["extra"][pick_name(EXTRAS[card.sex], own, "extra")]
    collar = parts["collar"][pick_name(tuple(parts["collar"]), own, "collar")]
    signs = "".join(parts["sign"].get(affiliation, "") for affiliation in card.affiliations)
    yield f'<g class="im-skin-{skin} im-hair-{locks}">{BODY}{collar}{extra}{LOOK}{hair}{signs}</g>'


@cache
def card_back(title: str = "") -> Markup:
    """Draw the back of a card: five rings, one for each Dominion."""
    rings = "".join(
        f'<circle class="im-ring" cx="32" cy="32" r="{radius}"/>' for radius in (6, 11, 16, 21, 26)
    )
    return picture(
        FIELD, FIELD, f'<rect class="im-back" width="{FIELD}" height="{FIELD}"/>{rings}', title, "imajica"
    )
