"""The rulebook of Imperial Twing, loaded once, and the functions that make its refusals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib.resources import files

import attrs

from twingkit.core.language import call_in_language, localized
from twingkit.core.questions import BadAnswer, Refusal, one_line_excerpt
from twingkit.core.rulebook import NamesByLanguage, QuotedFact, Rulebook, load_rulebook_once
from twingkit.core.words import LANGUAGES
from twingkit.twing.rules.response_cards import RESPONSE_CARD_KINDS, RESPONSE_CARDS

_OBJECT_RULE_PREFIX = "TW-POW-"


@load_rulebook_once
def rulebook() -> Rulebook:
    """Return the rules of Imperial Twing with their sentences and words.

    Objects are named by their rules' titles.

    >>> print(rulebook()["TW-BAT-1"].title())
    Declaring the attack
    """
    book = Rulebook.load(
        files("twingkit.twing.rules"), glossary=files("twingkit.twing").joinpath("glossary.toml")
    )
    powers = (rule for rule in book if rule.id.startswith(_OBJECT_RULE_PREFIX))
    book.words.add_names({rule.id.removeprefix(_OBJECT_RULE_PREFIX): rule.titles for rule in powers})
    cards = RESPONSE_CARDS.values()
    book.words.add_names({card.kind: card.name for card in cards})
    book.words.add_names(dict(_expected_words(book.words)))
    sentences = {card.rule: {**book.sentences.get(card.rule, {}), **card.sentences} for card in cards}
    book.sentences = {**book.sentences, **sentences}
    return book


def _expected_words(words: NamesByLanguage) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the key and the texts of each phrase that says which response card was expected, with the kinds
    filled in.
    """
    listed = ", ".join(RESPONSE_CARD_KINDS)
    kinds = {
        lang: f" {call_in_language(lang, words.name, 'or')} ".join(listed.rsplit(", ", 1))
        for lang in LANGUAGES
    }
    for key in ("expected_item", "expected_item_of_hand", "expected_unknown_item"):
        said = {
            lang: call_in_language(lang, words.name, key).format(kinds=kinds[lang], listed=listed)
            for lang in LANGUAGES
        }
        yield key, said
    for key in ("expected_item_near", "expected_one"):
        for kind in RESPONSE_CARD_KINDS:
            said = {
                lang: call_in_language(lang, words.name, key).format(kinds=kinds[lang], kind=kind)
                for lang in LANGUAGES
            }
            yield f"{key}_{kind}", said


def rule_refusal(rule: str, case: str, **facts: object) -> Refusal:
    """Return a refusal that cites a rule of Imperial Twing; `case` and the facts determine its sentence."""
    return Refusal(rule, case, facts, rulebook())


def bad_answer(
    key: str, answer: object, max_length: int = 40, expected: Iterable[object] = (), **facts: object
) -> BadAnswer:
    """Return the error for something that is not an answer; `key` and the facts determine its sentence."""
    facts["token"] = QuotedFact(one_line_excerpt(str(answer), max_length))
    return BadAnswer(key, rulebook(), expected=tuple(QuotedFact(str(each)) for each in expected), **facts)


@attrs.frozen
class CardOrSideInMessage:
    """A card or a side inserted into a message by its name in the reader's language."""

    thing: object

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return the name in the language `lang`."""
        return rulebook().words.format_fact(self.thing)
