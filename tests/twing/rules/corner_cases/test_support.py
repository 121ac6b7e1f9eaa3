"""Corner cases of supporting a side: who may, with what, and what it pays."""

from __future__ import annotations

import pytest
from twing.cases import (
    asks,
    case,
    cited,
    discard,
    entourage,
    hand,
    options,
    ornicles,
    play,
    refused,
    results,
    sentences_of_rule,
)

from twingkit import BadAnswer, Game


def battle(*answers: str, variant: str = "box", table: str = "phase action", **seats: str) -> Game:
    """Return a game in which the Mage (p1) attacks the Witch (p2) and the Sorceress (p3) may support, after
    these answers."""
    seats = {"p1": "hand A5", "p2": "hand W4"} | seats
    players = "FWLA"[: 4 if "p4" in seats else 3]
    return play(case(players, table=table, variant=variant, **seats), "attack p2", *answers)


# One card


def test_TW_BAT_6_one_card_a_spell_or_a_creature_of_the_sides_element():
    game = battle("lay A5", "lay W4", p3="hand A2 W1 F1; entourage A1 L3; ornicles 2")
    assert options(game) == [
        *("pass", "support attacker spell A2", "support attacker creature A1"),
        "support defender spell W1",
    ]
    assert refused(game, "support attacker spell A2 + creature A1") == "TW-BAT-6"
    assert refused(game, "support attacker creature L3") == "TW-BAT-6"
    assert refused(game, "support attacker spell A1") == "TW-BAT-1"
    assert refused(game, "support defender creature W5") == "TW-BAT-2"
    play(game, "p3: support attacker spell A2", "roll 0", "roll 0", "pass*")
    assert results(game) == [("attacker", (7, 4))]
    assert sentences_of_rule(game, "TW-BAT-6") == [
        "The Sorceress stakes 1 Ornicle and supports the Mage with the spell Air 2. "
        "Points on that side’s cards: 7."
    ]


def test_TW_BAT_6_beside_a_shield_only_a_creature():
    game = battle("lay A5", "lay shield W4", p2="entourage W4", p3="hand W1; entourage W2; ornicles 1")
    assert refused(game, "support defender spell W1") == "TW-BAT-6"
    play(game, "p3: support defender creature W2", "p1: roll 0", "pass*")
    assert results(game) == [("defender", (5, 6))]


def test_TW_BAT_6_a_teddy_unit_does_not_set_the_element():
    seats = {"p2": "entourage W3 W2 L5; objects teddy", "p3": "entourage W1 L1; ornicles 1"}
    game = battle("lay A5", "lay shield L5 W3 W2", **seats)
    assert refused(game, "support defender creature L1") == "TW-BAT-6"
    play(game, "support defender creature W1")
    spells = battle(
        "lay A5 + A1 F3",
        "lay W4",
        p1="hand A5; entourage A1 F3; objects teddy",
        p3="entourage A2 F1; ornicles 1",
    )
    assert refused(spells, "support attacker creature F1") == "TW-BAT-6"
    play(spells, "support attacker creature A2")


def test_TW_BAT_6_an_empty_defence_cannot_be_supported():
    game = battle("lay A5", "lay nothing", p2="hand cat", p3="hand A1 W1; entourage W2; ornicles 1")
    assert refused(game, "support defender creature W2") == "TW-BAT-6"
    assert options(game) == ["pass", "support attacker spell A1"]


def test_support_each_allows_a_spell_and_a_creature():
    seats = {"p3": "hand A2 A1; entourage A1 A3; ornicles 1"}
    game = battle("lay A5", "lay W4", variant="support=each", **seats)
    assert refused(game, "support attacker spell A2 + spell A1") == "TW-BAT-6"
    assert refused(game, "support attacker creature A1 + creature A3") == "TW-BAT-6"
    play(game, "support attacker spell A2 + creature A3", "pass*", "roll 0", "roll 0", "pass*")
    assert results(game) == [("attacker", (10, 4))]
    assert ornicles(game) == [1, 0, 2], "one stake for both"
    assert (hand(game, "p3"), entourage(game, "p3")) == ("spell A1", "A1 A3")


# The limits of the side


