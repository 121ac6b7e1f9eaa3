"""The texts of questions about Ember: sentences from `words.toml`, and reasons in the rulebook's words."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

from twingkit.ember.rules.rulebook import rulebook
from twingkit.ember.rules.table import SEATS
from twingkit.learn.quiz.phrases import TextFact
from twingkit.learn.quiz.sentences import QuizSentences

TELLING = QuizSentences.load("ember", files("twingkit.ember.quiz"), rulebook, SEATS[0])
"""Sentences and reasons of the questions."""

SAY, heard, stated, plain = TELLING.say, TELLING.reasons_for_learner, TELLING.rule_reasons, TELLING.fact_text
noted, remark, mistake, seat_texts = TELLING.note_reasons, TELLING.remark, TELLING.mistake, TELLING.seat_texts


def card_list(cards: Sequence[str]) -> TextFact:
    """Return cards as words."""
    return TextFact(plain(tuple(cards)))
