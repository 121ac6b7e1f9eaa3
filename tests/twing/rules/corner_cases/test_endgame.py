"""Corner cases: who is in the end game, its attack and what it pays."""

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
    objects,
    options,
    ornicles,
    play,
    players_who_left,
    refused,
    results,
    rolls,
)

# Three objects


def test_TW_END_1_three_objects_owned_when_the_action_is_chosen():
    game = case(p1="hand F5; objects hat,puppet; ornicles 5", p2="hand W1", table="phase action; display bra")
    assert refused(game, "endgame") == "TW-END-1"
    assert "endgame" in options(case(p1=f"hand F5; {THREE}", p2="hand W1"))


def test_TW_END_1_active_or_not_makes_no_difference_to_colours():
    seats = {"p1": "hand F5; objects boots,socks,teddy; aside bra,hat", "p2": "hand W1; objects cup"}
    game = play(case(variant="distinct_colours=true", **seats), "keep")
    assert "endgame" in options(game)


def test_endgame_needs_active_counts_active_objects_alone():
    seats = {"p1": "hand F5; objects boots,socks,teddy; aside bra,hat", "p2": "hand W1; objects cup"}
    variant = "distinct_colours=true endgame_needs=active"
    assert refused(play(case(variant=variant, **seats), "keep"), "endgame") == "TW-END-1"
    assert "endgame" in options(play(case(variant=variant, **seats), "active boots,bra,hat"))


# Who is out


def test_TW_END_2_out_at_the_announcement_before_a_card_is_laid():
    game = attack_all(p3="hand L5 cat; entourage L1; ornicles 3")
    assert asks(game) == "p1 attack"
    assert players_who_left(game) == ["p3"]
    assert discard(game) == "cat creature L1 spell L5"
    assert ornicles(game) == [0, 0, 0]
    assert cited(game, "TW-END-1", "TW-END-2", "TW-END-3") == [
        *("TW-END-1 entered mage", "TW-END-2 out sorceress", "TW-END-3 attack mage"),
    ]


def test_TW_END_2_out_right_after_the_attack_that_took_the_last_object():
    game = attack_all(*LAID, *rolls("1", "0", "4"), p2="hand W5; objects shamrock; ornicles 2")
    play(game, "p1: take shamrock", "keep*")
    assert players_who_left(game) == ["p2"]
    assert ornicles(game) == [0, 0, 1]
    assert [each for each in cited(game, "TW-TURN-2") if "witch" in each] == [], "who is out draws nothing"


def test_elimination_announcement_lets_the_loser_play_on_until_the_next_one():
    game = attack_all(
        *LAID, *rolls("1", "0", "4"), "take shamrock", "keep*", variant="elimination=announcement"
    )
    assert players_who_left(game) == []


def test_TW_END_7_a_game_for_two_ends_with_the_last_theft():
    seats = {"p1": f"hand A5; {THREE}", "p2": "hand W4; objects bra"}
    game = play(case(**seats), "endgame", "lay A5", "lay W4", "roll 0", "roll 0", "take bra")
    assert asks(game) == "over"
    assert (game.result.winner, game.result.end_reason) == (0, "last")


def test_TW_END_2_everybody_else_is_checked_each_time():
    seats = {"p3": "hand L1", "p4": "hand A1"}
    game = attack_all(p1=f"hand A5; {THREE}; endgame", **seats)
    assert players_who_left(game) == ["p3", "p4"]
    assert cited(game, "TW-END-1") == ["TW-END-1 again mage"]


# The order


def test_TW_END_3_lay_roll_interrupt_events_and_responses_attacker_first_in_the_order_of_play():
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


def test_TW_BAT_9_a_defenders_spiral_concerns_that_pairing():
    seats = {"p1": f"hand A5 F1; {THREE}", "p2": "hand W5 W1; objects shamrock"}
    game = attack_all(*LAID, *rolls("0", "Spiral", "0"), p3="hand L5 L1; objects boots", **seats)
    play(game, "p1: pass", "p2: pass", "p2: event return_ornicle")
    play(game, "p1: pass", "p2: pass", "p3: pass")
    assert results(game) == [("tie", (5, 5))] * 2


def test_TW_BAT_8_events_come_attacker_first_then_in_the_order_of_play():
    game = attack_all(*LAID, *rolls("Spiral", "Spiral", "Spiral"))
    play(game, "p1: event take_two_ornicles", "p2: event return_ornicle", "p3: event rich_return_ornicle")
    assert results(game) == [("tie", (5, 5))] * 2


