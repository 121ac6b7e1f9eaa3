"""Questions for a game without its own ones: scenes of its games, answered by its rulings."""

from __future__ import annotations

import sys
from functools import cache
from types import ModuleType

import attrs
import pytest

from twingkit.core.games import GameEntry, game_by_id
from twingkit.core.words import LANGUAGES
from twingkit.learn.quiz.deal import GameQuiz
from twingkit.learn.quiz.item import QuizItem
from twingkit.learn.quiz.scenes import MIN_OPTIONS_SMALL_GAME, default_topics

EXAMPLES = ("space: 2 cruiser 1 dreadnought vs 3 fighter 1 carrier", "ground: 2 infantry vs 1 infantry 1 pds")


GAME = attrs.evolve(game_by_id("imperium"), starts="starts_with_examples", questions="")
"""A game with starts, rules and examples, and no questions."""


@pytest.fixture
def entry(monkeypatch: pytest.MonkeyPatch) -> GameEntry:
    """Return the game, with its examples where its entry names them."""
    module = ModuleType(GAME.starts)
    module.EXAMPLES = EXAMPLES  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, module.__name__, module)
    return GAME


@cache
def dealt(name: str) -> QuizItem:
    """Return a question of the game, dealt once for all tests."""
    return GameQuiz(GAME.id, default_topics(GAME)).item(name)


def test_a_game_whose_games_cannot_be_begun_has_no_topic(entry: GameEntry) -> None:
    assert default_topics(attrs.evolve(entry, starts="twingkit.imperium.starts", example="")) == {}


@pytest.mark.parametrize("kind", ["next", "rule"])
def test_every_scene_is_a_question_with_one_right_option(entry: GameEntry, kind: str) -> None:
    items = [dealt(f"scenes:{kind}:{seed}") for seed in range(20)]
    quiz = GameQuiz(entry.id, default_topics(entry))
    assert items[:3] == [quiz.item(item.name) for item in items[:3]]
    assert len({item.right_option.key for item in items}) >= 5
    for item in items:
        assert MIN_OPTIONS_SMALL_GAME <= len(item.choices) <= 4
        assert [choice.is_right for choice in item.choices].count(True) == 1
        for lang in LANGUAGES:
            assert len({choice.text(lang) for choice in item.choices}) == len(item.choices)
            assert "{" not in item.prompt(lang)


@pytest.mark.usefixtures("entry")
def test_what_happens_next_is_what_the_game_says_when_it_goes_on() -> None:
    for seed in range(12):
        item = dealt(f"scenes:next:{seed}")
        said = [ruling.text() for ruling in item.game_after().transcript[-1].rulings]
        assert said[0] == item.right_option.text()
        assert not {choice.text() for choice in item.choices if not choice.is_right} & set(said)


@pytest.mark.usefixtures("entry")
def test_the_rule_asked_for_is_the_one_that_acts() -> None:
    for seed in range(12):
        item = dealt(f"scenes:rule:{seed}")
        assert item.right_option.key == item.rule == item.game_after().transcript[-1].rulings[0].rule
        assert item.reasons[0].text() in item.prompt()
