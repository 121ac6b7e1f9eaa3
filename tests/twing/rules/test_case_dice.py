"""Corner cases of dice and events (D1 to D16) and of a battle's result (R1 to R10), in whole games."""

from __future__ import annotations

from collections import Counter

import pytest
from twing.cases import (
    BOX,
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
    said,
)

from twingkit import Game
from twingkit.twing.rules.cards import Creature, Spell, read_card


def battle(*answers: str, variant: str = "box", players: str = "FW", **seats: str) -> Game:
    """The Mage (p1) attacks the Witch (p2); the answers follow."""
    return play(case(players, variant=variant, **seats), "attack p2", *answers)


LAID = ("lay A5", "lay L5")
PLAIN = {"p1": "hand A5", "p2": "hand L5"}
"""Five points each, nobody's own element, no card left in a hand."""

# D1: both roll at once


def test_D1_TW_BAT_8_both_dice_lie_before_the_attackers_event_and_then_the_defenders():
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


# D2: a shield rolls nothing


def test_D2_TW_BAT_5_behind_a_shield_there_is_no_die_to_re_roll():
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


# D3: Miromon before the event


def test_D3_TW_BAT_9_everybody_who_holds_a_card_is_asked_before_the_event_the_attacker_first():
    game = battle(*LAID, "roll Spiral", "roll 0", p1="hand A5 cat", p2="hand L5 miromon")
    assert asks(game) == "p1 interrupt"
    assert refused(game, "cat") == "TW-BAT-9", "cats wait until the event is over"
    play(game, "p1: pass", "p2: miromon attacker")
    assert asks(game) == "p1 respond", "no event is drawn"
    assert game.table.used_events == ()
    assert dice(game) == ["0", "0"]
    assert cited(game, "TW-BAT-8", "TW-BAT-9") == ["TW-BAT-9 interrupt witch"]


def test_D3_TW_BAT_9_the_second_spiral_has_its_own_moment_after_the_first_event():
    game = battle(*LAID, "roll Spiral", "roll Spiral", p1="hand A5 miromon", p2="hand L5")
    assert refused(game, "miromon defender") == "TW-BAT-9"
    play(game, "p1: pass", "event return_ornicle", "p1: miromon defender")
    assert game.table.used_events == ("return_ornicle",)


def test_D3_TW_POW_socks_only_their_owner_may_stop_the_event():
    game = battle(*LAID, "roll Spiral", "roll 0", p1="hand A5 miromon", p2="hand L5 cat; objects socks")
    assert asks(game) == "p2 interrupt"


def test_D3_TW_VAR_18_event_first_leaves_no_moment_for_miromon():
    variant, seats = "spiral=event_first", {"p1": "hand A5 cat", "p2": "hand L5 miromon"}
    game = battle(*LAID, "roll Spiral", "roll 1", variant=variant, **seats)
    play(game, "p1: event return_ornicle", "p1: pass", "p2: miromon attacker", "pass*")
    assert results(game) == [("defender", (5, 6))]


# D4: what Miromon makes of a face


@pytest.mark.parametrize(
    ("face", "turned", "sentence"),
    [
        ("3", "-3", "The Witch plays Miromon on the Mage’s die: +3 becomes −3."),
        ("Cross", "Sun", "The Witch plays Miromon on the Mage’s die: Cross becomes Sun."),
        ("Sun", "Cross", "The Witch plays Miromon on the Mage’s die: Sun becomes Cross."),
        ("0", "0", "The Witch plays Miromon on the Mage’s die: 0 becomes 0."),
    ],
)
def test_D4_TW_BAT_12_miromon_turns_every_face(face, turned, sentence):
    game = battle(*LAID, f"roll {face}", "roll 0", p1="hand A5 cat", p2="hand L5 miromon cat")
    play(game, "p1: pass", "p2: miromon attacker")
    assert dice(game) == [turned, "0"]
    assert said(game, "TW-BAT-12") == [sentence]


# D5 to D7: Miromon turns the face, everything else judges what lies there at the end


OWN = {"p1": "hand F5 miromon", "p2": "hand L5"}


