"""The texts of panels in English and German, from `words.toml`.

A key is the dotted path of a table with the entries `en` and `de`: `say("table.attacker")` returns
`[table.attacker]` in the current language. Facts fill the gaps: `say("odds.win", share="71 %")`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from twingkit.core import words as core
from twingkit.core.language import call_in_language
from twingkit.core.words import SentenceCatalogue


class PanelTexts(SentenceCatalogue):
    """A catalogue of texts for panels, loaded from a file; keys that it lacks are looked up in a `fallback`
    catalogue.
    """

    def __init__(self, path: Path, fallback: PanelTexts | None = None) -> None:
        """Load `path`; missing keys are looked up in `fallback`.

        Raises `ValueError` if a sentence lacks a language.
        """
        super().__init__(path, fallback=fallback)


@cache
def words() -> PanelTexts:
    """Return the catalogue with the general texts of all panels."""
    return PanelTexts(Path(__file__).with_name("words.toml"))


def say(key: str, **facts: object) -> str:
    """Return the text `key` of the general panel catalogue in the current language. Raises `KeyError` for an
    unknown key or fact.
    """
    return words().say(key, **facts)


number, percent, percents = core.format_number, core.format_percent, core.format_percents
"""Format a number, a share (0 to 1) in percent, or several shares, in the current language."""


def format_signed_number(value: int) -> str:
    """Format a die number with its sign: `+3`, `−2`, `0`."""
    return call_in_language("en", core.format_signed, value)


def capitalize_first(text: str) -> str:
    """Capitalize the first letter of a text.

    >>> capitalize_first("the defender")
    'The defender'
    """
    return text[:1].upper() + text[1:]


def join_names(names: Sequence[str], conjunction: str = "and") -> str:
    """Join names in a list with commas and a final "and" (or "or").

    >>> join_names(["p1", "p2", "p3"]), call_in_language("de", join_names, ["p1", "p2"], "or")
    ('p1, p2 and p3', 'p1 oder p2')
    """
    if len(names) < 2:
        return "".join(names)
    return say(f"row.{conjunction}", first=", ".join(names[:-1]), second=names[-1])
