"""Every forbidden answer names its rule, and an invalid answer gives one clear error (IM-ASK-1)."""

import random
from contextlib import suppress

import pytest
from imperium.galaxy.game.positions import (
    case,
    chapter,
    kind,
    options,
    put,
    say,
    sheet,
    system,
    take_planets,
)

from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.core.questions import BadAnswer, Refusal
from twingkit.imperium.galaxy.phases.action_phase import TurnChoice, take_turn
from twingkit.imperium.galaxy.starts import GameStart, new_game, position_game
from twingkit.imperium.galaxy.table.questions import GalaxyQuestion
from twingkit.imperium.texts.rulebook import rulebook

NONSENSE = (
    "", "  ", "pass pass", "move", "land", "build 99 cruiser", "vote", "pay", "offer", "42", "💥", "x" * 500,
)  # fmt: skip
SHORT = "galaxy: short, action p1, p1 cards 1 5, p2 cards {} 6, p3 cards 3 7"


@pytest.mark.parametrize("players", ["short", 4])
def test_no_text_breaks_a_question_and_every_refusal_has_a_rule(players):
    game, rng = new_game(players, seed=8, explain=False), random.Random(8)
    before = None
    for _ in range(300):
        question = game.question
        if question is None:
            break
        if isinstance(question, GalaxyQuestion):
            before = game.table.key()
            for text in NONSENSE:
                with suppress(BadAnswer, Fault):  # invalid answers
                    refusal = game.refusal(text)
                    assert refusal is None or refusal.rule in rulebook()
            assert game.table.key() == before
        game.answer_randomly(rng)


@pytest.mark.parametrize("players", ["short", 5])
def test_every_option_is_allowed_and_what_is_drawn_too(players):
    game, rng = new_game(players, seed=17, explain=False), random.Random(17)
    for _ in range(250):
        question = game.question
        if question is None:
            break
        for option in list(question.options())[:40]:
            assert question.refusal(option) is None, (question.kind, option)
        drawn = question.random_answer(rng)
        assert question.refusal(drawn) is None, (question.kind, drawn)
        game.answer(drawn)


def test_a_refusal_says_what_and_where_in_both_languages():
    game = chapter(
        lambda table: take_turn(table, 0), lambda table: sheet(table, 0, strategy_cards={1: False, 5: True})
    )
    refusal = game.refusal("pass")
    assert refusal.rule == "IM-TURN-2"
    assert refusal.text("en") != refusal.text("de")
    assert "IM-TURN-2" in str(refusal)


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        (SHORT.format(2) + ", at 20 p1 9 cruiser", "IM-LIM-1"),
        (SHORT.format(1), None),  # p2 has a strategy card of p1
        (SHORT.format(2) + ", at 20 p1 4 cruiser", "IM-FLEET-1"),
    ],
)
def test_a_position_beyond_the_box_is_refused_with_its_rule(line, rule):
    with pytest.raises((Refusal, Fault)) as wrong:
        position_game(line, seed=1)
    if rule is not None:
        assert wrong.value.rule == rule


def test_a_record_that_answers_what_is_forbidden_says_where():
    game, rng = new_game("short", seed=2), random.Random(2)
    while not isinstance(game.question, TurnChoice):
        game.answer_randomly(rng)
    lines = [*str(game.record).splitlines(), "p1: activate 99"]
    with pytest.raises((Refusal, Fault, ValueError)) as wrong:
        Game.replay("\n".join(lines))
    assert str(len(lines)) in str(wrong.value)


def test_a_start_with_lines_of_other_games_is_refused():
    with pytest.raises((Fault, ValueError)):
        GameStart.parse(["imperium 9"])
    with pytest.raises((Fault, ValueError)):
        GameStart.parse(["imperium 3", "faction sol", "faction yin"])


def test_IM_ACT_war_effort_situation_17_needs_a_cruiser_that_may_come_back():
    def arrange(table):
        sheet(table, 0, action_cards=("war_effort",), strategy_cards={1: True, 5: True}, fleet=8)
        put(table, 0, "23", cruiser=8)
        put(table, 0, "20", destroyer=1)
        take_planets(table, 0, "lodor")
        table.place_token(0, system(table, "23"))

    held = chapter(lambda table: take_turn(table, 0), arrange)
    assert "play war_effort" not in options(held)
    assert case(held, "play war_effort") == ("IM-TURN-5", "not_now")

    def free(table):
        arrange(table)
        table.remove_token(0, system(table, "23"))

    game = say(chapter(lambda table: take_turn(table, 0), free), "play war_effort")
    while kind(game) is not None and kind(game)[0] != "turn":
        say(game, options(game)[0])
    assert game.table.count_on_board(0, "cruiser") == 8
