"""Tests of quiz questions: they have one right option, reasons with rules, and both languages, and are
reproducible."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from functools import cache, cached_property

import attrs

from twingkit.core.rulebook import Rulebook
from twingkit.core.words import BUILTIN_LANGUAGES, LANGUAGES
from twingkit.learn.quiz.deal import GameQuiz
from twingkit.learn.quiz.item import QuizItem, Reason
from twingkit.learn.quiz.options import MAX_OPTIONS
from twingkit.learn.quiz.quiz_of import quiz_of

_STEM_LENGTH = 5
"""Letters of a word that are compared in explanations."""


@cache
def cached_item(game: str, name: str) -> QuizItem:
    """Return a game's quiz question by name; it is created once for all tests."""
    return quiz_of(game).item(name)


class CachedQuestions:
    """The quiz questions of a game, of every kind and for several seeds. Each is created only once for all
    tests.

    >>> questions = CachedQuestions("twing", range(2))
    >>> [item.name for item in questions.items_of("shield", "winner")]
    ['shield:winner:0', 'shield:winner:1']
    """

    def __init__(self, game: str, seeds: Iterable[int]) -> None:
        self.quiz, self.seeds = quiz_of(game), tuple(seeds)

    @cached_property
    def kinds(self) -> list[tuple[str, str]]:
        """All kinds of questions, as pairs of topic and kind."""
        return [(topic, kind) for topic in self.quiz.topics for kind in self.quiz.makers(topic)]

    def items_of(self, topic: str, kind: str) -> tuple[QuizItem, ...]:
        """Return the questions of one kind, one for each seed."""
        return tuple(cached_item(self.quiz.game, f"{topic}:{kind}:{seed}") for seed in self.seeds)

    def involved_rule_ids(self) -> set[str]:
        """Return the ids of all rules that are involved in some question."""
        return {rule for names in self.kinds for item in self.items_of(*names) for rule in item.rules}

    def deciding_rules(self) -> Mapping[str, frozenset[str]]:
        """Return, for each kind of question (written `topic:kind`), the ids of the rules that decide its
        right answers.
        """
        return {
            f"{topic}:{kind}": frozenset(
                why.rule for item in self.items_of(topic, kind) for why in item.reasons
            )
            for topic, kind in self.kinds
        }


def option_reasons(item: QuizItem) -> list[Reason]:
    """Return the reasons for the right option and against the wrong ones."""
    return [*item.reasons, *(reason for choice in item.choices for reason in choice.reasons)]


def assert_options_valid(item: QuizItem) -> None:
    """Assert that all options of a question differ, that one is right, and that wrong ones name a rule.

    That is the rule which a person who chooses the option has forgotten.
    """
    keys = [choice.key for choice in item.choices]
    right = [choice.key for choice in item.choices if choice.is_right]
    assert len(right) == 1, f"{item.name}: the options {right} are right, expected one"
    assert not item.right_option.forgotten_rule, (
        f"{item.name}: the right option forgot {item.right_option.forgotten_rule!r}"
    )
    count = f"{item.name}: expected 2 to {MAX_OPTIONS} options, each once, found {keys}"
    assert 2 <= len(set(keys)) == len(keys) <= MAX_OPTIONS, count
    for lang in LANGUAGES:
        texts = [choice.text(lang) for choice in item.choices]
        assert len(set(texts)) == len(keys), f"{item.name}: two options read alike ({lang}): {texts}"


def assert_reasons_valid(item: QuizItem, rulebook: Rulebook) -> None:
    """Assert that a question gives reasons, and that every rule it names exists."""
    assert item.reasons, f"{item.name}: says no reason"
    forgot = {choice.forgotten_rule for choice in item.choices} - {""}
    named = {reason.rule for reason in option_reasons(item)} | forgot | set(item.rules)
    unknown = sorted(rule for rule in named if rule not in rulebook)
    assert not unknown, f"{item.name}: names {unknown}, which are no rules"


