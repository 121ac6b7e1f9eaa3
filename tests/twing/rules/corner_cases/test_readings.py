"""Interpretations that were found later (TW-VAR-24 to 28), and rulings that must be true."""

from __future__ import annotations

import pytest
from twing.cases import (
    asks,
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
    sentences_of_rule,
)

from twingkit import Game, twing

START = (
    *("draw spell F5", "draw spell F3", "draw cat"),
    *("draw spell W4", "draw spell W2", "draw miromon"),
    *("object hat", "object bra"),
)


def rolled(variant: str, *rolls: str) -> Game:
    """Return a game of two players who have rolled for the start; the Mage holds a cat, the Witch Miromon."""
    return play(twing.new_game("FW", variant=variant), *START, *rolls)


def test_TW_VAR_24_no_cat_at_the_starting_roll():
    game = rolled("box", "p1: roll -2", "p2: roll 1")
    assert asks(game) == "p2 draw"
    assert cited(game, "TW-SET-4")[-1] == "TW-SET-4 starts witch"


def test_TW_VAR_24_cats_and_miromon_at_the_starting_roll():
    game = rolled("start_cats=true", "p1: roll -2", "p2: roll 1")
    assert asks(game) == "p1 start_cats"
    assert options(game) == ["start pass", "start cat"]
    assert refused(game, "start miromon p2") == "TW-BAT-12"
    play(game, "p1: start cat", "p1: roll 4")
    assert options(game) == ["start pass", "start miromon p1", "start miromon p2"]
    assert refused(game, "start cat") == "TW-BAT-11"
    play(game, "p2: start miromon p1", "p1: start pass", "p2: start pass")
    assert sentences_of_rule(game, "TW-VAR-24") == [
        "In this variant the Mage plays a black cat at the starting roll and rolls again: +4.",
        "In this variant the Witch plays Miromon on the Mage’s starting roll, which becomes −4.",
    ]
    assert cited(game, "TW-SET-4")[-1] == "TW-SET-4 starts witch"
    assert discard(game) == "cat miromon"
    assert Game.replay(game.record).table.key() == game.table.key()


@pytest.mark.parametrize(("variant", "stopped"), [("box", True), ("boots=battle", False)])
def test_TW_VAR_25_the_boots_and_the_capture(variant, stopped):
    game = case(p1="hand F5 trap", p2="hand W4; entourage F3; objects boots", variant=variant)
    if stopped:
        assert refused(game, "capture p2 F3") == "TW-POW-boots"
        return
    play(game, "capture p2 F3")
    assert (entourage(game, "p1"), entourage(game, "p2")) == ("F3", "")
    held = case(p1="hand F5 trap", p2="hand W4; entourage F3 W3; objects boots", variant=variant)
    play(held, "attack p2", "lay F5", "lay W4 + W3", "roll 0", "roll 0")
    assert refused(held, "trap W3") == "TW-POW-boots", "in a battle they stop it in both readings"


@pytest.mark.parametrize(("variant", "paid"), [("box", 2), ("shield_support=nobody", 1)])
def test_TW_VAR_26_the_supporter_of_a_winning_shield(variant, paid):
    seats = {"p1": "hand F3", "p2": "hand W2; entourage W5", "p3": "hand L4; entourage W1; ornicles 1"}
    game = case("FWL", variant=variant, **seats)
    play(
        game,
        "attack p2",
        "lay F3",
        "lay shield W5",
        "p3: support defender creature W1",
        "p1: roll 0",
        "pass*",
    )
    assert ornicles(game) == [0, 0, paid]
    assert len(cited(game, "TW-VAR-26")) == (paid == 1)


@pytest.mark.parametrize("variant", ["box", "english"])
def test_TW_VAR_27_who_is_out_gives_or_returns_the_ornicles(variant):
    seats = {
        "p1": "hand F5; objects bra,cup,hat",
        "p2": "hand W4; ornicles 2",
        "p3": "hand L4; objects socks",
    }
    game = play(case("FWL", variant=variant, **seats), "p1: endgame")
    if variant == "english":
        assert options(game) == ["give ornicle p3", "give ornicle p1"]
        play(game, "p2: give ornicle p3", "p2: give ornicle p1")
    assert players_who_left(game) == ["p2"]
    assert ornicles(game) == ([1, 0, 1] if variant == "english" else [0, 0, 0])
    assert asks(game) == "p1 attack"


FOUR = {"p1": "hand F5; objects bra,cup,hat", "p2": "hand W4; ornicles 1", "p3": "hand L2; ornicles 2"}


def test_TW_VAR_27_who_is_out_gives_to_nobody_who_is_out_by_the_same_check():
    game = play(case("FWLA", variant="english", p4="hand A2; objects socks", **FOUR), "p1: endgame")
    assert options(game) == ["give ornicle p4", "give ornicle p1"]
    assert refused(game, "give ornicle p3") == "TW-LEAVE-1"
    play(game, "p2: give ornicle p4")
    assert options(game) == ["give ornicle p4", "give ornicle p1"]
    play(game, "p3: give ornicle p1", "p3: give ornicle p4")
    assert (players_who_left(game), ornicles(game)) == (["p2", "p3"], [1, 0, 0, 2])
    assert asks(game) == "p1 attack"


def test_TW_VAR_27_nobody_gives_where_all_but_the_attacker_are_out_together():
    game = play(case("FWL", variant="english", **FOUR), "p1: endgame")
    assert (players_who_left(game), ornicles(game), game.question) == (["p2", "p3"], [0, 0, 0], None)


