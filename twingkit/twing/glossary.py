"""The glossary: what the words of the game mean, and those of its analysis, in one or two sentences each.

    entry("entourage").text("de")
    [found.id for found in found_in("A Sun beats a shield.", "en")]      # ["sun", "shield"]

The words are in `glossary.toml`.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from twingkit.core.glossary import Glossary, GlossaryEntry, UnknownTerm

__all__ = ["GlossaryEntry", "UnknownTerm", "entry", "found_in", "glossary", "places_in", "words"]


@cache
def words() -> Glossary:
    """The words with a meaning of their own, read once."""
    return Glossary.parse(files("twingkit.twing").joinpath("glossary.toml").read_text(encoding="utf-8"))


def glossary() -> tuple[GlossaryEntry, ...]:
    """All entries, by subject: the game, its cards, the table, the turn, battles, objects, analysis."""
    return tuple(words().entries.values())


def entry(wanted: str) -> GlossaryEntry:
    """The entry of that id; raises `UnknownTerm` naming the nearest."""
    return words().entry(wanted)


def found_in(text: str) -> tuple[GlossaryEntry, ...]:
    """The entries whose words occur in a text, each once, in the order in which they come."""
    return words().entries_in(text)


def places_in(text: str) -> tuple[tuple[int, int, GlossaryEntry], ...]:
    """The words of the glossary in a text: begin, end and entry, in order, without overlaps."""
    return words().matches_in(text)
