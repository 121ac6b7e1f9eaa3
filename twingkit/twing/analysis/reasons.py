"""The reasons of analyses: rulings with the sentences of `reasons.toml`, in addition to those of the game.

reason_ruling("TW-BAT-11", "one_more", side="attacker").text("de")
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

import attrs

from twingkit.core.language import language
from twingkit.core.rulebook import Rulebook, Ruling, Words, load_once
from twingkit.core.words import load_texts
from twingkit.twing.rules.response_cards import SPECIALS
from twingkit.twing.rules.rulebook import rulebook

LABELS = "label"
"""The group of sentences that name things instead of citing a rule."""


@load_once
def reasons() -> Rulebook:
    """Return the rules of Imperial Twing with the sentences of analyses."""
    book = rulebook()
    sentences = load_texts(files("twingkit.twing.analysis").joinpath("reasons.toml"))
    return Rulebook(tuple(book), book.chapters, sentences, book.words)


def reason_ruling(rule: str, case: str, **facts: object) -> Ruling:
    """Return the ruling for a case of a rule, with the game's own sentence if there is one.

    >>> print(reason_ruling("TW-BAT-11", "one_more", side="attacker"))
    The attacker can re-roll their die one more time; only the last roll counts. [TW-BAT-11]
    >>> print(reason_ruling("TW-POW-socks", "no_cats", side="attacker", enemy="defender"))
    The defender wears the Socks of Certainty: the attacker can use neither cats nor Miromon. [TW-POW-socks]
    """
    book = reasons()
    if case in book.sentences.get(rule, {}):
        return Ruling(rule, case, facts, book)
    return Ruling(rule, case, facts, rulebook())


def label(case: str, **facts: object) -> str:
    """Return the name of something, with a capital first letter.

    >>> from twingkit.core.language import call_in_language
    >>> call_in_language("de", label, "spell", card="F")
    'Zauber Feuer'
    """
    if case in SPECIALS and case not in reasons().sentences[LABELS]:
        return rulebook().words.name(case)
    return reasons().sentence(LABELS, case, facts)


@attrs.frozen
class NameFact:
    """The name of something as a fact of a sentence: `NameFact("spell", {"card": card})`."""

    case: str
    facts: Mapping[str, object] = attrs.field(factory=dict)

    def label(self, words: Words, form: str = "") -> str:
        """Return the name as used within a sentence."""
        text = label(self.case, **self.facts)
        said = reasons().sentences[LABELS].get(self.case)
        begin = said[language()][:1] if said else text[:1]
        return text[:1].lower() + text[1:] if begin.islower() else text


@attrs.frozen
class RulingFact:
    """A ruling as a fact of another sentence."""

    ruling: Ruling

    def label(self, words: Words, form: str = "") -> str:
        """Return the ruling's sentence."""
        return self.ruling.text()
