"""Corner cases of leaving, of open and hidden information, and of the publisher's house rules."""

from __future__ import annotations

import pytest
from twing.cases import (
    asks,
    case,
    cited,
    dice,
    discard,
    entourage,
    hand,
    objects,
    options,
    ornicles,
    play,
    players_who_left,
    refused,
    results,
    sentences_of_rule,
)

from twingkit import BadAnswer

LEAVER = "hand F5 F1 cat trap; entourage F3 W2M; objects boots,bra; ornicles 3"
OTHERS = {"p2": "hand W4 W1; objects hat", "p3": "hand L1 L2; objects cup"}
TABLE = "phase action; display socks,teddy"

# Objects and Ornicles of a leaver


def test_TW_LEAVE_1_objects_go_under_the_stack_and_ornicles_into_the_middle():
    game = play(case("FWL", TABLE, p1=LEAVER, **OTHERS), "p1: retire")
    assert players_who_left(game) == ["p1"]
    assert game.table.objects_under_stack == ("boots", "bra")
    assert ornicles(game) == [0, 0, 0]
    assert game.table.bank == 30
    assert cited(game, "TW-LEAVE-1") == [
        f"TW-LEAVE-1 {case} mage" for case in ("retires", "discarded", "objects", "ornicles")
    ]
    assert sentences_of_rule(game, "TW-LEAVE-1")[2:] == [
        "The Mage’s objects go under the stack: Boots of Certitude and Bra of Destiny.",
        "The Mage’s Ornicles go back to the middle: 3.",
    ]
    assert asks(game) == "p2 draw"  # the next one still in the game


def test_TW_VAR_15_in_a_variant_the_leaver_hands_them_out():
    game = play(case("FWL", TABLE, "box leaver_gives=true", p1=LEAVER, **OTHERS), "p1: retire")
    assert asks(game) == "p1 hand_out"
    assert options(game) == ["give boots p2", "give boots p3"]
    assert refused(game, "give boots p1") == "TW-LEAVE-1"
    with pytest.raises(BadAnswer) as caught:
        game.answer("give bra p2")  # the question is about the boots
    assert "'give boots p2'" in caught.value.text("en")
    assert "„give boots p2“" in caught.value.text("de")
    play(game, "p1: give boots p3", "p1: give bra p2")
    play(game, "p1: give ornicle p2", "p1: give ornicle p2", "p1: give ornicle p3")
    assert (objects(game, "p2"), objects(game, "p3")) == ("bra,hat", "boots,cup")
    assert ornicles(game) == [0, 2, 1]
    assert game.table.objects_under_stack == ()
    assert sentences_of_rule(game, "TW-LEAVE-1")[2:4] == [
        "The Mage gives the Sorceress: Boots of Certitude.",
        "The Mage gives the Witch: Bra of Destiny.",
    ]
    assert asks(game) == "p2 draw"


def test_TW_VAR_15_with_one_player_left_there_is_nothing_to_hand_out():
    game = play(case("FW", TABLE, "box leaver_gives=true", p1=LEAVER, p2=OTHERS["p2"]), "p1: retire")
    assert game.over
    assert game.result.winner == 1


def test_TW_END_2_whoever_is_out_for_want_of_an_object_returns_the_ornicles_in_either_variant():
    position = {"p1": "hand F5; objects boots,bra,socks", "p2": "hand W4; ornicles 4; entourage W1"}
    for variant in ("box", "box leaver_gives=true"):
        game = case("FWL", variant=variant, **position, p3="hand L1; objects cup")
        play(game, "p1: endgame")
        assert players_who_left(game) == ["p2"]
        assert (ornicles(game), game.table.bank) == ([0, 0, 0], 30)
        assert cited(game, "TW-END-2") == ["TW-END-2 out witch"]
        assert discard(game) == "creature W1 spell W4"


# When a player can retire


