"""The answers of Imajica as acts."""

from __future__ import annotations

import pytest

from twingkit import imajica
from twingkit.imajica.rules.answers import NOTATION, Play
from twingkit.imajica.rules.questions import ImajicaQuestion


@pytest.mark.parametrize("seed", range(2))
def test_every_option_of_a_game_is_an_act_with_the_same_text(seed: int) -> None:
    game = imajica.new_game(seed=seed)
    for _ in range(150):
        if isinstance(game.question, ImajicaQuestion):
            for option in list(game.question.options())[:200]:
                assert NOTATION.parse(str(option)) == option
        game.answer_randomly()


@pytest.mark.parametrize(
    "text",
    [
        *("", "pass now", "play", "play pneuma by", "play pneuma on", "play pneuma by a b", "use slew 1 2"),
        *(
            "artist",
            "artist gentle 2",
            "path road to slew",
            "seize slew by gentle",
            "seize slew with",
            "seize a b",
        ),
        *("reassign gentle", "reassign gentle>slew>x", "damage", "damage gentle", "damage gentle 0"),
        *("damage gentle 1 gentle 2", "damage gentle 1 dowd", "hand shuffle", "call a b"),
    ],
)
def test_a_text_without_the_form_of_an_answer_is_none(text: str) -> None:
    assert NOTATION.parse(text) is None


def test_IJ_ALLY_8_the_words_of_a_card_are_its_ally_and_its_targets() -> None:
    assert NOTATION.parse("play pneuma  by sartori on gentle dowd") == Play(
        "pneuma", "sartori", ("gentle", "dowd")
    )
