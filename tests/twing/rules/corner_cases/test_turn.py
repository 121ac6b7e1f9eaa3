"""Corner cases: drawing."""

from __future__ import annotations

from twing.cases import (
    NO_OBJECT_LEFT,
    asks,
    case,
    cited,
    discard,
    entourage,
    hand,
    options,
    play,
    refused,
    results,
    sentences_of_rule,
)

from twingkit import Game
from twingkit.twing.box.box import load_box
from twingkit.twing.notation.position_lines import discard_text

FIGHT = ("p1: attack p2", "p1: lay F5", "p2: lay W4", "p1: roll 0", "p2: roll 0", "pass*")


def all_discarded(players="FW", table="phase action", variant="box", **seats):
    """Return a case in which every playing card that no player has is in the discard pile."""
    stack = case(players, table, variant, **seats).table.stack
    rest = [card for card in stack for _ in range(stack.count(card))]
    return case(players, f"{table}; discard {discard_text(rest)}", variant, **seats)


def four_spells(*lines, variant="box"):
    """Return a position of p1 and p2 with another deck: F5 F4 W4 W3, 29 creatures of each element, 18
    others."""
    colours = " ".join(f"{name}={colour}" for name, colour in sorted(load_box().object_colours.items()))
    head = [
        *("twingkit-record 1", "game twing", "players F W", f"variant {variant}"),
        *(
            "box own",
            "spells F4 F5 W3 W4",
            "creatures F1*29 W1*29 L1*29 A1*29",
            "others cat*9 miromon trap*8",
        ),
        *(f"events {' '.join(load_box().event_effects)}", f"colours {colours}"),
    ]
    return Game.replay("\n".join([*head, *lines]))


def test_TW_TURN_1_the_card_of_the_turn_comes_before_the_refill_and_is_kept():
    game = case(p1="hand cat", p2="hand W4", table="phase turn")
    play(game, "p1: draw creature L2")
    assert asks(game) == "p1 draw"  # still no spell
    play(game, "p1: draw trap", "p1: draw creature F1", "p1: draw spell A3")
    assert asks(game) == "p1 act"
    assert (hand(game, "p1"), entourage(game, "p1")) == ("spell A3 cat", "L2")
    assert discard(game) == "creature F1 trap"
    assert cited(game, "TW-TURN-1", "TW-TURN-2", "TW-SET-3") == [
        "TW-TURN-1 turn mage",
        "TW-TURN-1 creature mage",
        "TW-TURN-2 no_spell mage",
        "TW-SET-3 set_aside mage",
        "TW-SET-3 creature_set_aside mage",
        "TW-SET-3 found mage",
    ]


def test_TW_TURN_1_a_spell_as_the_card_of_the_turn_leaves_nothing_to_refill():
    game = play(case(p1="hand cat", p2="hand W4", table="phase turn"), "p1: draw spell A3")
    assert asks(game) == "p1 act"
    assert cited(game, "TW-TURN-2", "TW-SET-3") == []


def test_TW_TURN_2_in_the_other_order_the_refill_comes_first():
    game = case(p1="hand cat", p2="hand W4", table="phase turn", variant="box refill_first=true")
    play(game, "p1: draw creature L2", "p1: draw spell A3")  # the creature is part of the refill
    assert discard(game) == "creature L2"
    play(game, "p1: draw creature L2")
    assert asks(game) == "p1 act"
    assert (hand(game, "p1"), entourage(game, "p1")) == ("spell A3 cat", "L2")


def test_TW_TURN_2_after_a_battle_both_sides_refill_at_once_the_attacker_first():
    game = play(case(p1="hand F5", p2="hand W4 trap"), *FIGHT)
    assert asks(game) == "p1 draw"
    play(game, "p1: draw cat", "p1: draw spell F1", "p2: draw spell W1")
    assert (hand(game, "p1"), hand(game, "p2")) == ("spell F1", "spell W1 trap")
    assert discard(game) == "cat spell F5 spell W4"
    assert cited(game, "TW-TURN-2") == ["TW-TURN-2 no_spell mage", "TW-TURN-2 no_spell witch"]
    assert asks(game) == "p2 draw"  # the card of the next turn
    assert len(cited(game, "TW-TURN-1")) == 1