def test_TW_LEAVE_1_in_the_own_turn_or_as_a_target_before_laying_cards():
    game = case("FWL", p1="hand F5 F1", **OTHERS)
    assert options(game)[-1] == "retire"
    play(game, "p1: attack p2")
    assert refused(game, "retire") == "TW-LEAVE-1"  # the attacker has chosen the action
    play(game, "p1: lay F5")
    assert options(game)[-1] == "retire"
    play(game, "p2: retire")
    assert results(game) == [("attacker", None)]
    assert players_who_left(game) == ["p2"]
    assert ornicles(game) == [1, 0, 0]  # the reward of a battle won (TW-BAT-18)
    assert cited(game, "TW-LEAVE-1")[:2] == ["TW-LEAVE-1 retires witch", "TW-LEAVE-1 lost witch"]
    assert game.table.objects_under_stack == ("hat",)
    play(game, "p1: object bra", "p1: object boots")  # the display was short
    assert asks(game) == "p3 draw"
    assert "roll" not in [entry.kind for entry in game.transcript]


def test_TW_LEAVE_1_who_lays_stays_to_the_end_of_the_battle():
    game = play(case("FWL", p1="hand F5 F1", **OTHERS), "p1: attack p2", "p1: lay F5", "p2: lay W4")
    play(game, "roll 0", "roll 0")
    assert "retire" not in options(game)
    with pytest.raises(BadAnswer):
        game.answer("retire")


def test_TW_OBJ_1_what_a_leaver_gave_back_fills_a_display_that_is_short():
    names = "boots,bra,cup", "panties,puppet,shamrock", "socks,teddy"
    seats = {f"p{place}": f"hand F{place} L{place}; objects {held}" for place, held in enumerate(names, 1)}
    game = play(case("FWL", table="phase action; display hat", **seats), "p1: retire")
    assert players_who_left(game) == ["p1"]
    assert (game.table.object_display, game.table.objects_under_stack) == (("hat", "boots"), ("bra", "cup"))
    assert sentences_of_rule(game, "TW-OBJ-1") == ["Another object is turned face up: Boots of Certitude."]
    assert asks(game) == "p2 draw"


# The cards


def test_TW_LEAVE_1_hand_and_entourage_are_discarded():
    game = play(case("FWL", p1=LEAVER, **OTHERS), "p1: retire")
    assert (hand(game, "p1"), entourage(game, "p1")) == ("", "")
    assert discard(game) == "cat creature F3 creature W2M spell F1 spell F5 trap"


# Open and hidden information


def test_TW_PLAY_1_hands_and_stacks_are_hidden_all_else_is_open():
    game = case(
        p1="hand F5 cat; entourage F3; ornicles 2; objects boots,bra,cup; aside hat",
        p2="hand W4 W1 trap miromon; entourage W2M; objects puppet",
        table="phase action; display socks,teddy; discard spell L1 cat",
    )
    view = game.view(1)
    assert [spell.token for spell in view.hand.spells] == ["W4", "W1"]
    assert (view.hand.traps, view.hand.miromon) == (1, 1)
    other = view.seats[0]
    assert other.hand_size == 2
    assert [card.token for card in other.entourage] == ["F3"]
    assert (other.active_objects, other.inactive_objects, other.ornicles) == (
        ("boots", "bra", "cup"),
        ("hat",),
        2,
    )
    assert [getattr(card, "token", card) for card in view.discard_pile] == ["L1", "cat"]
    assert view.object_display == ("socks", "teddy")
    assert (view.stack_size, view.objects_left, view.events_left) == (138 - 10, 2, 9)
    assert "F5" not in repr(view)
    assert view.question is None  # it is not this player's


def test_TW_PLAY_1_a_hand_nobody_has_seen_is_dealt_without_creatures():
    game = case(p1="hand F5", p2="hand ?*2")
    assert refused(game, "draw creature W1") == "TW-PLAY-1"
    assert not [option for option in options(game) if "creature" in option]
    play(game, "p2: draw spell W1", "p2: draw trap")
    assert asks(game) == "p1 act"
    assert hand(game, "p2") == "spell W1 trap"
    (told,) = [each for each in game.view(0).new_rulings if each.rule == "TW-PLAY-1"]
    assert told.text() == "The Witch is dealt a card that nobody has seen: a card."


