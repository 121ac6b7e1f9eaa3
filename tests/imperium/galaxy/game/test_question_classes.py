"""Every kind of question of a whole game is handled where functions are chosen by its class."""

from __future__ import annotations

import pytest
from question_classes import derived_classes

from twingkit.core.questions import ChanceQuestion, Question
from twingkit.imperium.galaxy.agenda.voting import CastVotes
from twingkit.imperium.galaxy.phases.map_building import PlaceTile
from twingkit.imperium.galaxy.players.greedy import GreedyPolicy
from twingkit.imperium.galaxy.real_table import table_rules
from twingkit.imperium.galaxy.table.abilities import UseOrPass
from twingkit.imperium.galaxy.table.questions import GalaxyQuestion
from twingkit.imperium.galaxy.tactical.bombardment_step import Bombard
from twingkit.imperium.galaxy.tactical.fleet_limits import UnitRemovalOverLimit
from twingkit.imperium.galaxy.trade.transactions import BargainBeforeFire, BargainInCombat, OfferReply

CLASSES = sorted(
    {
        each
        for each in derived_classes(GalaxyQuestion)
        if len([*derived_classes(each)]) == 1 or "kind" in vars(each)
    }
    - {GalaxyQuestion},
    key=lambda each: each.__name__,
)
"""The classes of questions that players are asked: those with a kind or with their own subjects."""

ANSWERED_AT_RANDOM = {BargainBeforeFire, BargainInCombat, Bombard, PlaceTile}
"""The questions that the computer player answers at random."""

ASKED_WITH_ALL_ANSWERS = {BargainBeforeFire, BargainInCombat, OfferReply, PlaceTile, UnitRemovalOverLimit}
"""The questions whose answers a real table takes from their options."""


@pytest.mark.parametrize("question_class", CLASSES, ids=lambda each: each.__name__)
def test_the_computer_player_has_a_method_for_every_question_that_it_does_not_answer_at_random(
    question_class: type[Question],
) -> None:
    chosen = not GreedyPolicy(0)._choosers.keys().isdisjoint(question_class.__mro__)
    assert chosen or question_class in ANSWERED_AT_RANDOM or issubclass(question_class, UseOrPass)
    assert not (chosen and question_class in ANSWERED_AT_RANDOM)


@pytest.mark.parametrize("question_class", CLASSES, ids=lambda each: each.__name__)
def test_a_real_table_has_templates_for_every_question_whose_answers_are_not_all_listed(
    question_class: type[Question],
) -> None:
    plain = table_rules._templates.dispatch(object)
    chosen = table_rules._templates.dispatch(question_class) is not plain
    assert chosen is not (question_class in ASKED_WITH_ALL_ANSWERS)


def test_the_walk_over_the_classes_finds_the_questions_of_players() -> None:
    assert CastVotes in CLASSES
    assert not any(issubclass(each, ChanceQuestion) for each in CLASSES)
