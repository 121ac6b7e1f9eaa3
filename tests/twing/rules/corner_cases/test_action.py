"""Corner cases: the action, the limits of a hand, traps, and objects aside."""

from __future__ import annotations

from collections import Counter

import pytest
from twing.cases import (
    NO_OBJECT_LEFT,
    asks,
    case,
    cited,
    discard,
    entourage,
    hand,
    objects,
    options,
    ornicles,
    play,
    refused,
    results,
    sentences_of_rule,
)

# The action


def test_TW_TURN_3_entering_the_end_game_is_the_action_and_includes_the_attack():
    game = case(p1="hand F5; objects boots,cup,hat", p2="hand W4; objects bra")
    play(game, "p1: endgame")
    assert asks(game) == "p1 attack"
    assert cited(game, "TW-END-1", "TW-END-3") == ["TW-END-1 entered mage", "TW-END-3 attack mage"]


def test_TW_VAR_16_where_the_announcement_is_free_an_action_follows():
    game = case(
        p1="hand F5; objects boots,cup,hat", p2="hand W4; objects bra", variant="box endgame_entry=free"
    )
    assert refused(game, "endgame") == "TW-END-1"
    play(game, "p1: announce")
    assert asks(game) == "p1 act"
    assert cited(game, "TW-END-1") == ["TW-END-1 entered mage"]
    assert {"endgame", "attack p2", "pass"} <= set(options(game))
    assert refused(game, "announce") == "TW-END-1"
    play(game, "p1: pass", "p1: draw cat", "p1: draw cat")
    assert asks(game) == "p2 draw"
    assert game.table.players[0].in_endgame


def test_TW_TURN_3_one_action_and_passing_is_always_one_of_them():
    position = {
        "p1": "hand F5 cat*3 trap; ornicles 9; objects boots,cup,hat",
        "p2": "hand W4; objects bra; entourage F1",
    }
    game = case(**position, table="phase action; display socks,teddy")
    assert options(game) == [
        *("attack p2", "duel p2", "buy socks", "buy teddy", "capture p2 F1"),
        *("ritual", "endgame", "pass", "retire"),
    ]
    play(game, "p1: pass", "p1: draw spell F1", "p1: draw creature F2")
    assert asks(game) == "p2 draw"
    assert hand(game, "p1") == "spell F1 spell F5 cat cat cat trap"
    assert entourage(game, "p1") == "F2"
    assert cited(game, "TW-TURN-3") == [
        "TW-TURN-3 passed mage",
        "TW-TURN-3 drawn mage",
        "TW-TURN-3 creature mage",
    ]
    assert options(play(case(p1="hand cat", p2="hand W1"))) == ["pass", "retire"]


@pytest.mark.parametrize("price", [5, 4, 3, 2])
def test_TW_OBJ_1_an_object_costs_five_or_what_the_variant_says(price):
    def buyer(own):
        variant = "box" if price == 5 else f"box price={price}"
        table = "phase action; display hat,teddy"
        return case(p1=f"hand F5; ornicles {own}", p2="hand W4", table=table, variant=variant)

    assert refused(buyer(price - 1), "buy hat") == "TW-OBJ-1"
    game = play(buyer(price + 1), "p1: buy hat")
    assert ornicles(game) == [1, 0]
    assert game.table.bank == 29
    assert (
        sentences_of_rule(game, "TW-OBJ-1")[0]
        == f"The Mage pays {price} Ornicles and buys: Hat of Opportunity."
    )


def test_TW_OBJ_3_the_ritual_takes_the_top_of_the_stack_and_miromon_counts_as_a_cat():
    game = case(p1="hand F5 cat*2 miromon", p2="hand W4", table="phase action; display hat,teddy")
    assert refused(game, "ritual") == "TW-OBJ-3"
    play(game, "p1: ritual miromon")
    assert "object hat" not in options(game)
    play(game, "p1: object cup")
    assert hand(game, "p1") == "spell F5"
    assert discard(game) == "cat cat miromon"
    assert objects(game, "p1") == "cup"
    assert game.table.object_display == ("hat", "teddy")
    assert cited(game, "TW-OBJ-3") == ["TW-OBJ-3 sacrifice mage", "TW-OBJ-3 gained mage"]


def test_TW_OBJ_3_without_a_stack_there_is_no_ritual_but_in_a_variant_one_from_the_display():
    position = NO_OBJECT_LEFT | {"p1": "hand F5 cat*3; objects boots,cup"}
    table = "phase action; display socks,teddy"
    game = case("FWL", table, **position)
    assert refused(game, "ritual") == "TW-OBJ-3"
    assert "ritual" not in options(game)

    position["p2"] = "hand W4; objects bra,teddy"
    table = "phase action; display socks"
    game = play(case("FWL", table, "box ritual_empty=display", **position), "p1: ritual")
    assert objects(game, "p1") == "boots,cup,socks"
    assert game.table.object_display == ()
    assert cited(game, "TW-OBJ-3") == ["TW-OBJ-3 sacrifice mage", "TW-OBJ-3 gained_display mage"]


