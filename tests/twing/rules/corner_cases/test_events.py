"""Corner cases: events, the Socks and the Puppet."""

from __future__ import annotations

from collections import Counter

from twing.cases import (
    BOX,
    asks,
    case,
    cited,
    discard,
    entourage,
    hand,
    objects,
    ornicles,
    play,
    refused,
    results,
)
from twing.rules.corner_cases.dice_lines import LAID, PLAIN, battle

from twingkit.twing.rules.cards import Creature, Spell, parse_card

# Spirals of re-rolls


def test_TW_BAT_8_every_fresh_spiral_draws_an_event():
    game = battle(*LAID, "roll Spiral", "roll 0", p1="hand A5 cat", p2="hand L5")
    play(game, "p1: pass", "event take_two_ornicles", "p1: cat", "roll Spiral")
    play(game, "event return_ornicle")
    assert game.table.used_events == ("take_two_ornicles", "return_ornicle")
    assert ornicles(game) == [1, 0], "what the first event gave stays"


def test_event_limit_one_lets_a_later_spiral_be_a_0():
    seats = {"p1": "hand A5 cat", "p2": "hand L5"}
    game = battle(*LAID, "roll Spiral", "roll 0", variant="event_limit=one", **seats)
    play(game, "pass", "event take_two_ornicles", "p1: cat", "roll Spiral")
    assert "TW-BAT-8 one_event mage" in cited(game)
    assert results(game) == [("tie", (5, 5))]


# The Socks


def test_TW_POW_socks_stop_cats_and_miromon_in_that_battle_only():
    game = battle(*LAID, "roll 0", "roll 0", p1="hand A5 cat miromon trap", p2="hand L5 L1; objects socks")
    assert asks(game) == "p2 respond", "nothing the attacker holds could be played"
    play(game, "p2: pass")
    assert results(game) == [("tie", (5, 5))]
    assert hand(game, "p1") == "cat trap miromon"


def test_TW_POW_socks_leave_the_ritual_free():
    game = case(p1="hand F1 cat*3", p2="hand W1; objects socks", table="phase action; display hat,boots")
    play(game, "ritual", "object teddy")
    assert objects(game, "p1") == "teddy"


def test_TW_POW_socks_refuse_a_cat_where_a_trap_opens_the_moment():
    seats = {"p1": "hand A5 cat trap", "p2": "hand L5; entourage L1; objects socks"}
    game = battle("lay A5", "lay L5 + L1", "p1: pass", "roll 0", "roll 0", **seats)
    assert refused(game, "cat") == "TW-POW-socks"
    assert refused(game, "miromon attacker") == "TW-BAT-12", "not held"
    play(game, "p1: trap L1")


def test_TW_VAR_21_socks_own_die_only_guard_the_owners_die():
    seats = {"p1": "hand A5 cat miromon", "p2": "hand L5; objects socks"}
    game = battle(*LAID, "roll -1", "roll 0", variant="socks=own_die", **seats)
    assert refused(game, "miromon defender") == "TW-POW-socks"
    play(game, "p1: cat", "roll -3", "p1: miromon attacker")
    assert results(game) == [("attacker", (8, 5))]


def test_TW_PLAY_3_no_two_cats_are_laid_against_the_socks():
    seats = {"p1": "hand A5 cat*2", "p2": "hand L5; objects socks"}
    game = battle("lay A5", variant="two_cats=true", **seats)
    assert asks(game) == "p2 defend", "two cats laid with the attack are cats played against the owner"
    free = battle("lay A5", "p1: cats", "lay L5", variant="two_cats=true socks=own_die", **seats)
    assert hand(free, "p1") == ""


# The Puppet


def test_TW_POW_puppet_keeps_off_what_the_owner_draws_good_or_bad():
    seats = {"p1": "hand A5; objects puppet; ornicles 4", "p2": "hand L5; ornicles 4"}
    game = battle(*LAID, "roll Spiral", "roll Spiral", **seats)
    play(game, "event rich_return_ornicle")
    assert ornicles(game) == [4, 3], "others are touched"
    play(game, "event all_draw_card", "p2: draw cat")
    assert asks(game) == "p1 draw", "the Witch’s event reaches the owner of the Puppet"
    assert cited(game, "TW-POW-puppet") == ["TW-POW-puppet kept_off mage"]


def test_TW_POW_puppet_forgoes_a_good_event_too():
    game = battle(*LAID, "roll Spiral", "roll 0", p1="hand A5; objects puppet", p2="hand L5")
    play(game, "event take_two_ornicles")
    assert ornicles(game) == [0, 0]


def test_puppet_all_keeps_off_every_event():
    seats = {"p1": "hand A5", "p2": "hand L5; objects puppet; ornicles 4"}
    game = battle(*LAID, "roll Spiral", "roll 0", variant="puppet=all", **seats)
    play(game, "event rich_return_ornicle")
    assert ornicles(game) == [0, 4]


# Events and the cards of the battle


