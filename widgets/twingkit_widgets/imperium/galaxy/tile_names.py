"""The names of system tiles, and the numbers of planets in words."""

from __future__ import annotations

from pathlib import Path

from twingkit.imperium.box.tiles import Planet, Tile
from twingkit.imperium.galaxy.map.galaxy import OPEN
from twingkit_widgets.imperium.galaxy.map_svg import GREEK
from twingkit_widgets.panel.wording import Words

WORDS = Words(Path(__file__).with_name("map_words.toml"))
"""The sentences of the map."""


def tile_name(tile: Tile, lang: str) -> str:
    """A tile by its number and what is there."""
    if tile.number == OPEN:
        return WORDS.say(lang, "system.open")
    parts = [planet.name for planet in tile.planets]
    parts += [WORDS.say(lang, "wormhole", kind=GREEK[kind]) for kind in tile.wormholes]
    parts += [WORDS.say(lang, f"anomaly.{tile.anomaly}")] if tile.anomaly else []
    contents = ", ".join(parts) or WORDS.say(lang, "system.empty")
    return WORDS.say(lang, "system.name", number=tile.number, what=contents)


def planet_text(planet: Planet, lang: str) -> str:
    """The numbers of a planet in words."""
    return WORDS.say(
        lang,
        "planet",
        resources=planet.resources,
        influence=planet.influence,
        trait=WORDS.say(lang, f"trait.{planet.trait or 'none'}"),
        specialty=WORDS.say(lang, f"specialty.{planet.specialty or 'none'}"),
    )
