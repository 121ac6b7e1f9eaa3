"""Pages of Imperial Twing choose by the class of a question: no class is left without a function."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from question_classes import derived_classes

from twingkit.core.questions import ChanceQuestion, Question
from twingkit_widgets.twing.pictures.answer_sentence import key_and_facts
from twingkit_widgets.twing.play.choosing import choosing_html, submit_bar
from twingkit_widgets.twing.play.headline import question_headline
from twingkit_widgets.twing.play.offers import BUTTON_BY_QUESTION, groups_of
from twingkit_widgets.twing.play.words import WORDS

CLASSES = sorted(
    {
        each
        for each in derived_classes(Question)
        if each.__module__.startswith("twingkit.twing.") and each.kind
    },
    key=lambda each: each.__name__,
)
ANSWERED_BY_PLAYERS = [each for each in CLASSES if not issubclass(each, ChanceQuestion)]


def is_handled(function: Any, question_class: type[Question]) -> bool:
    """Return whether a function has its own part for a class of questions."""
    found: Callable[..., object] = function.dispatch(question_class)
    return found is not function.dispatch(object)


def test_the_game_has_questions_for_players_and_for_chance() -> None:
    assert 15 < len(ANSWERED_BY_PLAYERS) < len(CLASSES)


@pytest.mark.parametrize("question_class", CLASSES)
def test_an_answer_to_every_question_has_a_sentence(question_class: type[Question]) -> None:
    assert is_handled(key_and_facts, question_class)


@pytest.mark.parametrize("question_class", ANSWERED_BY_PLAYERS)
def test_every_question_has_a_headline(question_class: type[Question]) -> None:
    titled = f"now.{question_class.kind}.title" in WORDS
    assert titled or is_handled(question_headline, question_class)


@pytest.mark.parametrize("question_class", ANSWERED_BY_PLAYERS)
def test_every_question_has_buttons_or_a_choice(question_class: type[Question]) -> None:
    has_buttons = is_handled(groups_of, question_class) or issubclass(
        question_class, tuple(BUTTON_BY_QUESTION)
    )
    assert has_buttons != is_handled(choosing_html, question_class)
    assert is_handled(choosing_html, question_class) == is_handled(submit_bar, question_class)
