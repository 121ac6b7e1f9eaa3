"""What holds for every question on battles: one right option, reasons, both languages, and the same again."""

from __future__ import annotations

from collections import Counter
from functools import cache

import attrs
import pytest
from long_runs import runs

from twingkit.imperium.notation.battle_line import Battle
from twingkit.imperium.rules.questions import Assign
from twingkit.imperium.rules.rulebook import rulebook
from twingkit.quiz.asking import LEAST, MOST
from twingkit.quiz.item import Item
from twingkit.quiz.quiz_of import quiz_of
from twingkit.words import LANGUAGES

pytestmark = pytest.mark.slow

QUIZ = quiz_of("imperium")
KINDS = [(topic, kind) for topic in QUIZ.topics for kind in QUIZ.makers(topic)]
SEEDS = range(runs(24, 120))

each_kind = pytest.mark.parametrize(("topic", "kind"), KINDS, ids=[":".join(names) for names in KINDS])


SILENT = {"units:fits", "assigning-hits:may", "retreat:may", "winners:stronger"}
"""The kinds whose reasons say all: of a wrong option there is nothing to add."""


def two_numbers(keys: list[str]) -> bool:
    """Where no third number is possible, two are offered."""
    return len(keys) == 2 and all(key.isdecimal() for key in keys)


def bare(item: Item) -> Item:
    """The question without its reasons, which are told anew each time."""
    choices = tuple(attrs.evolve(choice, because=()) for choice in item.choices)
    return attrs.evolve(item, why=(), choices=choices)


@cache
def dealt(topic: str, kind: str) -> tuple[Item, ...]:
    return tuple(QUIZ.item(f"{topic}:{kind}:{seed}") for seed in SEEDS)


def test_there_are_enough_kinds_and_topics() -> None:
    assert len(KINDS) >= 15
    assert len(QUIZ.topics) >= 5
    for topic in QUIZ.topics:
        assert all(QUIZ.topic(topic).title(lang) for lang in LANGUAGES)


@each_kind
def test_exactly_one_option_is_right_and_no_two_are_alike(topic: str, kind: str) -> None:
    for item in dealt(topic, kind):
        keys = [choice.key for choice in item.choices]
        assert [choice.right for choice in item.choices].count(True) == 1, item.name
        assert not item.right.forgot, item.name
        assert len(set(keys)) == len(keys) <= MOST, item.name
        assert len(keys) >= LEAST or keys == ["yes", "no"] or two_numbers(keys), item.name
        for lang in LANGUAGES:
            assert len({choice.text(lang) for choice in item.choices}) == len(keys), item.name


@each_kind
def test_reasons_and_forgotten_rules_are_rules_of_the_game(topic: str, kind: str) -> None:
    items = dealt(topic, kind)
    for item in items:
        assert item.why, item.name
        because = [reason for choice in item.choices for reason in choice.because]
        named = {reason.rule for reason in (*item.why, *because)} | {c.forgot for c in item.choices}
        named = {*named, *item.rules} - {""}
        assert all(rule in rulebook() for rule in named), item.name
    told = [any(choice.forgot or choice.because for choice in item.choices) for item in items]
    assert sum(told) >= (0 if f"{topic}:{kind}" in SILENT else 0.15 * len(items))


@each_kind
def test_texts_are_filled_in_and_differ_by_language(topic: str, kind: str) -> None:
    for item in dealt(topic, kind):
        texts = [item.prompt(lang) for lang in LANGUAGES]
        assert texts[0] != texts[1], item.name
        because = [reason for choice in item.choices for reason in choice.because]
        for text in (*texts, *(reason.text(lang) for reason in (*item.why, *because) for lang in LANGUAGES)):
            assert "{" not in text, item.name
            first = text.lstrip("„“")[0]
            assert first.isupper() or first.isdecimal(), (item.name, text)
        assert all("?" in text for text in texts), item.name


@each_kind
def test_a_name_deals_the_same_question_and_it_can_be_played_out(topic: str, kind: str) -> None:
    for item in dealt(topic, kind)[:8]:
        again = QUIZ.item(item.name)
        assert bare(again) == bare(item)
        assert [reason.text() for reason in again.why] == [reason.text() for reason in item.why]
        assert len(item.played()) == len(item.before) + len(item.after)


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