def test_TW_BAT_8_events_do_not_touch_the_cards_of_the_battle():
    game = battle(
        *("lay A5 + A1", "lay L5", "roll Spiral", "roll 0"),
        p1="hand A5; entourage A1 A3",
        p2="hand L5; entourage L4",
    )
    play(game, "event all_discard_weakest_creature")
    assert entourage(game, "p1") == "A1", "it came home; the weakest one at home was A3"
    assert discard(game) == "creature A3 creature L4 spell A5 spell L5"
    assert results(game) == [("attacker", (6, 5))]


def test_TW_BAT_8_a_spell_of_the_battle_cannot_be_lost_or_passed_on():
    game = battle(*LAID, "roll Spiral", "roll 0", p1="hand A5", p2="hand L5 L1")
    play(game, "pass*", "event discard_random_spell")
    assert "TW-BAT-8 nothing mage" in cited(game)
    other = battle(*LAID, "roll Spiral", "roll 0", p1="hand A5", p2="hand L5 L1")
    play(other, "pass*", "event all_pass_random_spell", "p2: spell L1", "pass*")
    assert hand(other, "p1") == "spell L1"


def test_TW_BAT_19_an_event_finds_no_cat_that_was_played_in_this_battle():
    game = battle(*LAID, "roll 0", "roll 0", p1="hand A5 cat", p2="hand L5")
    play(game, "p1: cat", "roll Spiral", "event take_discarded_cat")
    assert "TW-BAT-8 nothing mage" in cited(game)
    assert discard(game) == "cat spell A5 spell L5"


def test_TW_BAT_8_an_event_finds_the_top_cat_of_the_pile():
    table = "phase action; discard cat spell F1"
    game = play(case(table=table, **PLAIN), "attack p2", *LAID, "roll Spiral", "roll 0")
    play(game, "event take_discarded_cat")
    assert asks(game) == "p1 respond", "the cat can be played at once"
    play(game, "p1: cat", "roll 1")
    assert results(game) == [("attacker", (6, 5))]


def all_but(*texts: str) -> str:
    """The rest of the box as a discard pile."""
    left = BOX - Counter(parse_card(text) for text in texts)
    parts = []
    for word, kind in (("spell", Spell), ("creature", Creature)):
        parts += [word, *(f"{card.token}*{n}" for card, n in left.items() if isinstance(card, kind))]
    return " ".join([*parts, *(f"{card}*{n}" for card, n in left.items() if isinstance(card, str))])


def test_TW_BAT_19_cards_of_the_battle_are_not_shuffled_into_a_new_stack():
    pile = all_but("spell A6", "spell L6")
    game = case(p1="hand A6", p2="hand L6", table=f"phase action; discard {pile}")
    play(game, "attack p2", "lay A6", "lay L6", "roll Spiral", "roll 0", "event all_draw_card")
    assert "TW-TURN-5 shuffled" in cited(game)
    assert refused(game, "draw spell A6") == "TW-BOX-1"
    play(game, "p1: draw spell A5")
    assert refused(game, "draw spell L6") == "TW-BOX-1"


# An event changes what a main player has


def test_TW_TURN_2_a_battle_goes_on_after_an_event_took_the_last_spell():
    game = battle(*LAID, "roll Spiral", "roll 1", p1="hand A5 A4", p2="hand L5 L4")
    play(game, "pass*", "event discard_random_spell", "spell A4")
    assert asks(game) == "p2 respond", "drawing for a spell waits for the end of the battle"
    play(game, "p2: pass")
    assert results(game) == [("defender", (5, 6))]
    assert asks(game) == "p1 draw"
    assert cited(game, "TW-TURN-2") == ["TW-TURN-2 no_spell mage"]


def test_TW_TURN_4_a_fourth_element_drawn_in_a_battle_is_given_up_at_once():
    game = battle("lay A5", "lay L5", "roll Spiral", "roll 0", p1="hand A5 F1 W1 A1", p2="hand L5 L1")
    play(game, "pass*", "event all_draw_card", "p1: draw spell L2")
    assert asks(game) == "p1 discard_element"
    play(game, "p1: discard A", "p2: draw cat", "pass*")
    assert hand(game, "p1") == "spell F1 spell L2 spell W1"


def test_TW_OBJ_2_an_object_gained_in_a_battle_sleeps_until_it_is_over():
    game = battle(*LAID, "roll Spiral", "roll Sun", p1="hand A5 F1", p2="hand L5 L1; objects hat")
    play(game, "pass*", "event take_top_object", "object bra")
    assert objects(game, "p1") == "|bra"
    play(game, "pass*")
    assert results(game) == [("defender", None)], "the new Bra does not save this battle"
    assert objects(game, "p1") == "bra"
    assert cited(game, "TW-OBJ-2") == ["TW-OBJ-2 set_aside mage", "TW-OBJ-2 all_active mage"]


def test_TW_OBJ_2_the_new_panties_do_not_save_the_cross_of_this_battle():
    game = battle(*LAID, "roll 0", "roll Spiral", p1="hand A5 F1", p2="hand L5 cat")
    play(game, "pass*", "event take_top_object", "object panties", "p1: pass", "p2: cat", "roll Cross")
    play(game, "pass*")
    assert results(game) == [("attacker", None)]
    play(game, "p2: draw spell L1")
    assert objects(game, "p2") == "panties", "now they are active"
