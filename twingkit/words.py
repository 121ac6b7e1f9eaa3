"""Sentences, numbers and percentages in every language: the one catalogue of everything that is said.

    words = Catalogue(files("my_game").joinpath("words.toml"))
    words.say("de", "odds.tie")

A key is the dotted path of a table whose leaves are the languages: `[odds.tie]` with `en` and `de`. Facts
fill the named gaps of a sentence; what can speak for itself (an error, a question) does so in the same
language.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

__all__ = [
    "LANGUAGES",
    "MINUS",
    "NARROW",
    "Catalogue",
    "explain",
    "number",
    "percent",
    "percent_sign",
    "signed",
]

LANGUAGES = ("en", "de")
"""The languages every text exists in."""

MINUS = "\N{MINUS SIGN}"
NARROW = "\N{NO-BREAK SPACE}"
"""Between a German number and its percent sign."""


class Catalogue:
    """The sentences of TOML files, by their keys.

    >>> from importlib.resources import files
    >>> Catalogue(files("twingkit").joinpath("messages.toml")).say("de", "odds.tie")
    'Unentschieden'
    """

    def __init__(self, *paths: Path | Traversable, behind: Catalogue | None = None) -> None:
        """Read the files; what they do not say is said by the catalogue `behind` them.

        Raises `ValueError` if a sentence lacks a language or is in two of the files.
        """
        self._names: list[str] = []
        self._own: set[str] = set()
        self._texts: dict[str, Mapping[str, str]] = dict(behind._texts) if behind else {}
        for path in paths:
            self.add(path)

    def add(self, path: Path | Traversable) -> None:
        """Take the sentences of one more file into the catalogue."""
        for key, texts in _leaves(tomllib.loads(path.read_text(encoding="utf-8"))):
            if set(texts) != set(LANGUAGES):
                raise ValueError(f"{path.name}: {key} must have exactly the languages {', '.join(LANGUAGES)}")
            if key in self._own:
                raise ValueError(f"{path.name}: {key} stands in {' or '.join(self._names)} already")
            self._own.add(key)
            self._texts[key] = texts
        self._names.append(path.name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __contains__(self, key: object) -> bool:
        return key in self._texts

    def texts(self, key: str) -> Mapping[str, str]:
        """The sentence of a key by language, its gaps open. Raises `KeyError` if there is none."""
        if key not in self._texts:
            raise KeyError(f"{', '.join(self._names)} has no sentence {key!r}")
        return self._texts[key]

    def say(self, lang: str, key: str, /, **facts: object) -> str:
        """The sentence of a key with its facts. Raises `KeyError`: no such key, language or fact."""
        texts = {name: explain(fact, lang) if hasattr(fact, "text") else fact for name, fact in facts.items()}
        return self.texts(key)[lang].format(**texts)


def _leaves(tree: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Mapping[str, str]]]:
    for name, value in tree.items():
        full_name = f"{path}.{name}" if path else name
        if not isinstance(value, Mapping):
            raise TypeError(f"{full_name} stands outside a table of languages")
        if all(isinstance(text, str) for text in value.values()):
            yield full_name, value
        else:
            yield from _leaves(value, full_name)


def explain(obj: object, lang: str) -> str:
    """The text of an error or a question in `lang` if it has one, else its plain words."""
    text = getattr(obj, "text", None)
    return str(text(lang)) if callable(text) else str(obj)


def number(value: float, lang: str, digits: int = 0) -> str:
    """A number as the language writes it: a real minus sign, and in German a decimal comma.

    >>> number(-2.5, "en", 1), number(-2.5, "de", 1), number(-0.01, "en")
    ('−2.5', '−2,5', '0')
    """
    text = f"{value:.{digits}f}"
    if not float(text):
        text = text.lstrip("-")
    text = text.replace("-", MINUS)
    return text.replace(".", ",") if lang == "de" else text


def signed(value: float, lang: str, digits: int = 0) -> str:
    """A number with its sign: `+3`, `−2`, `0`."""
    text = number(value, lang, digits)
    return text if text.startswith(MINUS) or not text.strip("0.,") else f"+{text}"


def percent_sign(lang: str) -> str:
    """The percent sign as it follows a number."""
    return f"{NARROW}%" if lang == "de" else "%"


def percent(share: float, lang: str, digits: int = 0) -> str:
    """A share, 0 to 1, in percent. What is possible never shows as 0, what is not certain never as 100.

    >>> percent(0.714, "en"), percent(0.714, "de", 1), percent(0.0004, "en"), percent(0.9999, "en")
    ('71%', '71,4\\xa0%', '<1%', '>99%')
    """
    least = 10.0**-digits
    if 1e-12 < share * 100 < least / 2:
        return f"<{number(least, lang, digits)}{percent_sign(lang)}"
    if 100 - least / 2 <= share * 100 < 100 - 1e-10:
        return f">{number(100 - least, lang, digits)}{percent_sign(lang)}"
    return f"{number(share * 100, lang, digits)}{percent_sign(lang)}"
