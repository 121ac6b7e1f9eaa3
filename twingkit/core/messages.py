"""The messages of the core, in English and German, and the errors that a person can cause.

The sentences are in `messages.toml` of this package; a game adds those of its own with `add_messages`.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import Protocol

from twingkit.core.errors import KitError
from twingkit.core.language import localized
from twingkit.core.words import Catalogue, text_or_str

__all__ = ["Fault", "add_messages", "has_message", "message", "text_or_str"]

FILE = "messages.toml"
"""The sentences of a package."""

_packages: list[str] = ["twingkit.core"]
_catalogue = Catalogue()


def add_messages(package: str) -> None:
    """Let `message` and `Fault` say the sentences in a game's `messages.toml`; read on first use.

    A key that another package has is refused when they are read.
    """
    _packages.append(package)


def message(key: str, **facts: object) -> str:
    """The sentence of a dotted key with its facts; raises `KeyError` if there is none.

    Facts that can speak (errors, questions) do so in the same language.

    >>> from twingkit.core.language import call_in_language
    >>> call_in_language("de", message, "odds.tie")
    'Unentschieden'
    """
    has_message(key)
    return _catalogue.say(key, **facts)


def has_message(key: str) -> bool:
    """True if there is a sentence of this key."""
    while _packages and key not in _catalogue:
        _catalogue.add(files(_packages.pop(0)).joinpath(FILE))
    return key in _catalogue


class SentenceSource(Protocol):
    """The source of the sentences of a game's rules: its `Rulebook`."""

    def sentence(self, rule: str, case: str, facts: Mapping[str, object]) -> str:
        """The sentence of a case with its facts."""


class Fault(KitError, ValueError):
    """An error that a person can cause: `.text(lang)` says what is wrong, where, and what was expected.

    The sentence is a key of `messages.toml`, or with a `book` a case of that rulebook's `fault` sentences.

    >>> from twingkit import imperium
    >>> try:
    ...     imperium.retreat_odds("space: 3 cruiser vs 2 dreadnought", "attacker", below=50)
    ... except Fault as fault:
    ...     print(fault)
    50 is no chance; expected a number from 0 to 1, as 0.3 for 30%
    """

    setup_line: int | None = None
    """The index of the set-up line that is wrong, where a start was read and knows it."""

    def __init__(self, key: str, book: SentenceSource | None = None, **facts: object) -> None:
        super().__init__(key, facts)
        self.key, self.facts, self._book = key, facts, book

    @localized
    def text(self, lang: str | None = None) -> str:
        """The fault as a sentence in `lang`."""
        if self._book is not None:
            return self._book.sentence("fault", self.key, self.facts)
        return message(self.key, **self.facts)

    def __str__(self) -> str:
        return self.text()
