"""When events happen: several in a battle, rerolls, other battles, and Miromon before them (TW-BAT-9)."""

from __future__ import annotations

import pytest
from twing.cases import (
    asks,
    case,
    cited,
    dice,
    discard,
    hand,
    options,
    ornicles,
    play,
    refused,
    sentences_of_rule,
)

# Several events, rerolls, other battles


def test_TW_BAT_8_two_spirals_the_attackers_event_comes_first():
    game = play(case(p1="hand F5", p2="hand W4"), "p1: attack p2", "p1: lay F5", "p2: lay W4")
    play(game, "p1: roll Spiral", "p2: roll Spiral", "p1: event take_two_ornicles")
    assert asks(game) == "p2 pick_event"
    assert "event take_two_ornicles" not in options(game)
    play(game, "p2: event rich_return_ornicle")
    assert cited(game, "TW-BAT-8") == [
        "TW-BAT-8 called mage",
        "TW-BAT-8 ornicle_gained mage",
        "TW-BAT-8 called witch",
        "TW-BAT-8 nobody",
    ]
    assert dice(game) == ["Spiral", "Spiral"]
    assert cited(game, "TW-BAT-15") == ["TW-BAT-15 spiral mage", "TW-BAT-15 spiral witch"]


def test_TW_BAT_8_an_event_in_a_duel_is_like_any_other():
    game = case(p1="hand F5 F1; ornicles 1", p2="hand W4 W1; objects hat,puppet; ornicles 3")
    play(game, "p1: duel p2", "p1: lay F5", "p2: lay W4", "p1: roll 0", "p2: roll Spiral", "pass*")
    play(game, "p2: event take_two_ornicles")
    assert cited(game, "TW-POW-puppet") == ["TW-POW-puppet kept_off witch"]
    assert ornicles(game) == [0, 3]


@pytest.mark.parametrize("limit", ["every", "one"])
def test_TW_BAT_11_a_spiral_of_a_new_roll_draws_another_event_unless_one_is_the_limit(limit):
    seats = {"p1": "hand F5 F1 cat", "p2": "hand W4 W1"}
    game = case(**seats, variant="box" if limit == "every" else "box event_limit=one")
    play(game, "p1: attack p2", "p1: lay F5", "p2: lay W4", "roll Spiral", "roll 0", "pass*")
    play(game, "p1: event take_two_ornicles", "p1: cat", "p1: roll Spiral", "pass*")
    if limit == "every":
        assert asks(game) == "p1 pick_event"
        play(game, "p1: event return_ornicle")
        assert ornicles(game) == [1, 0]
    else:
        assert cited(game, "TW-BAT-8")[-1] == "TW-BAT-8 one_event mage"


def test_TW_LEAVE_1_an_event_does_not_reach_a_player_who_has_just_retired():
    seats = {
        "p1": "hand F5 F1; objects bra,cup,hat",
        "p2": "hand W4 W1; objects boots; entourage W1",
        "p3": "hand L1 L2; objects teddy",
    }
    game = play(case("FWL", **seats), "p1: endgame", "p1: lay F5", "p2: retire", "p3: lay L1")
    play(
        game,
        "p1: roll Spiral",
        "p3: roll 0",
        "pass*",
        "p1: event all_draw_card",
        "p1: draw cat",
        "p3: draw cat",
    )
    assert asks(game) == "p1 respond"
    game = play(case("FWL", **seats), "p1: endgame", "p1: lay F5", "p2: retire", "p3: lay L1")
    play(game, "p1: roll Spiral", "p3: roll 0", "pass*", "p1: event all_pass_random_spell")
    play(game, "p1: spell F1", "p3: spell L2")
    assert (hand(game, "p1"), hand(game, "p3")) == ("spell L2", "spell F1")


# Miromon before the event

HOLDERS = {"p1": "hand F5 F1 miromon", "p2": "hand W4 W1 cat"}

BOTH_LAID = ("p1: attack p2", "p1: lay F5", "p2: lay W4")


def test_TW_BAT_9_miromon_turns_a_spiral_into_0_before_its_event_attacker_first():
    game = play(case(**HOLDERS), *BOTH_LAID, "p1: roll 0", "p2: roll Spiral")
    assert asks(game) == "p1 interrupt"
    assert options(game) == ["pass", "miromon defender"]
    assert refused(game, "miromon attacker") == "TW-BAT-9"
    play(game, "p1: miromon defender")
    assert cited(game, "TW-BAT-9", "TW-BAT-8") == ["TW-BAT-9 interrupt mage"]
    assert sentences_of_rule(game, "TW-BAT-9") == [
        "The Mage plays Miromon before the event: the Witch’s Spiral becomes 0, no event is drawn."
    ]
    assert dice(game) == ["0", "0"]
    assert game.table.event_stack.shuffled_count == 9
    play(game, "pass*")
    assert discard(game) == "miromon spell F5 spell W4"


def test_TW_BAT_9_both_are_asked_before_each_event_and_only_miromon_helps():
    game = play(case(**HOLDERS), *BOTH_LAID, "p1: roll Spiral", "p2: roll Spiral")
    play(game, "p1: pass")
    assert asks(game) == "p2 interrupt"
    assert refused(game, "cat") == "TW-BAT-9"
    play(game, "p2: pass", "p1: event take_two_ornicles")
    assert asks(game) == "p1 interrupt"  # now for the other Spiral
    play(game, "p1: miromon defender")
    assert cited(game, "TW-BAT-8", "TW-BAT-9")[-1] == "TW-BAT-9 interrupt mage"
    assert asks(game) == "p1 respond"


def test_TW_BAT_9_a_miromon_that_comes_with_the_first_event_can_stop_the_second():
    seats = {"p1": "hand F5", "p2": "hand W4 W1"}
    game = play(
        case(**seats, table="phase action; discard miromon"), *BOTH_LAID, "roll Spiral", "roll Spiral"
    )
    play(game, "p2: pass", "p1: event take_discarded_cat", "p1: miromon defender")
    assert dice(game) == ["Spiral", "0"]


def test_TW_POW_socks_stop_the_interrupt_of_an_opponent():
    seats = HOLDERS | {"p2": "hand W4 W1; objects socks"}
    game = play(case(**seats), *BOTH_LAID, "p1: roll Spiral", "p2: roll 0")
    assert asks(game) == "p2 interrupt"  # the Mage cannot use Miromon here
    play(game, "p2: pass")
    assert asks(game) == "p1 pick_event"


def test_TW_END_3_in_the_end_game_only_the_two_of_a_pairing_can_stop_a_defenders_event():
    seats = {
        "p1": "hand F5 F1; objects bra,cup,hat",
        "p2": "hand W4 W1; objects boots",
        "p3": "hand L1 L2 miromon; objects teddy",
    }
    laid = ("p1: endgame", "p1: lay F5", "p2: lay W4", "p3: lay L1")
    game = play(case("FWL", **seats), *laid, "p1: roll 0", "p2: roll Spiral", "p3: roll 0")
    play(game, "p1: pass", "p2: pass")
    assert asks(game) == "p2 pick_event"
    game = play(case("FWL", **seats), *laid, "p1: roll Spiral", "p2: roll 0", "p3: roll 0")
    play(game, "p1: pass", "p2: pass", "p3: miromon attacker")
    assert cited(game, "TW-BAT-9") == ["TW-BAT-9 interrupt sorceress"]
