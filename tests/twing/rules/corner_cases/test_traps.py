"""Corner cases: traps and the moments of responses."""

from __future__ import annotations

import pytest
from twing.cases import (
    asks,
    case,
    cited,
    discard,
    entourage,
    options,
    ornicles,
    play,
    refused,
    results,
    sentences_of_rule,
)

# Two windows


def test_TW_BAT_13_before_the_roll_both_are_asked_for_traps_the_attacker_first():
    game = case(p1="hand F5 cat; entourage F4", p2="hand L1 L2 trap; entourage L3")
    play(game, "attack p2", "lay F5 + F4", "lay L1 + L3")
    assert asks(game) == "p1 before_roll", "whoever holds a card could hold a trap"
    assert options(game) == ["pass"]
    assert refused(game, "cat") == "TW-BAT-13"
    play(game, "p1: pass", "p2: trap F4", "p1: pass")
    assert asks(game) == "p1 roll", "no creature of the attack is left for another trap"


def test_TW_BAT_10_who_holds_no_card_and_no_object_is_not_asked():
    game = case(p1="hand F5; entourage F4", p2="hand L1; entourage L3")
    play(game, "attack p2", "lay F5 + F4", "lay L1 + L3", "p1: roll 0", "p2: roll 0")
    assert results(game) == [("attacker", (9, 4))]


def test_trap_before_roll_false_leaves_one_window():
    seats = {"p1": "hand F5 F1; entourage F4", "p2": "hand L1 trap; entourage L3"}
    game = play(case(variant="trap_before_roll=false", **seats), "attack p2", "lay F5 + F4", "lay L1")
    play(game, "p1: roll 0", "p2: roll 0", "p1: pass", "p2: trap F4")


# What a trap can take


def test_TW_BAT_13_a_supporters_creature_can_be_trapped_and_is_lost_although_its_side_wins():
    game = case("FWL", p1="hand F5", p2="hand W1 trap", p3="hand L1; entourage F4; ornicles 1")
    play(game, "attack p2", "lay F5", "lay W1", "p3: support attacker creature F4")
    assert options(game) == ["pass", "trap p3 F4"]
    play(game, "p2: trap p3 F4", "pass*", "roll 0", "roll 0", "pass*")
    assert results(game) == [("attacker", (5, 1))]
    assert entourage(game, "p3") == ""
    assert discard(game) == "creature F4 spell F5 spell W1 trap"
    assert ornicles(game) == [1, 0, 2], "the stake and the Ornicle are still paid"


@pytest.mark.parametrize("variant", ["box", "empty_defence=lost"])
def test_TW_BAT_5_a_shield_whose_creatures_are_all_trapped_stays_a_shield_with_0_points(variant):
    game = case(variant=variant, p1="hand W1 trap", p2="hand L1; entourage L3")
    play(game, "attack p2", "lay W1", "lay shield L3", "p1: trap L3", "pass*", "p1: roll -1", "pass*")
    assert results(game) == [("tie", (0, 0))], "nobody rolls for it, and it can still tie"
    assert "TW-BAT-5 no_die witch" in cited(game, "TW-BAT-5")


def test_TW_VAR_5_trap_targets_attack_makes_a_defence_safe():
    seats = {"p1": "hand F5 trap; entourage F4", "p2": "hand L1 trap; entourage L3"}
    game = play(case(variant="trap_targets=attack", **seats), "attack p2", "lay F5 + F4", "lay L1 + L3")
    assert refused(game, "trap L3") == "TW-VAR-5"
    play(game, "p1: pass", "p2: trap F4")


def test_TW_VAR_5_trap_targets_entourage_reaches_what_stayed_at_home():
    seats = {"p1": "hand F5 trap", "p2": "hand L1; entourage L5 L3"}
    game = play(case(variant="trap_targets=entourage", **seats), "attack p2", "lay F5", "lay L1")
    play(game, "p1: trap entourage L5")
    assert "TW-VAR-5 entourage mage" in cited(game)
    assert entourage(game, "p2") == "L3"
    play(game, "pass*", "roll 0", "roll 0", "pass*")
    assert discard(game) == "creature L5 spell F5 spell L1 trap"


def test_TW_VAR_5_after_the_roll_the_entourage_is_open_too_where_cats_are_not():
    seats = {"p1": "hand F5 trap F1", "p2": "hand L1; entourage L5; objects socks"}
    game = play(case(variant="trap_targets=entourage", **seats), "attack p2", "lay F5", "lay L1")
    play(game, "p1: pass", "roll 0", "roll 0", "p1: trap entourage L5")
    assert entourage(game, "p2") == ""


# Mount and rider


def test_trap_pair_takes_both_cards_of_a_pair():
    seats = {"p1": "hand F5 F1; entourage F4M F2 F3", "p2": "hand L1 trap"}
    game = play(case(variant="trap_pair=pair", **seats), "attack p2", "lay F5 + F4M>F2", "lay L1")
    play(game, "p2: trap F4M", "pass*", "roll 0", "roll 0", "pass*")
    assert results(game) == [("attacker", (5, 1))]
    assert discard(game) == "creature F2 creature F4M spell F5 spell L1 trap"


# A trapped creature of the own element


def test_TW_VAR_19_protected_creatures_of_the_own_element_cannot_be_trapped():
    seats = {"p1": "hand F5 F3; entourage F4 F1", "p2": "hand L1 trap"}
    game = play(case(variant="own_creatures=protected", **seats), "attack p2", "lay F5 + F4", "lay L1")
    assert asks(game) == "p2 before_roll"
    assert refused(game, "trap F4") == "TW-VAR-19"


# The Boots


def test_TW_POW_boots_protect_a_supporter_of_their_owner():
    game = case("FWL", p1="hand L5 trap", p2="hand W1; objects boots", p3="entourage W4; ornicles 1")
    play(game, "attack p2", "lay L5", "lay W1", "p3: support defender creature W4", "roll 0", "roll 0")
    assert refused(game, "trap p3 W4") == "TW-POW-boots"


def test_TW_BAT_6_a_supporters_own_boots_protect_nobody():
    game = case("FWL", p1="hand L5 trap", p2="hand W1", p3="entourage W4; ornicles 1; objects boots")
    play(game, "attack p2", "lay L5", "lay W1", "p3: support defender creature W4", "p1: trap p3 W4")
    assert sentences_of_rule(game, "TW-BAT-13") == [
        "The Mage springs a trap: the Sorceress, who supports the Witch, loses Water 4 from this battle "
        "and discards it. Points left on that side’s cards: 1."
    ]
    assert sentences_of_rule(game, "TW-BAT-13", "de") == [
        "Der Magier spielt eine Falle, und die Zauberin verliert in diesem Kampf die unterstützende "
        "Karte Wasser 4 und wirft die Karte ab. Kartenpunkte der Hexe jetzt: 1."
    ]
    play(game, "roll 4", "roll -4", "pass*")
    assert sentences_of_rule(game, "TW-BAT-19") == [
        "The Mage’s spent cards are discarded: Life 5 and trap.",
        "The Witch’s spent card is discarded: Water 1.",
        "The Sorceress’s spent card is discarded: Water 4.",
    ]
