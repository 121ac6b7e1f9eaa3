"""The effect of each event, and the protection of the Puppet (TW-BAT-8)."""

from __future__ import annotations

import pytest
from twing.cases import (
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

from twingkit import twing
from twingkit.twing.box.box import load_box
from twingkit.twing.rules.events import resolve_event

PUPPET = "; objects puppet"


def event(name, *answers, players="FW", table="phase action", variant="box", **seats):
    """Play p1's attack on p2 with F5 against W4, with a Spiral that draws the event; then give the
    answers."""
    seats = {"p1": "hand F5", "p2": "hand W4"} | seats
    game = play(case(players, table, variant, **seats), "p1: attack p2", "p1: lay F5", "p2: lay W4", "pass*")
    return play(game, "p1: roll Spiral", "p2: roll 0", "pass*", f"p1: event {name}", *answers)


def event_rulings(game):
    """Return what the event did, without the cards and dice before it."""
    lines = cited(game, "TW-BAT-8", "TW-POW-puppet", "TW-TURN-5", "TW-TURN-6", "TW-OBJ-2")
    return lines[lines.index("TW-BAT-8 called mage") + 1 :]


@pytest.mark.parametrize("entry", load_box().event, ids=lambda entry: entry.effect)
def test_TW_BAT_8_every_event_can_be_drawn_and_is_used_then(entry):
    game = event(entry.effect, table="phase action; discard cat", p1="hand F5 F1; ornicles 3")
    while asks(game).split()[1].startswith(("pick", "draw", "discard")):
        game.answer_randomly()
    assert game.table.used_events == (entry.effect,)
    assert game.table.event_stack.shuffled_count == 8
    assert sentences_of_rule(game, "TW-BAT-8")[0].startswith(
        "The Mage’s Spiral counts as 0 and triggers an event: "
    )
    assert sentences_of_rule(game, "TW-BAT-8", "de")[0].startswith("Die Spirale des Magiers zählt 0")
    play(game, "pass*")
    assert results(game) == [("attacker", (5, 4))]


# Two Ornicles


def test_TW_BAT_8_take_two_ornicles():
    game = event("take_two_ornicles")
    assert event_rulings(game) == ["TW-BAT-8 ornicle_gained mage"]
    assert sentences_of_rule(game, "TW-BAT-8")[-1] == "The event gives the Mage 2 Ornicles from the middle."
    assert ornicles(game) == [2 + 1, 0]  # and the reward of the battle
    assert game.table.bank == 27


def test_TW_TURN_6_take_two_ornicles_where_one_is_left():
    game = event("take_two_ornicles", p1="hand F5; ornicles 20", p2="hand W4; ornicles 9")
    assert ornicles(game) == [21, 9]
    reward = "TW-TURN-6 empty mage"
    assert event_rulings(game) == ["TW-BAT-8 ornicle_gained mage", "TW-TURN-6 no_more mage", reward]
    last = sentences_of_rule(game, "TW-BAT-8", "de")[-1]
    assert last == "Das Ereignis gibt dem Magier 1 Ornikel aus der Mitte."


def test_TW_TURN_6_take_two_ornicles_from_an_empty_middle_is_said_once():
    game = event("take_two_ornicles", p1="hand F5; ornicles 21", p2="hand W4; ornicles 9")
    assert ornicles(game) == [21, 9]
    assert event_rulings(game) == ["TW-TURN-6 empty mage"] * 2  # the event, and the reward of the battle


def test_TW_POW_puppet_take_two_ornicles_passes_its_owner_by():
    game = event("take_two_ornicles", p1="hand F5" + PUPPET)
    assert event_rulings(game) == ["TW-POW-puppet kept_off mage"]
    assert ornicles(game) == [1, 0]


# One Ornicle back


def test_TW_BAT_8_return_ornicle():
    game = event("return_ornicle", p1="hand F5; ornicles 2", p2="hand W4; ornicles 2")
    assert event_rulings(game) == ["TW-BAT-8 ornicle_returned mage"]
    assert ornicles(game) == [2 - 1 + 1, 2]
    assert game.table.bank == 30 - 4


def test_TW_BAT_8_return_ornicle_of_a_player_without_one():
    game = event("return_ornicle")
    assert event_rulings(game) == ["TW-BAT-8 no_ornicle mage"]
    assert ornicles(game) == [1, 0]


def test_TW_POW_puppet_return_ornicle_leaves_its_owner_alone():
    game = event("return_ornicle", p1="hand F5; ornicles 2" + PUPPET)
    assert ornicles(game) == [3, 0]


# The top object


def test_TW_BAT_8_take_top_object_lies_aside_until_the_battle_is_over():
    game = event(
        "take_top_object", "p1: object boots", p1="hand F5 cat", table="phase action; display hat,bra"
    )
    assert asks(game) == "p1 respond"
    assert objects(game, "p1") == "|boots"
    assert event_rulings(game) == ["TW-BAT-8 object_gained mage", "TW-OBJ-2 set_aside mage"]
    assert game.table.object_display == ("hat", "bra")
    play(game, "pass*", "p1: draw spell F1", "p2: draw spell W1")
    assert objects(game, "p1") == "boots"
    assert sentences_of_rule(game, "TW-OBJ-2")[-1] == (
        "The Mage has fewer than three active objects; this one becomes active too: Boots of Certitude."
    )


def test_TW_OBJ_2_a_fourth_object_from_an_event_can_be_switched_in_after_the_own_action():
    game = event("take_top_object", "p1: object boots", p1="hand F5 F1; objects bra,cup,hat")
    play(game, "pass*")
    assert objects(game, "p1") == "bra,cup,hat|boots"
    play(game, "p2: draw spell W1")
    assert asks(game) == "p1 switch"
    play(game, "p1: active boots,bra,cup")
    assert objects(game, "p1") == "boots,bra,cup|hat"


def test_TW_TURN_5_take_top_object_where_no_object_is_left():
    taken = {"p1": "hand F5; objects bra,cup,hat; aside boots", "p2": "hand W4; objects panties,teddy,socks"}
    table = "phase action; display shamrock,puppet"
    game = case("FW", table, **taken)
    play(
        game,
        "p1: keep",
        "p1: attack p2",
        "p1: lay F5",
        "p2: lay W4",
        "pass*",
        "roll Spiral",
        "roll 0",
        "pass*",
    )
    play(game, "p1: event take_top_object")
    assert event_rulings(game)[0] == "TW-TURN-5 no_objects mage"
    assert game.table.object_display == ("shamrock", "puppet")


def test_TW_LEAVE_1_take_top_object_finds_those_under_the_stack_last():
    seats = {"p1": "hand F5", "p2": "hand W4; objects panties,teddy,socks"}
    game = event("take_top_object", table="phase action; display shamrock,puppet; beneath hat,boots", **seats)
    assert options(game) == ["object bra", "object cup"]
    seats["p2"] += "; aside bra,cup"
    game = case("FW", "phase action; display shamrock,puppet; beneath hat,boots", **seats)
    play(game, "p1: attack p2", "p2: keep", "p1: lay F5", "p2: lay W4", "p1: roll Spiral", "p2: roll 0")
    play(game, "p1: event take_top_object")
    assert objects(game, "p1") == "|hat"
    assert game.table.objects_under_stack == ("boots",)


def test_TW_POW_puppet_take_top_object_brings_its_owner_nothing():
    game = event("take_top_object", p1="hand F5" + PUPPET)
    assert event_rulings(game) == ["TW-POW-puppet kept_off mage"]
    assert objects(game, "p1") == "puppet"


# A spell by chance


def test_TW_BAT_8_discard_random_spell_takes_from_the_hand_and_not_from_the_battle():
    game = event("discard_random_spell", p1="hand F5 F1 L2 cat", p2="hand W4 W1")
    assert options(game) == ["spell F1", "spell L2"]
    play(game, "p1: spell L2")
    assert event_rulings(game) == ["TW-BAT-8 spell_lost mage"]
    assert discard(game) == "spell L2"
    assert hand(game, "p1") == "spell F1 cat"
    assert sentences_of_rule(game, "TW-BAT-8", "de")[-1] == (
        "Zufällig aus der Hand des Magiers abgeworfen: Leben 2."
    )


def test_TW_BAT_8_discard_random_spell_from_an_empty_hand():
    game = event("discard_random_spell")
    assert event_rulings(game)[0] == "TW-BAT-8 no_spell mage"
    assert discard(game) == "spell F5 spell W4"


def test_TW_POW_puppet_discard_random_spell_spares_its_owner():
    game = event("discard_random_spell", p1="hand F5 F1" + PUPPET)
    assert event_rulings(game) == ["TW-POW-puppet kept_off mage"]
    assert hand(game, "p1") == "spell F1"


# The cat that comes back


@pytest.mark.parametrize(
    ("pile", "found", "left"),
    [
        ("cat miromon spell L1", "miromon", "cat spell L1"),
        ("miromon creature L1 cat", "cat", "creature L1 miromon"),
    ],
)
def test_TW_BAT_8_take_discarded_cat_takes_the_top_one(pile, found, left):
    game = event("take_discarded_cat", p1="hand F5 F1", table=f"phase action; discard {pile}")
    assert event_rulings(game) == ["TW-BAT-8 cat_found mage"]
    assert hand(game, "p1") == f"spell F1 {found}"
    assert discard(game) == left


def test_TW_BAT_19_take_discarded_cat_does_not_find_the_cats_of_this_battle():
    seats = {"p1": "hand F5 F1 cat", "p2": "hand W4 W1"}
    game = play(case(**seats), "p1: attack p2", "p1: lay F5", "p2: lay W4", "p1: roll -4", "p2: roll 0")
    play(game, "p1: cat", "p1: roll Spiral", "pass*", "p1: event take_discarded_cat")
    assert event_rulings(game) == ["TW-BAT-8 no_cat mage"]
    assert hand(game, "p1") == "spell F1"


def test_TW_POW_puppet_take_discarded_cat_leaves_the_cat_there():
    game = event("take_discarded_cat", p1="hand F5 F1" + PUPPET, table="phase action; discard cat")
    assert event_rulings(game) == ["TW-POW-puppet kept_off mage"]
    assert "cat" in discard(game)


# A card for everybody

THREE = {"p1": "hand F5 F1", "p2": "hand W4 W1", "p3": "hand L1"}


@pytest.mark.parametrize(("way", "order"), [("clockwise", "123"), ("counterclockwise", "132")])
def test_TW_BAT_8_all_draw_card_in_the_order_of_play_from_the_drawer(way, order):
    game = event("all_draw_card", players="FWL", table=f"phase action; direction {way}", **THREE)
    for seat in order:
        play(game, f"p{seat}: draw creature A1" if seat == "3" else f"p{seat}: draw cat")
    assert (hand(game, "p1"), hand(game, "p2")) == ("spell F1 cat", "spell W1 cat")
    assert entourage(game, "p3") == "A1"
    assert sorted(event_rulings(game)) == [
        "TW-BAT-8 creature sorceress",
        "TW-BAT-8 drawn mage",
        "TW-BAT-8 drawn witch",
    ]


def test_TW_TURN_5_all_draw_card_says_once_that_nothing_is_left():
    game = twing.new_game("FWL", seed=3)
    while game.question.kind != "act":
        game.answer_randomly()
    table = game.table
    table.stack.replace_cards([])
    table.discard_pile, told_before = [], len(table.rulings)
    assert list(resolve_event(table, table.players[0], "all_draw_card")) == []
    assert [ruling[:2] for ruling in table.rulings[told_before:]] == [("TW-TURN-5", "no_cards")]


def test_TW_TURN_4_all_draw_card_can_bring_a_fourth_element_which_goes_at_once():
    game = event("all_draw_card", "p1: draw cat", "p2: draw spell F1", p2="hand W4 W1 L1 A1")
    assert asks(game) == "p2 discard_element"
    play(game, "p2: discard A")
    assert hand(game, "p2") == "spell F1 spell L1 spell W1"


def test_TW_POW_puppet_all_draw_card_reaches_the_others_only():
    seats = THREE | {"p1": "hand F5 F1" + PUPPET}
    game = event("all_draw_card", "p2: draw cat", "p3: draw cat", players="FWL", **seats)
    assert hand(game, "p1") == "spell F1"
    assert event_rulings(game)[0] == "TW-POW-puppet kept_off mage"


def test_TW_POW_puppet_it_does_not_help_against_events_that_others_draw():
    seats = THREE | {"p3": "hand L1" + PUPPET}
    game = event("all_draw_card", "p1: draw cat", "p2: draw cat", players="FWL", **seats)
    assert asks(game) == "p3 draw"
    game = event(
        "all_draw_card", "p1: draw cat", "p2: draw cat", players="FWL", variant="box puppet=all", **seats
    )
    assert event_rulings(game)[0] == "TW-POW-puppet kept_off sorceress"
    assert hand(game, "p3") == "spell L1"


# The weakest creature of everybody


def test_TW_BAT_8_all_discard_weakest_creature_of_the_entourage_not_of_the_battle():
    seats = {"p1": "hand F5; entourage F1 F3 A2", "p2": "hand W4; entourage W4 W5", "p3": "hand L1"}
    game = case("FWL", **seats)
    play(game, "p1: attack p2", "p1: lay F5 + F1", "p2: lay W4", "pass*", "roll Spiral", "roll 0", "pass*")
    play(game, "p1: event all_discard_weakest_creature")
    assert event_rulings(game)[:3] == [
        "TW-BAT-8 creature_lost mage",
        "TW-BAT-8 creature_lost witch",
        "TW-BAT-8 no_creature sorceress",
    ]
    assert entourage(game, "p1") == "F1 F3"  # the F1 fought and came home
    assert entourage(game, "p2") == "W5"
    assert discard(game) == "creature A2 creature W4 spell F5 spell W4"


def test_TW_BAT_8_all_discard_weakest_creature_the_owner_picks_among_equals():
    game = event(
        "all_discard_weakest_creature", p1="hand F5; entourage F2*2 F2M A2 F3", p2="hand W4; entourage W1"
    )
    assert asks(game) == "p1 discard_creature"
    assert options(game) == [f"discard creature {token}" for token in ("F2M", "F2", "A2")]
    assert refused(game, "discard creature F3") == "TW-BAT-8"
    play(game, "p1: discard creature F2M")
    assert entourage(game, "p1") == "A2 F2 F2 F3"
    assert entourage(game, "p2") == ""


def test_TW_POW_puppet_all_discard_weakest_creature_spares_the_drawer():
    seats = {"p1": "hand F5; entourage F1" + PUPPET, "p2": "hand W4; entourage W1"}
    game = event("all_discard_weakest_creature", **seats)
    assert (entourage(game, "p1"), entourage(game, "p2")) == ("F1", "")


# A spell on to the next

SPELLS = {"p1": "hand F5 F1", "p2": "hand W4 W1 W2", "p3": "hand L1"}


@pytest.mark.parametrize(
    ("way", "picks", "hands"),
    [
        ("clockwise", ("p1: spell F1", "p2: spell W1", "p3: spell L1"), ("L1", "F1 W2", "W1")),
        ("counterclockwise", ("p1: spell F1", "p3: spell L1", "p2: spell W1"), ("W1", "L1 W2", "F1")),
    ],
)
def test_TW_BAT_8_all_pass_random_spell_at_once_in_the_direction_of_play(way, picks, hands):
    game = event("all_pass_random_spell", players="FWL", table=f"phase action; direction {way}", **SPELLS)
    play(game, *picks)
    held = [hand(game, seat).replace("spell ", "") for seat in ("p1", "p2", "p3")]
    assert held == list(hands)
    assert len(cited(game, "TW-BAT-8")) == 1 + 3


def test_TW_BAT_8_all_pass_random_spell_without_a_spell_nothing_is_passed_but_one_comes():
    game = event("all_pass_random_spell", "p2: spell W1", p2="hand W4 W1 W2")
    assert (hand(game, "p1"), hand(game, "p2")) == ("spell W1", "spell W2")
    assert event_rulings(game) == ["TW-BAT-8 nothing_to_pass mage", "TW-BAT-8 spell_passed witch"]


def test_TW_PLAY_1_only_giver_and_getter_see_the_spell_that_is_passed():
    game = event("all_pass_random_spell", players="FWL", **SPELLS)
    play(game, "p1: spell F1", "p2: spell W1", "p3: spell L1")
    seen = [[ruling.seen_by(seat) for ruling in game.latest_rulings] for seat in range(3)]
    texts = [next(each.text() for each in rulings if each.facts["side"] == "mage") for rulings in seen]
    assert texts == [
        "The Mage gives Fire 1 to the Witch.",
        "The Mage gives Fire 1 to the Witch.",
        "The Mage gives a spell to the Witch.",
    ]


def test_TW_POW_puppet_all_pass_random_spell_goes_past_the_drawer():
    seats = SPELLS | {"p1": "hand F5 F1" + PUPPET}
    game = event("all_pass_random_spell", "p2: spell W1", "p3: spell L1", players="FWL", **seats)
    assert [hand(game, seat) for seat in ("p1", "p2", "p3")] == ["spell F1", "spell L1 spell W2", "spell W1"]


# The rich


def test_TW_BAT_8_rich_return_ornicle_from_three_on():
    seats = {"p1": "hand F5; ornicles 3", "p2": "hand W4; ornicles 2", "p3": "hand L1; ornicles 9"}
    game = event("rich_return_ornicle", players="FWL", **seats)
    assert event_rulings(game) == ["TW-BAT-8 ornicle_returned mage", "TW-BAT-8 ornicle_returned sorceress"]
    assert ornicles(game) == [3 - 1 + 1, 2, 8]


def test_TW_BAT_8_rich_return_ornicle_a_stake_aside_does_not_count():
    game = case("FWL", p1="hand F5", p2="hand W4", p3="hand F1; ornicles 3")
    play(game, "p1: attack p2", "p1: lay F5", "p2: lay W4", "p3: support attacker spell F1")
    play(game, "roll Spiral", "roll 0", "pass*", "p1: event rich_return_ornicle")
    assert event_rulings(game) == ["TW-BAT-8 nobody"]
    assert ornicles(game) == [1, 0, 4]  # the stake and one for the supporter


def test_TW_POW_puppet_rich_return_ornicle_spares_the_drawer():
    seats = {"p1": "hand F5; ornicles 3" + PUPPET, "p2": "hand W4; ornicles 3"}
    game = event("rich_return_ornicle", **seats)
    assert ornicles(game) == [4, 2]