def test_TW_TURN_2_a_supporter_refills_too_in_the_order_of_play():
    position = {"p1": "hand F5 F1", "p2": "hand W4", "p3": "hand W1; ornicles 1"}
    game = case("FWL", "phase action; direction counterclockwise", **position)
    play(game, "p1: attack p2", "p1: lay F5", "p2: lay W4", "p3: support defender spell W1")
    play(game, "roll 1", "roll 0", "pass*")
    play(game, "p3: draw spell L1", "p2: draw spell W2")
    assert cited(game, "TW-TURN-2") == ["TW-TURN-2 no_spell sorceress", "TW-TURN-2 no_spell witch"]
    assert asks(game) == "p3 draw"


def test_TW_TURN_2_inside_a_battle_the_refill_waits_for_its_end():
    game = case(p1="hand F5 F1", p2="hand W4 W1")
    play(game, "p1: attack p2", "p1: lay F5", "p2: lay W4", "p1: roll Spiral", "p2: roll 0")
    play(game, "p1: pass", "p2: pass", "p1: event discard_random_spell", "p1: spell F1")
    assert hand(game, "p1") == ""
    assert asks(game) == "p2 respond"  # no spell drawn yet
    play(game, "p2: pass")
    assert asks(game) == "p1 draw"
    assert cited(game, "TW-TURN-2") == ["TW-TURN-2 no_spell mage"]


def test_TW_TURN_2_the_refill_comes_at_once_before_anybody_switches_objects():
    game = case(p1="hand F5; objects boots,bra,cup; aside hat", p2="hand W4")
    play(game, "p1: keep", *FIGHT)
    assert asks(game) == "p1 draw"
    play(game, "p1: draw spell F1", "p2: draw spell W1")
    assert asks(game) == "p1 switch"


def test_TW_TURN_2_in_a_variant_a_hand_is_filled_up_only_in_the_own_turn():
    game = case(p1="hand F5", p2="hand W4", variant="box refill_when=turn")
    play(game, *FIGHT)
    assert asks(game) == "p2 draw"
    assert cited(game, "TW-TURN-2") == []
    play(game, "p2: draw cat")
    assert cited(game, "TW-TURN-2") == ["TW-TURN-2 no_spell witch"]
    play(game, "p2: draw spell W1", "p2: pass", "p2: draw cat", "p2: draw cat", "p1: draw trap")
    assert cited(game, "TW-TURN-2")[1:] == ["TW-TURN-2 no_spell mage"]


def test_TW_TURN_1_only_the_cards_of_the_refill_are_discarded():
    game = play(case(p1="hand F1", p2="hand W4", table="phase turn"), "p1: draw trap")
    assert hand(game, "p1") == "spell F1 trap"
    play(game, "p1: pass", "p1: draw cat", "p1: draw creature A1")
    assert (hand(game, "p1"), entourage(game, "p1"), discard(game)) == ("spell F1 cat trap", "A1", "")


def test_TW_TURN_2_the_search_for_a_spell_goes_through_stack_and_discard_once_and_stops():
    game = four_spells(
        "p1 hand cat",
        "p2 hand F5 F4 W4 W3; entourage F1*29 W1*29 L1*29 A1*20",
        "table phase turn; as-is",
    )
    assert game.table.stack.shuffled_count == 26
    game.answer("draw trap")
    drawn = 0
    while asks(game) == "p1 draw":
        game.roll()
        drawn += 1
    assert drawn == 25 + 25  # the stack, then once more everything discarded on the way
    assert asks(game) == "p1 act"
    assert hand(game, "p1") == "cat trap"
    assert len(game.table.discard_pile) == 25
    assert cited(game, "TW-TURN-5") == ["TW-TURN-5 shuffled", "TW-TURN-5 no_spell_left mage"]
    assert refused(game, "attack p2") == "TW-BAT-1"
    assert {"pass", "retire"} == {option for option in options(game) if "capture" not in option}


