"""The texts of questions about Ember: sentences, and reasons in the words of the rulebook."""

from __future__ import annotations

from importlib.resources import files

from twingkit.ember.box.pool import load_pool
from twingkit.ember.rules.rulebook import rulebook
from twingkit.ember.rules.table import SEATS
from twingkit.learn.quiz.sentences import QuizSentences

POOL = load_pool()
"""The creatures of the assumed pool by id; as a fact of a sentence, the id stands for the creature's name."""

_NAMES = {creature.id: creature.names for creature in POOL.values()}

QUIZ_SENTENCES = QuizSentences.load("ember", files("twingkit.ember.quiz"), rulebook, SEATS[0], _NAMES)
"""The sentences of the questions (`words.toml`) and their reasons."""

SAY, plain = QUIZ_SENTENCES.say, QUIZ_SENTENCES.fact_text
heard, stated = QUIZ_SENTENCES.reasons_for_learner, QUIZ_SENTENCES.rule_reasons
remark, explain, mistake = QUIZ_SENTENCES.remark, QUIZ_SENTENCES.explain, QUIZ_SENTENCES.mistake
noted, seat_texts = QUIZ_SENTENCES.note_reasons, QUIZ_SENTENCES.seat_texts
