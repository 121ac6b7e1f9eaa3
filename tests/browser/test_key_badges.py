"""The sign of a key covers no text on a piece that can be tapped, or beside it.

Lessons and questions that are to be on one screen are looked at there, every page in `test_covered`.
"""

from __future__ import annotations

from typing import Any

import pytest
from browser.screens import hidden_text, lesson_screens, question_screens
from browser.stand_in import stand_in
from long_runs import runs

pytestmark = pytest.mark.browser

LESSONS = runs(["contest", "cards-and-rounds"], [])
"""Lessons of Imajica with pieces to tap; in long runs all."""


def test_no_key_covers_text_on_the_cards_of_imajica(visit: Any, enter: Any) -> None:
    page = enter(visit(width=1280, height=900), "imajica-learn", "lang=de")
    stand_in(page)
    assert hidden_text(page, lesson_screens("imajica", "de", LESSONS)) == []


@pytest.mark.soak
@pytest.mark.parametrize("game", ["ember", "imajica"])
def test_no_key_covers_text_in_any_kind_of_question(visit: Any, enter: Any, game: str) -> None:
    page = enter(visit(width=1280, height=900), f"{game}-practice", "lang=de")
    stand_in(page)
    assert hidden_text(page, question_screens(game, "de", range(8))) == []
