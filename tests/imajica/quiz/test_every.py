"""Invariants of every question on Imajica: one right option, reasons, both languages, and reproducible."""

from __future__ import annotations

import pytest
from long_runs import runs

from twingkit.imajica.rules.rulebook import rulebook
from twingkit.testing import questions as holds

QUESTIONS = holds.CachedQuestions("imajica", range(runs(8, 120)))

NOT_PLAYED = {"IJ-AREA-5", "IJ-BOX-1", "IJ-BOX-2", "IJ-BOX-3", "IJ-BOX-4", "IJ-OUT-3"}
"""The rules about the assumed set, one that none of its cards triggers, and one on typed positions."""


def test_there_are_forty_kinds_and_each_rests_on_a_set_of_rules_of_its_own() -> None:
    sets = QUESTIONS.deciding_rules()
    assert len(sets) >= 40
    assert len(set(sets.values())) == len(sets), sorted(sets.items(), key=lambda pair: sorted(pair[1]))


def test_every_playable_rule_is_asked_somewhere() -> None:
    assert {rule.id for rule in rulebook()} - QUESTIONS.involved_rule_ids() == NOT_PLAYED


@pytest.mark.parametrize("topic", QUESTIONS.quiz.topics)
def test_what_is_wrong_with_an_answer_repeats_all_of_the_reasons_or_none(topic: str) -> None:
    for kind in QUESTIONS.quiz.makers(topic):
        for item in QUESTIONS.items_of(topic, kind):
            why = {reason.text("en") for reason in item.reasons}
            for choice in item.choices:
                said = {reason.text("en") for reason in choice.reasons}
                assert said <= why or not said & why, item.name


@pytest.mark.parametrize("topic", QUESTIONS.quiz.topics)
def test_each_question_has_one_right_option_and_complete_reasons_and_can_be_played_out(topic: str) -> None:
    holds.assert_topic_valid(QUESTIONS, topic, rulebook())
