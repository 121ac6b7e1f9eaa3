"""Corner cases: events, the Socks and the Puppet."""

from __future__ import annotations

from twing.cases import (
    asks,
    case,
    cited,
    hand,
    objects,
    play,
    refused,
    results,
)
from twing.rules.corner_cases.dice_lines import LAID, PLAIN, battle

# The Socks


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


# Events and the cards of the battle


def test_TW_BAT_8_an_event_finds_the_top_cat_of_the_pile():
    table = "phase action; discard cat spell F1"
    game = play(case(table=table, **PLAIN), "attack p2", *LAID, "roll Spiral", "roll 0")
    play(game, "event take_discarded_cat")
    assert asks(game) == "p1 respond", "the cat can be played at once"
    play(game, "p1: cat", "roll 1")
    assert results(game) == [("attacker", (6, 5))]


# An event changes what a main player has


def test_TW_OBJ_2_an_object_gained_in_a_battle_sleeps_until_it_is_over():
    game = battle(*LAID, "roll Spiral", "roll Sun", p1="hand A5 F1", p2="hand L5 L1; objects hat")
    play(game, "pass*", "event take_top_object", "object bra")
    assert objects(game, "p1") == "|bra"
    play(game, "pass*")
    assert results(game) == [("defender", None)], "the new Bra does not save this battle"
    assert objects(game, "p1") == "bra"
    assert cited(game, "TW-OBJ-2") == ["TW-OBJ-2 set_aside mage", "TW-OBJ-2 all_active mage"]