def test_D5_TW_BAT_15_the_own_element_judges_the_turned_face():
    game = battle("lay F5", "lay L5", "roll -3", "roll 0", "p1: miromon attacker", **OWN)
    assert results(game) == [("attacker", (8, 5))]
    down = battle("lay F5", "lay L5", "roll 3", "roll 0", p1="hand F5", p2="hand L5 miromon")
    play(down, "p2: miromon attacker")
    assert results(down) == [("tie", (5, 5))]


def test_D5_own_element_face_makes_a_minus_a_0_before_miromon():
    variant = "own_element=face"
    game = battle("lay F5", "lay L5", "roll -3", "roll 0", "miromon attacker", variant=variant, **OWN)
    assert results(game) == [("tie", (5, 5))]


def test_D6_TW_POW_panties_cover_a_cross_that_miromon_made():
    seats = {"p1": "hand A5; objects panties", "p2": "hand L4 miromon"}
    game = battle("lay A5", "lay L4", "roll Sun", "roll 0", "p2: miromon attacker", **seats)
    assert results(game) == [("attacker", (5, 4))]
    assert "TW-POW-panties cross mage" in cited(game)


def test_D6_panties_natural_cover_only_a_cross_that_was_rolled():
    seats = {"p1": "hand A5; objects panties", "p2": "hand L4 miromon"}
    game = battle("lay A5", "lay L4", "roll Sun", "roll 0", variant="panties=natural", **seats)
    play(game, "p2: miromon attacker")
    assert results(game) == [("defender", None)]
    rolled = battle("lay A5", "lay L4", "roll Cross", "roll 0", "pass*", variant="panties=natural", **seats)
    assert results(rolled) == [("attacker", (5, 4))]


def test_D7_TW_POW_bra_covers_a_sun_that_miromon_made():
    seats = {"p1": "hand A5 miromon", "p2": "hand L4; objects bra"}
    game = battle("lay A5", "lay L4", "roll Cross", "roll 2", "p1: miromon attacker", **seats)
    assert results(game) == [("defender", (5, 6))]


def test_D7_bra_natural_lets_a_sun_of_miromon_win():
    seats = {"p1": "hand A5 miromon", "p2": "hand L4; objects bra"}
    game = battle("lay A5", "lay L4", "roll Cross", "roll 2", variant="bra=natural", **seats)
    play(game, "p1: miromon attacker")
    assert results(game) == [("attacker", None)]


# D8 to D10: cats and Miromon


def test_D8_TW_BAT_11_a_cat_re_rolls_the_own_die_only():
    game = battle(*LAID, "roll 0", "roll Sun", p1="hand A5 cat", p2="hand L5")
    assert options(game) == ["pass", "cat"]
    play(game, "p1: cat", "p1: roll 2")
    assert results(game) == [("defender", None)]
    assert "TW-BAT-11 played_hidden mage" in cited(game)


def test_D8_cat_die_any_lets_a_cat_re_roll_the_opponents_die():
    game = battle(*LAID, "roll 0", "roll Sun", variant="cat_die=any", p1="hand A5 cat", p2="hand L5")
    play(game, "p1: cat defender", "p2: roll -1")
    assert results(game) == [("attacker", (5, 4))]


def test_D9_TW_BAT_12_miromon_never_re_rolls():
    game = battle(*LAID, "roll 2", "roll 0", p1="hand A5 miromon", p2="hand L5")
    assert options(game) == ["pass", "miromon attacker", "miromon defender"]
    play(game, "miromon defender")
    assert results(game) == [("attacker", (7, 5))], "nobody rolled again"


def test_D9_miromon_rerolls_too_offers_both():
    seats = {"p1": "hand A5 miromon", "p2": "hand L5"}
    game = battle(*LAID, "roll -4", "roll 0", variant="miromon=rerolls_too", **seats)
    assert options(game) == ["pass", "miromon attacker", "miromon defender", "miromon again"]
    play(game, "miromon again", "p1: roll 1")
    assert results(game) == [("attacker", (6, 5))]


def test_D10_TW_BAT_12_a_new_roll_replaces_the_turned_result():
    game = battle(*LAID, "roll 4", "roll 0", p1="hand A5 cat", p2="hand L5 miromon")
    play(game, "p1: pass", "p2: miromon attacker", "p1: cat", "roll 3")
    assert results(game) == [("attacker", (8, 5))]