# The limits of a hand


def test_TW_TURN_4_the_owner_chooses_which_of_four_elements_goes():
    game = case(p1="hand F1 W2*2 L3", p2="hand W4", table="phase turn")
    play(game, "p1: draw spell A1")
    assert asks(game) == "p1 discard_element"
    assert options(game) == ["discard A", "discard F", "discard L", "discard W"]
    play(game, "p1: discard W")
    assert hand(game, "p1") == "spell A1 spell F1 spell L3"
    assert discard(game) == "spell W2 spell W2"
    assert sentences_of_rule(game, "TW-TURN-4") == [
        "The Mage holds spells of four elements and discards all of Water: Water 2 and Water 2."
    ]
    assert asks(game) == "p1 act"


def test_TW_TURN_4_it_happens_at_once_before_the_second_card_of_a_pass():
    game = case(p1="hand F1 W2 L3", p2="hand W4")
    play(game, "p1: pass", "p1: draw spell A1")
    assert asks(game) == "p1 discard_element"
    play(game, "p1: discard A", "p1: draw spell A1")
    assert asks(game) == "p1 discard_element"


def test_TW_TURN_4_creatures_cats_and_traps_have_no_part_in_it():
    game = case(p1="hand F1 W2 L3 cat trap; entourage A1", p2="hand W4", table="phase turn")
    play(game, "p1: draw creature A2")
    assert asks(game) == "p1 act"


def test_TW_VAR_7_in_a_variant_the_newest_element_goes_without_a_question():
    newest = "box fourth_element=newest"
    game = case(p1="hand F1 W2 L3", p2="hand W4", table="phase turn", variant=newest)
    play(game, "p1: draw spell A1")
    assert asks(game) == "p1 act"
    assert hand(game, "p1") == "spell F1 spell L3 spell W2"
    assert discard(game) == "spell A1"


def test_TW_VAR_7_a_spell_that_an_event_passes_on_is_the_newest_too():
    game = case(
        p1="hand F5 F1*2 W1 L1", p2="hand W4 A2*2", variant="box fourth_element=newest", table="phase action"
    )
    play(game, "p1: attack p2", "p1: lay F5", "p2: lay W4", "p1: roll Spiral", "p2: roll 0")
    play(game, "p1: pass", "p2: pass", "p1: event all_pass_random_spell", "p1: spell F1", "p2: spell A2")
    assert asks(game) == "p1 respond"
    assert hand(game, "p1") == "spell F1 spell L1 spell W1"
    assert hand(game, "p2") == "spell A2 spell F1"
    assert cited(game, "TW-TURN-4") == ["TW-TURN-4 element mage"]


FULL = "F1*5 F2*5 W1*5"
"""Fifteen spells."""


def test_TW_TURN_4_a_sixteenth_spell_makes_the_owner_discard_one():
    game = case(p1=f"hand {FULL} cat trap", p2="hand W4", table="phase turn")
    play(game, "p1: draw spell W2")
    assert asks(game) == "p1 discard_spell"
    assert options(game) == [f"discard spell {token}" for token in ("F2", "F1", "W1", "W2")]
    assert refused(game, "discard spell F3") == "TW-TURN-4"
    play(game, "p1: discard spell F1")
    assert asks(game) == "p1 act"
    assert len(game.table.players[0].hand) == 15
    assert discard(game) == "spell F1"
    assert cited(game, "TW-TURN-4") == ["TW-TURN-4 spell mage"]
    assert asks(play(case(p1=f"hand {FULL}", p2="hand W4", table="phase turn"), "p1: draw cat")) == "p1 act"


def test_TW_TURN_4_in_a_variant_the_sixteenth_spell_itself_is_discarded():
    game = case(p1=f"hand {FULL}", p2="hand W4", table="phase turn", variant="box hand_limit=stop")
    play(game, "p1: draw spell W2")
    assert asks(game) == "p1 act"
    assert discard(game) == "spell W2"


# Traps as an action


def test_TW_VAR_17_in_a_variant_the_trapped_creature_is_discarded():
    game = case(p1="hand F5 trap", p2="hand W4; entourage F2 F3", variant="box trap_action=discard")
    play(game, "p1: capture p2 F3")
    assert (entourage(game, "p1"), entourage(game, "p2")) == ("", "F2")
    assert discard(game) == "creature F3 trap"
    assert cited(game, "TW-VAR-17") == ["TW-VAR-17 discarded mage"]


# Objects aside, mounts apart


