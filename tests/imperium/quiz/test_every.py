"""Invariants of every question: one right option, reasons, both languages, and reproducible."""

from __future__ import annotations

from collections import Counter

import pytest
from long_runs import LONG, runs

from twingkit.core.words import LANGUAGES
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.rules.questions import AssignHits
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.learn.quiz.item import QuizItem
from twingkit.learn.quiz.options import MIN_OPTIONS
from twingkit.testing import questions as holds

pytestmark = pytest.mark.slow

QUESTIONS = holds.CachedQuestions("imperium", range(runs(14, 120)))
dealt = QUESTIONS.items_of

each_kind = pytest.mark.parametrize(
    ("topic", "kind"), QUESTIONS.kinds, ids=[":".join(names) for names in QUESTIONS.kinds]
)

SILENT = {"units:fits", "assigning-hits:may", "retreat:may", "winners:stronger"}
"""The kinds whose reasons are complete: there is nothing to add about a wrong option."""


def two_numbers(keys: list[str]) -> bool:
    """Return whether two numbers are offered because no third one is possible."""
    return len(keys) == 2 and all(key.isdecimal() for key in keys)


def on_battle(item: QuizItem) -> bool:
    """Return whether a question is about a battle alone."""
    return not item.table.startswith("galaxy: ")


def test_there_are_enough_kinds_and_topics() -> None:
    assert len(QUESTIONS.kinds) >= 75
    for topic in QUESTIONS.quiz.topics:
        assert all(QUESTIONS.quiz.topic(topic).title(lang) for lang in LANGUAGES)
        assert len(QUESTIONS.quiz.makers(topic)) >= 2


@each_kind
def test_one_option_is_right_and_reasons_are_rules(topic: str, kind: str) -> None:
    items = dealt(topic, kind)
    for item in items:
        keys = [choice.key for choice in item.choices]
        holds.assert_options_valid(item)
        holds.assert_reasons_valid(item, rulebook())
        holds.assert_texts_complete(item)
        assert len(keys) >= MIN_OPTIONS or keys == ["yes", "no"] or two_numbers(keys), item.name
    wrong = [choice for item in items for choice in item.choices if not choice.is_right]
    explained_count = sum(bool(choice.reasons or choice.forgotten_rule) for choice in wrong)
    least = 0 if f"{topic}:{kind}" in SILENT else 0.1 if on_battle(items[0]) else 0.3
    assert explained_count >= least * len(wrong), (explained_count, len(wrong))


@each_kind
def test_the_reasons_name_what_the_right_answer_turns_on(topic: str, kind: str) -> None:
    for item in dealt(topic, kind):
        holds.assert_explained(item, rulebook())


@each_kind
def test_a_name_deals_the_same_question_and_the_engine_plays_it_out(topic: str, kind: str) -> None:
    for item in dealt(topic, kind)[: runs(2, 8)]:
        holds.assert_restorable_from_name(QUESTIONS.quiz, item)


@each_kind
def test_no_number_is_offered_that_cannot_be(topic: str, kind: str) -> None:
    """Impossible options: more hits than dice, more survivors than landed."""
    for item in dealt(topic, kind):
        keys = [int(choice.key) for choice in item.choices if choice.key.isdecimal()]
        if f"{topic}:{kind}" in ("combat-rolls:hits", "combat-rolls:changed", "before-the-battle:cannon"):
            assert max(keys) <= len(item.answers_after[0].split()) - 1, item.name
        if kind == "barrage-lost":
            assert max(keys) <= len(item.answers_after[0].split()) - 1, item.name
        if f"{topic}:{kind}" == "planets:landed":
            assert max(keys) <= Battle.parse(item.table).attacker.count("infantry"), item.name
        if f"{topic}:{kind}" == "units:beyond":
            assert min(keys) >= 1, item.name
        if f"{topic}:{kind}" == "assigning-hits:fewest":
            question = item.game().question
            assert isinstance(question, AssignHits)
            assert max(keys) <= question.pending_hits.total, item.name


@each_kind
def test_the_table_is_the_one_before_what_is_asked(topic: str, kind: str) -> None:
    for item in dealt(topic, kind):
        game = item.game()
        assert not game.over, item.name
        assert not on_battle(item) or not any(game.table.retreated), item.name


@each_kind
def test_no_option_and_no_place_is_right_nearly_always(topic: str, kind: str) -> None:
    items = dealt(topic, kind)
    keys = Counter(item.right_option.key for item in items)
    places = Counter([choice.is_right for choice in item.choices].index(True) for item in items)
    assert max(keys.values()) <= 0.88 * len(items), keys
    assert max(places.values()) <= 0.88 * len(items), places
    assert len({item.visible_parts for item in items}) > (0.6 if on_battle(items[0]) else 0.9) * len(items)


@each_kind
def test_no_option_says_by_its_key_alone_that_it_is_a_number(topic: str, kind: str) -> None:
    """A number keeps its place among the options, a system must not: tile numbers are only names."""
    for item in dealt(topic, kind):
        for choice in item.choices:
            chance = f"{topic}:{kind}" == "winners:chance"
            assert not choice.key.isdecimal() or chance or choice.text() == choice.key, item.name


if LONG:

    @each_kind
    def test_eighty_seeds_deal_thirty_different_questions(topic: str, kind: str) -> None:
        assert len({item.visible_parts for item in dealt(topic, kind)[:80]}) >= 30
