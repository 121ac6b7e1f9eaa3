"""The table's automatic answers for a learner in a first game: where there is no real choice."""

from __future__ import annotations

import re

import pytest

from twingkit import Game, ember, twing
from twingkit.core.games import game_by_id
from twingkit.learn.first_game.first_game import first_game_settings

FIRST = first_game_settings(game_by_id("twing"))

TABLE = (
    "players F W\nbox assumed\np1 hand F5 F1; objects {}; ornicles 9\np2 hand W4; ornicles 0\n"
    "table turn 5; to-move p1; phase action; display puppet,panties"
)


def responding(line: str, *rolls: str) -> Game:
    """Return a battle after its dice."""
    game = twing.battle_game(line).give_answers("lay F5", "lay W4 + W3")
    while game.question.kind == "before_roll":
        assert FIRST.automatic_answer(game) == "pass", "a trap waits for the dice"
        game = game.give_answers("pass")
    return game.give_answers(*(f"roll {face}" for face in rolls))


@pytest.mark.parametrize(
    ("held", "rolls", "answer"),
    [
        ("cat", ("3", "0"), "pass"),  # ahead: 8 to 7
        ("cat", ("2", "0"), ""),  # a tie
        ("cat", ("Sun", "0"), "pass"),
        ("cat", ("Sun", "Sun"), "pass"),  # only a Sun is as good, so a cat can only harm
        ("trap", ("Sun", "0"), "pass"),  # points do not count, and the losing side loses the creature anyway
        ("trap", ("0", "0"), ""),
    ],
)
def test_TW_BAT_10_who_is_ahead_or_cannot_be_helped_is_not_asked(held: str, rolls: tuple, answer: str):
    game = responding(f"F: F5 & {held} vs W: W4 + W3", *rolls)
    assert game.question.kind == "respond"
    assert FIRST.automatic_answer(game) == answer


@pytest.mark.parametrize("rolls", [("0", "3"), ("0", "Sun")])
def test_TW_BAT_21_a_trap_that_takes_a_creature_that_would_come_home_is_a_decision(rolls: tuple):
    game = twing.battle_game("F: F5 + F3 vs W: W5 + W4 & trap").give_answers("lay F5 + F3", "lay W5 + W4")
    while game.question.kind == "before_roll":
        game = game.give_answers("pass")
    game = game.give_answers(*(f"roll {face}" for face in rolls))
    assert (game.question.kind, game.question.player) == ("respond", 1)
    assert set(map(str, game.question.options())) == {"pass", "trap F3"}
    assert FIRST.automatic_answer(game) == ""


def test_TW_OBJ_2_active_objects_are_asked_for_again_only_after_another_one_has_come():
    game = Game.begin(TABLE.format("hat,bra,boots"), game="twing").give_answers("buy puppet", "cup")
    assert game.question.kind == "switch"
    assert FIRST.automatic_answer(game) == ""
    game = game.give_answers("keep", "draw spell F1", "pass", *["draw spell F1"] * 2, "draw spell W1")
    assert (game.question.kind, game.question.player) == ("switch", 0)
    assert FIRST.automatic_answer(game) == "keep"


def test_TW_BAT_1_the_learner_lays_even_an_only_card_and_chance_is_never_answered():
    game = twing.battle_game("F: F5 vs W: W4")
    assert FIRST.automatic_answer(game) == ""
    assert FIRST.automatic_answer(game.give_answers("lay F5", "lay W4")) == "", "dice fall"


@pytest.mark.parametrize(
    ("held", "rolls", "case"), [("cat", ("3", "0"), "ahead"), ("cat", ("Sun", "Sun"), "in_vain")]
)
def test_TW_BAT_10_the_table_passes_for_the_reason_at_hand(held: str, rolls: tuple, case: str):
    game = responding(f"F: F5 & {held} vs W: W4 + W3", *rolls)
    assert FIRST.automatic_answer(game) == "pass"
    assert FIRST.automatic_answer_case(game) == case


def test_EM_WIN_1_the_turn_of_who_used_an_ability_and_then_passed_ends_with_a_true_sentence():
    first = first_game_settings(game_by_id("ember"))
    line = "ember: p1 hand A5 E5 has kelpie; p2 hand A1 has siren; pool gnome; to move p1 conjure"
    game = ember.position_game(line, seed=1).give_answers("conjure gnome A5 E5", "use kelpie")
    assert first.automatic_answer(game) == ""
    while not first.automatic_answer(game):
        game = game.give_answers("pass")
    assert game.question.player == 0
    claims = re.findall(r"nobody.*ability( since)?", first.automatic_answer_texts["conjure"]["en"])
    assert all(claims), "only what came after the pass is known"
