"""The texts of questions on Imajica: sentences, and reasons in the words of the rulebook."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

from twingkit.core.language import call_in_language
from twingkit.core.rulebook import TextByLanguage
from twingkit.core.words import LANGUAGES
from twingkit.imajica.box.cards import load_cards
from twingkit.imajica.rules.rulebook import rulebook
from twingkit.imajica.rules.table import SEATS
from twingkit.learn.quiz.sentences import QuizSentences

QUIZ_SENTENCES = QuizSentences.load("imajica", files("twingkit.imajica.quiz"), rulebook, SEATS[0])
"""The sentences of the questions (`words.toml`) and their reasons."""

SAY, plain = QUIZ_SENTENCES.say, QUIZ_SENTENCES.fact_text
heard, stated = QUIZ_SENTENCES.reasons_for_learner, QUIZ_SENTENCES.rule_reasons
remark, explain, mistake = QUIZ_SENTENCES.remark, QUIZ_SENTENCES.explain, QUIZ_SENTENCES.mistake
seat_texts = QUIZ_SENTENCES.seat_texts

ASSUMED_CARDS = load_cards()
"""The cards of the assumed set by id; as a fact of a sentence, the id stands for the name of the card."""


def name_and_kind_texts(card_id: str) -> TextByLanguage:
    """Return the name of a card with its kind."""
    return SAY("part.kind", card=card_id, kind=ASSUMED_CARDS[card_id].kind)


def name_and_rules_texts(card_id: str) -> TextByLanguage:
    """Return the name of a card with the card's text."""
    card = ASSUMED_CARDS[card_id]
    return {lang: f"{call_in_language(lang, card.name)}: {card.text(lang)}" for lang in LANGUAGES}


def rules_text(card_id: str) -> TextByLanguage:
    """Return a card's text as part of a sentence, without its final full stop."""
    return {lang: ASSUMED_CARDS[card_id].text(lang).rstrip(".") for lang in LANGUAGES}


def card_name_with_value(card_id: str, stat: str) -> TextByLanguage:
    """Return the name of a card with one printed value: "magic", "strength" …"""
    return SAY(f"part.{stat}", card=card_id, n=getattr(ASSUMED_CARDS[card_id], stat))


def with_values(stat: str, **cards: str) -> dict[str, object]:
    """Return cards, given by their ids, as facts of a sentence, each with one printed value."""
    return {fact: card_name_with_value(card_id, stat) for fact, card_id in cards.items()}


def names_with_values(card_ids: Sequence[str], stat: str) -> TextByLanguage:
    """Return the names of several cards, each with one printed value."""
    return plain(tuple(card_name_with_value(name, stat) for name in card_ids))


def name_with_dominions(card_id: str) -> TextByLanguage:
    """Return the name of a Site with its Dominions."""
    numbers = tuple(ASSUMED_CARDS[card_id].home_dominions)
    return SAY("part.borders" if len(numbers) > 1 else "part.home", card=card_id, n=numbers)
