"""A question, what decides it and its answers are on one screen, also of a phone and 900 pixels high."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from browser.screens import Screen, lesson_screens, misfits, play_screens, question_screens
from long_runs import runs

pytestmark = pytest.mark.browser

PAGES = {"twing": ("learn", "practice"), "imperium": ("imperium-learn", "imperium-practice")}
SIZES = {
    "phone": {"width": 390, "height": 844, "has_touch": True, "is_mobile": True},
    "wide": {"width": 1280, "height": 900},
}
SEEDS = range(runs(1, 12))

in_every_window = pytest.mark.parametrize(
    ("size", "lang"), [("phone", "en"), ("phone", "de"), ("wide", "de")]
)
"""Sentences are longer in German."""
of_every_game = pytest.mark.parametrize("game", PAGES)


@pytest.fixture
def fits(visit: Any, enter: Any) -> Any:
    """Show screens on a page, in a window of a size; fail with a list of those that do not fit."""

    def check(size: str, page: str, screens: Iterable[Screen]) -> None:
        assert misfits(enter(visit(**SIZES[size]), page, "lang=en"), screens) == []

    return check


@in_every_window
@of_every_game
def test_every_step_of_every_lesson_is_on_one_screen(fits: Any, game: str, size: str, lang: str) -> None:
    fits(size, PAGES[game][0], lesson_screens(game, lang))


@in_every_window
@of_every_game
def test_every_kind_of_question_is_on_one_screen(fits: Any, game: str, size: str, lang: str) -> None:
    fits(size, PAGES[game][1], question_screens(game, lang, SEEDS))


@pytest.mark.parametrize(("size", "lang"), [("phone", "de"), ("wide", "de")])
def test_every_kind_of_question_of_a_game_is_on_one_screen(fits: Any, size: str, lang: str) -> None:
    fits(size, "play", play_screens(lang, runs(2, 8)))
