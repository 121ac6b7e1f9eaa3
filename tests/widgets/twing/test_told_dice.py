"""Dice that a question mentions lie on its table; unrolled ones do not."""

from __future__ import annotations

import re

import pytest

from twingkit.core.language import in_language
from twingkit.twing.quiz.deal import QUIZ
from twingkit.twing.quiz.games.game_wording import announced_faces
from twingkit_widgets.learn.practice.open_question import ShownQuestion

TOLD = ["duels:end", "duels:next", "supporting:settled", "supporting:home", "end-game:wins", "end-game:lost"]
TOLD += ["end-game:count", "end-game:stay", "whole-game:count", "whole-game:lost"]


def unrolled(name: str) -> list[str]:
    """Return the signs of unrolled dice in the picture of a question."""
    html = str(ShownQuestion(QUIZ.item(name)).html())
    return re.findall(r">\?<", html.split("tk-quiz-side")[0].split("</header>", 1)[1])


@pytest.mark.parametrize("kind", TOLD)
def test_what_the_words_tell_of_dice_lies_on_the_table(kind: str) -> None:
    for seed in range(3):
        item = QUIZ.item(f"{kind}:{seed}")
        faces = announced_faces(item)
        assert faces
        assert not unrolled(item.name)
        with in_language("de"):
            assert ShownQuestion(item).html()


@pytest.mark.parametrize("kind", ["supporting:which", "supporting:asked"])
def test_dice_that_have_not_fallen_are_not_shown(kind: str) -> None:
    for seed in range(3):
        item = QUIZ.item(f"{kind}:{seed}")
        assert not announced_faces(item)
        assert unrolled(item.name)