def test_TW_END_3_responses_go_round_until_all_have_passed_in_a_row():
    seats = {"p1": f"hand A5 cat; {THREE}", "p2": "hand W5 cat W1; objects shamrock"}
    game = attack_all(*LAID, *rolls("0", "0", "0"), p3="hand L5 cat L1; objects boots", **seats)
    play(game, "p1: pass", "p2: pass", "p3: cat", "roll 1", "p1: cat", "roll 2")
    play(game, "p2: pass", "p3: pass")
    assert results(game) == [("attacker", (7, 5)), ("attacker", (7, 6))], "the attacker holds nothing more"


# The attacker's creatures

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
def test_TW_END_4_creatures_are_lost_with_the_first_pairing_lost(faces, home):
    game = attack_all("lay A5 + A1 F1", "lay W6", "lay L5", *rolls(*faces), "pass*", **CREATURES)
    while asks(game) == "p1 take_object":
        play(game, options(game)[0])
    assert entourage(game, "p1") == home


@pytest.mark.parametrize(
    ("losses", "lost", "kept"),
    [("any", 1, 0), ("majority", 2, 1), ("all", 3, 2)],
    ids=["any", "majority", "all"],
)
def test_endgame_losses_says_how_many_lost_pairings_cost_the_creatures(losses, lost, kept):
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


def test_TW_BAT_20_each_defenders_creatures_follow_their_own_pairing():
    seats = {"p2": "hand W1; entourage W1; objects shamrock", "p3": "hand L6; entourage L1; objects boots"}
    game = attack_all("lay A5", "lay W1 + W1", "lay L6 + L1", *rolls("0", "0", "0"), "take shamrock", **seats)
    assert entourage(game, "p3") == "L1"
    assert "creature W1" in discard(game)


# What a pairing pays


def test_TW_END_5_one_object_for_each_pairing_won_and_no_ornicle():
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


def test_endgame_ornicle_pays_the_attacker_too():
    game = attack_all(*LAID, *rolls("1", "0", "0"), variant="endgame_ornicle=true")
    assert ornicles(game) == [2, 0, 0]


SHIELD = {"p2": "hand W1; entourage W5; objects shamrock"}

HELD = ("lay A5", "lay shield W5", "lay L5", "p1: roll -1", "p3: roll 0", "pass*")


def test_TW_END_5_a_defence_that_holds_gets_an_ornicle_a_shield_none():
    game = attack_all(*HELD, **SHIELD)
    assert results(game) == [("defender", (4, 5))] * 2
    assert ornicles(game) == [0, 0, 1]
    assert cited(game, "TW-BAT-18", "TW-END-5") == [
        *("TW-BAT-18 shield witch", "TW-END-5 won sorceress"),
        *("TW-END-5 held witch", "TW-END-5 held sorceress"),
    ]


def test_TW_VAR_20_shield_reward_endgame_pays_a_shield():
    game = attack_all(*HELD, variant="shield_reward=endgame", **SHIELD)
    assert ornicles(game) == [0, 1, 1]
    assert "TW-VAR-20 shield witch" in cited(game)


def test_TW_VAR_20_a_shield_still_earns_nothing_in_a_battle():
    seats = {"p1": "hand A1", "p2": "entourage W5"}
    game = play(
        case(variant="shield_reward=endgame", **seats), "attack p2", "lay A1", "lay shield W5", "roll 0"
    )
    assert ornicles(game) == [0, 0]


def test_TW_BAT_4_an_empty_defence_that_wins_gets_no_ornicle_here_either():
    game = attack_all("lay A5", "lay nothing", "lay L5", p2="hand cat; objects shamrock")
    play(game, "p1: roll Cross", "p3: roll 0", "pass*")
    assert ornicles(game) == [0, 0, 1]


def test_empty_defence_lost_decides_its_own_pairing_alone():
    variant = "empty_defence=lost"
    game = attack_all("lay A5", "lay nothing", "lay L5", variant=variant, p2="hand cat; objects shamrock")
    play(game, "p1: roll Cross", "p3: roll 0", "pass*")
    assert results(game) == [("attacker", None), ("defender", None)]


def test_TW_END_5_a_tie_changes_nothing():
    game = attack_all(*LAID, *rolls("0", "0", "0"))
    assert ornicles(game) == [0, 0, 0]
    assert [objects(game, seat) for seat in ("p2", "p3")] == ["shamrock", "boots"]
    assert cited(game, "TW-END-5", "TW-END-8") == []
