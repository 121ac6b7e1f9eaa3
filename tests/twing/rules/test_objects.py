"""Magical objects in whole games: buying, switching, the ritual, capture, and the nine powers at a table."""

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
    refused,
    results,
    sentences_of_rule,
)

from twingkit import BadAnswer, twing

FOUR = "objects boots,bra,cup; aside hat"

# TW-OBJ-1: buying


def test_TW_OBJ_1_a_bought_object_is_active_at_once_where_there_is_room():
    game = case(
        p1="hand F5; ornicles 7; objects boots", p2="hand W4", table="phase action; display hat,teddy"
    )
    play(game, "p1: buy teddy", "p1: object cup")
    assert objects(game, "p1") == "boots,teddy"
    assert game.table.object_display == ("hat", "cup")
    assert (ornicles(game), game.table.bank) == ([2, 0], 28)
    assert sentences_of_rule(game, "TW-OBJ-1", "de") == [
        "Der Magier zahlt 5 Ornikel und kauft: Teddy der Qualen.",
        "Ein weiteres Objekt wird aufgedeckt: Tasse der Lahmheit.",
    ]
    assert asks(game) == "p2 draw"


def test_TW_OBJ_1_a_fourth_object_is_bought_aside_and_may_be_switched_in():
    own = "hand F5; ornicles 5; objects boots,bra,cup"
    game = case(p1=own, p2="hand W4", table="phase action; display hat,teddy")
    play(game, "p1: buy hat", "p1: object socks")
    assert asks(game) == "p1 switch"
    assert objects(game, "p1") == "boots,bra,cup|hat"
    play(game, "p1: active boots,bra,hat")
    assert objects(game, "p1") == "boots,bra,hat|cup"
    assert asks(game) == "p2 draw"  # asked once, though the gain and the end of the action are two reasons


def test_TW_OBJ_1_what_does_not_lie_open_and_what_costs_too_much_is_refused():
    table = "phase action; display hat,teddy"
    assert refused(case(p1="hand F5; ornicles 9", p2="hand W4", table=table), "buy cup") == "TW-OBJ-1"
    assert refused(case(p1="hand F5; ornicles 9", p2="hand W4"), "buy cup") == "TW-OBJ-1"
    poor = case(p1="hand F5; ornicles 4", p2="hand W4", table=table)
    assert refused(poor, "buy hat") == "TW-OBJ-1"
    assert not [option for option in options(poor) if option.startswith("buy")]
    with pytest.raises(BadAnswer):
        poor.answer("buy sword")


# TW-OBJ-2: three are active


def test_TW_OBJ_2_every_choice_of_three_is_offered_and_nothing_else():
    game = case(p1=f"hand F5; {FOUR}", p2="hand W4")
    assert options(game) == ["keep", "active boots,bra,hat", "active boots,cup,hat", "active bra,cup,hat"]
    assert refused(game, "active boots,bra") == "TW-OBJ-2"
    assert refused(game, "active boots,bra,bra") == "TW-OBJ-2"
    assert refused(game, "active boots,bra,cup,hat") == "TW-OBJ-2"
    assert refused(game, "active boots,bra,teddy") == "TW-OBJ-2"
    with pytest.raises(BadAnswer):
        game.answer("active boots,bra,crown")
    play(game, "p1: active hat, cup, boots")
    assert objects(game, "p1") == "boots,cup,hat|bra"
    assert sentences_of_rule(game, "TW-OBJ-2") == [
        "The Mage switches objects. Active now: Boots of Certitude, Cup of Lameness and Hat of Opportunity."
    ]


def test_TW_OBJ_2_with_three_or_fewer_nobody_is_asked():
    game = case(p1="hand F5; objects boots,bra,cup", p2="hand W4 W1; objects hat,teddy,socks")
    assert asks(game) == "p1 act"
    play(game, "p1: attack p2")
    assert asks(game) == "p1 attack"


def test_TW_OBJ_2_the_switch_before_the_action_counts_in_that_battle():
    seats = {"p1": "hand F5; objects boots,bra,cup; aside shamrock", "p2": "hand W4"}
    game = play(case(**seats), "p1: active boots,bra,shamrock", "p1: attack p2", "p1: lay F5", "p2: lay W4")
    play(game, "p1: roll -4", "p2: roll 0", "p1: shamrock", "p1: roll 0")
    assert results(game) == [("attacker", (5, 4))]


