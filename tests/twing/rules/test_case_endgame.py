"""Corner cases of the end game (E1 to E3, E10 to E21): who is in, what a pairing pays, who is left at last.

What counts in which pairing (E4 to E9, E22) is tested in `test_case_pairings`.
"""

from __future__ import annotations

import pytest
from twing.cases import (
    LAID,
    THREE,
    asks,
    attack_all,
    case,
    cited,
    discard,
    entourage,
    hand,
    objects,
    options,
    ornicles,
    out,
    play,
    refused,
    results,
    rolls,
)

# E1: three objects


def test_E1_TW_END_1_three_objects_owned_when_the_action_is_chosen():
    game = case(p1="hand F5; objects hat,puppet; ornicles 5", p2="hand W1", table="phase action; display bra")
    assert refused(game, "endgame") == "TW-END-1"
    assert "endgame" in options(case(p1=f"hand F5; {THREE}", p2="hand W1"))


def test_E1_TW_END_1_active_or_not_makes_no_difference_to_colours():
    seats = {"p1": "hand F5; objects boots,socks,teddy; aside bra,hat", "p2": "hand W1; objects cup"}
    game = play(case(variant="distinct_colours=true", **seats), "keep")
    assert "endgame" in options(game)


def test_E1_endgame_needs_active_counts_active_objects_alone():
    seats = {"p1": "hand F5; objects boots,socks,teddy; aside bra,hat", "p2": "hand W1; objects cup"}
    variant = "distinct_colours=true endgame_needs=active"
    assert refused(play(case(variant=variant, **seats), "keep"), "endgame") == "TW-END-1"
    assert "endgame" in options(play(case(variant=variant, **seats), "active boots,bra,hat"))


# E2, E3: who is out


def test_E2_TW_END_2_out_at_the_announcement_before_a_card_is_laid():
    game = attack_all(p3="hand L5 cat; entourage L1; ornicles 3")
    assert asks(game) == "p1 attack"
    assert out(game) == ["p3"]
    assert discard(game) == "cat creature L1 spell L5"
    assert ornicles(game) == [0, 0, 0]
    assert cited(game, "TW-END-1", "TW-END-2", "TW-END-3") == [
        *("TW-END-1 entered mage", "TW-END-2 out sorceress", "TW-END-3 attack mage"),
    ]


def test_E2_TW_END_2_out_right_after_the_attack_that_took_the_last_object():
    game = attack_all(*LAID, *rolls("1", "0", "4"), p2="hand W5; objects shamrock; ornicles 2")
    play(game, "p1: take shamrock", "keep*")
    assert out(game) == ["p2"]
    assert ornicles(game) == [0, 0, 1]
    assert [each for each in cited(game, "TW-TURN-2") if "witch" in each] == [], "who is out draws nothing"


def test_E2_elimination_announcement_lets_the_loser_play_on_until_the_next_one():
    game = attack_all(
        *LAID, *rolls("1", "0", "4"), "take shamrock", "keep*", variant="elimination=announcement"
    )
    assert out(game) == []


def test_E2_TW_END_7_a_game_for_two_ends_with_the_last_theft():
    seats = {"p1": f"hand A5; {THREE}", "p2": "hand W4; objects bra"}
    game = play(case(**seats), "endgame", "lay A5", "lay W4", "roll 0", "roll 0", "take bra")
    assert asks(game) == "over"
    assert (game.result.winner, game.result.by) == (0, "last")


def test_E3_TW_END_2_everybody_else_is_checked_each_time():
    seats = {"p3": "hand L1", "p4": "hand A1"}
    game = attack_all(p1=f"hand A5; {THREE}; endgame", **seats)
    assert out(game) == ["p3", "p4"]
    assert cited(game, "TW-END-1") == ["TW-END-1 again mage"]


# E10: the order


def test_E10_TW_END_3_lay_roll_interrupt_events_and_responses_attacker_first_in_the_order_of_play():
    seats = {"p1": f"hand A5 F1; {THREE}", "p2": "hand W5 W1; objects shamrock"}
    table = "phase action; direction counterclockwise"
    game = attack_all(
        "p1: lay A5", "p3: lay L5", "p2: lay W5", table=table, p3="hand L5 L1; objects boots", **seats
    )
    play(game, "p1: roll Spiral", "p3: roll 0", "p2: roll Spiral")
    play(game, "p1: pass", "p3: pass", "p2: pass", "p1: event return_ornicle")
    play(game, "p1: pass", "p2: pass", "p2: event rich_return_ornicle")
    play(game, "p1: pass", "p3: pass", "p2: pass")
    assert results(game) == [("tie", (5, 5))] * 2


