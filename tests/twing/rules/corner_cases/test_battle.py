"""Corner cases: what is laid in a battle, and who may be attacked."""

from __future__ import annotations

from twing.cases import (
    asks,
    case,
    cited,
    dice,
    discard,
    entourage,
    options,
    ornicles,
    play,
    refused,
    results,
)

# Spells of an attack


def test_TW_BAT_1_a_hand_without_a_spell_cannot_attack():
    game = case(p1="hand cat trap; entourage F4", p2="hand L1")
    assert refused(game, "attack p2") == "TW-BAT-1"


# Creatures beside spells


def test_TW_VAR_6_units_required_makes_every_fitting_creature_a_duty():
    seats = {"p1": "hand F5 F3; entourage F4 W3", "p2": "hand L1; entourage L2"}
    game = play(case(variant="units=required", **seats), "attack p2")
    assert refused(game, "lay F5") == "TW-VAR-6"
    play(game, "lay F5 F3 + F4")  # a second unit is not there
    assert refused(game, "lay L1") == "TW-VAR-6"
    play(game, "lay shield L2")


# Riders


def test_TW_VAR_3_a_rider_of_any_element_may_ride():
    seats = {"p1": "hand F5; entourage F4M W2 W5", "p2": "hand L1"}
    game = play(case(variant="rider_element=any", **seats), "attack p2")
    assert refused(game, "lay F5 + F4M>W5") == "TW-BAT-3"
    play(game, "lay F5 + F4M>W2", "lay L1", "pass*", "roll 0", "roll 0", "pass*")
    assert results(game) == [("attacker", (11, 1))]
    assert entourage(game, "p1") == "F4M W2 W5"


# Order and openness


def test_TW_BAT_4_the_defender_sees_the_attack_before_laying():
    game = play(case(p1="hand F5; entourage F4", p2="hand L1"), "attack p2", "lay F5 + F4")
    assert asks(game) == "p2 defend"
    assert str(game.view(1).battle.sides[0].lay) == "F5 + F4"


def test_secret_lay_hides_the_attack_until_both_have_laid():
    seats = {"p1": "hand F5; entourage F4", "p2": "hand L1"}
    game = play(case(variant="secret_lay=true", **seats), "attack p2", "lay F5 + F4")
    assert asks(game) == "p2 defend"
    other = play(case(variant="secret_lay=true", **seats), "attack p2", "lay F5")
    assert game.view(1) == other.view(1), "the defence must not know what the attack is"
    assert "TW-BAT-1 laid mage" not in cited(game)
    play(game, "lay L1")
    assert cited(game)[-3:] == ["TW-BAT-1 laid mage", "TW-BAT-2 laid mage", "TW-BAT-4 laid witch"]


# The empty defence


def test_TW_BAT_4_without_spell_and_creature_nothing_is_laid_and_nothing_rolled():
    game = play(case(p1="hand F1 W1; objects boots,bra,cup", p2="hand cat trap*2"), "attack p2", "lay F1")
    assert options(game) == ["lay nothing", "retire"]
    play(game, "lay nothing", "p1: roll -2", "pass*")
    assert cited(game, "TW-BAT-4") == ["TW-BAT-4 nothing witch", "TW-BAT-4 no_die witch"]
    assert results(game) == [("attacker", (1, 0))], "the own element: -2 counts as 0"
    assert ornicles(game) == [1, 0]


def test_TW_BAT_12_an_empty_defence_may_still_turn_the_attackers_die():
    game = play(case(p1="hand W1", p2="hand miromon cat"), "attack p2", "lay W1", "lay nothing", "roll Sun")
    assert asks(game) == "p2 respond", "the attacker holds no card more"
    assert refused(game, "cat") == "TW-BAT-11", "there is no die of its own"
    play(game, "p2: miromon attacker")
    assert dice(game) == ["Cross", "-"]