def test_TW_OBJ_2_switching_is_offered_before_and_after_the_own_action():
    game = case(p1="hand F5; objects boots,bra,cup; aside hat", p2="hand W4")
    assert asks(game) == "p1 switch"
    play(game, "p1: active boots,bra,hat")
    assert objects(game, "p1") == "boots,bra,hat|cup"
    play(game, "p1: pass", "p1: draw cat", "p1: draw cat")
    assert asks(game) == "p1 switch"
    play(game, "p1: keep")
    assert asks(game) == "p2 draw"
    assert cited(game, "TW-OBJ-2") == ["TW-OBJ-2 switched mage"]


def test_TW_OBJ_2_a_named_target_may_switch_before_any_card_is_laid_and_not_after():
    game = case(p1="hand F5", p2="hand W4; objects boots,bra,cup; aside hat")
    play(game, "p1: attack p2")
    assert asks(game) == "p2 switch"
    play(game, "p2: active boots,bra,hat", "p1: lay F5", "p2: lay W4", "p1: roll 0", "p2: roll 0")
    assert asks(game) == "p2 respond"
    play(game, "p2: hat", "p2: roll 3")
    assert results(game) == [("defender", (5, 7))]
    assert objects(game, "p2") == "boots,bra,hat|cup"


def test_TW_OBJ_2_both_players_may_switch_when_an_object_changes_hands():
    game = case(
        p1="hand F5 F4 F3; ornicles 1; objects panties,shamrock,socks",
        p2="hand W1*3; objects boots,bra,cup; aside hat,puppet",
        variant="box stop_when_decided=true",
    )
    play(game, "p1: duel p2", "p2: keep")
    for spell in ("F5", "F4"):
        play(game, f"p1: lay {spell}", "p2: lay W1", "p1: roll Sun", "p2: roll 0")
        while asks(game) == "p1 respond":
            play(game, "p1: pass")
    assert asks(game) == "p1 take_object"
    play(game, "p1: take boots")
    assert asks(game) == "p2 switch"
    play(game, "p2: active bra,cup,puppet", "p1: active boots,panties,shamrock")
    assert (objects(game, "p1"), objects(game, "p2")) == (
        "boots,panties,shamrock|socks",
        "bra,cup,puppet|hat",
    )


BYSTANDER = {"p1": "hand F5", "p2": "hand W4", "p3": "hand L1; objects boots,bra,cup; aside hat"}


def test_TW_OBJ_2_others_are_asked_only_where_the_variant_opens_a_window_for_all():
    game = play(case("FWL", **BYSTANDER), "p1: attack p2")
    assert asks(game) == "p1 attack"
    game = play(case("FWL", variant="box switching=announcements", **BYSTANDER), "p1: attack p2")
    assert asks(game) == "p3 switch"


def test_TW_OBJ_2_objects_aside_have_no_power_but_count_and_can_be_stolen():
    aside = "hand W4; objects boots,bra,cup; aside hat"
    game = play(case(p1="hand F5", p2=aside.replace("W4", "W4 trap")), "p1: attack p2", "p2: keep")
    play(game, "p1: lay F5", "p2: lay W4", "p1: roll 0", "p2: roll 0")
    assert asks(game) == "p2 respond"
    assert refused(game, "hat") == "TW-POW-hat"

    four = "box objects_needed=4"
    game = play(case(p1=aside.replace("W4", "F5"), p2="hand W4; objects teddy", variant=four), "p1: keep")
    assert "endgame" in options(game)

    game = case(p1="hand F5 F4; ornicles 1", p2=aside, variant="box stop_when_decided=true")
    play(game, "p1: duel p2", "p2: keep", "p1: lay F5", "p2: lay W4", "p1: roll 0", "p2: roll 0")
    play(game, "pass*", "p2: draw spell W1", "p1: lay F4", "p2: lay W1", "p1: roll 0", "p2: roll 0")
    play(game, "pass*", "p1: draw spell F1", "p2: draw spell W1")
    assert options(game) == ["take boots", "take bra", "take cup", "take hat"]
    play(game, "p1: take hat")
    assert (objects(game, "p1"), objects(game, "p2")) == ("hat", "boots,bra,cup")


def test_TW_BAT_3_mount_and_rider_are_paired_when_laid_and_apart_in_the_entourage():
    game = case(p1="hand F5 trap; entourage F4M F3 F2", p2="hand W4 W1; entourage F2M")
    assert "capture p2 F2M" in options(game)  # a mount alone
    play(game, "p1: attack p2")
    assert {"lay F5 + F4M>F3", "lay F5 + F4M>F2", "lay F5 + F4M", "lay F5 + F3"} <= set(options(game))
    play(game, "p1: lay F5 + F4M>F2", "p2: lay W4", "pass*", "p1: roll 4", "p2: roll 0", "pass*")
    assert results(game) == [("attacker", (15, 4))]
    assert Counter(entourage(game, "p1").split()) == Counter(["F2", "F3", "F4M"])
    assert cited(game, "TW-BAT-3") == ["TW-BAT-3 rides mage"]
