"""What holds for every question on Imajica: one right option, reasons, both languages, and the same again."""

from __future__ import annotations

from functools import cache

import pytest
from long_runs import runs

from twingkit.imajica.rules.rulebook import rulebook
from twingkit.quiz.asking import MOST
from twingkit.quiz.item import Item
from twingkit.quiz.quiz_of import quiz_of
from twingkit.words import LANGUAGES

QUIZ = quiz_of("imajica")
KINDS = [(topic, kind) for topic in QUIZ.topics for kind in QUIZ.makers(topic)]
SEEDS = range(runs(8, 120))

NOT_PLAYED = {"IJ-AREA-5", "IJ-BOX-1", "IJ-BOX-2", "IJ-BOX-3", "IJ-BOX-4"}
"""The rules that say what the assumed set is like, and one that none of its cards makes happen."""


@cache
def dealt(topic: str, kind: str) -> tuple[Item, ...]:
    return tuple(QUIZ.item(f"{topic}:{kind}:{seed}") for seed in SEEDS)


def deciding(topic: str, kind: str) -> frozenset[str]:
    """The rules that decide questions of a kind."""
    return frozenset(reason.rule for item in dealt(topic, kind) for reason in item.why)


def test_there_are_forty_kinds_and_each_rests_on_a_set_of_rules_of_its_own() -> None:
    sets = {f"{topic}:{kind}": deciding(topic, kind) for topic, kind in KINDS}
    assert len(sets) >= 40
    assert len(set(sets.values())) == len(sets), sorted(sets.items(), key=lambda pair: sorted(pair[1]))


def test_every_playable_rule_is_asked_somewhere() -> None:
    asked = {rule for topic, kind in KINDS for item in dealt(topic, kind) for rule in item.rules}
    assert {rule.id for rule in rulebook()} - asked == NOT_PLAYED


@pytest.mark.parametrize("topic", QUIZ.topics)
def test_one_option_is_right_and_every_wrong_one_says_why(topic: str) -> None:
    assert all(QUIZ.topic(topic).title(lang) for lang in LANGUAGES)
    for kind in QUIZ.makers(topic):
        items = dealt(topic, kind)
        for item in items:
            assert [choice.right for choice in item.choices].count(True) == 1, item.name
            assert 2 <= len(item.choices) <= MOST, item.name
            for lang in LANGUAGES:
                assert len({choice.text(lang) for choice in item.choices}) == len(item.choices), item.name
        assert any(choice.because for item in items for choice in item.choices), (topic, kind)
        assert len({item.right.key for item in items}) > 1, (topic, kind)


@pytest.mark.parametrize("topic", QUIZ.topics)
def test_texts_are_complete_in_both_languages_and_the_question_can_be_played_out(topic: str) -> None:
    for kind in QUIZ.makers(topic):
        for item in dealt(topic, kind):
            reasons = [*item.why, *(reason for choice in item.choices for reason in choice.because)]
            assert all(reason.rule in rulebook() for reason in reasons), item.name
            assert item.prompt("en") != item.prompt("de")
            for lang in LANGUAGES:
                assert "?" in item.prompt(lang), item.name
                for text in (item.prompt(lang), *(reason.text(lang) for reason in reasons)):
                    assert "{" not in text, item.name
                    assert text.lstrip("„“")[0].isupper() or text[0].isdecimal(), (item.name, text)
        first = dealt(topic, kind)[0]
        assert len(first.played()) == len(first.before) + len(first.after)
        assert QUIZ.item(first.name).prompt() == first.prompt()
