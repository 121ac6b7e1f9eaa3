"""Everything the panels say, in English and German, from `words.toml`.

A key is the dotted path of a table that has the leaves `en` and `de`: `[table.attacker]` is said by
`say("en", "table.attacker")`. Facts fill the named gaps: `say("de", "odds.win", share="71 %")`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "de")
MINUS = "\N{MINUS SIGN}"


class Words:
    """One catalogue of sentences; other panels load their own file with `Words(path)`."""

    def __init__(self, path: Path) -> None:
        """Read `path`; ValueError if a sentence lacks a language."""
        self._name = path.name
        self._texts: dict[str, Mapping[str, str]] = {}
        for key, texts in _leaves(tomllib.loads(path.read_text(encoding="utf-8"))):
            if set(texts) != set(LANGUAGES):
                raise ValueError(f"{path.name}: {key} must have exactly the languages {', '.join(LANGUAGES)}")
            self._texts[key] = texts

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def say(self, lang: str, key: str, **facts: object) -> str:
        """Return the sentence `key` in `lang` (plain text). KeyError: no such key, language or fact."""
        if key not in self._texts:
            raise KeyError(f"{self._name} has no sentence {key!r}")
        return self._texts[key][lang].format(**facts)


def _leaves(tree: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Mapping[str, str]]]:
    for name, value in tree.items():
        here = f"{path}.{name}" if path else name
        if not isinstance(value, Mapping):
            raise TypeError(f"{here} stands outside a table of languages")
        if all(isinstance(text, str) for text in value.values()):
            yield here, value
        else:
            yield from _leaves(value, here)


@cache
def words() -> Words:
    """Return the panels' own catalogue, read once."""
    return Words(Path(__file__).with_name("words.toml"))


def say(lang: str, key: str, **facts: object) -> str:
    """Return the sentence `key` of the panels' catalogue. KeyError: no such key, language or fact."""
    return words().say(lang, key, **facts)


def number(lang: str, value: float, digits: int = 0) -> str:
    """Return `value` as the language writes it: real minus sign, German decimal comma."""
    text = f"{value:.{digits}f}".replace("-", MINUS)
    return text.replace(".", ",") if lang == "de" else text


def percent(lang: str, share: float, digits: int = 0) -> str:
    """Return `share` (0 to 1) in percent: `71%`, in German `71 %` (no-break space).

    What is possible but rounds to nothing is shown as `<1%`, what is not certain never as `100%`.
    """
    unit = "\N{NO-BREAK SPACE}%" if lang == "de" else "%"
    least = 10.0**-digits
    if 0 < share * 100 < least / 2:
        return f"<{number(lang, least, digits)}{unit}"
    if 100 - least / 2 <= share * 100 < 100:
        return f">{number(lang, 100 - least, digits)}{unit}"
    return f"{number(lang, share * 100, digits)}{unit}"


def signed(value: int) -> str:
    """Return a die number with its sign: `+3`, `−2`, `0`."""
    return f"+{value}" if value > 0 else str(value).replace("-", MINUS)
