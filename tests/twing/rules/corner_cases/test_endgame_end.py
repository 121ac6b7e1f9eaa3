"""Corner cases: what is allowed in the end game, leaving it, and how games end."""

from __future__ import annotations

import pytest
from twing.cases import (
    LAID,
    THREE,
    asks,
    attack_all,
    case,
    cited,
    entourage,
    hand,
    objects,
    options,
    ornicles,
    play,
    players_who_left,
    refused,
    results,
    rolls,
)

# No duty to attack


def test_TW_END_1_in_the_end_game_every_action_stays_allowed():
    seats = {"p1": f"hand F5; {THREE}; ornicles 5; endgame", "p2": "hand W1; objects bra"}
    table = "phase action; display cup,boots"
    game = case(table=table, **seats)
    assert {"attack p2", "duel p2", "buy cup", "pass", "endgame"} <= set(options(game))


def test_endgame_forced_leaves_only_the_attack():
    seats = {"p1": f"hand F5; {THREE}; ornicles 5; endgame", "p2": "hand W1; objects bra"}
    game = case(table="phase action; display cup,boots", variant="endgame_forced=true", **seats)
    for action in ("attack p2", "duel p2", "buy cup", "pass"):
        assert refused(game, action) == "TW-END-1"
    assert options(game) == ["endgame", "retire"]


# Leaving the end game

FOUR = {"p2": "hand W1; objects boots,bra,cup; aside socks; endgame"}

STOLEN = ("p2: keep", "lay A5", "lay W1", *rolls("0", "0"), "take socks")


def test_TW_END_6_losing_one_of_four_changes_nothing():
    game = attack_all(*STOLEN, p3="out", **FOUR)
    assert game.table.players[1].in_endgame
    assert cited(game, "TW-END-6") == []


def test_TW_END_6_with_two_objects_left_the_end_game_is_left():
    game = attack_all(
        *("lay A5", "lay W1", *rolls("0", "0"), "take bra"),
        p2="hand W1; objects boots,bra,cup; endgame",
        p3="out",
    )
    assert not game.table.players[1].in_endgame
    assert cited(game, "TW-END-6") == ["TW-END-6 left witch"]


def test_endgame_leaves_any_theft_ends_it_with_three_left():
    game = attack_all(*STOLEN, variant="endgame_leaves=any_theft", p3="out", **FOUR)
    assert not game.table.players[1].in_endgame


def test_TW_DUEL_3_a_duel_can_end_it_too():
    seats = {"p1": "hand A5 A4 A3; ornicles 1", "p2": "hand W3 W2 W1; objects boots,bra,cup; endgame"}
    game = play(case(**seats), "duel p2")
    for number in (5, 4, 3):
        play(game, f"lay A{number}", f"lay W{number - 2}", "roll 0", "roll 0", "pass*")
    play(game, "p1: draw spell A1", "p2: draw spell W1")
    play(game, "p1: take cup")
    assert cited(game, "TW-END-6") == ["TW-END-6 left witch"]


# Two players in the end game


def test_TW_END_1_two_may_be_in_the_end_game_and_attack_in_turn():
    seats = {"p1": f"hand A5; {THREE}; endgame", "p2": "hand W5 W4; objects boots,bra,cup; endgame"}
    game = play(case(**seats), "endgame", "lay A5", "lay W5", "roll 0", "roll 0", "pass*")
    play(game, "p1: draw spell A1", "p2: draw cat")
    assert "endgame" in options(game)
    play(game, "p2: endgame")
    assert cited(game, "TW-END-1") == ["TW-END-1 again mage", "TW-END-1 again witch"]


# The last player


def test_TW_END_7_the_game_ends_at_once_in_the_middle_of_an_action():
    game = play(case(p1="hand F5 F4", p2="hand W1; ornicles 2"), "attack p2", "lay F5", "p2: retire")
    assert asks(game) == "over"
    assert game.result.winner == 0
    assert cited(game)[-1] == "TW-END-7 won mage"
    assert ornicles(game) == [1, 0]


def test_TW_LEAVE_1_if_all_targets_retire_the_attacker_takes_and_wins_without_dice():
    game = attack_all("lay A5", "p2: retire", "p3: retire", "p1: take shamrock", "p1: take boots", "keep*")
    assert asks(game) == "over"
    assert "TW-BAT-7" not in " ".join(cited(game))
    assert set(game.table.players[0].owned_objects) == {"boots", "hat", "puppet", "shamrock", "teddy"}


def test_TW_LEAVE_1_of_a_leaver_one_object_is_taken_the_rest_goes_under_the_stack():
    seats = {"p2": "hand W5; objects cup,shamrock; ornicles 2"}
    game = attack_all("lay A5", "p2: retire", "p3: lay L5", "p1: roll 0", "p3: roll 1", **seats)
    play(game, "p1: take cup", "keep*")
    assert (players_who_left(game), game.table.objects_under_stack) == (["p2"], ("shamrock",))
    assert results(game) == [("attacker", None), ("defender", (5, 6))]
    assert ornicles(game) == [0, 0, 1]


