"""Corner cases: dice, Miromon, cats, Hat and Shamrock."""

from __future__ import annotations

from twing.cases import (
    cited,
    options,
    play,
    refused,
    results,
)
from twing.rules.corner_cases.dice_lines import LAID, battle

# Miromon before the event


def test_TW_VAR_18_event_first_leaves_no_moment_for_miromon():
    variant, seats = "spiral=event_first", {"p1": "hand A5 cat", "p2": "hand L5 miromon"}
    game = battle(*LAID, "roll Spiral", "roll 1", variant=variant, **seats)
    play(game, "p1: event return_ornicle", "p1: pass", "p2: miromon attacker", "pass*")
    assert results(game) == [("defender", (5, 6))]


# Miromon turns the face, everything else judges what lies there at the end

OWN = {"p1": "hand F5 miromon", "p2": "hand L5"}


def test_own_element_face_makes_a_minus_a_0_before_miromon():
    variant = "own_element=face"
    game = battle("lay F5", "lay L5", "roll -3", "roll 0", "miromon attacker", variant=variant, **OWN)
    assert results(game) == [("tie", (5, 5))]


def test_panties_natural_cover_only_a_cross_that_was_rolled():
    seats = {"p1": "hand A5; objects panties", "p2": "hand L4 miromon"}
    game = battle("lay A5", "lay L4", "roll Sun", "roll 0", variant="panties=natural", **seats)
    play(game, "p2: miromon attacker")
    assert results(game) == [("defender", None)]
    rolled = battle("lay A5", "lay L4", "roll Cross", "roll 0", "pass*", variant="panties=natural", **seats)
    assert results(rolled) == [("attacker", (5, 4))]


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


def test_miromon_rerolls_too_offers_both():
    seats = {"p1": "hand A5 miromon", "p2": "hand L5"}
    game = battle(*LAID, "roll -4", "roll 0", variant="miromon=rerolls_too", **seats)
    assert options(game) == ["pass", "miromon attacker", "miromon defender", "miromon again"]
    play(game, "miromon again", "p1: roll 1")
    assert results(game) == [("attacker", (6, 5))]


def test_inversion_die_turns_the_new_roll_too():
    seats = {"p1": "hand A5 cat", "p2": "hand L5 miromon"}
    game = battle(*LAID, "roll 4", "roll 0", "p1: pass", variant="inversion=die", **seats)
    play(game, "p2: miromon attacker", "p1: cat", "roll 3")
    assert results(game) == [("defender", (2, 5))]
    assert "TW-BAT-12 sticks mage" in cited(game)


# Hat and Shamrock


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