def test_TW_TURN_5_the_discard_pile_becomes_the_stack_when_a_card_must_be_drawn():
    game = all_discarded(p1="hand F1", p2="hand W1", table="phase turn")
    assert asks(game) == "p1 draw"
    assert (game.table.stack.shuffled_count, discard(game)) == (136, "")
    assert sentences_of_rule(game, "TW-TURN-5") == [
        "The stack is empty: the discard pile is shuffled and becomes the new stack (136 cards)."
    ]


def test_TW_BAT_19_the_cards_of_a_running_battle_are_not_shuffled_in():
    game = all_discarded(p1="hand F6", p2="hand W6; entourage W5")
    play(game, "p1: attack p2", "p1: lay F6", "p2: lay W6 + W5", "p1: roll Spiral", "p2: roll 0")
    play(game, "p1: event all_draw_card")
    assert "(135 cards)" in sentences_of_rule(game, "TW-TURN-5")[0]
    assert refused(game, "draw spell F6") == "TW-BOX-1"  # there is one F6, and it fights
    play(game, "p1: draw cat", "p2: draw cat")


def test_TW_TURN_5_where_stack_and_discard_are_empty_nothing_is_drawn():
    game = four_spells(
        "p1 hand F5 W4 cat*9; entourage F1*29 W1*29 L1*29",
        "p2 hand F4 W3 trap*8 miromon; entourage A1*29",
        "table phase turn; as-is",
    )
    assert asks(game) == "p1 act"
    assert cited(game, "TW-TURN-5") == ["TW-TURN-5 no_cards"]
    game.answer("pass")  # still allowed (T8)
    assert asks(game) == "p2 act"
    assert hand(game, "p1") == " ".join(["spell F5 spell W4", *["cat"] * 9])


def test_TW_PLAY_2_in_a_variant_the_empty_stack_ends_the_game():
    position = {"p1": "hand F1; objects hat", "p2": "hand W1; objects bra,cup; ornicles 1"}
    game = all_discarded(**position, table="phase turn", variant="box empty_stack=end")
    assert game.over
    assert (game.result.winner, game.result.end_reason) == (1, "stack")
    assert cited(game, "TW-TURN-5", "TW-PLAY-2") == ["TW-TURN-5 ends", "TW-PLAY-2 won witch"]
    assert not all_discarded(**position, table="phase turn").over


SPIRAL = ("p1: attack p2", "p1: lay F5", "p2: lay W4", "p1: roll Spiral", "p2: roll 0")

USED = f"phase action; used-events {','.join(load_box().event_effects)}"


def test_TW_TURN_5_used_events_are_shuffled_when_none_is_left():
    game = play(case(p1="hand F5", p2="hand W4", table=USED), *SPIRAL)
    assert asks(game) == "p1 pick_event"
    assert len(options(game)) == 9
    assert cited(game, "TW-TURN-5") == ["TW-TURN-5 events_shuffled"]
    play(game, "p1: event return_ornicle")
    assert game.table.used_events == ("return_ornicle",)


def test_TW_TURN_5_in_a_variant_used_events_are_gone():
    game = play(case(p1="hand F5", p2="hand W4", table=USED, variant="box used_events=leave"), *SPIRAL)
    assert cited(game, "TW-TURN-5") == ["TW-TURN-5 no_events mage"]
    assert results(game) == [("attacker", (5, 4))]


def test_TW_TURN_5_objects_are_never_refilled_and_returned_ones_come_last():
    table = "phase action; display socks,teddy"
    game = play(case("FWL", table, **NO_OBJECT_LEFT), "p1: retire")
    assert game.table.objects_under_stack == ("boots", "cup")
    play(game, "p2: draw cat", "p2: buy teddy")
    assert game.table.object_display == ("socks", "boots")
    assert game.table.objects_under_stack == ("cup",)

    game = play(
        case("FWL", table.replace("display", "to-move p2; display"), **NO_OBJECT_LEFT), "p2: buy teddy"
    )
    assert game.table.object_display == ("socks",)  # nothing is left to turn over
