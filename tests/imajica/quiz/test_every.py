"""What holds for every question on Imajica: one right option, reasons, both languages, and the same again."""

from __future__ import annotations

import pytest
from long_runs import runs

from twingkit.core.words import LANGUAGES
from twingkit.imajica.rules.rulebook import rulebook
from twingkit.testing import questions as holds

QUESTIONS = holds.CachedQuestions("imajica", range(runs(8, 120)))

NOT_PLAYED = {"IJ-AREA-5", "IJ-BOX-1", "IJ-BOX-2", "IJ-BOX-3", "IJ-BOX-4", "IJ-OUT-3"}
"""The rules that say what the assumed set is like, one that none of its cards makes happen, and one on typed
positions."""


def test_there_are_forty_kinds_and_each_rests_on_a_set_of_rules_of_its_own() -> None:
    sets = QUESTIONS.deciding_rules()
    assert len(sets) >= 40
    assert len(set(sets.values())) == len(sets), sorted(sets.items(), key=lambda pair: sorted(pair[1]))


def test_every_playable_rule_is_asked_somewhere() -> None:
    assert {rule.id for rule in rulebook()} - QUESTIONS.rules_involved() == NOT_PLAYED


@pytest.mark.parametrize("topic", QUESTIONS.quiz.topics)
def test_what_is_wrong_with_an_answer_repeats_all_of_the_reasons_or_none(topic: str) -> None:
    for kind in QUESTIONS.quiz.makers(topic):
        for item in QUESTIONS.items_of(topic, kind):
            why = {reason.text("en") for reason in item.reasons}
            for choice in item.choices:
                said = {reason.text("en") for reason in choice.reasons}
                assert said <= why or not said & why, item.name


@pytest.mark.parametrize("topic", QUESTIONS.quiz.topics)
def test_one_option_is_right_and_every_wrong_one_says_why(topic: str) -> None:
    assert all(QUESTIONS.quiz.topic(topic).title(lang) for lang in LANGUAGES)
    for kind in QUESTIONS.quiz.makers(topic):
        items = QUESTIONS.items_of(topic, kind)
        for item in items:
            holds.assert_options_valid(item)
        assert any(choice.reasons for item in items for choice in item.choices), (topic, kind)
        assert len({item.right_option.key for item in items}) > 1, (topic, kind)


@pytest.mark.parametrize("topic", QUESTIONS.quiz.topics)
def test_texts_are_complete_in_both_languages_and_the_question_can_be_played_out(topic: str) -> None:
    for kind in QUESTIONS.quiz.makers(topic):
        items = QUESTIONS.items_of(topic, kind)
        for item in items:
            holds.assert_reasons_valid(item, rulebook())
            holds.assert_texts_complete(item)
        holds.assert_reproducible(QUESTIONS.quiz, items[0])


@pytest.mark.parametrize("topic", QUESTIONS.quiz.topics)
def test_the_reasons_name_what_the_right_answer_turns_on(topic: str) -> None:
    for kind in QUESTIONS.quiz.makers(topic):
        for item in QUESTIONS.items_of(topic, kind):
            holds.assert_explained(item, rulebook())
