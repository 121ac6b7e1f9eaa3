"""The words of questions: a topic's sentences from its TOML file, with players, cards and objects filled in.

    say = Phrases("turns")
    say("next.ask", side="witch")["de"]

`{side:gen}` asks for a grammatical form, as in the sentences of the rules.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

import attrs

from twingkit.rulebook import LANGUAGES, Rulebook, Texts, Words
from twingkit.twing.cards import Card, Spell
from twingkit.twing.rules import rulebook


class Phrases:
    """The sentences of one TOML file beside this module, two levels of keys each: `Phrases("turns")`."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __call__(self, key: str, /, **facts: object) -> Texts:
        """The sentences of a key (`next.ask`) in every language, each with a capital. Raises `KeyError`."""
        group, _, case = key.partition(".")
        book = _book(self._name)
        return {lang: _capitals(book.sentence(group, case, lang, facts)) for lang in LANGUAGES}

    def raw(self, key: str) -> Texts:
        """The sentence of a key as it stands in the file, its facts not filled in."""
        group, _, case = key.partition(".")
        return _book(self._name).sentences[group][case]


@cache
def _book(name: str) -> Rulebook:
    path = files("twingkit.twing.quiz").joinpath(f"{name}.toml")
    return Rulebook((), (), tomllib.loads(path.read_text(encoding="utf-8")), rulebook().words)


def _capitals(text: str) -> str:
    """A capital for every sentence: a fact may begin one."""
    return re.sub(r"(?<=[.?!] )[a-zäöü]", lambda found: found[0].upper(), text)


COMMON = Phrases("phrases")
"""What several topics say."""


@attrs.frozen
class Said:
    """A text in every language as a fact of another sentence."""

    texts: Texts

    def label(self, words: Words, lang: str, form: str = "") -> str:
        """The text; `{x:low}` asks for a small first letter."""
        text = self.texts[lang]
        return text[:1].lower() + text[1:] if form == "low" else text


@attrs.frozen
class Kind:
    """A playing card with its kind, as it stands after a colon: spell Fire 5, creature Life 2, trap."""

    card: Card

    def label(self, words: Words, lang: str, form: str = "") -> str:
        """The card in words."""
        if isinstance(self.card, str):
            return words.label(self.card, lang)
        kind = "spell" if isinstance(self.card, Spell) else "creature"
        return f"{_book('phrases').sentences['card'][kind][lang]} {words.label(self.card, lang)}"


def kinds(cards: Iterable[Card]) -> tuple[Kind, ...]:
    """Cards with their kinds, for a list in a sentence."""
    return tuple(Kind(card) for card in cards)
