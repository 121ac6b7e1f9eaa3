"""A page of a whole game answers every class of question with a form or with buttons."""

from __future__ import annotations

import inspect

import pytest
from question_classes import derived_classes

from twingkit.imperium.galaxy.objectives.scoring import ScoreChoice
from twingkit.imperium.galaxy.phases.action_phase import TurnChoice
from twingkit.imperium.galaxy.phases.map_building import PlaceTile
from twingkit.imperium.galaxy.table.abilities import UseOrPass
from twingkit.imperium.galaxy.table.questions import GalaxyQuestion, ItemChoice
from twingkit.imperium.galaxy.technology.research import ResearchChoice
from twingkit.imperium.galaxy.trade.transactions import BargainBeforeFire, BargainInCombat, OfferReply
from twingkit_widgets.imperium.play.plans.plans import PLANS

BY_BUTTONS = {
    *(TurnChoice, ItemChoice, ResearchChoice, ScoreChoice, UseOrPass, PlaceTile),
    *(OfferReply, BargainBeforeFire, BargainInCombat),
}
"""The questions with few answers, or with answers that the map shows."""


ASKED = sorted(
    {each for each in derived_classes(GalaxyQuestion) if each.kind and not inspect.isabstract(each)},
    key=lambda asked: asked.__name__,
)


@pytest.mark.parametrize("question_class", ASKED)
def test_every_question_has_a_form_or_buttons(question_class: type[GalaxyQuestion]) -> None:
    assert (question_class in PLANS) != (question_class in BY_BUTTONS)


def test_every_form_belongs_to_a_question_that_is_asked() -> None:
    assert {*PLANS, *BY_BUTTONS} == {*ASKED}