def test_TW_PLAY_1_what_a_player_draws_is_told_to_that_player_alone():
    game = play(case(p1="hand F5", p2="hand W4"), "p1: pass", "p1: draw cat")
    (mine,) = [told for told in game.view(0).new_rulings if told.case == "drawn"]
    (theirs,) = [told for told in game.view(1).new_rulings if told.case == "drawn"]
    assert (mine.text("en"), mine.text("de")) == (
        "The Mage draws: black cat.",
        "Der Magier zieht: schwarze Katze.",
    )
    assert (theirs.text("en"), theirs.text("de")) == (
        "The Mage draws: a card.",
        "Der Magier zieht: eine Karte.",
    )


# House rules of the publisher


TRAPPER = {"p1": "hand F5 F1; entourage F4", "p2": "hand W4 trap*2; entourage F2"}


@pytest.mark.parametrize(("face", "fails"), [("-1", True), ("-4", True), ("0", False), ("Cross", False)])
def test_TW_PLAY_3_a_trap_in_battle_can_fail_on_a_negative_roll(face, fails):
    game = case(**TRAPPER, variant="box trap_roll=true")
    play(game, "p1: attack p2", "p1: lay F5 + F4", "p2: lay W4", "p2: trap F4", f"p2: roll {face}")
    assert [fighter.card.token for fighter in game.table.fight.sides[0].creatures_in_battle] == ["F4"] * fails
    assert hand(game, "p2") == "trap"
    assert cited(game, "TW-PLAY-3") == ["TW-PLAY-3 trap_fails witch"] * fails
    assert cited(game, "TW-BAT-13") == ["TW-BAT-13 played witch"] * (not fails)
    play(game, "pass*", "p1: roll 0", "p2: roll 0", "pass*")
    assert results(game) == [("attacker", (9 if fails else 5, 4))]
    assert discard(game).split().count("trap") == 1


@pytest.mark.parametrize(("face", "fails"), [("-1", True), ("2", False), ("Spiral", False)])
def test_TW_PLAY_3_a_trap_as_an_action_can_fail_too(face, fails):
    position = {"p1": "hand F5 trap", "p2": "hand W4; entourage F2"}
    game = case(**position, variant="box trap_roll=true")
    play(game, "p1: capture p2 F2", f"p1: roll {face}")
    assert entourage(game, "p1") == ("" if fails else "F2")
    assert entourage(game, "p2") == ("F2" if fails else "")
    assert discard(game) == "trap"
    assert asks(game) == "p2 draw"
    if fails:
        assert sentences_of_rule(game, "TW-PLAY-3") == [
            "The Mage rolled −1: the trap fails, and the Witch keeps Fire 2."
        ]
    assert asks(play(case(**position), "p1: capture p2 F2")) == "p2 draw"  # no roll by default


def test_TW_PLAY_3_two_cats_with_an_attack_bring_a_roll_of_the_own_element():
    position = {"p1": "hand W5 cat*2", "p2": "hand L1"}
    game = case(**position, variant="box two_cats=true")
    play(game, "p1: attack p2", "p1: lay W5")
    assert options(game) == ["pass", "cats"]
    play(game, "p1: cats", "p2: lay L1", "p1: roll Cross", "p2: roll 0")
    play(game, "p1: two-cats", "p1: roll -4", "pass*")
    assert dice(game) == ["-4", "0"]
    assert results(game) == [("attacker", (5, 1))]  # −4 counts as 0, as with the own element
    assert discard(game) == "cat cat spell L1 spell W5"
    assert cited(game, "TW-PLAY-3") == ["TW-PLAY-3 two_cats_laid mage", "TW-PLAY-3 two_cats_used mage"]

    game = play(case(**position), "p1: attack p2", "p1: lay W5")
    assert asks(game) == "p2 defend"
