"""The lessons on whole games: their answers are counted on the table, and they stay short and complete."""

import re

import pytest

from twingkit.core.words import LANGUAGES
from twingkit.imperium.lessons import COURSE
from twingkit.imperium.lessons.whole_game import ANSWER_KEY, card_state_on_table, number_on_table
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.learn.lesson.lesson import LessonError

BATTLES = ("space-battle", "landing")
NAMES = [name for name in COURSE.names if name not in BATTLES]
TABLE = ANSWER_KEY.game_of_table(
    "galaxy: short, action p1, p1 cards 1! 5 goods 2 commodities 1 points 1 hand mb scored lead, "
    "p2 cards 2 6, p3 cards 3 7, at lodor p1 2 infantry, at 18 p1 2 cruiser, tokens 18 p1, exhausted lodor"
).table


@pytest.mark.parametrize("name", NAMES)
def test_a_lesson_is_things_to_do_and_short(name):
    lesson = COURSE.lesson(name)
    kinds = [step.kind for step in lesson.steps]
    assert kinds[0] == "look"
    assert kinds[-1] == "end"
    assert 4 <= sum(step.needs_answer for step in lesson.steps) <= 11
    assert lesson.learned
    for step in lesson.steps:
        for lang in LANGUAGES:
            assert sum(len(text[lang].split()) for text in step.text) <= 75, (step.id, lang)
            for text in (*step.text, *(option.reply for option in step.options)):
                assert not re.search("['\"]", text[lang]), (step.id, "typographic marks")


@pytest.mark.parametrize("name", NAMES)
def test_every_wrong_answer_has_its_rule(name):
    lesson = COURSE.lesson(name)
    recorded = {(step, answer) for step, answer, _ in lesson.mistakes}
    right = dict(lesson.solution)
    for step in lesson.steps:
        if step.kind in ("predict", "choose"):
            wrong = {(step.id, option.id) for option in step.options} - {(step.id, right[step.id])}
            assert wrong <= recorded
    assert all(rule in rulebook() for _, _, rule in lesson.mistakes)


@pytest.mark.parametrize(
    ("what", "number"),
    [
        ("tactic p1", 3), ("fleet p1", 3), ("strategy p1", 2), ("reserve p1", 7), ("goods p1", 2),
        ("commodities p1", 1), ("points p1", 1), ("hand p1", 1), ("planets p1", 2), ("cruiser p1 18", 2),
        ("infantry p1 lodor", 2), ("infantry p1", 7), ("resources lodor", 3), ("influence mr", 6),
        ("objectives", 2), ("laws", 0), ("agendas", 1), ("cruiser p2 18", 0), ("spacedock p1 jord", 1),
    ],
)  # fmt: skip
def test_what_a_step_counts_is_on_the_table(what, number):
    assert number_on_table(TABLE, what) == number


@pytest.mark.parametrize("what", ["", "luck", "luck p1", "goods p4", "goods", "resources pluto"])
def test_what_nobody_can_count_is_named(what):
    with pytest.raises((LessonError, ValueError)):
        number_on_table(TABLE, what)


def test_how_cards_lie():
    cards = ("lodor", "jord", "strategy_1", "strategy_5", "lead")
    assert [card_state_on_table(TABLE, what) for what in cards] == [
        "exhausted", "ready", "exhausted", "ready", "scored",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "thing", ["lodor", "18", "cruiser", "spacedock", "lead", "strategy_8", "defender pds"]
)
def test_things_to_tap_are_those_of_games_and_of_battles(thing):
    ANSWER_KEY.check_tappable(thing)
    with pytest.raises(ValueError, match="is one of"):
        ANSWER_KEY.check_tappable(f"{thing}x")
