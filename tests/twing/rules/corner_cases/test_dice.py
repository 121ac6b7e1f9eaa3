"""Corner cases: dice, Miromon, cats, Hat and Shamrock."""

from __future__ import annotations

import pytest
from twing.cases import (
    asks,
    cited,
    dice,
    options,
    play,
    refused,
    results,
    sentences_of_rule,
)
from twing.rules.corner_cases.dice_lines import LAID, PLAIN, battle

# Both roll at once


def test_TW_BAT_8_both_dice_lie_before_the_attackers_event_and_then_the_defenders():
    game = battle(*LAID, "p1: roll Spiral", "p2: roll Spiral", **PLAIN)
    assert asks(game) == "p1 pick_event"
    play(game, "event take_two_ornicles")
    assert asks(game) == "p2 pick_event"
    play(game, "event rich_return_ornicle")
    assert cited(game, "TW-BAT-7", "TW-BAT-8") == [
        *("TW-BAT-7 rolled mage", "TW-BAT-7 rolled witch"),
        *("TW-BAT-8 called mage", "TW-BAT-8 ornicle_gained mage"),
        *("TW-BAT-8 called witch", "TW-BAT-8 nobody"),
    ]
    assert results(game) == [("tie", (5, 5))]


# A shield rolls nothing


def test_TW_BAT_5_behind_a_shield_there_is_no_die_to_re_roll():
    game = battle(
        *("lay A5", "lay shield L4", "p1: roll 0"),
        p1="hand A5",
        p2="hand cat miromon; entourage L4; objects hat,panties",
    )
    assert asks(game) == "p2 respond"
    assert refused(game, "hat") == "TW-BAT-14"
    assert refused(game, "cat") == "TW-BAT-11"
    assert refused(game, "miromon defender") == "TW-BAT-12"
    assert options(game) == ["pass", "miromon attacker"]


# Miromon before the event


def test_TW_BAT_9_everybody_who_holds_a_card_is_asked_before_the_event_the_attacker_first():
    game = battle(*LAID, "roll Spiral", "roll 0", p1="hand A5 cat", p2="hand L5 miromon")
    assert asks(game) == "p1 interrupt"
    assert refused(game, "cat") == "TW-BAT-9", "cats wait until the event is over"
    play(game, "p1: pass", "p2: miromon attacker")
    assert asks(game) == "p1 respond", "no event is drawn"
    assert game.table.used_events == ()
    assert dice(game) == ["0", "0"]
    assert cited(game, "TW-BAT-8", "TW-BAT-9") == ["TW-BAT-9 interrupt witch"]


def test_TW_BAT_9_the_second_spiral_has_its_own_moment_after_the_first_event():
    game = battle(*LAID, "roll Spiral", "roll Spiral", p1="hand A5 miromon", p2="hand L5")
    assert refused(game, "miromon defender") == "TW-BAT-9"
    play(game, "p1: pass", "event return_ornicle", "p1: miromon defender")
    assert game.table.used_events == ("return_ornicle",)


def test_TW_POW_socks_only_their_owner_may_stop_the_event():
    game = battle(*LAID, "roll Spiral", "roll 0", p1="hand A5 miromon", p2="hand L5 cat; objects socks")
    assert asks(game) == "p2 interrupt"


def test_TW_VAR_18_event_first_leaves_no_moment_for_miromon():
    variant, seats = "spiral=event_first", {"p1": "hand A5 cat", "p2": "hand L5 miromon"}
    game = battle(*LAID, "roll Spiral", "roll 1", variant=variant, **seats)
    play(game, "p1: event return_ornicle", "p1: pass", "p2: miromon attacker", "pass*")
    assert results(game) == [("defender", (5, 6))]


# What Miromon makes of a face


@pytest.mark.parametrize(
    ("face", "turned", "sentence"),
    [
        ("3", "-3", "The Witch plays Miromon on the Mage’s die: +3 becomes −3."),
        ("Cross", "Sun", "The Witch plays Miromon on the Mage’s die: Cross becomes Sun."),
        ("Sun", "Cross", "The Witch plays Miromon on the Mage’s die: Sun becomes Cross."),
        ("0", "0", "The Witch plays Miromon on the Mage’s die: 0 becomes 0."),
    ],
)
def test_TW_BAT_12_miromon_turns_every_face(face, turned, sentence):
    game = battle(*LAID, f"roll {face}", "roll 0", p1="hand A5 cat", p2="hand L5 miromon cat")
    play(game, "p1: pass", "p2: miromon attacker")
    assert dice(game) == [turned, "0"]
    assert sentences_of_rule(game, "TW-BAT-12") == [sentence]


# Miromon turns the face, everything else judges what lies there at the end

OWN = {"p1": "hand F5 miromon", "p2": "hand L5"}


def test_TW_BAT_15_the_own_element_judges_the_turned_face():
    game = battle("lay F5", "lay L5", "roll -3", "roll 0", "p1: miromon attacker", **OWN)
    assert results(game) == [("attacker", (8, 5))]
    down = battle("lay F5", "lay L5", "roll 3", "roll 0", p1="hand F5", p2="hand L5 miromon")
    play(down, "p2: miromon attacker")
    assert results(down) == [("tie", (5, 5))]


def test_own_element_face_makes_a_minus_a_0_before_miromon():
    variant = "own_element=face"
    game = battle("lay F5", "lay L5", "roll -3", "roll 0", "miromon attacker", variant=variant, **OWN)
    assert results(game) == [("tie", (5, 5))]