def test_TW_LEAVE_1_an_attack_on_a_leaver_counts_as_won_for_the_creatures():
    seats = {"p1": f"hand A5; entourage A1; {THREE}"}
    game = attack_all("lay A5 + A1", "p2: retire", "p3: lay L5", "p1: roll 0", "p3: roll 1", **seats)
    play(game, "take shamrock")
    assert results(game)[1] == ("tie", (6, 6))
    assert entourage(game, "p1") == "A1"


# No endless games


def test_TW_PLAY_2_after_turn_300_most_objects_win():
    game = case(p1="hand F5; ornicles 9", p2="hand W1; objects bra", table="turn 300; phase action")
    play(game, "pass", "draw cat", "draw cat")
    assert (asks(game), game.result.winner, game.result.end_reason) == ("over", 1, "limit")


@pytest.mark.parametrize(
    ("p1", "p2", "winner"),
    [
        ("hand F5; ornicles 2", "hand W1; ornicles 1; entourage W5", 0),
        ("hand F5; ornicles 1; entourage F2", "hand W1; ornicles 1; entourage W3", 1),
        ("hand F5; entourage F3", "hand W1; entourage W3", None),
    ],
)
def test_TW_PLAY_2_then_ornicles_then_the_entourage_else_a_draw(p1, p2, winner):
    game = play(case(p1=p1, p2=p2, table="turn 300; phase action"), "pass", "draw cat", "draw cat")
    assert game.result.winner == winner


@pytest.mark.parametrize(("limit", "over"), [(300, False), (100, True), (0, False)])
def test_turn_limit_says_how_long_a_game_lasts(limit, over):
    game = case(p1="hand F5", p2="hand W1", table="turn 100; phase action", variant=f"turn_limit={limit}")
    assert (asks(play(game, "pass", "draw cat", "draw cat")) == "over") is over


def test_turn_limit_0_goes_on_after_turn_300():
    game = case(p1="hand F5", p2="hand W1", table="turn 300; phase action", variant="turn_limit=0")
    assert asks(play(game, "pass", "draw cat", "draw cat")) == "p2 draw"


# Nobody left to fight


def test_TW_END_2_announcing_against_players_without_objects_wins_at_once():
    game = attack_all(p2="hand W5 cat", p3="hand L5; ornicles 4")
    assert (asks(game), game.result.winner) == ("over", 0)
    assert "TW-BAT" not in " ".join(cited(game))


def test_TW_END_1_even_without_a_spell():
    game = case(p1=f"hand cat; {THREE}", p2="hand W5")
    play(game, "endgame")
    assert game.result.winner == 0


# The rules of an attack


def test_TW_BAT_1_an_end_game_attack_needs_a_spell():
    game = case(p1=f"hand cat; entourage F4; {THREE}", p2="hand W5; objects bra")
    assert refused(game, "endgame") == "TW-BAT-1"


def test_TW_BAT_1_to_5_lays_are_those_of_every_battle():
    game = attack_all(
        p1="hand A5 F3; entourage A1 A2; objects hat,puppet,shamrock", p2="hand W5 L1; objects bra"
    )
    assert refused(game, "lay A5 F3") == "TW-BAT-1"
    assert refused(game, "lay A5 + A1 A2") == "TW-BAT-2"
    assert refused(game, "lay shield A1") == "TW-BAT-5"
    play(game, "lay A5 + A1")
    assert refused(game, "lay W5 L1") == "TW-BAT-1"
    assert refused(game, "lay nothing") == "TW-BAT-4"


# Events in an end-game attack


def test_TW_OBJ_2_an_object_gained_in_the_attack_can_be_taken_at_its_end():
    game = attack_all(*LAID, *rolls("1", "Spiral", "1"), "p2: event take_top_object", "object bra")
    assert objects(game, "p2") == "shamrock|bra"
    play(game, "p1: take bra", "keep*")
    assert players_who_left(game) == [], "the Witch keeps the Shamrock"


def test_TW_END_2_an_object_gained_in_the_attack_keeps_its_owner_in_the_game():
    game = attack_all(
        *LAID, *rolls("1", "Spiral", "2"), "p2: event take_top_object", "object bra", "take shamrock", "keep*"
    )
    assert players_who_left(game) == []
    assert objects(game, "p2") == "bra"


def test_TW_TURN_2_hands_without_a_spell_wait_for_the_end_of_the_attack():
    game = attack_all(*LAID, *rolls("1", "0", "1"), "p1: take shamrock", "keep*")
    assert players_who_left(game) == ["p2"]
    assert asks(game) == "p1 draw"
    play(game, "draw spell A1", "p3: draw spell L1")
    assert hand(game, "p2") == ""