def assert_texts_complete(item: QuizItem) -> None:
    """Assert that a question exists in both languages, and that its sentences and reasons are complete."""
    prompts = {item.prompt(lang) for lang in BUILTIN_LANGUAGES}
    assert len(prompts) == len(BUILTIN_LANGUAGES), f"{item.name}: asks the same in two languages: {prompts}"
    for lang in LANGUAGES:
        assert "?" in item.prompt(lang), f"{item.name}: asks nothing ({lang}): {item.prompt(lang)}"
        for text in (item.prompt(lang), *(reason.text(lang) for reason in option_reasons(item))):
            assert "{" not in text, f"{item.name}: a gap is not filled ({lang}): {text}"
            first = text.lstrip("„“")[0]
            begins = f"{item.name}: expected a capital or a number at the beginning ({lang}): {text}"
            assert first.isupper() or first.isdecimal(), begins


def assert_explained(item: QuizItem, rulebook: Rulebook) -> None:
    """Assert that the reasons of a quiz question name what decides this position, and do not only quote
    rules.

    Texts of rules alone do not. The other reasons must name what the right option turns on: its number, a
    word that no wrong option has, or for yes and no a number or a name of the prompt.
    """
    for lang in LANGUAGES:
        rules = {rulebook[reason.rule].text(lang) for reason in item.reasons if reason.rule}
        own = [text for reason in item.reasons if (text := reason.text(lang)) not in rules]
        assert own, f"{item.name}: cites only rules ({lang})"
        said, right = _terms(" ".join(own)), _terms(item.right_option.text(lang))
        wrong = {term for choice in item.choices if not choice.is_right for term in _terms(choice.text(lang))}
        if {choice.key for choice in item.choices} <= {"yes", "no"}:
            right, wrong = _terms(item.prompt(lang)), set()
        wanted = {term for term in right - wrong if len(term) == _STEM_LENGTH or term.isdecimal()} or right
        assert said & wanted, f"{item.name}: says none of {sorted(wanted)} ({lang}): {own}"


def _terms(text: str) -> set[str]:
    """Return the numbers in a text and the first letters of its words, so that inflected forms of a word are
    equal.
    """
    return {word[:_STEM_LENGTH] for word in re.findall(r"[^\W_]+", text.casefold())}


def assert_restorable_from_name(quiz: GameQuiz, item: QuizItem) -> None:
    """Assert that a quiz question can be recreated from its name with the same reasons, and that its answers
    can be played.
    """
    again = quiz.item(item.name)
    same = attrs.evolve(again, reasons=()) == attrs.evolve(item, reasons=())
    assert same, f"{item.name}: its name deals another question: {again.prompt()}"
    why, other = ([reason.text() for reason in one.reasons] for one in (item, again))
    assert other == why, f"{item.name}: its name deals other reasons: {other}, expected {why}"
    played, given = len(item.game_after()), len(item.answers_before) + len(item.answers_after)
    assert played == given, f"{item.name}: played out it has {played} answers, expected {given}"


def assert_topic_valid(
    questions: CachedQuestions, topic: str, rulebook: Rulebook, uniform_kinds: Collection[str] = ()
) -> None:
    """Assert that every question of a topic is valid, complete and explained.

    Of each kind, some wrong option must have reasons, the right options must differ (except in
    `uniform_kinds`), and the first question must be reproducible.
    """
    assert all(questions.quiz.topic(topic).title(lang) for lang in LANGUAGES), f"{topic}: has no title"
    for kind in questions.quiz.makers(topic):
        items = questions.items_of(topic, kind)
        for item in items:
            assert_options_valid(item)
            assert_reasons_valid(item, rulebook)
            assert_texts_complete(item)
            assert_explained(item, rulebook)
        wrong = [choice for item in items for choice in item.choices if not choice.is_right]
        assert any(choice.reasons for choice in wrong), f"{topic}:{kind}: no wrong option has reasons"
        right = {item.right_option.key for item in items}
        assert len(right) > 1 or kind in uniform_kinds, f"{topic}:{kind}: {right} is always right"
        assert_restorable_from_name(questions.quiz, items[0])
