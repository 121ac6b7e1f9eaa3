"""The words of the questions about battles, from `battles.toml`, spoken with the rulebook's own names.

A text's key is `group.case`; its facts are filled in as in a ruling: cards, faces, roles and objects are
named in the reader's language, `{other:gen}` asks for a grammatical form.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import attrs

from twingkit.rulebook import LANGUAGES, Rulebook, Words
from twingkit.twing.cards import Creature, Spell
from twingkit.twing.lay import Lay
from twingkit.twing.notation import ROLES
from twingkit.twing.quiz.item import Texts
from twingkit.twing.rules import rulebook


@cache
def _sentences() -> Rulebook:
    text = files("twingkit.twing.quiz").joinpath("battles.toml").read_text(encoding="utf-8")
    return Rulebook((), (), tomllib.loads(text), rulebook().words)


def said(key: str, **facts: Any) -> Texts:
    """The text of a key in every language, with its facts. Raises `KeyError` if there is none.

    >>> said("choice.other", other="defender")["de"]
    'Der Verteidiger'
    """
    group, _, case = key.partition(".")
    return {lang: _sentences().sentence(group, case, lang, facts) for lang in LANGUAGES}


def joined(*texts: Texts) -> Texts:
    """Several texts, one after the other."""
    return {lang: " ".join(text[lang] for text in texts if text[lang]) for lang in LANGUAGES}


def other(seat: int) -> str:
    """The role of the side that faces the one in this seat, as a fact: `attacker` or `defender`."""
    return ROLES[1 - seat]


@attrs.frozen
class Laid:
    """A lay as a fact: its cards by kind, named in the reader's language."""

    lay: Lay

    def label(self, words: Words, lang: str, form: str = "") -> str:
        """`Spells: Fire 5, Fire 3. Creature: Fire 4.`"""
        units = "shield" if self.lay.shield else "creature"
        parts: list[tuple[str, Sequence[Any]]] = [("spell", self.lay.spells), (units, self.lay.units)]
        named = [_group(kind, cards, words, lang) for kind, cards in parts if cards]
        return " ".join(named) or _sentences().sentences["heads"]["nothing"][lang]


@attrs.frozen
class Held:
    """Cards as a fact: spells and creatures by kind, then cats, traps and Miromon."""

    cards: tuple[Spell | Creature | str, ...]

    def label(self, words: Words, lang: str, form: str = "") -> str:
        """`Spell: Fire 5. Black cat.`"""
        spells = [card for card in self.cards if isinstance(card, Spell)]
        creatures = [card for card in self.cards if isinstance(card, Creature)]
        specials = [words.name(card, lang) for card in self.cards if isinstance(card, str)]
        parts: list[tuple[str, Sequence[Any]]] = [("spell", spells), ("creature", creatures)]
        named = [_group(kind, cards, words, lang) for kind, cards in parts if cards]
        return " ".join(named + [f"{name[:1].upper()}{name[1:]}." for name in specials])


def _group(kind: str, cards: Sequence[Any], words: Words, lang: str) -> str:
    names = ", ".join(card.label(words, lang) for card in cards)
    heads = _sentences().sentences["heads"]
    return f"{heads[kind if len(cards) == 1 else f'{kind}s'][lang]}: {names}."