def test_TW_OBJ_2_between_lay_and_settlement_nobody_switches():
    game = case(p1=f"hand F5 F1; {FOUR}", p2="hand W4 W1; objects panties,puppet,socks; aside teddy")
    play(
        game, "p1: keep", "p1: attack p2", "p2: keep", "p1: lay F5", "p2: lay W4", "roll 0", "roll 0", "pass*"
    )
    kinds = [entry.kind for entry in game.transcript]
    assert kinds.index("attack") > max(place for place, kind in enumerate(kinds) if kind == "switch")
    assert asks(game) == "p1 switch"  # after the action
    play(game, "p1: keep")
    assert asks(game) == "p2 draw"


def test_TW_OBJ_2_in_the_end_game_every_target_may_switch_first():
    game = case(
        "FWL",
        p1="hand F5; objects boots,bra,cup",
        p2="hand W4; objects hat,panties,puppet; aside shamrock",
        p3="hand L1; objects teddy",
    )
    play(game, "p1: endgame")
    assert asks(game) == "p2 switch"
    play(game, "p2: active hat,panties,shamrock")
    assert asks(game) == "p1 attack"


def test_TW_OBJ_2_the_loser_of_an_object_fills_the_gap_from_aside():
    game = case(
        "FW",
        p1="hand F5 F1; objects panties,puppet,socks",
        p2=f"hand W4 W1; {FOUR}",
    )
    play(game, "p1: endgame", "p2: keep", "p1: lay F5", "p2: lay W4", "roll 0", "roll 0", "pass*")
    play(game, "p1: take boots")
    assert objects(game, "p2") == "bra,cup,hat"
    assert cited(game, "TW-OBJ-2") == ["TW-OBJ-2 aside mage", "TW-OBJ-2 all_active witch"]
    assert asks(game) == "p1 switch"
    play(game, "p1: keep")
    assert objects(game, "p1") == "panties,puppet,socks|boots"


# TW-OBJ-3: the ritual


def test_TW_OBJ_3_three_black_cats_or_two_and_miromon():
    game = case(p1="hand F5 cat*3 miromon", p2="hand W4")
    assert {"ritual", "ritual miromon"} <= set(options(game))
    play(game, "p1: ritual", "p1: object boots")
    assert hand(game, "p1") == "spell F5 miromon"
    assert discard(game) == "cat cat cat"
    assert objects(game, "p1") == "boots"
    assert sentences_of_rule(game, "TW-OBJ-3")[0] == (
        "The Mage performs the Ritual of the Ornly Cat and discards black cat, black cat and black cat."
    )
    assert asks(game) == "p2 draw"

    game = play(case(p1="hand F5 cat*3 miromon", p2="hand W4"), "p1: ritual miromon", "p1: object boots")
    assert hand(game, "p1") == "spell F5 cat"


@pytest.mark.parametrize(
    ("held", "answer", "rule"),
    [
        ("cat*2", "ritual", "TW-OBJ-3"),
        ("cat miromon", "ritual miromon", "TW-OBJ-3"),
        ("cat*3", "ritual miromon", "TW-OBJ-3"),
    ],
)
def test_TW_OBJ_3_fewer_cats_are_not_enough(held, answer, rule):
    assert refused(case(p1=f"hand F5 {held}", p2="hand W4"), answer) == rule


def test_TW_OBJ_3_an_object_of_the_ritual_beyond_three_may_be_switched_in():
    game = case(p1="hand F5 cat*3; objects boots,bra,cup", p2="hand W4")
    play(game, "p1: ritual", "p1: object teddy")
    assert asks(game) == "p1 switch"
    play(game, "p1: active boots,bra,teddy")
    assert objects(game, "p1") == "boots,bra,teddy|cup"
    assert asks(game) == "p2 draw"


# TW-OBJ-4: capture


def test_TW_OBJ_4_a_mount_can_be_captured_and_serves_its_new_owner():
    game = case("FWL", p1="hand F5 trap", p2="hand W4; entourage F4M F2", p3="hand L1; entourage F1")
    captures = [option for option in options(game) if option.startswith("capture")]
    assert captures == ["capture p2 F4M", "capture p2 F2", "capture p3 F1"]
    play(game, "p1: capture p2 F4M")
    assert (entourage(game, "p1"), entourage(game, "p2")) == ("F4M", "F2")
    assert sentences_of_rule(game, "TW-OBJ-4") == [
        "The Mage catches a creature of the Witch’s with a trap: Fire 4 (mount) joins the Mage’s entourage."
    ]


