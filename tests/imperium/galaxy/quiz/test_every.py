"""What holds for every question on whole games: one right option, reasons, both languages, the same again."""

from __future__ import annotations

from collections import Counter

import pytest
from long_runs import LONG, runs

from twingkit.core.words import LANGUAGES
from twingkit.imperium.questions import GAME_TOPICS
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.learn.quiz.asking import LEAST
from twingkit.learn.quiz.item import Item
from twingkit.testing import questions as holds

pytestmark = pytest.mark.slow

SEEDS = runs(14, 120)
QUESTIONS = holds.DealtQuestions("imperium", range(SEEDS))
KINDS = [names for names in QUESTIONS.kinds if names[0] in GAME_TOPICS]
each_kind = pytest.mark.parametrize(("topic", "kind"), KINDS, ids=[":".join(names) for names in KINDS])


def test_there_are_enough_kinds_and_topics() -> None:
    assert len(KINDS) >= 60
    assert len({kind for _, kind in KINDS}) <= len(KINDS)
    for topic in GAME_TOPICS:
        assert all(QUESTIONS.quiz.topic(topic).title(lang) for lang in LANGUAGES)
        assert len(QUESTIONS.quiz.makers(topic)) >= 3


@each_kind
def test_one_option_is_right_and_reasons_are_rules(topic: str, kind: str) -> None:
    items = QUESTIONS.of(topic, kind)
    for item in items:
        keys = [choice.key for choice in item.choices]
        holds.assert_options(item)
        holds.assert_reasons(item, rulebook())
        holds.assert_texts(item)
        assert len(keys) >= LEAST or keys == ["yes", "no"] or _two_numbers(keys), item.name
    wrong = [choice for item in items for choice in item.choices if not choice.right]
    told = sum(bool(choice.because or choice.forgot) for choice in wrong)
    assert told >= 0.3 * len(wrong), (told, len(wrong))


def _two_numbers(keys: list[str]) -> bool:
    """Where no third number is possible, two are offered."""
    return len(keys) == 2 and all(key.isdecimal() for key in keys)


@each_kind
def test_a_name_deals_the_same_question_and_the_engine_plays_it_out(topic: str, kind: str) -> None:
    for item in QUESTIONS.of(topic, kind)[: runs(2, 8)]:
        holds.assert_same_again(QUESTIONS.quiz, item)
        assert item.table.startswith("galaxy: "), item.name
        assert not item.game().over, item.name


@each_kind
def test_no_option_and_no_place_is_right_nearly_always(topic: str, kind: str) -> None:
    items = QUESTIONS.of(topic, kind)
    keys = Counter(item.right.key for item in items)
    places = Counter([choice.right for choice in item.choices].index(True) for item in items)
    assert max(keys.values()) <= 0.88 * len(items), keys
    assert max(places.values()) <= 0.88 * len(items), places
    assert len({_asked(item) for item in items}) > 0.9 * len(items)


def _asked(item: Item) -> object:
    return item.table, item.before, item.prompt()


@each_kind
def test_no_option_says_by_its_key_alone_that_it_is_a_number(topic: str, kind: str) -> None:
    """A number keeps its place among the options, a system must not: numbers of tiles are no keys."""
    for item in QUESTIONS.of(topic, kind):
        for choice in item.choices:
            assert not choice.key.isdecimal() or choice.text() == choice.key, item.name


if LONG:

    @each_kind
    def test_eighty_seeds_deal_thirty_different_questions(topic: str, kind: str) -> None:
        assert len({_asked(item) for item in QUESTIONS.of(topic, kind)[:80]}) >= 30
