"""The glossary of Ember, from `glossary.toml`."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from twingkit.core.glossary import Glossary


@cache
def load_glossary() -> Glossary:
    """Return the glossary. It is read once.

    >>> [entry.id for entry in load_glossary().entries_in("Conjuring takes cards of the hand.")]
    ['conjure']
    """
    return Glossary.parse(files("twingkit.ember").joinpath("glossary.toml").read_text(encoding="utf-8"))
