"""The reasons of analyses: rulings with the sentences of `analysis_rulebook.toml` besides those of the game.

Example: `reason_ruling("TW-BAT-11", "one_more", side="attacker").text("de")`
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

import attrs

from twingkit.core.language import language
from twingkit.core.rulebook import NamesByLanguage, Rulebook, Ruling, load_rulebook_once
from twingkit.core.words import load_texts
from twingkit.twing.rules.response_cards import RESPONSE_CARD_KINDS
from twingkit.twing.rules.rulebook import rulebook

_LABELS_GROUP = "label"
"""The group of sentences in the rulebook that name things and cite no rule."""


@load_rulebook_once
def analysis_rulebook() -> Rulebook:
    """Return the rulebook of Imperial Twing with the sentences of `reasons.toml` in place of those of the
    rulings.
    """
    book = rulebook()
    sentences = load_texts(files("twingkit.twing.analysis").joinpath("reasons.toml"))
    return Rulebook(tuple(book), book.chapters, sentences, book.words)


def reason_ruling(rule: str, case: str, **facts: object) -> Ruling:
    """Return the ruling for a case of a rule, worded for analyses if there is such a sentence, else as in the
    game.

    >>> print(reason_ruling("TW-BAT-11", "one_more", side="attacker"))
    The attacker can reroll their die one more time than before; only the last roll counts. [TW-BAT-11]
    >>> print(reason_ruling("TW-POW-socks", "no_cats", side="attacker", enemy="defender"))
    The defender wears the Socks of Certainty: the attacker can use neither cats nor Miromon. [TW-POW-socks]
    """
    book = analysis_rulebook()
    if case in book.sentences.get(rule, {}):
        return Ruling(rule, case, facts, book)
    return Ruling(rule, case, facts, rulebook())


def capitalized_label(key: str, **facts: object) -> str:
    """Return the text of an analysis label by its key, such as the name of a card, with a capital first
    letter and its facts filled in.

    >>> from twingkit.core.language import call_in_language
    >>> call_in_language("de", capitalized_label, "spell", card="F")
    'Zauber Feuer'
    """
    if key in RESPONSE_CARD_KINDS and key not in analysis_rulebook().sentences[_LABELS_GROUP]:
        return rulebook().words.name(key)
    return analysis_rulebook().sentence(_LABELS_GROUP, key, facts)


@attrs.frozen
class NameFact:
    """A fact whose label is a name for use within a sentence, such as `NameFact("spell", {"card": card})`."""

    case: str
    facts: Mapping[str, object] = attrs.field(factory=dict)

    def label(self, words: NamesByLanguage, form: str = "") -> str:
        """Return the name as it is used within a sentence."""
        text = capitalized_label(self.case, **self.facts)
        said = analysis_rulebook().sentences[_LABELS_GROUP].get(self.case)
        begin = said[language()][:1] if said else text[:1]
        return text[:1].lower() + text[1:] if begin.islower() else text


@attrs.frozen
class RulingInSentence:
    """A fact whose label is the sentence of a ruling, to be inserted into another sentence."""

    ruling: Ruling

    def label(self, words: NamesByLanguage, form: str = "") -> str:
        """Return the sentence of the ruling."""
        return self.ruling.text()