def test_TW_BAT_6_the_card_comes_on_top_of_every_limit():
    seats = {"p1": "hand A3 A2 A1; entourage A5 A4 A3", "p3": "hand A5; ornicles 1"}
    seats["p4"] = "entourage A4M; ornicles 1"
    game = battle("lay A3 A2 A1 + A5 A4 A3", "lay W4", **seats)
    play(game, "p3: support attacker spell A5", "p4: support attacker creature A4M")
    play(game, "pass*", "roll 0", "roll 0")
    assert results(game) == [("attacker", (27, 4))]


def test_TW_BAT_6_a_creature_does_not_ride():
    game = battle("lay A5 + A4M", "lay W4", p1="hand A5; entourage A4M", p3="entourage A2; ornicles 1")
    with pytest.raises(BadAnswer):
        game.answer("support attacker creature A4M>A2")
    play(game, "support attacker creature A2")
    assert [fighter.is_rider for fighter in game.table.fight.sides[0].creatures_in_battle] == [False, False]


def test_support_counts_leaves_a_full_side_alone():
    seats = {"p1": "hand A3 A2 A1; entourage A3", "p3": "hand A5; entourage A1; ornicles 1"}
    full = battle("lay A3 A2 A1", "lay W4", variant="support_counts=true", **seats)
    assert refused(full, "support attacker spell A5") == "TW-BAT-6"
    play(full, "support attacker creature A1")
    units = battle("lay A3 + A3", "lay W4", variant="support_counts=true", **seats)
    assert refused(units, "support attacker creature A1") == "TW-BAT-6"
    play(units, "support attacker spell A5")


# When, and in which order


def test_TW_BAT_6_before_the_roll_in_the_order_of_play_after_both_have_laid():
    seats = {
        "p1": "hand A5; entourage A1",
        "p2": "hand W4 trap",
        "p3": "hand A1 W1; ornicles 1",
        "p4": "hand W2; ornicles 1",
    }
    game = battle("lay A5 + A1", "lay W4", table="phase action; direction counterclockwise", **seats)
    play(game, "p4: support defender spell W2", "p3: pass")
    assert asks(game) == "p2 before_roll", "support comes before the traps"


def test_TW_BAT_6_without_an_ornicle_nobody_is_asked():
    game = battle("lay A5", "lay W4", p3="hand A1")
    assert asks(game) == "p1 roll"


def test_TW_PLAY_1_a_hidden_hand_is_asked_although_nothing_fits():
    game = battle("lay A5", "lay W4", p3="hand L1; ornicles 1")
    assert (asks(game), options(game)) == ("p3 support", ["pass"])
    shield = battle("lay A5", "lay shield W4", p2="entourage W4", p3="entourage L1; ornicles 1")
    assert asks(shield) == "p1 roll", "everybody sees that no creature fits"


def test_TW_BAT_6_supporters_neither_roll_nor_respond_nor_use_objects():
    game = battle(
        *("lay A5", "lay W4", "p3: support defender creature W1"),
        p1="hand A5 cat",
        p3="hand cat trap miromon; entourage W1; ornicles 1; objects bra,socks,puppet",
    )
    play(game, "p1: pass", "p1: roll 1", "p2: roll 0", "p1: cat", "roll Sun", "pass*")
    assert results(game) == [("attacker", None)], "neither Bra nor Socks of a supporter count"
    assert hand(game, "p3") == "cat trap miromon"
    assert "TW-POW" not in " ".join(cited(game))


# What it pays


def test_TW_BAT_22_each_supporter_of_the_winner_takes_stake_and_ornicle():
    seats = {"p3": "hand A1; ornicles 1", "p4": "hand W3; ornicles 1"}
    game = battle("lay A5", "lay W4", **seats)
    play(game, "p3: support attacker spell A1", "p4: support defender spell W3")
    assert (ornicles(game), game.table.staked_ornicles) == ([0, 0, 0, 0], 2)
    play(game, "roll 2", "roll 0")
    assert results(game) == [("attacker", (8, 7))]
    assert ornicles(game) == [2, 0, 2, 0]
    assert cited(game, "TW-BAT-18", "TW-BAT-22") == [
        *("TW-BAT-18 won mage", "TW-BAT-22 stake_taken mage"),
        *("TW-BAT-22 stake_back sorceress", "TW-BAT-22 won sorceress"),
    ]
    assert discard(game) == "spell A1 spell A5 spell W3 spell W4"


