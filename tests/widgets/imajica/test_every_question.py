"""Every kind of question of Imajica has what the page says and does for it."""

from __future__ import annotations

import inspect
from typing import Any

import pytest
from question_classes import derived_classes

from twingkit.imajica import starts  # every module with questions is imported
from twingkit.imajica.players.greedy import GreedyPlayer
from twingkit.imajica.rules.questions import ImajicaQuestion, TurnQuestion
from twingkit_widgets.imajica.play import choosing, headline, stage
from twingkit_widgets.imajica.play.words import WORDS


def is_registered(function: Any, question: type[ImajicaQuestion]) -> bool:
    """Return whether a function does something of its own for a class of questions."""
    return function.dispatch(question) is not function.dispatch(object)


QUESTIONS = [
    each
    for each in dict.fromkeys(derived_classes(ImajicaQuestion))
    if not inspect.isabstract(each) and each.kind
]


def test_all_kinds_of_questions_are_found() -> None:
    assert starts.GameStart
    assert {"ally", "autarch", "advance", "contest", "defend", "damage", "redraw"} <= {
        question.kind for question in QUESTIONS
    }


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_headline_has_a_title_for_every_question(question: type[ImajicaQuestion]) -> None:
    chosen = headline._title_and_text.dispatch(question)
    keys = f"now.{question.kind}.title", f"now.{question.kind}.text"
    assert chosen is not headline._plain_title_and_text or all(key in WORDS for key in keys)


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_question_is_answered_by_picking_or_by_buttons(question: type[ImajicaQuestion]) -> None:
    picks = issubclass(question.act_class, choosing._PICKED_CLASSES)
    has_buttons = question.playable_kind or question.single_steps is not ImajicaQuestion.single_steps
    assert picks or has_buttons
    assert picks <= is_registered(choosing.picked_answer, question)
    assert issubclass(question, TurnQuestion) == is_registered(stage._expected_answers, question)


@pytest.mark.parametrize("question", QUESTIONS)
def test_greedy_answers_every_question(question: type[ImajicaQuestion]) -> None:
    assert question in GreedyPlayer(1).methods