def test_empty_defence_lost_ends_the_battle_without_a_roll():
    seats = {"p1": "hand F1 F2", "p2": "hand cat miromon"}
    game = play(case(variant="empty_defence=lost", **seats), "attack p2", "lay F1", "lay nothing")
    assert "TW-BAT-4 lost_empty witch" in cited(game)
    assert "TW-BAT-7" not in " ".join(cited(game))
    assert ornicles(game) == [1, 0]
    assert discard(game) == "spell F1"


# The Teddy


def test_TW_VAR_8_teddy_within_gives_no_unit_more():
    seats = {"p1": "hand F5; entourage F3 W2; objects teddy", "p2": "hand L1"}
    game = play(case(variant="teddy=within", **seats), "attack p2")
    assert refused(game, "lay F5 + F3 W2") == "TW-BAT-2"
    play(game, "lay F5 + W2")


def test_TW_VAR_8_teddy_no_shield_keeps_a_shield_to_one_element():
    seats = {"p1": "hand W5", "p2": "hand L1; entourage F3 L2 L1; objects teddy"}
    game = play(case(variant="teddy=no_shield", **seats), "attack p2", "lay W5")
    assert refused(game, "lay shield F3 L2") == "TW-BAT-5"
    play(game, "lay L1 + L2 F3")


# The Cup


def test_TW_POW_cup_binds_the_defence_and_only_while_active():
    game = play(case(p1="hand F5; objects cup", p2="hand W1; entourage F4M F2"), "attack p2", "lay F5")
    assert refused(game, "lay shield F4M>F2") == "TW-POW-cup"
    aside = case(p1="hand F5; entourage F4M F2", p2="hand L1; objects boots,bra,hat; aside cup")
    play(aside, "attack p2", "p2: keep", "lay F5 + F4M>F2")


def test_TW_OBJ_2_a_target_may_bring_the_cup_in_before_the_cards_are_laid():
    game = case(p1="hand F5; entourage F4M F2", p2="hand L1; objects boots,bra,hat; aside cup")
    play(game, "attack p2", "p2: active boots,bra,cup")
    assert refused(game, "lay F5 + F4M>F2") == "TW-POW-cup"


def test_TW_VAR_4_cup_mounts_forbids_mounts_altogether():
    seats = {"p1": "hand F5; entourage F4M F2", "p2": "hand L1; objects cup"}
    game = play(case(variant="cup=mounts", **seats), "attack p2")
    assert refused(game, "lay F5 + F4M") == "TW-POW-cup"
    play(game, "lay F5 + F2")


# Who may be attacked


def test_TW_BAT_1_the_same_player_may_be_attacked_by_all_in_one_round():
    game = case("FWL", p1="hand F5 F1", p2="hand W5 W4 W1", p3="hand L5 L1", table="turn 4; phase action")
    play(game, "p1: attack p2", "lay F1", "lay W5", "roll 0", "roll 0", *["pass"] * 2, "p2: draw cat")
    play(game, "p2: pass", "draw trap", "draw trap", "p3: draw cat")
    play(game, "p3: attack p2", "lay L1", "p2: lay W4")


def test_TW_BAT_1_nobody_attacks_themselves_or_who_is_out():
    game = case("FWL", p1="hand F5", p2="hand W5", p3="out")
    assert refused(game, "attack p1") == "TW-BAT-1"
    assert refused(game, "attack p3") == "TW-BAT-1"
    assert "attack p2" in options(game)


def test_first_round_peace_forbids_attacks_until_all_have_had_a_turn():
    seats = {"p1": "hand F5; ornicles 1", "p2": "hand W5; objects hat"}
    early = case(variant="first_round_peace=true", **seats)
    assert refused(early, "attack p2") == "TW-BAT-1"
    assert refused(early, "duel p2") == "TW-BAT-1"
    last = case(variant="first_round_peace=true", table="turn 2; phase action; acted p2", **seats)
    assert refused(last, "attack p1") == "TW-BAT-1"
    play(last, "attack p2")
