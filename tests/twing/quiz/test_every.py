"""Invariants of every question of the quiz: its options, reasons, names, words and tables."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable

import pytest
from twing.quiz_items import (
    ANY,
    BATTLES,
    GAMES,
    KINDS,
    REQUESTED_TEXTS,
    dealt,
    more_if_needed,
    named,
    recording_texts,
)

from twingkit.core.language import call_in_language
from twingkit.core.notation import ROLES
from twingkit.core.words import LANGUAGES
from twingkit.learn.quiz.item import QuizReason
from twingkit.learn.quiz.options import MIN_OPTIONS, Mistake
from twingkit.testing.questions import assert_options_valid, assert_reasons_valid, option_reasons
from twingkit.twing.notation.battle_line import parse_lay
from twingkit.twing.quiz import TOPICS, QuizItem, closing_check_questions, item
from twingkit.twing.quiz.battles.mistakes import FORGETTABLE_RULES_BY_TOPIC
from twingkit.twing.quiz.deal import makers
from twingkit.twing.quiz.options import answer_options, number_options
from twingkit.twing.quiz.phrases import PHRASE_FILES, phrase_book
from twingkit.twing.quiz.topics import rulebooks_disagree
from twingkit.twing.rules.cards import parse_face
from twingkit.twing.rules.rulebook import rulebook

pytestmark = pytest.mark.slow

each_topic = pytest.mark.parametrize("topic", TOPICS)


def each_kind(test: Callable[[str, str], None]) -> Callable[[str], None]:
    """Return a test for each topic that checks all of its kinds."""

    @each_topic
    def of_a_topic(topic: str) -> None:
        for kind in makers(topic):
            test(topic, kind)

    of_a_topic.__name__, of_a_topic.__doc__ = test.__name__, test.__doc__
    return of_a_topic


YES_NO = {"yes", "no"}

OTHERS = {"TW-BAT-1", "TW-BAT-2", "TW-BAT-3", "TW-BAT-4", "TW-BAT-5", "TW-BAT-17"} | {
    f"TW-POW-{name}" for name in ("cup", "hat", "shamrock", "boots", "socks")
}
"""Rules of battle lessons that cannot be forgotten: they refuse an attempt, or name the cards that count."""


def keys(question: QuizItem) -> list[str]:
    return [choice.key for choice in question.choices]


# -- options


@each_kind
def test_a_question_has_one_right_option_and_no_two_alike(topic: str, kind: str) -> None:
    for asked in dealt(topic, kind):
        assert_options_valid(asked)
        assert len(asked.choices) >= MIN_OPTIONS or set(keys(asked)) == YES_NO, asked.name


@each_kind
def test_numbers_and_faces_stand_in_order_and_yes_before_no(topic: str, kind: str) -> None:
    for asked in dealt(topic, kind):
        if set(keys(asked)) == YES_NO:
            assert keys(asked) == ["yes", "no"]
        values = [int(key) if key.isdecimal() else parse_face(key) for key in keys(asked)]
        numbers = [value for value in values if value is not None]
        if len(numbers) == len(values):
            assert numbers == sorted(numbers), asked.name


@each_kind
def test_no_place_is_mostly_the_right_one(topic: str, kind: str) -> None:
    for items in more_if_needed(topic, kind, 10, 24):
        places = Counter([choice.is_right for choice in asked.choices].index(True) for asked in items)
        if max(places.values()) <= 0.7 * len(items):
            return
    raise AssertionError((kind, places))


@each_kind
def test_yes_is_as_often_right_as_no(topic: str, kind: str) -> None:
    if all(set(keys(asked)) == YES_NO for asked in dealt(topic, kind, range(5))):
        for items in more_if_needed(topic, kind, 10, 50):
            counts = Counter(asked.right_option.key for asked in items)
            if min(counts["yes"], counts["no"]) >= 0.25 * len(items):
                return
        raise AssertionError((kind, counts))


@each_topic
def test_enough_questions_hold_an_option_that_comes_of_a_forgotten_rule(topic: str) -> None:
    for kind in makers(topic):
        if (
            topic == "rulebooks-disagree"
            or {choice.key for choice in item(f"{topic}:{kind}:0").choices} == YES_NO
        ):
            continue  # another interpretation is not a forgotten rule; the ruling itself explains a yes or no
        assert any(share >= 0.3 for share in map(forgetful, more_if_needed(topic, kind, 6, 24, 100))), kind


@each_kind
def test_an_option_that_forgets_a_rule_is_held_against_the_right_one(topic: str, kind: str) -> None:
    for asked in dealt(topic, kind):
        for choice in asked.choices:
            if choice.forgotten_rule and set(keys(asked)) != YES_NO:  # the ruling itself explains a yes or no
                assert choice.reasons, f"{asked.name}: {choice.key} without {choice.forgotten_rule}"


def forgetful(items: list[QuizItem]) -> float:
    """Return the share of questions with an option that follows from a forgotten or misunderstood rule."""
    return sum(
        any(choice.forgotten_rule or choice.reasons for choice in asked.choices) for asked in items
    ) / len(items)


def test_numbers_stand_at_any_place_and_keep_what_was_forgotten() -> None:
    mistakes = [Mistake(7, "TW-BAT-17"), Mistake(2, "TW-BAT-2"), Mistake(20), Mistake(5, "TW-BAT-3")]
    found = [number_options(random.Random(seed), 5, mistakes) for seed in range(50)]
    assert {tuple(c.key for c in each).index("5") for each in found} >= {1, 2}
    for each in found:
        assert [int(choice.key) for choice in each] == sorted(int(choice.key) for choice in each)
        assert {choice.forgotten_rule for choice in each} == {"", "TW-BAT-17", "TW-BAT-2"}
    lowest = number_options(random.Random(1), 0, [])
    assert [choice.key for choice in lowest] == ["0", "1", "2", "3"]


def test_options_are_none_where_too_few_differ() -> None:
    assert answer_options("fire", [Mistake("fire"), Mistake("water")]) == ()
    assert [
        choice.forgotten_rule
        for choice in answer_options("fire", [Mistake("life"), Mistake("water", "TW-BAT-1")])
    ] == [
        "",
        "TW-BAT-1",
        "",
    ]


# -- words


@each_kind
def test_a_question_is_written_in_both_languages(topic: str, kind: str) -> None:
    for asked in dealt(topic, kind):
        assert asked.prompt("en") != asked.prompt("de")
        for lang in LANGUAGES:
            assert "?" in asked.prompt(lang)
            for text in (asked.prompt(lang), *(choice.text(lang) for choice in asked.choices)):
                assert text == text.strip(), asked.name
                assert text[0] == text[0].upper(), (asked.name, text)
                assert "  " not in text, (asked.name, text)
                assert not set('{}"') & set(text), (asked.name, text)
        assert all(reason.text("en") != reason.text("de") for reason in asked.reasons), asked.name


def texts() -> dict[str, dict[str, str]]:
    """Return every text of the catalogue by its full key."""
    book = phrase_book()
    return {
        f"{group}.{case}": dict(said)
        for group, cases in book.sentences.items()
        for case, said in cases.items()
    }


def test_every_text_is_there_in_every_language_with_typographic_signs() -> None:
    for key, said in texts().items():
        assert set(said) == set(LANGUAGES), key
        assert said["en"] != said["de"] or key.startswith("common.heads."), key
        for sentence in said.values():
            assert sentence == sentence.strip() != "", key
            assert not set(sentence) & set("'\""), sentence


def test_keys_have_a_part_a_group_and_a_case() -> None:
    assert all(key.count(".") == 2 for key in texts())
    assert PHRASE_FILES == ("words", "battles", "games", "mistakes")


def test_every_text_is_used() -> None:
    rulebooks_disagree._book.cache_clear()  # sentences are cached once they are read
    with recording_texts():
        for topic, kind in KINDS:
            if topic == "rulebooks-disagree":
                item(f"{topic}:{kind}:0")
    kinds = [names for names in KINDS if names != ANY]
    for topic, kind in kinds:
        list(dealt(topic, kind))
    for of_their_kind in (True, False):  # the texts of a kind of question mostly contain its name
        for seed in range(150):
            missing = {key.split(".")[1] for key in set(texts()) - REQUESTED_TEXTS}
            for topic, kind in kinds if missing else ():
                if kind in missing or not of_their_kind:
                    named(f"{topic}:{kind}:{seed}")
    assert set(texts()) - REQUESTED_TEXTS == set()


# -- reasons


@each_kind
def test_a_question_says_why_by_rules_that_there_are(topic: str, kind: str) -> None:
    book = rulebook()
    for asked in dealt(topic, kind):
        assert_reasons_valid(asked, book)
        assert asked.rule == asked.reasons[0].rule == asked.rules[0], asked.name
        assert len(set(asked.rules)) == len(asked.rules), asked.name
        assert {reason.rule for reason in asked.reasons} <= set(asked.rules), asked.name
        assert {choice.forgotten_rule for choice in asked.choices} - {""} <= set(asked.rules), asked.name
        reason_texts = [(reason.rule, reason.text()) for reason in asked.reasons]
        assert len(set(reason_texts)) == len(reason_texts), asked.name


@each_kind
def test_rulings_call_the_learner_you_as_the_question_does(topic: str, kind: str) -> None:
    words = rulebook().words
    for asked in dealt(topic, kind):
        table = asked.game_after().table
        own = table.players[asked.seat].name if table.is_whole_game else ROLES[asked.seat]
        rulings = [reason for reason in option_reasons(asked) if not isinstance(reason, QuizReason)]
        for lang in LANGUAGES:
            names = {call_in_language(lang, words.name, own, form) for form in ("", "gen", "dat", "acc")}
            for ruling in rulings:
                said = ruling.text(lang)
                assert not any(re.search(rf"\b{name}\b", said) for name in names), (asked.name, said)


@pytest.mark.parametrize("topic", BATTLES)
def test_only_what_was_taught_can_be_forgotten(topic: str) -> None:
    for kind in makers(topic):
        for asked in dealt(topic, kind):
            forgot = {choice.forgotten_rule for choice in asked.choices} - {""}
            assert forgot <= FORGETTABLE_RULES_BY_TOPIC[topic] | OTHERS, asked.name


# -- names and tables


@each_kind
def test_a_question_can_be_played_out_from_its_table(topic: str, kind: str) -> None:
    for asked in dealt(topic, kind):
        before, after = asked.game(), asked.game_after()
        assert len(before) == len(asked.answers_before), asked.name
        assert len(after) == len(asked.answers_before) + len(asked.answers_after), asked.name
        for cards in (asked.cards, *(choice.cards for choice in asked.choices)):
            assert not cards or str(parse_lay(cards)) == cards or "shield" in cards, asked.name


@pytest.mark.parametrize("topic", GAMES)
def test_in_a_whole_game_the_learner_sits_first_and_something_is_asked(topic: str) -> None:
    for kind in makers(topic):
        if (topic, kind) != ANY:
            for asked in dealt(topic, kind):
                assert asked.seat == 0, asked.name
                assert asked.game().question is not None, asked.name


@each_topic
def test_a_check_asks_five_different_questions_the_easy_ones_first(topic: str) -> None:
    found = closing_check_questions(topic, 1)
    assert len({asked.visible_parts for asked in found}) == 5
    assert [asked.level for asked in found] == sorted(asked.level for asked in found)
    assert {asked.topic for asked in found} == {topic}
    assert len({asked.kind for asked in found}) == min(5, len(makers(topic)))


@each_topic
def test_a_topic_has_questions_of_several_levels(topic: str) -> None:
    levels = {asked.level for kind in makers(topic) for asked in dealt(topic, kind)}
    assert len(levels) >= 2 or topic == "elements-and-cards", levels


def test_a_name_that_deals_nothing_is_one_clear_error() -> None:
    for name, error, told in (
        ("dice:winner:1", KeyError, "no topic 'dice'"),
        ("shield:colour:1", KeyError, "shield has no kind of question 'colour'"),
        ("shield:winner:x", ValueError, "a number, not 'x'"),
        ("shield:winner:1234567890", ValueError, "a number, not '1234567890'"),
    ):
        with pytest.raises(error, match=told):
            item(name)
