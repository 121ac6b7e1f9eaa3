"""Invariants of every question on Ember: one right option, reasons, both languages, and reproducible."""

from __future__ import annotations

import pytest
from long_runs import runs

from twingkit.ember.rules.rulebook import rulebook
from twingkit.testing import questions as holds

QUESTIONS = holds.CachedQuestions("ember", range(runs(8, 120)))

NOT_PLAYED = {"EM-POOL-2"}
"""The rules about files, which never come up in play."""


def test_there_are_thirty_kinds_and_each_rests_on_a_set_of_rules_of_its_own() -> None:
    sets = QUESTIONS.deciding_rules()
    assert len(sets) >= 30
    assert len(set(sets.values())) == len(sets), sorted(sets.items(), key=lambda pair: sorted(pair[1]))


def test_every_playable_rule_is_asked_somewhere() -> None:
    assert {rule.id for rule in rulebook()} - QUESTIONS.involved_rule_ids() == NOT_PLAYED


@pytest.mark.parametrize("topic", QUESTIONS.quiz.topics)
def test_each_question_has_one_right_option_and_complete_reasons_and_can_be_played_out(topic: str) -> None:
    holds.assert_topic_valid(QUESTIONS, topic, rulebook(), ("chain", "betrayed"))


def test_the_check_of_the_second_lesson_names_no_creature_that_acts() -> None:
    """Abilities are taught two lessons later."""
    for seed in range(8):
        for item in QUESTIONS.quiz.closing_check("draw-or-refresh", seed):
            assert item.kind not in QUESTIONS.quiz.topic("draw-or-refresh").later_lesson_kinds
            assert not any(player.owned for player in item.game().table.players), item.name


def test_cards_that_come_while_a_question_is_played_out_come_as_from_a_shuffled_deck() -> None:
    item = QUESTIONS.quiz.item("setting-up:left:2")
    dealt = [answer.removeprefix("card ") for answer in item.answers_after if answer.startswith("card ")]
    assert dealt != sorted(dealt)
    assert QUESTIONS.quiz.item(item.name).answers_after == item.answers_after
