"""The texts of questions on Imajica: sentences of the catalogue, and reasons in the words of the rulebook."""

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
"""The sentences and reasons of the questions."""

SAY, heard, stated, plain = TELLING.say, TELLING.reasons_for_learner, TELLING.rule_reasons, TELLING.fact_text
remark, mistake, seat_texts = TELLING.remark, TELLING.mistake, TELLING.seat_texts

CARDS = load_cards()
"""The cards of the assumed set."""


def card_texts(name: str) -> Texts:
    """The name of a card."""
    return plain(CARDS[name])


def kind_texts(name: str) -> Texts:
    """The name of a card and its kind."""
    return SAY("part.kind", card=CARDS[name], kind=CARDS[name].kind)


def rules_texts(name: str) -> Texts:
    """The name of a card and its text."""
    card = CARDS[name]
    return {lang: f"{call_in_language(lang, card.name)}: {card.text(lang)}" for lang in LANGUAGES}


def rules_text(card: Card) -> TextFact:
    """The text of a card, to stand in a sentence."""
    return TextFact({lang: card.text(lang).rstrip(".") for lang in LANGUAGES})


def figure(name: str, stat: str) -> TextFact:
    """The name of a card with one of its printed values."""
    number = getattr(CARDS[name], stat)
    return TextFact(SAY(f"part.{stat}", card=CARDS[name], n=number))


def figures(names: Sequence[str], stat: str) -> TextFact:
    """Several cards with one of their printed values."""
    texts = [figure(name, stat).texts for name in names]
    return TextFact(
        {lang: call_in_language(lang, _listed, [text[lang] for text in texts]) for lang in LANGUAGES}
    )


def homes(name: str) -> Texts:
    """The name of a Site with its Dominions."""
    card = CARDS[name]
    numbers = TextFact(
        {lang: call_in_language(lang, _listed, [str(n) for n in card.home]) for lang in LANGUAGES}
    )
    return SAY("part.borders" if len(card.home) > 1 else "part.home", card=card, n=numbers)


def home(name: str) -> TextFact:
    """The name of a Site with its Dominions, to stand in a sentence."""
    return TextFact(homes(name))


def _listed(texts: Sequence[str]) -> str:
    """Texts with commas and an "and"."""
    *first, last = texts
    return f"{', '.join(first)} {rulebook().words.name('and')} {last}" if first else last


def seat_name(seat: int) -> str:
    """The key of a seat's name: `p1` to `p6`."""
    return SEATS[seat]


def card_list(names: Sequence[str]) -> TextFact:
    """Several cards by their names."""
    return TextFact(
        {
            lang: call_in_language(
                lang, _listed, [call_in_language(lang, CARDS[name].name) for name in names]
            )
            for lang in LANGUAGES
        }
    )
