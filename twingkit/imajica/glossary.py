"""The glossary of Imajica, from `glossary.toml`."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from twingkit.core.glossary import Glossary


@cache
def load_glossary() -> Glossary:
    """Return the glossary. It is read once.

    >>> [entry.id for entry in load_glossary().entries_in("A Maestro secures it.")]
    ['maestro', 'secure']
    """
    return Glossary.parse(files("twingkit.imajica").joinpath("glossary.toml").read_text(encoding="utf-8"))
