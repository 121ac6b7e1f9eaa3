"""The messages of the core, in English and German, and the errors that a user can cause.

The sentences are in `messages.toml` of this package; a game adds its own with `add_messages`.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Protocol

from twingkit.core.errors import KitError
from twingkit.core.language import language, localized
from twingkit.core.words import LANGUAGES, SentenceCatalogue, text_or_str

__all__ = ["Fault", "add_messages", "has_message", "message", "text_or_str"]

_MESSAGES_FILE_NAME = "messages.toml"

_packages: list[str] = ["twingkit.core"]
_catalogue = SentenceCatalogue()


def add_messages(package: str) -> None:
    """Add the sentences in the `messages.toml` of a game's package; they are loaded on first use.

    Loading fails if another package already has one of the keys.
    """
    _packages.append(package)


def message(key: str, **facts: object) -> str:
    """Return the sentence with a dotted key, filled with facts. Raises `KeyError` if there is none.

    Facts with a text of their own (errors, questions) use the same language.

    >>> from twingkit.core.language import call_in_language
    >>> call_in_language("de", message, "odds.tie")
    'Unentschieden'
    """
    has_message(key)
    return _catalogue.say(key, **facts)


def has_message(key: str) -> bool:
    """True if a sentence with this key exists."""
    while _packages and key not in _catalogue:
        _catalogue.add(files(_packages.pop(0)).joinpath(_MESSAGES_FILE_NAME))
    return key in _catalogue


class SentenceSource(Protocol):
    """The interface of objects that return sentences about a game's rules, such as its `Rulebook`."""

    def sentence(self, rule: str, case: str, facts: Mapping[str, object]) -> str:
        """Return the sentence for a case of a rule, filled with facts."""


class Fault(KitError, ValueError):
    """An error that a user can cause: `.text(lang)` says what is wrong, where, and what was expected.

    The sentence is a key of `messages.toml` or, with a `book`, a case of that rulebook's `fault` sentences.

    >>> from twingkit import imperium
    >>> try:
    ...     imperium.odds_with_retreat("space: 3 cruiser vs 2 dreadnought", "attacker", below=50)
    ... except Fault as fault:
    ...     print(fault)
    50 is not a probability; expected a number from 0 to 1, such as 0.3 for 30%
    """

    setup_line_number: int | None = None
    """The index of the wrong set-up line, if the fault comes from parsing a start."""

    def __init__(self, key: str, book: SentenceSource | None = None, **facts: object) -> None:
        super().__init__(key, facts)
        self.key, self.facts, self._book = key, facts, book
        self._sent_texts: Mapping[str, str] = {}

    def __reduce__(self) -> tuple[Any, ...]:  # the type that pickle declares
        """Send the text in each language too: another process may not have loaded the game's sentences.

        A subclass with a text of its own brings its module, and with it its sentences.
        """
        create, args, state = super().__reduce__()
        if type(self).text is Fault.text:
            state = {**state, "_sent_texts": {code: self.text(code) for code in LANGUAGES}}
        return create, args, state

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return the error as a sentence in `lang`."""
        if self._sent_texts:
            return self._sent_texts.get(language(), next(iter(self._sent_texts.values())))
        if self._book is not None:
            return self._book.sentence("fault", self.key, self.facts)
        return message(self.key, **self.facts)

    def __str__(self) -> str:
        return self.text()