def test_D10_inversion_die_turns_the_new_roll_too():
    seats = {"p1": "hand A5 cat", "p2": "hand L5 miromon"}
    game = battle(*LAID, "roll 4", "roll 0", "p1: pass", variant="inversion=die", **seats)
    play(game, "p2: miromon attacker", "p1: cat", "roll 3")
    assert results(game) == [("defender", (2, 5))]
    assert "TW-BAT-12 sticks mage" in cited(game)


# D11: Hat and Shamrock


def test_D11_TW_BAT_14_hat_and_shamrock_work_once_despite_the_socks():
    game = battle(
        *(*LAID, "roll -1", "roll -1", "p1: shamrock", "roll 1", "p2: hat", "roll 2"),
        p1="hand A5 F1; objects shamrock",
        p2="hand L5; objects hat,socks",
    )
    assert results(game) == [("defender", (6, 7))]


def test_D11_TW_BAT_14_before_or_after_cats_but_never_twice():
    game = battle(*LAID, "roll -1", "roll 0", p1="hand A5 cat*2; objects shamrock", p2="hand L5")
    play(game, "p1: cat", "roll -2", "p1: shamrock", "roll -3")
    assert refused(game, "shamrock") == "TW-BAT-14"
    play(game, "p1: cat", "roll 1")
    assert results(game) == [("attacker", (6, 5))]


def test_D11_TW_VAR_22_shamrock_unlimited_is_offered_again_with_an_empty_hand():
    seats = {"p1": "hand A5; objects shamrock", "p2": "hand L5; objects hat"}
    game = battle(*LAID, "roll -1", "roll 0", variant="shamrock=unlimited", **seats)
    play(game, "p1: shamrock", "roll -2", "p2: hat", "roll 1", "p1: shamrock", "roll 2", "p1: pass")
    assert results(game) == [("attacker", (7, 6))]
    assert cited(game, "TW-BAT-14") == [f"TW-BAT-14 used {side}" for side in ("mage", "witch", "mage")]


# D12: Spirals of re-rolls


def test_D12_TW_BAT_8_every_fresh_spiral_draws_an_event():
    game = battle(*LAID, "roll Spiral", "roll 0", p1="hand A5 cat", p2="hand L5")
    play(game, "p1: pass", "event take_two_ornicles", "p1: cat", "roll Spiral")
    play(game, "event return_ornicle")
    assert game.table.used_events == ("take_two_ornicles", "return_ornicle")
    assert ornicles(game) == [1, 0], "what the first event gave stays"


def test_D12_event_limit_one_lets_a_later_spiral_be_a_0():
    seats = {"p1": "hand A5 cat", "p2": "hand L5"}
    game = battle(*LAID, "roll Spiral", "roll 0", variant="event_limit=one", **seats)
    play(game, "pass", "event take_two_ornicles", "p1: cat", "roll Spiral")
    assert "TW-BAT-8 one_event mage" in cited(game)
    assert results(game) == [("tie", (5, 5))]


# D13: the Socks


def test_D13_TW_POW_socks_stop_cats_and_miromon_in_that_battle_only():
    game = battle(*LAID, "roll 0", "roll 0", p1="hand A5 cat miromon trap", p2="hand L5 L1; objects socks")
    assert asks(game) == "p2 respond", "nothing the attacker holds could be played"
    play(game, "p2: pass")
    assert results(game) == [("tie", (5, 5))]
    assert hand(game, "p1") == "cat trap miromon"


def test_D13_TW_POW_socks_leave_the_ritual_free():
    game = case(p1="hand F1 cat*3", p2="hand W1; objects socks", table="phase action; display hat,boots")
    play(game, "ritual", "object teddy")
    assert objects(game, "p1") == "teddy"


def test_D13_TW_POW_socks_refuse_a_cat_where_a_trap_opens_the_moment():
    seats = {"p1": "hand A5 cat trap", "p2": "hand L5; entourage L1; objects socks"}
    game = battle("lay A5", "lay L5 + L1", "p1: pass", "roll 0", "roll 0", **seats)
    assert refused(game, "cat") == "TW-POW-socks"
    assert refused(game, "miromon attacker") == "TW-BAT-12", "not held"
    play(game, "p1: trap L1")


