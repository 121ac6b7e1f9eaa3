"""The rules that decide the questions of a kind, and the kind that asks about a rule."""

from __future__ import annotations

import pytest

from twingkit.core.games import games
from twingkit.learn.quiz.deal import UnknownQuestion
from twingkit.learn.quiz.question_kinds import (
    deciding_rules,
    first_kind_for_rule,
    first_questions,
    question_kinds,
    share_decided_by,
)
from twingkit.learn.quiz.quiz_of import quiz_of

GAMES = [entry.id for entry in games() if quiz_of(entry.id).topics]


@pytest.mark.parametrize("game", ["twing", "ember", "imajica"])
def test_every_kind_of_question_is_decided_by_rules_and_asks_about_them(game: str):
    rules = {rule for home in question_kinds(game) for rule in deciding_rules(game, home)}
    assert len(question_kinds(game)) > 20
    for rule in rules:
        assert rule in deciding_rules(game, first_kind_for_rule(game, rule))


def test_a_rule_that_decides_nothing_is_at_home_where_it_takes_part():
    home = first_kind_for_rule("ember", "EM-CONJ-2")
    assert any("EM-CONJ-2" in item.rules for item in first_questions("ember", home))
    assert first_kind_for_rule("ember", "EM-NONE-1") == ""


def test_a_rule_is_looked_for_in_some_topics_only():
    assert first_kind_for_rule("ember", "EM-CONJ-4", ["conjuring"]) == "conjuring:there"
    assert first_kind_for_rule("ember", "EM-CONJ-4", []) == ""


@pytest.mark.parametrize("game", GAMES)
def test_no_rule_decides_nothing_and_all_rules_decide_everything(game: str):
    rules = {rule for home in question_kinds(game) for rule in deciding_rules(game, home)}
    assert share_decided_by(game, []) == 0
    assert share_decided_by(game, rules) == 1
    assert 0 < share_decided_by(game, sorted(rules)[:3]) < 1


def test_a_kind_that_does_not_exist_is_one_clear_error():
    with pytest.raises(UnknownQuestion, match="nothing"):
        first_questions("ember", "conjuring:nothing")
