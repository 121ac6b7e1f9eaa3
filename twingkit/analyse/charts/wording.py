"""The texts of the figures (`words.toml`), and the number formats of English and German."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from types import ModuleType

from twingkit.core.games import games_with_part
from twingkit.core.language import language, localized
from twingkit.core.messages import Fault
from twingkit.core.words import (
    LANGUAGES,
    MINUS,
    NO_BREAK,
    Catalogue,
    format_number,
    format_percent,
    format_percents,
    format_signed,
)
from twingkit.core.words import language_of as marks_of
from twingkit.core.words import percent_sign as unit

__all__ = [
    "MINUS",
    "NO_BREAK",
    "add_words",
    "count",
    "fold",
    "format_number",
    "format_percent",
    "format_percents",
    "format_signed",
    "game_charts",
    "has_sentence",
    "language",
    "lines",
    "points",
    "safe",
    "say",
    "sentences",
    "texts",
    "unit",
    "word",
]

FILE = "words.toml"
"""The sentences of a package of figures."""

_catalogue = Catalogue(files("twingkit.analyse.charts").joinpath(FILE))


def add_words(package: str) -> None:
    """Take the sentences of a game's own figures into the catalogue: `words.toml` of their package."""
    _catalogue.add(files(package).joinpath(FILE))


@cache
def game_charts() -> tuple[ModuleType, ...]:
    """The packages of figures that single games have; each has brought its sentences along."""
    return tuple(module for _, module in games_with_part("charts"))


def sentences() -> Iterator[str]:
    """All sentences of the figures, as dotted keys."""
    game_charts()
    return iter(_catalogue)


def texts(key: str) -> Mapping[str, str]:
    """A sentence by language, its gaps open."""
    has_sentence(key)
    return _catalogue.texts(key)


def has_sentence(key: str) -> bool:
    """True if there is such a sentence, in this package or a game's."""
    if key not in _catalogue:
        game_charts()
    return key in _catalogue


def say(key: str, **facts: object) -> str:
    """The sentence `key`; raises `KeyError` if there is none or a fact is missing.

    >>> from twingkit.core.language import call_in_language
    >>> call_in_language("de", say, "outcome.tie")
    'Unentschieden'
    """
    has_sentence(key)
    return _catalogue.say(key, **facts)


def known_language(lang: str) -> str:
    """`lang` if the figures speak it; raises `Fault` naming those that they do."""
    if lang not in LANGUAGES:
        raise Fault("charts.language", found=str(lang)[:60], known=", ".join(LANGUAGES))
    return lang


class _Word:
    """A sentence that waits for its language."""

    def __init__(self, key: str) -> None:
        self.key = key

    @localized
    def text(self, lang: str | None = None) -> str:
        """The sentence in `lang`."""
        return say(self.key)


def word(key: str) -> object:
    """A sentence as a fact of an error, which says it in the error's language."""
    return _Word(key)


def count(value: int) -> str:
    """A count with its thousands apart: `12,345`, in German `12.345`."""
    text = f"{value:,}"
    return text.replace(",", marks_of(language()).thousands_separator)


def points(change: float, digits: int = 1) -> str:
    """`change` of a share, −1 to 1, in percentage points with its sign: `+4.5`."""
    return format_signed(change * 100, digits)


def fold(text: str, width: int) -> list[str]:
    """`text` in lines of at most `width` signs, where it has blanks; line breaks in it stay.

    A battle line is broken before its “vs” if it is broken at all.
    """
    lines: list[str] = []
    for part in text.split("\n"):
        sides = part.split(" vs ")
        if len(part) > width and len(sides) == 2:
            lines += textwrap.wrap(sides[0], width) + textwrap.wrap(f"vs {sides[1]}", width)
        else:
            lines += textwrap.wrap(part, width, break_on_hyphens=False) or [""]
    return lines


def safe(text: str) -> str:
    """`text` for a figure, which would take `<` for the beginning of a tag."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def lines(text: str, width: int) -> str:
    """`text` folded, as a figure writes it."""
    return "<br>".join(safe(line) for line in fold(text, width))