def test_TW_TURN_6_with_an_empty_middle_only_stakes_move():
    seats = {"p3": "hand A1; ornicles 1", "p4": "hand W3; ornicles 29"}
    game = battle("lay A5", "lay W4", **seats)
    play(game, "p3: support attacker spell A1", "p4: support defender spell W3", "roll 2", "roll 0")
    assert ornicles(game) == [1, 0, 1, 28]
    assert cited(game, "TW-TURN-6") == ["TW-TURN-6 empty mage", "TW-TURN-6 empty sorceress"]


def test_TW_TURN_6_a_short_middle_pays_in_the_order_of_play():
    seats = {"p2": "hand W1; ornicles 1", "p3": "hand L5", "p4": "ornicles 28"}
    game = play(case("FWLA", p1="hand L4", **seats), "attack p3", "lay L4", "lay L5")
    play(game, "p2: pass", "roll 0", "roll 0", "pass*")
    assert ornicles(game) == [0, 1, 1, 28]
    helped = case("FWLA", p1="hand L4", **seats | {"p2": "hand L1; ornicles 1"})
    play(helped, "attack p3", "lay L4", "lay L5", "p2: support defender spell L1", "roll 0", "roll 0")
    assert ornicles(helped) == [0, 2, 0, 28], "the Witch comes before the Sorceress"


# A winning shield


def test_TW_BAT_22_a_winning_shield_takes_the_stakes_but_no_ornicle():
    seats = {"p2": "entourage W5 W4", "p3": "hand A1; ornicles 1", "p4": "entourage W1; ornicles 1"}
    game = battle("lay A5", "lay shield W5 W4", **seats)
    play(game, "p3: support attacker spell A1", "p4: support defender creature W1", "roll 0")
    assert results(game) == [("defender", (6, 10))]
    assert ornicles(game) == [0, 1, 0, 2]
    assert cited(game, "TW-BAT-18", "TW-BAT-22") == [
        *("TW-BAT-18 shield witch", "TW-BAT-22 stake_back warlock", "TW-BAT-22 won warlock"),
        "TW-BAT-22 stake_taken witch",
    ]


def test_shield_stakes_false_sends_the_stakes_to_the_middle():
    seats = {"p2": "entourage W5 W4", "p3": "hand A1; ornicles 1"}
    game = battle("lay A5", "lay shield W5 W4", variant="shield_stakes=false", **seats)
    play(game, "p3: support attacker spell A1", "roll 0")
    assert ornicles(game) == [0, 0, 0]
    assert "TW-BAT-22 stake_lost sorceress" in cited(game)


def test_TW_BAT_22_an_empty_defence_that_wins_takes_the_stake():
    game = battle("lay A5", "lay nothing", p2="hand cat", p3="hand A1; ornicles 1")
    play(game, "p3: support attacker spell A1", "p1: roll Cross", "pass*")
    assert ornicles(game) == [0, 1, 0]


# A tie


def test_TW_BAT_22_after_a_tie_stakes_and_creatures_go_back():
    seats = {"p3": "entourage A1; ornicles 1", "p4": "entourage W2; ornicles 1"}
    game = battle("lay A5", "lay W4", **seats)
    play(game, "p3: support attacker creature A1", "p4: support defender creature W2", "pass*")
    play(game, "roll 0", "roll 0", "pass*")
    assert results(game) == [("tie", (6, 6))]
    assert ornicles(game) == [0, 0, 1, 1]
    assert (entourage(game, "p3"), entourage(game, "p4")) == ("A1", "W2")


# A supporter's creature


@pytest.mark.parametrize(("face", "left"), [("Sun", "L1"), ("Cross", "")])
def test_TW_BAT_20_a_supporters_creature_shares_the_fate_of_its_side(face, left):
    seats = {"p1": "hand L5", "p3": "entourage L1; ornicles 1"}
    game = battle("lay L5", "lay W4", "p3: support attacker creature L1", f"roll {face}", "roll 0", **seats)
    assert entourage(game, "p3") == left, "its own element does not save it (TW-BAT-21)"
    assert ornicles(game) == ([1, 0, 2] if left else [0, 2, 0])


def test_supporter_home_saves_own_creatures_of_a_lost_attack_only():
    seats = {"p1": "hand L5", "p3": "entourage L1; ornicles 1"}
    game = battle("lay L5", "lay W4", variant="supporter_home=true", **seats)
    play(game, "support attacker creature L1", "roll Cross", "roll 0")
    assert entourage(game, "p3") == "L1"
    assert sentences_of_rule(game, "TW-BAT-21") == [
        "The side that the Sorceress supported lost, but in this variant a creature of the Sorceress’s own "
        "element comes home: Life 1."
    ]
    defence = {"p1": "hand A5", "p2": "hand L4", "p3": "entourage L1; ornicles 1"}
    beaten = battle("lay A5", "lay L4", variant="supporter_home=true", **defence)
    play(beaten, "support defender creature L1", "roll Sun", "roll 0")
    assert entourage(beaten, "p3") == ""


