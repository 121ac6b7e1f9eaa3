"""What the core tells a person, in English and German, and the errors that a person can cause."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from twingkit.rulebook import Rulebook


@cache
def _catalogue() -> dict[str, Any]:
    return tomllib.loads(files("twingkit").joinpath("messages.toml").read_text(encoding="utf-8"))


def message(key: str, lang: str = "en", **facts: object) -> str:
    """The text of a dotted key of `messages.toml` with its facts; raises `KeyError` if there is none.

    Facts that can speak (errors, questions) do so in the same language.

    >>> message("odds.tie", "de")
    'Unentschieden'
    """
    entry: Any = _catalogue()
    for name in key.split("."):
        entry = entry[name]
    said = {name: explain(fact, lang) for name, fact in facts.items()}
    return str(entry[lang]).format(**said)


class Fault(ValueError):
    """An error that a person can cause: `.text(lang)` says what is wrong, where, and what was expected.

    The sentence is a key of `messages.toml`, or with a `book` a case of that rulebook's `fault` sentences.
    """

    def __init__(self, key: str, book: Rulebook | None = None, **facts: object) -> None:
        super().__init__(key, facts)
        self.key, self.facts, self._book = key, facts, book

    def text(self, lang: str = "en") -> str:
        """What is wrong, in `lang`."""
        if self._book is not None:
            return self._book.sentence("fault", self.key, lang, self.facts)
        return message(self.key, lang, **self.facts)

    def __str__(self) -> str:
        return self.text()


def explain(thing: object, lang: str) -> str:
    """The text of an error or a question in `lang` if it has one, else its plain words."""
    text = getattr(thing, "text", None)
    return str(text(lang)) if callable(text) else str(thing)
