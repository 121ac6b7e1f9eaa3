"""The glossary of Imperial Twing, from `glossary.toml`: the words of the game and of its analysis."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from twingkit.core.glossary import Glossary


@cache
def load_glossary() -> Glossary:
    """Return the glossary. It is read once.

    >>> [entry.id for entry in load_glossary().entries_in("A Sun beats a shield.")]
    ['sun', 'shield']
    """
    return Glossary.parse(files("twingkit.twing").joinpath("glossary.toml").read_text(encoding="utf-8"))