def test_E10_TW_BAT_9_a_defenders_spiral_concerns_that_pairing():
    seats = {"p1": f"hand A5 F1; {THREE}", "p2": "hand W5 W1; objects shamrock"}
    game = attack_all(*LAID, *rolls("0", "Spiral", "0"), p3="hand L5 L1; objects boots", **seats)
    play(game, "p1: pass", "p2: pass", "p2: event return_ornicle")
    play(game, "p1: pass", "p2: pass", "p3: pass")
    assert results(game) == [("tie", (5, 5))] * 2


def test_E10_TW_BAT_8_events_come_attacker_first_then_in_the_order_of_play():
    game = attack_all(*LAID, *rolls("Spiral", "Spiral", "Spiral"))
    play(game, "p1: event take_two_ornicles", "p2: event return_ornicle", "p3: event rich_return_ornicle")
    assert results(game) == [("tie", (5, 5))] * 2


def test_E10_TW_END_3_responses_go_round_until_all_have_passed_in_a_row():
    seats = {"p1": f"hand A5 cat; {THREE}", "p2": "hand W5 cat W1; objects shamrock"}
    game = attack_all(*LAID, *rolls("0", "0", "0"), p3="hand L5 cat L1; objects boots", **seats)
    play(game, "p1: pass", "p2: pass", "p3: cat", "roll 1", "p1: cat", "roll 2")
    play(game, "p2: pass", "p3: pass")
    assert results(game) == [("attacker", (7, 5)), ("attacker", (7, 6))], "the attacker holds nothing more"


# E11: the attacker's creatures


CREATURES = {"p1": f"hand A5 A1; {THREE}; entourage A1 F1", "p2": "hand W6; objects shamrock"}


@pytest.mark.parametrize(
    ("faces", "home"),
    [
        (("0", "4", "0"), "F1"),  # one lost, one won: the own element comes home
        (("0", "1", "0"), "A1 F1"),  # a tie and a win
        (("0", "1", "2"), "A1 F1"),  # two ties
        (("Cross", "0", "0"), "F1"),
    ],
)
def test_E11_TW_END_4_creatures_are_lost_with_the_first_pairing_lost(faces, home):
    game = attack_all("lay A5 + A1 F1", "lay W6", "lay L5", *rolls(*faces), "pass*", **CREATURES)
    while asks(game) == "p1 take_object":
        play(game, options(game)[0])
    assert entourage(game, "p1") == home


@pytest.mark.parametrize(
    ("losses", "lost", "kept"),
    [("any", 1, 0), ("majority", 2, 1), ("all", 3, 2)],
    ids=["any", "majority", "all"],
)
def test_E11_endgame_losses_says_how_many_lost_pairings_cost_the_creatures(losses, lost, kept):
    for count in {lost, kept}:
        game = attack_all(
            *("lay A5 + A1", "lay W6", "lay L5", "lay A1"),
            *rolls("0", *("Sun" if place < count else "Cross" for place in range(3))),
            variant=f"endgame_losses={losses}",
            p4="hand A1; objects cup",
            **CREATURES,
        )
        play(game, "pass*")
        while asks(game) == "p1 take_object":
            play(game, options(game)[0])
        assert entourage(game, "p1") == ("F1" if count == lost else "A1 F1"), (losses, count)


def test_E11_TW_BAT_20_each_defenders_creatures_follow_their_own_pairing():
    seats = {"p2": "hand W1; entourage W1; objects shamrock", "p3": "hand L6; entourage L1; objects boots"}
    game = attack_all("lay A5", "lay W1 + W1", "lay L6 + L1", *rolls("0", "0", "0"), "take shamrock", **seats)
    assert entourage(game, "p3") == "L1"
    assert "creature W1" in discard(game)


# E12, E13, E14: what a pairing pays


