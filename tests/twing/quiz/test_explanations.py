"""Every explanation contains the numbers and names that decide its question."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest
from twing.quiz_items import ANY, KINDS, dealt, named

from twingkit.core.language import call_in_language
from twingkit.core.rulebook import Ruling
from twingkit.core.words import LANGUAGES, load_texts
from twingkit.learn.quiz.item import QuizItem
from twingkit.testing.questions import option_reasons
from twingkit.twing import quiz
from twingkit.twing.quiz.explanations import CASES_OF_ANY_RULE, explanation_book
from twingkit.twing.rules.cards import CHARACTER_BY_ELEMENT, ELEMENTS
from twingkit.twing.rules.objects import OBJECTS
from twingkit.twing.rules.rulebook import rulebook
from twingkit_widgets.learn.practice.view import REASONS_AT_ONCE

pytestmark = pytest.mark.slow

KINDS_OF_ONE_TOPIC = [names for names in KINDS if names != ANY]

ENDS = ("winner", "verdict", "points", "ornicle", "level", "least", "best")
"""The kinds of questions that turn on the end of a battle."""


def first_reasons(question: QuizItem, lang: str = "en") -> str:
    """Return the reasons that are shown at once."""
    return " ".join(
        reason.text(lang) for reason in question.reasons[: question.shown_reasons or REASONS_AT_ONCE]
    )


def names_and_numbers(text: str) -> set[str]:
    """Return the cards, the objects, the players and the other numbers in an English text."""
    words = rulebook().words
    elements = "|".join(call_in_language("en", words.name, element) for element in ELEMENTS)
    cards = set(re.findall(rf"(?:{elements}) \d", text))
    others = [*OBJECTS, *CHARACTER_BY_ELEMENT.values()]
    known = {call_in_language("en", words.name, name).removeprefix("the ") for name in others}
    numbers = re.findall(r"[−+]? ?\d+", re.sub(rf"(?:{elements}) \d", "", text))
    plain = {number.strip(" +").replace(" ", "") for number in numbers}
    return cards | {name for name in known if name in text} | plain


def decisive(asked: QuizItem) -> set[str]:
    """Return the names and numbers of the right option; if the answer is yes, those of the allowed action."""
    right = asked.right_option
    if right.key == "yes" and asked.kind in ("may", "may-lay") and asked.topic != "rulebooks-disagree":
        question = asked.prompt("en")
        return names_and_numbers(question[question.find("May you") :])
    if asked.kind == "attack":  # only the spells decide what the die counts
        return names_and_numbers(right.text("en").partition(" Creature")[0])
    return names_and_numbers(right.text("en")) if right.key not in ("yes", "no") else set()


@pytest.mark.parametrize(("topic", "kind"), KINDS_OF_ONE_TOPIC, ids=map(":".join, KINDS_OF_ONE_TOPIC))
def test_an_explanation_has_the_numbers_and_names_of_the_right_answer(topic: str, kind: str) -> None:
    for asked in dealt(topic, kind):
        missing = decisive(asked) - names_and_numbers(first_reasons(asked))
        assert not missing, (asked.name, missing, asked.right_option.text("en"), first_reasons(asked))


def test_TW_BAT_17_the_end_of_a_battle_is_explained_by_the_points_of_both_sides() -> None:
    met = 0
    for topic, kind in KINDS_OF_ONE_TOPIC:
        for asked in dealt(topic, kind) if kind in ENDS else ():
            ended = asked.game_after()
            cited = [reason.case for reason in asked.reasons if isinstance(reason, Ruling)]
            if not {"win", "tie"} & set(cited) or ended.table.is_whole_game or ended.result.points is None:
                continue
            met += 1
            for lang in LANGUAGES:
                numbers = re.findall(r"−?\d+", first_reasons(asked, lang))
                assert {str(n).replace("-", "−") for n in ended.result.points} <= set(numbers), asked.name
    assert met > 100


def test_every_sum_of_an_explanation_is_right() -> None:
    met = 0
    for topic, kind in KINDS_OF_ONE_TOPIC:
        for asked in dealt(topic, kind):
            for reason in option_reasons(asked):
                plain = re.sub(r" \([^)]*\)", "", reason.text("en")).replace("−", "-")
                for left, right in re.findall(r"(-?\d+(?: [+-] \d+)+) = (-?\d+)", plain):
                    met += 1
                    assert sum(map(int, re.sub(r"([+-]) ", r"\1", left).split())) == int(right), asked.name
    assert met > 300


def test_every_explanation_is_used() -> None:
    texts = load_texts(files(quiz).joinpath("explanations.toml"))
    unused = {(rule, case) for rule, cases in texts.items() for case in cases}
    for topic, kind in KINDS_OF_ONE_TOPIC:
        for asked in dealt(topic, kind):
            unused -= used_sentences(asked)
    for seed in range(150):
        for topic, kind in KINDS_OF_ONE_TOPIC if unused else ():
            if topic in RARE_SENTENCES.get(kind, ()):
                unused -= used_sentences(named(f"{topic}:{kind}:{seed}"))
    assert unused == set()


RARE_SENTENCES = {
    "may": ("cats-and-miromon", "end-game"),
    "limit": ("the-turn",),
    "out": ("end-game",),
    "stay": ("end-game",),
    "display": ("ornicles-and-ritual",),
}
"""The kinds of questions, with their topics, that use some sentences only rarely."""


def used_sentences(question: QuizItem) -> set[tuple[str, str]]:
    """Return the sentences of `explanations.toml` in the reasons of a question."""
    sentences = explanation_book().sentences
    found = set()
    for reason in option_reasons(question):
        if isinstance(reason, Ruling) and reason.book.sentences is sentences:
            found |= {(reason.rule, reason.case), (CASES_OF_ANY_RULE, reason.case)}
    return found
