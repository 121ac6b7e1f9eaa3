"""Ember chooses by the class of a question: no class is left without an entry or a function."""

from __future__ import annotations

import pytest
from question_classes import derived_classes

from twingkit.core.questions import Question
from twingkit.ember.players.planner import Planner
from twingkit.ember.referee import ACTS_OF_WINDOW
from twingkit.ember.rules.questions import EmberQuestion, WindowQuestion
from twingkit_widgets.ember.play.headline import title_and_text

CLASSES = sorted(
    {each for each in derived_classes(EmberQuestion) if each.kind}, key=lambda each: each.__name__
)


def test_there_are_steps_windows_and_choices() -> None:
    assert len(CLASSES) > 12


@pytest.mark.parametrize("question_class", CLASSES)
def test_every_question_has_a_title(question_class: type[Question]) -> None:
    assert title_and_text.dispatch(question_class) is not title_and_text.dispatch(object)


@pytest.mark.parametrize("question_class", [each for each in CLASSES if issubclass(each, WindowQuestion)])
def test_the_referee_knows_the_acts_of_every_window(question_class: type[Question]) -> None:
    assert question_class in ACTS_OF_WINDOW


@pytest.mark.parametrize("question_class", CLASSES)
def test_the_computer_players_have_a_method_for_every_question(question_class: type[Question]) -> None:
    assert any(base in Planner(0).methods for base in question_class.__mro__)
