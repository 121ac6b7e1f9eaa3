"""Nothing is wider than a phone: every kind of question and every step of every lesson, in both languages,
before and after its answers."""

from __future__ import annotations

from typing import Any

import pytest
from browser.screens import answered_lessons, answered_questions, wider
from browser.stand_in import as_on_a_phone, stand_in
from long_runs import runs

pytestmark = pytest.mark.browser

GAMES = {"twing": "", "imperium": "imperium-", "ember": "ember-", "imajica": "imajica-"}
SEEDS = range(runs(1, 12))
PHONES = (360, 390)
"""The widths of phones in pixels."""


@pytest.mark.parametrize("game", GAMES)
def test_questions_and_lessons_and_their_answers_are_not_wider_than_a_phone(
    visit: Any, enter: Any, game: str
) -> None:
    window = visit(width=1280, height=900)
    found = []
    for page, screens in (("practice", answered_questions(game, SEEDS)), ("learn", answered_lessons(game))):
        shown = enter(window, f"{GAMES[game]}{page}", "lang=en")
        stand_in(shown)
        with as_on_a_phone(shown):
            found += wider(shown, screens, PHONES)
    assert found == []