def test_TW_POW_panties_cover_a_cross_that_miromon_made():
    seats = {"p1": "hand A5; objects panties", "p2": "hand L4 miromon"}
    game = battle("lay A5", "lay L4", "roll Sun", "roll 0", "p2: miromon attacker", **seats)
    assert results(game) == [("attacker", (5, 4))]
    assert "TW-POW-panties cross mage" in cited(game)


def test_panties_natural_cover_only_a_cross_that_was_rolled():
    seats = {"p1": "hand A5; objects panties", "p2": "hand L4 miromon"}
    game = battle("lay A5", "lay L4", "roll Sun", "roll 0", variant="panties=natural", **seats)
    play(game, "p2: miromon attacker")
    assert results(game) == [("defender", None)]
    rolled = battle("lay A5", "lay L4", "roll Cross", "roll 0", "pass*", variant="panties=natural", **seats)
    assert results(rolled) == [("attacker", (5, 4))]


def test_TW_POW_bra_covers_a_sun_that_miromon_made():
    seats = {"p1": "hand A5 miromon", "p2": "hand L4; objects bra"}
    game = battle("lay A5", "lay L4", "roll Cross", "roll 2", "p1: miromon attacker", **seats)
    assert results(game) == [("defender", (5, 6))]


def test_bra_natural_lets_a_sun_of_miromon_win():
    seats = {"p1": "hand A5 miromon", "p2": "hand L4; objects bra"}
    game = battle("lay A5", "lay L4", "roll Cross", "roll 2", variant="bra=natural", **seats)
    play(game, "p1: miromon attacker")
    assert results(game) == [("attacker", None)]


# Cats and Miromon


def test_TW_BAT_11_a_cat_re_rolls_the_own_die_only():
    game = battle(*LAID, "roll 0", "roll Sun", p1="hand A5 cat", p2="hand L5")
    assert options(game) == ["pass", "cat"]
    play(game, "p1: cat", "p1: roll 2")
    assert results(game) == [("defender", None)]
    assert "TW-BAT-11 played_hidden mage" in cited(game)


def test_cat_die_any_lets_a_cat_re_roll_the_opponents_die():
    game = battle(*LAID, "roll 0", "roll Sun", variant="cat_die=any", p1="hand A5 cat", p2="hand L5")
    play(game, "p1: cat defender", "p2: roll -1")
    assert results(game) == [("attacker", (5, 4))]


def test_TW_BAT_12_miromon_never_re_rolls():
    game = battle(*LAID, "roll 2", "roll 0", p1="hand A5 miromon", p2="hand L5")
    assert options(game) == ["pass", "miromon attacker", "miromon defender"]
    play(game, "miromon defender")
    assert results(game) == [("attacker", (7, 5))], "nobody rolled again"


def test_miromon_rerolls_too_offers_both():
    seats = {"p1": "hand A5 miromon", "p2": "hand L5"}
    game = battle(*LAID, "roll -4", "roll 0", variant="miromon=rerolls_too", **seats)
    assert options(game) == ["pass", "miromon attacker", "miromon defender", "miromon again"]
    play(game, "miromon again", "p1: roll 1")
    assert results(game) == [("attacker", (6, 5))]


def test_TW_BAT_12_a_new_roll_replaces_the_turned_result():
    game = battle(*LAID, "roll 4", "roll 0", p1="hand A5 cat", p2="hand L5 miromon")
    play(game, "p1: pass", "p2: miromon attacker", "p1: cat", "roll 3")
    assert results(game) == [("attacker", (8, 5))]


def test_inversion_die_turns_the_new_roll_too():
    seats = {"p1": "hand A5 cat", "p2": "hand L5 miromon"}
    game = battle(*LAID, "roll 4", "roll 0", "p1: pass", variant="inversion=die", **seats)
    play(game, "p2: miromon attacker", "p1: cat", "roll 3")
    assert results(game) == [("defender", (2, 5))]
    assert "TW-BAT-12 sticks mage" in cited(game)


# Hat and Shamrock


def test_TW_BAT_14_hat_and_shamrock_work_once_despite_the_socks():
    game = battle(
        *(*LAID, "roll -1", "roll -1", "p1: shamrock", "roll 1", "p2: hat", "roll 2"),
        p1="hand A5 F1; objects shamrock",
        p2="hand L5; objects hat,socks",
    )
    assert results(game) == [("defender", (6, 7))]


def test_TW_BAT_14_before_or_after_cats_but_never_twice():
    game = battle(*LAID, "roll -1", "roll 0", p1="hand A5 cat*2; objects shamrock", p2="hand L5")
    play(game, "p1: cat", "roll -2", "p1: shamrock", "roll -3")
    assert refused(game, "shamrock") == "TW-BAT-14"
    play(game, "p1: cat", "roll 1")
    assert results(game) == [("attacker", (6, 5))]


def test_TW_VAR_22_shamrock_unlimited_is_offered_again_with_an_empty_hand():
    seats = {"p1": "hand A5; objects shamrock", "p2": "hand L5; objects hat"}
    game = battle(*LAID, "roll -1", "roll 0", variant="shamrock=unlimited", **seats)
    play(game, "p1: shamrock", "roll -2", "p2: hat", "roll 1", "p1: shamrock", "roll 2", "p1: pass")
    assert results(game) == [("attacker", (7, 6))]
    assert cited(game, "TW-BAT-14") == [f"TW-BAT-14 used {side}" for side in ("mage", "witch", "mage")]