def test_D13_TW_VAR_21_socks_own_die_only_guard_the_owners_die():
    seats = {"p1": "hand A5 cat miromon", "p2": "hand L5; objects socks"}
    game = battle(*LAID, "roll -1", "roll 0", variant="socks=own_die", **seats)
    assert refused(game, "miromon defender") == "TW-POW-socks"
    play(game, "p1: cat", "roll -3", "p1: miromon attacker")
    assert results(game) == [("attacker", (8, 5))]


def test_D13_TW_PLAY_3_no_two_cats_are_laid_against_the_socks():
    seats = {"p1": "hand A5 cat*2", "p2": "hand L5; objects socks"}
    game = battle("lay A5", variant="two_cats=true", **seats)
    assert asks(game) == "p2 defend", "two cats laid with the attack are cats played against the owner"
    free = battle("lay A5", "p1: cats", "lay L5", variant="two_cats=true socks=own_die", **seats)
    assert hand(free, "p1") == ""


# D14: the Puppet


def test_D14_TW_POW_puppet_keeps_off_what_the_owner_draws_good_or_bad():
    seats = {"p1": "hand A5; objects puppet; ornicles 4", "p2": "hand L5; ornicles 4"}
    game = battle(*LAID, "roll Spiral", "roll Spiral", **seats)
    play(game, "event rich_return_ornicle")
    assert ornicles(game) == [4, 3], "others are touched"
    play(game, "event all_draw_card", "p2: draw cat")
    assert asks(game) == "p1 draw", "the Witch’s event reaches the owner of the Puppet"
    assert cited(game, "TW-POW-puppet") == ["TW-POW-puppet kept_off mage"]


def test_D14_TW_POW_puppet_forgoes_a_good_event_too():
    game = battle(*LAID, "roll Spiral", "roll 0", p1="hand A5; objects puppet", p2="hand L5")
    play(game, "event take_two_ornicles")
    assert ornicles(game) == [0, 0]


def test_D14_puppet_all_keeps_off_every_event():
    seats = {"p1": "hand A5", "p2": "hand L5; objects puppet; ornicles 4"}
    game = battle(*LAID, "roll Spiral", "roll 0", variant="puppet=all", **seats)
    play(game, "event rich_return_ornicle")
    assert ornicles(game) == [0, 4]


# D15: events and the cards of the battle


def test_D15_TW_BAT_8_events_do_not_touch_the_cards_of_the_battle():
    game = battle(
        *("lay A5 + A1", "lay L5", "roll Spiral", "roll 0"),
        p1="hand A5; entourage A1 A3",
        p2="hand L5; entourage L4",
    )
    play(game, "event all_discard_weakest_creature")
    assert entourage(game, "p1") == "A1", "it came home; the weakest one at home was A3"
    assert discard(game) == "creature A3 creature L4 spell A5 spell L5"
    assert results(game) == [("attacker", (6, 5))]


def test_D15_TW_BAT_8_a_spell_of_the_battle_cannot_be_lost_or_passed_on():
    game = battle(*LAID, "roll Spiral", "roll 0", p1="hand A5", p2="hand L5 L1")
    play(game, "pass*", "event discard_random_spell")
    assert "TW-BAT-8 nothing mage" in cited(game)
    other = battle(*LAID, "roll Spiral", "roll 0", p1="hand A5", p2="hand L5 L1")
    play(other, "pass*", "event all_pass_random_spell", "p2: spell L1", "pass*")
    assert hand(other, "p1") == "spell L1"


def test_D15_TW_BAT_19_an_event_finds_no_cat_that_was_played_in_this_battle():
    game = battle(*LAID, "roll 0", "roll 0", p1="hand A5 cat", p2="hand L5")
    play(game, "p1: cat", "roll Spiral", "event take_discarded_cat")
    assert "TW-BAT-8 nothing mage" in cited(game)
    assert discard(game) == "cat spell A5 spell L5"


def test_D15_TW_BAT_8_an_event_finds_the_top_cat_of_the_pile():
    table = "phase action; discard cat spell F1"
    game = play(case(table=table, **PLAIN), "attack p2", *LAID, "roll Spiral", "roll 0")
    play(game, "event take_discarded_cat")
    assert asks(game) == "p1 respond", "the cat can be played at once"
    play(game, "p1: cat", "roll 1")
    assert results(game) == [("attacker", (6, 5))]