def test_TW_LEAVE_1_who_retires_as_a_target_gives_to_nobody_who_retired_too():
    seats = {
        "p1": "hand F5; objects bra,cup,hat",
        "p2": "hand W4; objects boots,panties",
        "p3": "hand L2; objects teddy",
        "p4": "hand A2; objects socks",
    }
    game = play(
        case("FWLA", table="phase action", variant="leaver_gives=true", **seats), "p1: endgame", "lay F5"
    )
    play(game, "p2: retire", "p3: retire", "p4: lay A2", *["pass*", "p1: roll 4", "p4: roll 0", "pass*"])
    play(game, "p1: take boots", "p1: take teddy", "p1: take socks")
    assert asks(game) == "p2 hand_out"
    assert options(game) == ["give panties p4", "give panties p1"]


def test_TW_VAR_28_a_leaver_chooses_piece_by_piece():
    seats = {"p1": "hand F5; objects boots,hat; ornicles 2", "p2": "hand W4", "p3": "hand L4"}
    game = case("FWL", table="phase action; display cup,socks", variant="leaver_chooses=true", **seats)
    play(game, "p1: retire")
    assert options(game) == ["give boots p2", "give boots p3", "give boots back"]
    play(game, "p1: give boots p3", "p1: give hat back", "p1: give ornicle p2", "p1: give ornicle back")
    assert (objects(game, "p3"), game.table.objects_under_stack, ornicles(game)) == (
        "boots",
        ("hat",),
        [0, 1, 0],
    )
    plain = play(case("FWL", table="phase action; display cup,socks", **seats), "p1: retire")
    assert (plain.table.objects_under_stack, ornicles(plain)) == (("boots", "hat"), [0, 0, 0])


# Rulings must be true


def test_TW_BAT_8_the_puppet_keeps_an_event_from_the_only_one_who_is_rich():
    seats = {"p1": "hand F5; objects puppet; ornicles 3", "p2": "hand W4"}
    game = play(case(**seats), "attack p2", "lay F5", "lay W4", "roll Spiral", "roll 0")
    play(game, "pass*", "event rich_return_ornicle")
    assert sentences_of_rule(game, "TW-BAT-8")[-1] == (
        "Nobody affected by this event has three Ornicles or more: nothing happens."
    )
    poor = play(case(p1="hand F5; ornicles 2", p2="hand W4"), "attack p2", "lay F5", "lay W4", "roll Spiral")
    play(poor, "roll 0", "pass*", "event rich_return_ornicle")
    assert sentences_of_rule(poor, "TW-BAT-8")[-1] == "Nobody has three Ornicles or more: nothing happens."


def test_TW_BAT_8_with_one_player_touched_no_spell_is_passed_on():
    seats = {"p1": "hand F5 F1; objects puppet", "p2": "hand W4 W1"}
    game = play(case(**seats), "attack p2", "lay F5", "lay W4", "roll Spiral", "roll 0")
    play(game, "pass*", "event all_pass_random_spell")
    assert cited(game, "TW-BAT-8")[-1] == "TW-BAT-8 nobody_to_pass"


def test_TW_BAT_20_an_end_game_attack_that_lost_one_pairing_has_not_lost():
    seats = {"p1": "hand A5; objects boots,bra,cup; entourage A1 F1", "p2": "hand W1; objects hat"}
    game = case("FWL", p3="hand L6; objects socks", **(seats | {"p1": seats["p1"].replace("cup", "teddy")}))
    play(
        game,
        "endgame",
        "lay A5 + A1 F1",
        "lay W1",
        "lay L6",
        "roll -2",
        "roll 0",
        "roll 4",
        "pass*",
        "take hat",
    )
    assert sentences_of_rule(game, "TW-BAT-20") == [
        "The Mage lost 1 of 2 battles and discards this creature: Air 1.",
    ]
    assert sentences_of_rule(game, "TW-BAT-21", "de") == [
        "Der Magier hat 1 von 2 Kämpfen verloren, aber eine Kreatur des eigenen Elements kehrt vom "
        "Angriff zurück: Feuer 1."
    ]


def test_TW_TURN_3_who_passes_at_an_empty_stack_draws_nothing():
    game = twing.new_game(2, seed=3)
    while game.question.kind != "act":
        game.answer_randomly()
    table = game.table
    table.stack.replace_cards([])
    table.discard_pile.clear()
    game.answer("pass")
    assert sentences_of_rule(game, "TW-TURN-3")[-1].endswith(" passes.")
    assert set(sentences_of_rule(game, "TW-TURN-5")) == {
        "Stack and discard pile are empty: no card is drawn."
    }


def test_TW_OBJ_1_a_short_display_is_reported():
    seats = {
        "p1": "hand F5; objects boots,bra,cup; ornicles 5",
        "p2": "hand W4; objects panties,puppet,shamrock",
    }
    game = case(table="phase action; display hat,socks", **seats)
    play(game, "buy hat", "object teddy", "p1: keep")
    assert sentences_of_rule(game, "TW-OBJ-2", "de")[0] == (
        "Der Magier hat schon 3 aktive Objekte, also bleibt dieses Objekt beiseite: Hut der Möglichkeit."
    )
    empty = case(
        table="phase action; display hat", p1=f"{seats['p1']}; aside socks", p2=f"{seats['p2']}; aside teddy"
    )
    play(empty, "p1: keep", "buy hat")
    assert sentences_of_rule(empty, "TW-OBJ-1")[-1] == (
        "The object stack is empty: the display is not refilled. Objects in the display: 0."
    )
