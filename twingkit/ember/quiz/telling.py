"""The texts of questions on Ember: sentences of the catalogue, and reasons in the words of the rulebook."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

from twingkit.ember.rules.rulebook import rulebook
from twingkit.ember.rules.table import SEATS
from twingkit.learn.quiz.phrases import Said
from twingkit.learn.quiz.telling import Telling

TELLING = Telling.of("ember", files("twingkit.ember.quiz"), rulebook, SEATS[0])
"""The sentences and reasons of the questions."""

SAY, heard, stated, plain = TELLING.say, TELLING.heard, TELLING.stated, TELLING.plain_fact
noted, remark, mistake, seat_texts = TELLING.noted, TELLING.remark, TELLING.mistake, TELLING.seat_texts


def named(cards: Sequence[str]) -> Said:
    """Cards in words."""
    return Said(plain(tuple(cards)))