def all_but(*texts: str) -> str:
    """The rest of the box as a discard pile."""
    left = BOX - Counter(read_card(text) for text in texts)
    parts = []
    for word, kind in (("spell", Spell), ("creature", Creature)):
        parts += [word, *(f"{card.token}*{n}" for card, n in left.items() if isinstance(card, kind))]
    return " ".join([*parts, *(f"{card}*{n}" for card, n in left.items() if isinstance(card, str))])


def test_D15_TW_BAT_19_cards_of_the_battle_are_not_shuffled_into_a_new_stack():
    pile = all_but("spell A6", "spell L6")
    game = case(p1="hand A6", p2="hand L6", table=f"phase action; discard {pile}")
    play(game, "attack p2", "lay A6", "lay L6", "roll Spiral", "roll 0", "event all_draw_card")
    assert "TW-TURN-5 shuffled" in cited(game)
    assert refused(game, "draw spell A6") == "TW-BOX-1"
    play(game, "p1: draw spell A5")
    assert refused(game, "draw spell L6") == "TW-BOX-1"


# D16: an event changes what a main player has


def test_D16_TW_TURN_2_a_battle_goes_on_after_an_event_took_the_last_spell():
    game = battle(*LAID, "roll Spiral", "roll 1", p1="hand A5 A4", p2="hand L5 L4")
    play(game, "pass*", "event discard_random_spell", "spell A4")
    assert asks(game) == "p2 respond", "drawing for a spell waits for the end of the battle"
    play(game, "p2: pass")
    assert results(game) == [("defender", (5, 6))]
    assert asks(game) == "p1 draw"
    assert cited(game, "TW-TURN-2") == ["TW-TURN-2 no_spell mage"]


def test_D16_TW_TURN_4_a_fourth_element_drawn_in_a_battle_is_given_up_at_once():
    game = battle("lay A5", "lay L5", "roll Spiral", "roll 0", p1="hand A5 F1 W1 A1", p2="hand L5 L1")
    play(game, "pass*", "event all_draw_card", "p1: draw spell L2")
    assert asks(game) == "p1 discard_element"
    play(game, "p1: discard A", "p2: draw cat", "pass*")
    assert hand(game, "p1") == "spell F1 spell L2 spell W1"


def test_D16_TW_OBJ_2_an_object_gained_in_a_battle_sleeps_until_it_is_over():
    game = battle(*LAID, "roll Spiral", "roll Sun", p1="hand A5 F1", p2="hand L5 L1; objects hat")
    play(game, "pass*", "event take_top_object", "object bra")
    assert objects(game, "p1") == "|bra"
    play(game, "pass*")
    assert results(game) == [("defender", None)], "the new Bra does not save this battle"
    assert objects(game, "p1") == "bra"
    assert cited(game, "TW-OBJ-2") == ["TW-OBJ-2 set_aside mage", "TW-OBJ-2 all_active mage"]


def test_D16_TW_OBJ_2_the_new_panties_do_not_save_the_cross_of_this_battle():
    game = battle(*LAID, "roll 0", "roll Spiral", p1="hand A5 F1", p2="hand L5 cat")
    play(game, "pass*", "event take_top_object", "object panties", "p1: pass", "p2: cat", "roll Cross")
    play(game, "pass*")
    assert results(game) == [("attacker", None)]
    play(game, "p2: draw spell L1")
    assert objects(game, "p2") == "panties", "now they are active"


# R1, R2: critical results


def test_R1_TW_BAT_16_a_sun_waits_for_the_responses():
    game = battle(*LAID, "roll Sun", "roll 0", p1="hand A5", p2="hand L5 miromon")
    play(game, "p2: miromon attacker")
    assert results(game) == [("defender", None)]


def test_R1_TW_VAR_9_at_once_leaves_no_time_to_respond():
    seats = {"p1": "hand A5 cat", "p2": "hand L5 miromon"}
    game = battle(*LAID, "roll Sun", "roll 0", variant="criticals=at_once", **seats)
    assert refused(game, "cat") == "TW-VAR-9"
    play(game, "p1: pass", "p2: pass")
    assert results(game) == [("attacker", None)]
    assert "TW-VAR-9 at_once" in cited(game)
    late = battle(*LAID, "roll 0", "roll 0", "p1: cat", "roll Cross", variant="criticals=at_once", **seats)
    play(late, "p2: pass")
    assert results(late) == [("defender", None)]


