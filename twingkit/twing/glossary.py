"""The glossary: the words of the game and of its analysis, explained in one or two sentences each.

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
    """Return the glossary, loaded once."""
    return Glossary.parse(files("twingkit.twing").joinpath("glossary.toml").read_text(encoding="utf-8"))


def glossary() -> tuple[GlossaryEntry, ...]:
    """Return all entries by subject: the game, its cards, the table, the turn, battles, objects, analysis."""
    return tuple(words().entries.values())


def entry(wanted: str) -> GlossaryEntry:
    """Return the entry of that id. Raises `UnknownTerm` naming the nearest."""
    return words().entry(wanted)


def found_in(text: str) -> tuple[GlossaryEntry, ...]:
    """Return the entries whose words occur in a text, each once, in order of occurrence."""
    return words().entries_in(text)


def places_in(text: str) -> tuple[tuple[int, int, GlossaryEntry], ...]:
    """Return the glossary words in a text as start, end and entry, in order and without overlaps."""
    return words().matches_in(text)
