"""The texts of questions on Imajica: sentences, and reasons in the words of the rulebook."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

from twingkit.core.language import call_in_language
from twingkit.core.rulebook import Texts
from twingkit.core.words import LANGUAGES
from twingkit.imajica.box.card import Card
from twingkit.imajica.box.cards import load_cards
from twingkit.imajica.rules.rulebook import rulebook
from twingkit.imajica.rules.table import SEATS
from twingkit.learn.quiz.phrases import TextFact
from twingkit.learn.quiz.sentences import QuizSentences

TELLING = QuizSentences.load("imajica", files("twingkit.imajica.quiz"), rulebook, SEATS[0])
"""The sentences of the questions (`words.toml`) and their reasons."""

SAY, heard, stated, plain = TELLING.say, TELLING.reasons_for_learner, TELLING.rule_reasons, TELLING.fact_text
remark, mistake, seat_texts = TELLING.remark, TELLING.mistake, TELLING.seat_texts

CARDS = load_cards()
"""The cards of the assumed set by id."""


def card_texts(name: str) -> Texts:
    """Return the name of a card in every language."""
    return plain(CARDS[name])


def kind_texts(name: str) -> Texts:
    """Return the name of a card with its type."""
    return SAY("part.kind", card=CARDS[name], kind=CARDS[name].kind)


def rules_texts(name: str) -> Texts:
    """Return the name of a card with the card's text."""
    card = CARDS[name]
    return {lang: f"{call_in_language(lang, card.name)}: {card.text(lang)}" for lang in LANGUAGES}


def rules_text(card: Card) -> TextFact:
    """Return a card's text as a part of a sentence, without its final full stop."""
    return TextFact({lang: card.text(lang).rstrip(".") for lang in LANGUAGES})


def figure(name: str, stat: str) -> TextFact:
    """Return the name of a card with one printed value: "magic", "strength" …"""
    number = getattr(CARDS[name], stat)
    return TextFact(SAY(f"part.{stat}", card=CARDS[name], n=number))


def figures(names: Sequence[str], stat: str) -> TextFact:
    """Return the names of several cards, each with one printed value."""
    texts = [figure(name, stat).texts for name in names]
    return TextFact(
        {lang: call_in_language(lang, _listed, [text[lang] for text in texts]) for lang in LANGUAGES}
    )


def homes(name: str) -> Texts:
    """Return the name of a Site with its Dominions in every language."""
    card = CARDS[name]
    numbers = TextFact(
        {lang: call_in_language(lang, _listed, [str(n) for n in card.home]) for lang in LANGUAGES}
    )
    return SAY("part.borders" if len(card.home) > 1 else "part.home", card=card, n=numbers)


def home(name: str) -> TextFact:
    """Return the name of a Site with its Dominions as a part of a sentence."""
    return TextFact(homes(name))


def _listed(texts: Sequence[str]) -> str:
    """Join texts with commas and, before the last one, "and"."""
    *first, last = texts
    return f"{', '.join(first)} {rulebook().words.name('and')} {last}" if first else last


def seat_name(seat: int) -> str:
    """Return the label of a seat: `p1` to `p6`."""
    return SEATS[seat]


def card_list(names: Sequence[str]) -> TextFact:
    """Return the names of several cards as a part of a sentence."""
    return TextFact(
        {
            lang: call_in_language(
                lang, _listed, [call_in_language(lang, CARDS[name].name) for name in names]
            )
            for lang in LANGUAGES
        }
    )