def test_R1_TW_VAR_9_at_once_comes_after_miromon_and_before_the_cats():
    seats = {"p1": "hand A5 cat", "p2": "hand L5 miromon cat"}
    game = battle(*LAID, "roll Sun", "roll 0", variant="german", **seats)
    assert options(play(game, "p1: pass")) == ["pass", "miromon defender", "miromon attacker"]
    play(game, "p2: miromon attacker", "p1: pass", "p2: pass")
    assert results(game) == [("defender", None)]
    number = battle(
        *LAID, "roll 4", "roll Cross", variant="german", p1="hand A5 cat", p2="hand L5 miromon cat"
    )
    play(number, "p1: pass", "p2: miromon defender", "p1: pass", "p2: pass")
    assert results(number) == [("defender", None)], "a Cross becomes a Sun, which decides at once"


def test_R1_TW_VAR_9_a_sun_that_the_bra_makes_0_decides_nothing_at_once():
    seats = {"p1": "hand A5 cat", "p2": "hand L5; objects bra"}
    game = battle(*LAID, "roll Sun", "roll 0", variant="criticals=at_once", **seats)
    assert asks(game) == "p1 respond"


@pytest.mark.parametrize(
    ("faces", "result"),
    [
        (("Sun", "Cross"), ("attacker", None)),
        (("Sun", "Sun"), ("tie", None)),
        (("Cross", "Cross"), ("tie", None)),
    ],
)
def test_R2_TW_BAT_16_two_criticals(faces, result):
    game = battle("lay A5", "lay L4", *(f"roll {face}" for face in faces), p1="hand A5", p2="hand L4")
    assert results(game) == [result]
    assert ornicles(game) == [1 if result[0] == "attacker" else 0, 0]


def test_R2_both_critical_points_lets_the_points_decide():
    seats = {"p1": "hand A5", "p2": "hand L4"}
    game = battle("lay A5", "lay L4", *["roll Sun"] * 2, variant="both_critical=points", **seats)
    assert results(game) == [("attacker", (5, 4))]
    mixed = battle("lay A5", "lay L4", "roll Cross", "roll Sun", variant="both_critical=points", **seats)
    assert results(mixed) == [("defender", None)]


# R3: objects first


def test_R3_TW_BAT_16_objects_act_before_criticals_are_compared():
    bra = {"p1": "hand A1; objects bra", "p2": "hand L5"}
    assert results(battle("lay A1", "lay L5", *["roll Sun"] * 2, **bra)) == [("attacker", None)]
    both = {"p1": "hand A1; objects panties", "p2": "hand L5; objects bra"}
    game = battle("lay A1", "lay L5", "roll Cross", "roll 1", **both)
    assert results(game) == [("defender", (1, 6))]


def test_R3_TW_BAT_15_both_criticals_made_0_leave_the_points():
    seats = {"p1": "hand A1; objects panties", "p2": "hand L5 trap"}
    game = battle("lay A1", "lay L5", "roll Cross", "roll Cross", "pass*", **seats)
    assert results(game) == [("attacker", None)]


# R4 to R6: shields and rewards


@pytest.mark.parametrize(("face", "winner"), [("Sun", "attacker"), ("Cross", "defender")])
def test_R4_TW_BAT_16_criticals_decide_against_a_shield(face, winner):
    game = battle("lay A5", "lay shield L4", f"roll {face}", p1="hand A5", p2="entourage L4")
    assert results(game) == [(winner, None)]
    assert entourage(game, "p2") == ("" if winner == "attacker" else "L4")


@pytest.mark.parametrize("face", ["Sun", "Cross"])
def test_R4_shield_criticals_false_lets_a_shield_ignore_them(face):
    seats = {"p1": "hand A5", "p2": "entourage L4"}
    game = battle("lay A5", "lay shield L4", f"roll {face}", variant="shield_criticals=false", **seats)
    assert results(game) == [("attacker", (5, 4))]
    assert "TW-BAT-16 shield_ignores mage" in cited(game)