def test_E12_TW_END_5_one_object_for_each_pairing_won_and_no_ornicle():
    seats = {"p2": "hand W1; objects cup,shamrock", "p3": "hand L1; objects boots,bra,socks; aside panties"}
    game = attack_all("p3: keep", "lay A5", "lay W1", "lay L1", *rolls("0", "0", "0"), **seats)
    assert refused(game, "take boots") == "TW-END-5"
    play(game, "p1: take cup")
    assert "take panties" in options(game), "active or not"
    play(game, "p1: take panties", "keep*")
    assert ornicles(game) == [0, 0, 0]
    assert cited(game, "TW-END-5", "TW-END-8") == [
        *("TW-END-8 no_ornicle mage", "TW-END-8 no_ornicle mage"),
        *("TW-END-5 taken mage", "TW-END-5 taken mage"),
    ]
    assert objects(game, "p1") == "hat,puppet,teddy|cup,panties"


def test_E12_endgame_ornicle_pays_the_attacker_too():
    game = attack_all(*LAID, *rolls("1", "0", "0"), variant="endgame_ornicle=true")
    assert ornicles(game) == [2, 0, 0]


SHIELD = {"p2": "hand W1; entourage W5; objects shamrock"}
HELD = ("lay A5", "lay shield W5", "lay L5", "p1: roll -1", "p3: roll 0", "pass*")


def test_E13_TW_END_5_a_defence_that_holds_gets_an_ornicle_a_shield_none():
    game = attack_all(*HELD, **SHIELD)
    assert results(game) == [("defender", (4, 5))] * 2
    assert ornicles(game) == [0, 0, 1]
    assert cited(game, "TW-BAT-18", "TW-END-5") == [
        *("TW-BAT-18 shield witch", "TW-END-5 won sorceress"),
        *("TW-END-5 held witch", "TW-END-5 held sorceress"),
    ]


def test_E13_TW_VAR_20_shield_reward_endgame_pays_a_shield():
    game = attack_all(*HELD, variant="shield_reward=endgame", **SHIELD)
    assert ornicles(game) == [0, 1, 1]
    assert "TW-VAR-20 shield witch" in cited(game)


def test_E13_TW_VAR_20_a_shield_still_earns_nothing_in_a_battle():
    seats = {"p1": "hand A1", "p2": "entourage W5"}
    game = play(
        case(variant="shield_reward=endgame", **seats), "attack p2", "lay A1", "lay shield W5", "roll 0"
    )
    assert ornicles(game) == [0, 0]


def test_E13_TW_BAT_4_an_empty_defence_that_wins_gets_no_ornicle_here_either():
    game = attack_all("lay A5", "lay nothing", "lay L5", p2="hand cat; objects shamrock")
    play(game, "p1: roll Cross", "p3: roll 0", "pass*")
    assert ornicles(game) == [0, 0, 1]


def test_E13_empty_defence_lost_decides_its_own_pairing_alone():
    variant = "empty_defence=lost"
    game = attack_all("lay A5", "lay nothing", "lay L5", variant=variant, p2="hand cat; objects shamrock")
    play(game, "p1: roll Cross", "p3: roll 0", "pass*")
    assert results(game) == [("attacker", None), ("defender", None)]


def test_E14_TW_END_5_a_tie_changes_nothing():
    game = attack_all(*LAID, *rolls("0", "0", "0"))
    assert ornicles(game) == [0, 0, 0]
    assert [objects(game, seat) for seat in ("p2", "p3")] == ["shamrock", "boots"]
    assert cited(game, "TW-END-5", "TW-END-8") == []


# E15: no duty to attack


def test_E15_TW_END_1_in_the_end_game_every_action_stays_allowed():
    seats = {"p1": f"hand F5; {THREE}; ornicles 5; endgame", "p2": "hand W1; objects bra"}
    table = "phase action; display cup,boots"
    game = case(table=table, **seats)
    assert {"attack p2", "duel p2", "buy cup", "pass", "endgame"} <= set(options(game))


def test_E15_endgame_forced_leaves_only_the_attack():
    seats = {"p1": f"hand F5; {THREE}; ornicles 5; endgame", "p2": "hand W1; objects bra"}
    game = case(table="phase action; display cup,boots", variant="endgame_forced=true", **seats)
    for action in ("attack p2", "duel p2", "buy cup", "pass"):
        assert refused(game, action) == "TW-END-1"
    assert options(game) == ["endgame", "retire"]


# E16: leaving the end game


FOUR = {"p2": "hand W1; objects boots,bra,cup; aside socks; endgame"}
STOLEN = ("p2: keep", "lay A5", "lay W1", *rolls("0", "0"), "take socks")


