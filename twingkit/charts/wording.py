"""What the figures say (`words.toml`), and how English and German write numbers."""

from __future__ import annotations

import textwrap
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from twingkit.messages import Fault
from twingkit.rulebook import LANGUAGES

MINUS = "\N{MINUS SIGN}"
NARROW = "\N{NO-BREAK SPACE}"


@cache
def _words() -> Mapping[str, Mapping[str, str]]:
    found = tomllib.loads(files("twingkit.charts").joinpath("words.toml").read_text(encoding="utf-8"))
    return dict(_leaves(found))


def _leaves(tree: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Mapping[str, str]]]:
    for name, value in tree.items():
        here = f"{path}.{name}" if path else name
        if all(isinstance(text, str) for text in value.values()):
            yield here, value
        else:
            yield from _leaves(value, here)


def sentences() -> tuple[str, ...]:
    """All sentences of the figures, as dotted keys."""
    return tuple(_words())


def has(key: str) -> bool:
    """Whether there is such a sentence."""
    return key in _words()


def say(key: str, lang: str, **facts: object) -> str:
    """The sentence `key` in `lang`; raises `KeyError` if there is none or a fact is missing.

    >>> say("outcome.tie", "de")
    'Unentschieden'
    """
    return _words()[key][lang].format(**facts)


def language(lang: str) -> str:
    """`lang` if the figures speak it; raises `Fault` naming those that they do."""
    if lang not in LANGUAGES:
        raise Fault("charts.language", found=str(lang)[:60], known=", ".join(LANGUAGES))
    return lang


class _Word:
    """A sentence that waits for its language."""

    def __init__(self, key: str) -> None:
        self.key = key

    def text(self, lang: str) -> str:
        """The sentence in `lang`."""
        return say(self.key, lang)


def word(key: str) -> object:
    """A sentence as a fact of an error, which says it in the error's language."""
    return _Word(key)


def number(value: float, lang: str, digits: int = 0) -> str:
    """`value` as the language writes it: a real minus sign, and in German a decimal comma.

    >>> number(-2.5, "en", 1), number(-2.5, "de", 1), number(-0.01, "en")
    ('−2.5', '−2,5', '0')
    """
    text = f"{value:.{digits}f}"
    if not float(text):
        text = text.lstrip("-")
    text = text.replace("-", MINUS)
    return text.replace(".", ",") if lang == "de" else text


def signed(value: float, lang: str, digits: int = 0) -> str:
    """`value` with its sign: `+3`, `−2`, `0`."""
    text = number(value, lang, digits)
    return text if text.startswith(MINUS) or not text.strip("0.,") else f"+{text}"


def count(value: int, lang: str) -> str:
    """A count with its thousands apart: `12,345`, in German `12.345`."""
    text = f"{value:,}"
    return text.replace(",", ".") if lang == "de" else text


def unit(lang: str) -> str:
    """The percent sign as it follows a number."""
    return f"{NARROW}%" if lang == "de" else "%"


def percent(share: float, lang: str, digits: int = 0) -> str:
    """`share`, 0 to 1, in percent. What is possible never shows as 0, what is not certain never as 100.

    >>> percent(0.714, "en"), percent(0.714, "de", 1), percent(0.0004, "en"), percent(0.9999, "en")
    ('71%', '71,4\\xa0%', '<1%', '>99%')
    """
    least = 10.0**-digits
    if 1e-12 < share * 100 < least / 2:
        return f"<{number(least, lang, digits)}{unit(lang)}"
    if 100 - least / 2 <= share * 100 < 100 - 1e-10:
        return f">{number(100 - least, lang, digits)}{unit(lang)}"
    return f"{number(share * 100, lang, digits)}{unit(lang)}"


def points(change: float, lang: str, digits: int = 1) -> str:
    """`change` of a share, −1 to 1, in percentage points with its sign: `+4.5`."""
    return signed(change * 100, lang, digits)


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