def test_R5_TW_BAT_18_a_winning_shield_gets_none_a_beaten_one_pays():
    held = battle("lay A1", "lay shield L4", "roll 0", p1="hand A1", p2="entourage L4")
    assert ornicles(held) == [0, 0]
    beaten = battle("lay A5", "lay shield L4", "roll 0", p1="hand A5", p2="entourage L4")
    assert ornicles(beaten) == [1, 0]


def test_R6_TW_BAT_18_a_win_by_the_enemys_cross_pays():
    game = battle(*LAID, "roll Cross", "roll -4", **PLAIN)
    assert ornicles(game) == [0, 1]


# R7, R8: creatures of the own element


def test_R7_TW_BAT_21_only_the_main_attackers_own_creatures_come_home():
    game = battle(
        *("lay F1 + F1", "lay W1 + W1", "roll Cross", "roll 0"),
        p1="hand F1; entourage F1",
        p2="hand W1; entourage W1",
    )
    assert (entourage(game, "p1"), entourage(game, "p2")) == ("F1", "W1")
    lost = battle(*("lay F1", "lay W1 + W1", "roll Sun", "roll 0"), p1="hand F1", p2="hand W1; entourage W1")
    assert entourage(lost, "p2") == ""


@pytest.mark.parametrize("lay", ["lay W1 + W1", "lay shield W1"])
def test_R7_TW_VAR_19_own_creatures_battle_saves_a_defenders_own_creatures(lay):
    seats = {"p1": "hand F1", "p2": "hand W1; entourage W1"}
    game = battle("lay F1", lay, "roll Sun", variant="own_creatures=battle", **seats)
    play(game, "roll 0") if asks(game) == "p2 roll" else play(game, "pass*")
    assert entourage(game, "p2") == "W1"
    assert "TW-VAR-19 home witch" in cited(game)


def test_R8_TW_BAT_21_each_creature_is_judged_by_its_own_element():
    game = battle(
        *("lay A5 + A1 F1", "lay L5", "roll Cross", "roll 0"),
        p1="hand A5; entourage A1 F1; objects teddy",
        p2="hand L5",
    )
    assert entourage(game, "p1") == "F1"
    assert "TW-BAT-21 home mage" in cited(game)


def test_R8_own_home_spells_asks_for_own_spells_too():
    seats = {"p1": "hand A5; entourage A1 F1; objects teddy", "p2": "hand L5"}
    game = battle("lay A5 + A1 F1", "lay L5", "roll Cross", "roll 0", variant="own_home=spells", **seats)
    assert entourage(game, "p1") == ""


# R9: ties


def test_R9_TW_BAT_20_after_a_tie_creatures_go_home_and_nothing_is_paid():
    seats = {"p1": "hand A5; entourage A1", "p2": "hand L5; entourage L1"}
    game = battle("lay A5 + A1", "lay L5 + L1", "roll 0", "roll 0", **seats)
    assert results(game) == [("tie", (6, 6))]
    assert (entourage(game, "p1"), entourage(game, "p2"), ornicles(game)) == ("A1", "L1", [0, 0])


@pytest.mark.parametrize("face", ["0", "Sun", "Cross"])
def test_R9_ties_defender_makes_every_tie_a_win_of_the_defence(face):
    seats = {"p1": "hand A5; entourage A1", "p2": "hand L5; entourage L1"}
    laid = ("lay A5 + A1", "lay L5 + L1")
    game = battle(*laid, *[f"roll {face}"] * 2, variant="ties=defender", **seats)
    assert results(game)[0][0] == "defender"
    assert (entourage(game, "p1"), entourage(game, "p2"), ornicles(game)) == ("", "L1", [0, 1])


# R10: the winner's cards


def test_R10_TW_BAT_19_both_sides_discard_what_they_played():
    seats = {"p1": "hand A5 trap F1", "p2": "hand L5 cat L1; entourage L2"}
    game = battle("lay A5", "lay L5 + L2", "p1: trap L2", "roll 1", "roll 0", **seats)
    play(game, "p1: pass", "p2: cat", "roll -1", "pass*")
    assert discard(game) == "cat creature L2 spell A5 spell L5 trap"
    assert cited(game, "TW-BAT-19") == ["TW-BAT-19 discarded mage", "TW-BAT-19 discarded witch"]
    assert (hand(game, "p1"), hand(game, "p2")) == ("spell F1", "spell L1")