def test_E16_TW_END_6_losing_one_of_four_changes_nothing():
    game = attack_all(*STOLEN, p3="out", **FOUR)
    assert game.table.players[1].endgame
    assert cited(game, "TW-END-6") == []


def test_E16_TW_END_6_with_two_objects_left_the_end_game_is_left():
    game = attack_all(
        *("lay A5", "lay W1", *rolls("0", "0"), "take bra"),
        p2="hand W1; objects boots,bra,cup; endgame",
        p3="out",
    )
    assert not game.table.players[1].endgame
    assert cited(game, "TW-END-6") == ["TW-END-6 left witch"]


def test_E16_endgame_leaves_any_theft_ends_it_with_three_left():
    game = attack_all(*STOLEN, variant="endgame_leaves=any_theft", p3="out", **FOUR)
    assert not game.table.players[1].endgame


def test_E16_TW_DUEL_3_a_duel_can_end_it_too():
    seats = {"p1": "hand A5 A4 A3; ornicles 1", "p2": "hand W3 W2 W1; objects boots,bra,cup; endgame"}
    game = play(case(**seats), "duel p2")
    for number in (5, 4, 3):
        play(game, f"lay A{number}", f"lay W{number - 2}", "roll 0", "roll 0", "pass*")
    play(game, "p1: draw spell A1", "p2: draw spell W1")
    play(game, "p1: take cup")
    assert cited(game, "TW-END-6") == ["TW-END-6 left witch"]


# E17: two players in the end game


def test_E17_TW_END_1_two_may_be_in_the_end_game_and_attack_in_turn():
    seats = {"p1": f"hand A5; {THREE}; endgame", "p2": "hand W5 W4; objects boots,bra,cup; endgame"}
    game = play(case(**seats), "endgame", "lay A5", "lay W5", "roll 0", "roll 0", "pass*")
    play(game, "p1: draw spell A1", "p2: draw cat")
    assert "endgame" in options(game)
    play(game, "p2: endgame")
    assert cited(game, "TW-END-1") == ["TW-END-1 again mage", "TW-END-1 again witch"]


# E18: the last player


def test_E18_TW_END_7_the_game_ends_at_once_in_the_middle_of_an_action():
    game = play(case(p1="hand F5 F4", p2="hand W1; ornicles 2"), "attack p2", "lay F5", "p2: retire")
    assert asks(game) == "over"
    assert game.result.winner == 0
    assert cited(game)[-1] == "TW-END-7 won mage"
    assert ornicles(game) == [1, 0]


def test_E18_TW_LEAVE_1_if_all_targets_retire_the_attacker_takes_and_wins_without_dice():
    game = attack_all("lay A5", "p2: retire", "p3: retire", "p1: take shamrock", "p1: take boots", "keep*")
    assert asks(game) == "over"
    assert "TW-BAT-7" not in " ".join(cited(game))
    assert set(game.table.players[0].owned) == {"boots", "hat", "puppet", "shamrock", "teddy"}


def test_E18_TW_LEAVE_1_of_a_leaver_one_object_is_taken_the_rest_goes_under_the_stack():
    seats = {"p2": "hand W5; objects cup,shamrock; ornicles 2"}
    game = attack_all("lay A5", "p2: retire", "p3: lay L5", "p1: roll 0", "p3: roll 1", **seats)
    play(game, "p1: take cup", "keep*")
    assert (out(game), game.table.beneath) == (["p2"], ("shamrock",))
    assert results(game) == [("attacker", None), ("defender", (5, 6))]
    assert ornicles(game) == [0, 0, 1]


def test_E18_TW_LEAVE_1_an_attack_on_a_leaver_counts_as_won_for_the_creatures():
    seats = {"p1": f"hand A5; entourage A1; {THREE}"}
    game = attack_all("lay A5 + A1", "p2: retire", "p3: lay L5", "p1: roll 0", "p3: roll 1", **seats)
    play(game, "take shamrock")
    assert results(game)[1] == ("tie", (6, 6))
    assert entourage(game, "p1") == "A1"


# E19: no endless games


def test_E19_TW_PLAY_2_after_turn_300_most_objects_win():
    game = case(p1="hand F5; ornicles 9", p2="hand W1; objects bra", table="turn 300; phase action")
    play(game, "pass", "draw cat", "draw cat")
    assert (asks(game), game.result.winner, game.result.by) == ("over", 1, "limit")


