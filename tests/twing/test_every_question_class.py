"""What a real table and the first game do for a question is chosen by its class: no class is forgotten."""

from __future__ import annotations

import pytest
from question_classes import derived_classes

from twingkit.core.questions import Question
from twingkit.twing import first_game, referee, referee_answers
from twingkit.twing.players import greedy, steady
from twingkit.twing.rules import draws, hand, lay_questions, responses, support
from twingkit.twing.rules.turns.actions import ChooseAction

NEEDS_NO_RULES = {
    "direction",
    "discard_creature",
    "discard_element",
    "discard_spell",
    "hand_out",
    "name_element",
    "start_cats",
    "switch",
    "take_object",
    "two_cats",
}
"""The kinds of questions that a learner answers without a rule of its own."""

KNOWN_TO_ALL = NEEDS_NO_RULES - {"discard_element", "discard_spell"}
"""The kinds of questions whose answers do not depend on a hidden hand, or only rarely."""

TAKES_FIRST_ALLOWED = {
    "before_roll",
    "direction",
    "discard_creature",
    "hand_out",
    "interrupt",
    "name_element",
    "start_cats",
    "two_cats",
}
"""The kinds of questions that no computer player weighs."""


TWING_CLASSES = [
    each
    for each in dict.fromkeys(derived_classes(Question))
    if each.__module__.startswith("twingkit.twing.") and each.kind and not each.is_chance
]


@pytest.mark.parametrize("question_class", TWING_CLASSES)
def test_the_first_game_has_rules_for_every_question_or_needs_none(question_class: type[Question]) -> None:
    rules = first_game.rules_for_question
    is_handled = rules.dispatch(question_class) is not rules.dispatch(object)
    assert is_handled != (question_class.kind in NEEDS_NO_RULES)


@pytest.mark.parametrize("question_class", TWING_CLASSES)
def test_a_real_table_has_patterns_of_answers_that_depend_on_a_hand(question_class: type[Question]) -> None:
    patterns = referee_answers.answer_templates
    is_handled = patterns.dispatch(question_class) is not patterns.dispatch(object)
    listed = question_class in referee_answers._TEMPLATES
    assert (is_handled or listed) != (question_class.kind in KNOWN_TO_ALL)


def test_every_draw_discard_and_random_spell_reveals_something_about_a_hand() -> None:
    asked = (draws.NextPlayingCardDraw, draws.RandomSpellPick, hand.DiscardElement, hand.DiscardSpell)
    assert {one for each in asked for one in derived_classes(each)} == set(referee._DEMANDS_BY_QUESTION)


def test_all_questions_about_cards_are_known() -> None:
    known = {lay_questions.LayAttack, responses.Respond, support.SupportWithCard, ChooseAction}
    assert known <= set(TWING_CLASSES)


@pytest.mark.parametrize("question_class", TWING_CLASSES)
def test_greedy_and_steady_weigh_the_answers_or_take_the_first_allowed_one(
    question_class: type[Question],
) -> None:
    for entries in (greedy.GreedyPlayer(1).answers, steady.SteadyPlayer(1)._answers):
        choose = next((entries[each] for each in question_class.__mro__ if each in entries), None)
        assert (choose is None) == (question_class.kind in TAKES_FIRST_ALLOWED)
