"""What holds for every question on battles: one right option, reasons, both languages, and the same again."""

from __future__ import annotations

from collections import Counter

import pytest
from long_runs import runs

from twingkit.core.words import LANGUAGES
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.rules.questions import Assign
from twingkit.imperium.questions import BATTLE_TOPICS
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.learn.quiz.asking import LEAST
from twingkit.testing import questions as holds

pytestmark = pytest.mark.slow

QUESTIONS = holds.DealtQuestions("imperium", range(runs(16, 120)))
KINDS = [names for names in QUESTIONS.kinds if names[0] in BATTLE_TOPICS]
dealt = QUESTIONS.of

each_kind = pytest.mark.parametrize(("topic", "kind"), KINDS, ids=[":".join(names) for names in KINDS])


SILENT = {"units:fits", "assigning-hits:may", "retreat:may", "winners:stronger"}
"""The kinds whose reasons say all: of a wrong option there is nothing to add."""


def two_numbers(keys: list[str]) -> bool:
    """Where no third number is possible, two are offered."""
    return len(keys) == 2 and all(key.isdecimal() for key in keys)


def test_there_are_enough_kinds_and_topics() -> None:
    assert len(KINDS) >= 15
    assert len(BATTLE_TOPICS) >= 5
    for topic in BATTLE_TOPICS:
        assert all(QUESTIONS.quiz.topic(topic).title(lang) for lang in LANGUAGES)


@each_kind
def test_exactly_one_option_is_right_and_no_two_are_alike(topic: str, kind: str) -> None:
    for item in dealt(topic, kind):
        keys = [choice.key for choice in item.choices]
        holds.assert_options(item)
        assert len(keys) >= LEAST or keys == ["yes", "no"] or two_numbers(keys), item.name


@each_kind
def test_reasons_and_forgotten_rules_are_rules_of_the_game(topic: str, kind: str) -> None:
    items = dealt(topic, kind)
    for item in items:
        holds.assert_reasons(item, rulebook())
    told = [any(choice.forgot or choice.because for choice in item.choices) for item in items]
    assert sum(told) >= (0 if f"{topic}:{kind}" in SILENT else 0.15 * len(items))


@each_kind
def test_texts_are_filled_in_and_differ_by_language(topic: str, kind: str) -> None:
    for item in dealt(topic, kind):
        holds.assert_texts(item)


@each_kind
def test_a_name_deals_the_same_question_and_it_can_be_played_out(topic: str, kind: str) -> None:
    for item in dealt(topic, kind)[: runs(3, 8)]:
        holds.assert_same_again(QUESTIONS.quiz, item)


@each_kind
def test_no_number_is_offered_that_cannot_be(topic: str, kind: str) -> None:
    """More hits than dice, more left than landed, none too many."""
    for item in dealt(topic, kind):
        keys = [int(choice.key) for choice in item.choices if choice.key.isdecimal()]
        if f"{topic}:{kind}" in ("combat-rolls:hits", "combat-rolls:changed", "before-the-battle:cannon"):
            assert max(keys) <= len(item.after[0].split()) - 1, item.name
        if kind == "barrage-lost":
            assert max(keys) <= len(item.after[0].split()) - 1, item.name
        if kind == "landed":
            assert max(keys) <= Battle.parse(item.table).attacker.count("infantry"), item.name
        if kind == "beyond":
            assert min(keys) >= 1, item.name
        if kind == "fewest":
            question = item.game().question
            assert isinstance(question, Assign)
            assert max(keys) <= question.load.total, item.name


@each_kind
def test_the_table_is_the_one_before_what_is_asked(topic: str, kind: str) -> None:
    for item in dealt(topic, kind):
        game = item.game()
        assert not game.over, item.name
        assert not any(game.table.left), item.name


@each_kind
def test_no_option_and_no_place_is_right_nearly_always(topic: str, kind: str) -> None:
    items = dealt(topic, kind)
    keys = Counter(item.right.key for item in items)
    places = Counter([choice.right for choice in item.choices].index(True) for item in items)
    assert max(keys.values()) <= 0.75 * len(items), keys
    assert max(places.values()) <= 0.8 * len(items), places
    assert len({(item.table, item.prompt()) for item in items}) > 0.6 * len(items)