@pytest.mark.parametrize(
    ("p1", "p2", "winner"),
    [
        ("hand F5; ornicles 2", "hand W1; ornicles 1; entourage W5", 0),
        ("hand F5; ornicles 1; entourage F2", "hand W1; ornicles 1; entourage W3", 1),
        ("hand F5; entourage F3", "hand W1; entourage W3", None),
    ],
)
def test_E19_TW_PLAY_2_then_ornicles_then_the_entourage_else_a_draw(p1, p2, winner):
    game = play(case(p1=p1, p2=p2, table="turn 300; phase action"), "pass", "draw cat", "draw cat")
    assert game.result.winner == winner


@pytest.mark.parametrize(("limit", "over"), [(300, False), (100, True), (0, False)])
def test_E19_turn_limit_says_how_long_a_game_lasts(limit, over):
    game = case(p1="hand F5", p2="hand W1", table="turn 100; phase action", variant=f"turn_limit={limit}")
    assert (asks(play(game, "pass", "draw cat", "draw cat")) == "over") is over


def test_E19_turn_limit_0_goes_on_after_turn_300():
    game = case(p1="hand F5", p2="hand W1", table="turn 300; phase action", variant="turn_limit=0")
    assert asks(play(game, "pass", "draw cat", "draw cat")) == "p2 draw"


# E20: nobody left to fight


def test_E20_TW_END_2_announcing_against_players_without_objects_wins_at_once():
    game = attack_all(p2="hand W5 cat", p3="hand L5; ornicles 4")
    assert (asks(game), game.result.winner) == ("over", 0)
    assert "TW-BAT" not in " ".join(cited(game))


def test_E20_TW_END_1_even_without_a_spell():
    game = case(p1=f"hand cat; {THREE}", p2="hand W5")
    play(game, "endgame")
    assert game.result.winner == 0


# E21: the rules of an attack


def test_E21_TW_BAT_1_an_end_game_attack_needs_a_spell():
    game = case(p1=f"hand cat; entourage F4; {THREE}", p2="hand W5; objects bra")
    assert refused(game, "endgame") == "TW-BAT-1"


def test_E21_TW_BAT_1_to_5_lays_are_those_of_every_battle():
    game = attack_all(
        p1="hand A5 F3; entourage A1 A2; objects hat,puppet,shamrock", p2="hand W5 L1; objects bra"
    )
    assert refused(game, "lay A5 F3") == "TW-BAT-1"
    assert refused(game, "lay A5 + A1 A2") == "TW-BAT-2"
    assert refused(game, "lay shield A1") == "TW-BAT-5"
    play(game, "lay A5 + A1")
    assert refused(game, "lay W5 L1") == "TW-BAT-1"
    assert refused(game, "lay nothing") == "TW-BAT-4"


def test_E21_TW_OBJ_2_every_target_may_switch_before_the_first_card():
    seats = {"p2": "hand W5; objects bra,cup,socks; aside shamrock", "p3": "hand L5; objects boots"}
    game = attack_all(**seats)
    assert asks(game) == "p2 switch"


# Events in an end-game attack


def test_E10_TW_OBJ_2_an_object_gained_in_the_attack_can_be_taken_at_its_end():
    game = attack_all(*LAID, *rolls("1", "Spiral", "1"), "p2: event take_top_object", "object bra")
    assert objects(game, "p2") == "shamrock|bra"
    play(game, "p1: take bra", "keep*")
    assert out(game) == [], "the Witch keeps the Shamrock"


def test_E10_TW_END_2_an_object_gained_in_the_attack_keeps_its_owner_in_the_game():
    game = attack_all(
        *LAID, *rolls("1", "Spiral", "2"), "p2: event take_top_object", "object bra", "take shamrock", "keep*"
    )
    assert out(game) == []
    assert objects(game, "p2") == "bra"


def test_E10_TW_TURN_2_hands_without_a_spell_wait_for_the_end_of_the_attack():
    game = attack_all(*LAID, *rolls("1", "0", "1"), "p1: take shamrock", "keep*")
    assert out(game) == ["p2"]
    assert asks(game) == "p1 draw"
    play(game, "draw spell A1", "p3: draw spell L1")
    assert hand(game, "p2") == ""