@pytest.mark.parametrize(
    ("answer", "rule"),
    [
        ("capture p2 W1", "TW-OBJ-4"),  # not the captor's element
        ("capture p2 F3", "TW-OBJ-4"),  # not there
        ("capture p1 F1", "TW-BAT-1"),  # one's own
    ],
)
def test_TW_OBJ_4_what_cannot_be_captured(answer, rule):
    game = case(p1="hand F5 trap; entourage F1", p2="hand W4; entourage F2 W1")
    assert refused(game, answer) == rule


@pytest.mark.parametrize(
    ("seat", "reason"),
    [
        ("hand W4; entourage W1 L2", "none_there"),
        ("hand W4", "none_there"),
        ("hand W4; entourage W1 F2", "element"),
    ],
)
def test_TW_OBJ_4_where_nobody_has_a_creature_of_the_own_element_that_is_the_reason(seat, reason):
    game = case(p1="hand F5 trap; entourage F1", p2=seat)
    refusal = game.refusal("capture p2 W1")
    assert (refusal.rule, refusal.case) == ("TW-OBJ-4", reason)
    assert ("nobody else has such a creature" in refusal.text("en")) == (reason == "none_there")


def test_TW_OBJ_4_without_a_trap_nothing_is_captured():
    assert refused(case(p1="hand F5", p2="hand W4; entourage F2"), "capture p2 F2") == "TW-OBJ-4"


# TW-POW: the nine powers at a table


def test_TW_POW_teddy_aside_gives_nothing():
    game = case(p1="hand F5; entourage F2 W2; objects boots,bra,cup; aside teddy", p2="hand W4")
    play(game, "p1: keep", "p1: attack p2")
    assert refused(game, "lay F5 + F2 W2") == "TW-BAT-2"


def test_TW_POW_boots_stop_traps_in_battle_and_as_an_action_while_they_are_active():
    booted = "hand W4; entourage F2 W3; objects boots"
    game = case(p1="hand F5 trap", p2=booted)
    assert refused(game, "capture p2 F2") == "TW-POW-boots"
    assert not [option for option in options(game) if option.startswith("capture")]
    play(game, "p1: attack p2", "p1: lay F5", "p2: lay W4 + W3", "p1: roll 0", "p2: roll 0")
    assert asks(game) == "p1 respond"
    assert refused(game, "trap W3") == "TW-POW-boots"

    aside = "hand W4; entourage F2 W3; objects bra,cup,hat; aside boots"
    play(case(p1="hand F5 trap", p2=aside), "p1: capture p2 F2")


def test_TW_POW_socks_no_cat_and_no_miromon_against_their_owner_but_against_others():
    seats = {"p1": "hand F5 cat miromon", "p2": "hand W4 cat; objects socks", "p3": "hand L1"}
    game = play(
        case("FWL", **seats), "p1: attack p2", "p1: lay F5", "p2: lay W4", "p1: roll -1", "p2: roll 0"
    )
    assert asks(game) == "p2 respond"  # the Mage has nothing that could be played
    play(game, "p2: cat", "p2: roll 1", "pass*")
    game = play(
        case("FWL", **seats), "p1: attack p3", "p1: lay F5", "p3: lay L1", "p1: roll -1", "p3: roll 0"
    )
    play(game, "p1: cat", "p1: roll 4")
    assert dice(game) == ["4", "0"]


def test_TW_DUEL_3_a_power_that_was_taken_away_is_gone_and_serves_its_new_owner():
    seats = {
        "p1": "hand F5 F4 F3 trap; ornicles 1; entourage W1",
        "p2": "hand W4 W3 W2 trap; entourage F1; objects boots",
    }
    game = case(**seats, variant="box stop_when_decided=true")
    assert refused(game, "capture p2 F1") == "TW-POW-boots"
    play(game, "p1: duel p2")
    for attack, defence in (("F5", "W4"), ("F4", "W3")):
        play(game, f"p1: lay {attack}", f"p2: lay {defence}", "pass*", "roll Sun", "roll 0", "pass*")
    play(game, "p1: take boots", "p2: draw cat")
    assert refused(game, "capture p1 W1") == "TW-POW-boots"
    play(game, "p2: pass", "p2: draw cat", "p2: draw cat", "p1: draw cat", "p1: capture p2 F1")
    assert entourage(game, "p1") == "F1 W1"


def test_TW_BOX_1_an_object_is_in_one_place_only():
    game = twing.new_game("FWL", seed=8)
    for _ in range(400):
        if game.question is None:
            break
        game.answer_randomly()
        table = game.table
        placed = [*table.object_display, *table.object_stack.all_cards()]
        placed += [name for player in table.players for name in player.owned_objects]
        assert sorted(placed) == sorted(twing.OBJECTS)
        assert all(len(player.active_objects) <= 3 for player in table.players)
