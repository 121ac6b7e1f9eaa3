"""The texts of figures (`words.toml`), and the number formats of English and German."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from types import ModuleType

import attrs

from twingkit.core.games import games_with_part
from twingkit.core.language import language, localized
from twingkit.core.messages import Fault
from twingkit.core.words import LANGUAGES, SentenceCatalogue, format_signed
from twingkit.core.words import language_of as marks_of

FILE = "words.toml"
"""The name of the file with the texts of a package of figures."""

_catalogue = SentenceCatalogue(files("twingkit.analyse.charts").joinpath(FILE))


def add_words(package: str) -> None:
    """Add the sentences of a game's own figures, from the `words.toml` of their package."""
    _catalogue.add(files(package).joinpath(FILE))


@cache
def load_game_charts() -> tuple[ModuleType, ...]:
    """Import the chart package of every game that has one, which adds its sentences, and
    return these modules.
    """
    return tuple(module for _, module in games_with_part("charts"))


def sentence_keys() -> Iterator[str]:
    """Yield the dotted keys of all sentences of the figures."""
    load_game_charts()
    return iter(_catalogue)


def has_figure_sentence(key: str) -> bool:
    """Return True if a text with this key exists among the figures' texts, shared or of a single game."""
    if key not in _catalogue:
        load_game_charts()
    return key in _catalogue


def say(key: str, **facts: object) -> str:
    """Return the text with this key in the current language, filled with facts. Raises `KeyError` if the key
    or a fact is missing.

    >>> from twingkit.core.language import call_in_language
    >>> call_in_language("de", say, "outcome.tie")
    'Unentschieden'
    """
    has_figure_sentence(key)
    return _catalogue.say(key, **facts)


def check_language(lang: str) -> str:
    """Return `lang` if the figures have it. Raises `Fault`, which lists their languages."""
    if lang not in LANGUAGES:
        raise Fault("charts.language", found=str(lang)[:60], known=", ".join(LANGUAGES))
    return lang


@attrs.frozen
class FigureErrorText:
    """A text of the figures for use in an error message, in the language of the error."""

    key: str

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return the text in `lang`."""
        return say(self.key)


def format_count(value: int) -> str:
    """Format a count with thousands separators: `12,345`, in German `12.345`."""
    text = f"{value:,}"
    return text.replace(",", marks_of(language()).thousands_separator)


def format_points(change: float, digits: int = 1) -> str:
    """Format a change of a share (−1 to 1) in percentage points with its sign: `+4.5`."""
    return format_signed(change * 100, digits)


def wrap_text(text: str, width: int) -> list[str]:
    """Wrap `text` at blanks into lines of at most `width` characters; its line breaks stay.

    A battle line breaks before its “vs” if it breaks at all.
    """
    lines: list[str] = []
    for part in text.split("\n"):
        sides = part.split(" vs ")
        if len(part) > width and len(sides) == 2:
            lines += textwrap.wrap(sides[0], width) + textwrap.wrap(f"vs {sides[1]}", width)
        else:
            lines += textwrap.wrap(part, width, break_on_hyphens=False) or [""]
    return lines


def capitalize_first(text: str) -> str:
    """Return a text with a capital at the beginning."""
    return text[:1].upper() + text[1:]


def escape_text(text: str) -> str:
    """Escape `text` for a figure, which would otherwise take `<` for the start of a tag."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def hover_text(heading: str, *lines: str) -> str:
    """Return the text that a figure shows on hover: a bold heading, then lines; empty ones are left out."""
    bold = f"<b>{escape_text(heading)}</b>" if heading else ""
    return "<br>".join(line for line in (bold, *map(escape_text, lines)) if line).replace("\n", "<br>")


def wrap_as_html(text: str, width: int) -> str:
    """Return `text` wrapped at `width` characters, as HTML for a figure."""
    return "<br>".join(escape_text(line) for line in wrap_text(text, width))