def test_TW_BAT_13_a_trapped_supporter_is_lost_though_a_tie_sends_creatures_home():
    game = battle(
        "lay A5", "lay W4 + W1", p1="hand A5 trap", p2="hand W4; entourage W1", p3="entourage W1; ornicles 1"
    )
    play(game, "p3: support defender creature W1")
    assert options(game) == ["pass", "trap W1", "trap p3 W1"]
    play(game, "p1: trap p3 W1", "roll 0", "roll 0")
    assert results(game) == [("tie", (5, 5))]
    assert (entourage(game, "p2"), entourage(game, "p3")) == ("W1", "")
    assert ornicles(game) == [0, 0, 1]


# The end game


ALL = {"p1": "hand F5; objects boots,bra,cup", "p2": "hand W4; objects hat", "p3": "hand W1; objects teddy"}


def test_TW_BAT_6_nobody_supports_in_an_end_game_attack():
    game = case("FWL", **ALL | {"p3": "hand W1 L1; objects teddy; ornicles 1"})
    play(game, "endgame", "lay F5", "p2: lay W4", "p3: lay L1")
    assert asks(game) == "p1 roll"


def test_endgame_support_lets_defenders_help_each_other():
    game = case(
        "FWL", variant="endgame_support=true", **ALL | {"p3": "hand W1 L1; objects teddy; ornicles 1"}
    )
    play(game, "endgame", "lay F5", "p2: lay W4", "p3: lay L1")
    assert options(game) == ["pass", "support p2 spell W1"], "neither the own side nor the attack"
    play(game, "p3: support p2 spell W1", *["roll 0"] * 3, "pass*")
    assert results(game) == [("tie", (5, 5)), ("attacker", (5, 1))]
    assert ornicles(game) == [0, 0, 1]


def test_endgame_support_a_player_who_has_retired_supports_nobody():
    game = case(
        "FWL", variant="endgame_support=true", **ALL | {"p3": "hand W1 L1; objects teddy; ornicles 1"}
    )
    play(game, "endgame", "lay F5", "p2: lay W4", "p3: retire")
    assert asks(game) == "p1 roll"


# Two players left


def test_TW_BAT_6_with_one_of_three_out_there_is_no_support():
    game = battle("lay A5", "lay W4", p3="out")
    assert asks(game) == "p1 roll"


# TW-TURN-2: a supporter without a spell


SHIELD = {"p3": "hand F1; entourage W2 L2; ornicles 2", "p4": "hand F1; entourage L1; ornicles 2"}


def test_TW_BAT_6_the_stronger_unit_of_a_shield_of_two_elements_sets_the_element():
    game = battle("lay A5", "lay shield W4 L5", p2="hand W4; entourage W4 L5; objects teddy", **SHIELD)
    assert options(game) == ["pass", "support defender creature L2"]
    assert refused(game, "support defender creature W2") == "TW-BAT-6"
    most = battle("lay A5", "lay shield W1 W1 L5", p2="hand W4; entourage W1*2 L5; objects teddy", **SHIELD)
    assert options(most) == ["pass", "support defender creature W2"], "Water has more units"


def test_TW_BAT_6_of_two_equally_strong_units_the_owner_names_the_element():
    game = battle("lay A5", "lay shield W4 L4", p2="hand W4; entourage W4 L4; objects teddy", **SHIELD)
    assert asks(game) == "p2 name_element"
    assert options(game) == ["shield of L", "shield of W"]
    assert refused(game, "shield of F") == "TW-BAT-6"
    game.answer("shield of L")
    assert sentences_of_rule(game, "TW-BAT-6") == [
        "Both units of the Witch’s shield are equally strong: the Witch names Life as the element for "
        "supporters."
    ]
    assert options(game) == ["pass", "support defender creature L2"]
    assert refused(game, "support defender creature W2") == "TW-BAT-6"
    alone = battle("lay A5", "lay shield W4 L4", p2="hand W4; entourage W4 L4; objects teddy", p3="hand F1")
    assert asks(alone) == "p1 roll", "nobody could join"
