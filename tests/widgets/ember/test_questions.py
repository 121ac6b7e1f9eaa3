"""A question on Ember shows what decides it and what the creatures in it do."""

from __future__ import annotations

import html
import re

import pytest

from twingkit.core.language import in_language
from twingkit.core.words import LANGUAGES
from twingkit.ember.box.pool import load_pool
from twingkit.learn.quiz.quiz_of import quiz_of
from twingkit_widgets.learn.practice.view import QuizView

QUIZ = quiz_of("ember")


def words_of(name: str) -> str:
    """Return the words of a question's page."""
    return html.unescape(re.sub(r"<[^>]*>", "", str(QuizView(QUIZ.item(name)).html())))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("topic", ["abilities", "windows", "archmage"])
def test_EM_ABIL_2_what_a_creature_does_is_shown_where_it_is_asked_about(topic: str, lang: str) -> None:
    for kind in QUIZ.makers(topic):
        item = QUIZ.item(f"{topic}:{kind}:4")
        shown = words_of(item.name)
        on_table = {owned.id for player in item.game().table.players for owned in player.owned}
        for name in on_table:
            assert load_pool()[name].effects_text() in shown, (item.name, name)


def test_EM_POOL_1_what_hands_pay_least_often_is_asked_without_a_hand_and_a_table() -> None:
    page = str(QuizView(QUIZ.item("sets-and-runs:rarest:3")).html())
    assert "em-hand" not in page
    assert "em-seat" not in page


@pytest.mark.parametrize("kind", ["rarest", "pays", "pairs", "exact", "corner", "pure", "worth"])
def test_EM_COST_2_signs_of_costs_are_explained_where_they_are_asked_about(kind: str) -> None:
    with in_language("de"):
        shown = words_of(f"sets-and-runs:{kind}:3")
    assert "steht N für Karten mit derselben Zahl, E für Karten mit demselben Element" in shown
