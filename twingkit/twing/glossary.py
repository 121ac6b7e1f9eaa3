"""The glossary: the words of the game and of its analysis, explained in one or two sentences each.

    glossary_entry("entourage").text("de")
    [found.id for found in find_entries("A Sun beats a shield.")]      # ["sun", "shield"]

The words are in `glossary.toml`.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from twingkit.core.glossary import Glossary, GlossaryEntry, UnknownTerm

__all__ = [
    "GlossaryEntry",
    "UnknownTerm",
    "entries_in_text",
    "find_entry_spans",
    "glossary_entries",
    "glossary_entry",
    "load_glossary",
]


@cache
def load_glossary() -> Glossary:
    """Return the glossary; it is parsed only once."""
    return Glossary.parse(files("twingkit.twing").joinpath("glossary.toml").read_text(encoding="utf-8"))


def glossary_entries() -> tuple[GlossaryEntry, ...]:
    """Return all entries, grouped by subject in this order: the game, its cards, the table, the turn,
    battles, objects, analysis.
    """
    return tuple(load_glossary().entries.values())


def glossary_entry(term_id: str) -> GlossaryEntry:
    """Return the entry with this id. Raises `UnknownTerm` with the nearest id."""
    return load_glossary().entry(term_id)


def entries_in_text(text: str) -> tuple[GlossaryEntry, ...]:
    """Return the entries whose words occur in a text, each once, in the order of the text."""
    return load_glossary().entries_in(text)


def find_entry_spans(text: str) -> tuple[tuple[int, int, GlossaryEntry], ...]:
    """Return (start, end, entry) for each glossary word in a text, in order and without overlaps."""
    return load_glossary().matches_in(text)
