"""A question, what decides it and its answers fit on one screen, also of a phone and of 900 pixels in height;
no key covers a text of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from browser.screens import (
    Screen,
    hidden_text,
    lesson_screens,
    misfits,
    play_screens,
    question_screens,
)
from browser.stand_in import as_on_a_phone, stand_in
from long_runs import runs

pytestmark = pytest.mark.browser

PAGES = {"twing": ("learn", "practice"), "imperium": ("imperium-learn", "imperium-practice")}
LESSONS = {game: pages[0] for game, pages in PAGES.items()} | {"ember": "ember-learn"}
SEEDS = range(runs(1, 12))

in_its_languages = pytest.mark.parametrize("lang", runs(["de"], ["de", "en"]))
"""Sentences are longer in German: English is tested in long runs."""
of_every_game = pytest.mark.parametrize("game", PAGES)


@pytest.fixture
def fits(visit: Any, enter: Any) -> Any:
    """Show screens on a page, in a window and on a phone; fail with a list of those that do not fit."""

    def check(page: str, screens: Iterable[Screen]) -> None:
        made = list(screens)
        assert made
        shown = enter(visit(width=1280, height=900), page, "lang=en")
        stand_in(shown)
        assert misfits(shown, made) == [], "wide"
        with as_on_a_phone(shown, 390, 844):  # the same page: a second one would have to load
            assert misfits(shown, made) == [], "phone"
        assert hidden_text(shown, made) == []

    return check


@in_its_languages
@pytest.mark.parametrize("game", LESSONS)
def test_every_step_of_every_lesson_is_on_one_screen(fits: Any, game: str, lang: str) -> None:
    fits(LESSONS[game], lesson_screens(game, lang))


@in_its_languages
def test_a_table_of_imajica_with_many_sites_and_its_question_are_on_one_screen(fits: Any, lang: str) -> None:
    fits("imajica-learn", lesson_screens("imajica", lang, ["victory"]))


@in_its_languages
@of_every_game
def test_every_kind_of_question_is_on_one_screen(fits: Any, game: str, lang: str) -> None:
    fits(PAGES[game][1], question_screens(game, lang, SEEDS))


def test_every_kind_of_question_of_a_game_is_on_one_screen(fits: Any) -> None:
    fits("play", play_screens("de", runs(2, 8)))
