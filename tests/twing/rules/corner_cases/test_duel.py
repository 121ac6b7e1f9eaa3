"""Corner cases: the duel, its stake, its three battles and what it wins."""

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
    players_who_left,
    refused,
    results,
    sentences_of_rule,
)

CHALLENGER = "hand F5 F4 F3 F2; ornicles 1"
TARGET = "hand W4 W3 W2 W1; objects boots,hat"


def duel(table="phase action", variant="box", players="FW", **seats):
    """Return a duel of p1 against p2, up to the first lay."""
    seats = {"p1": CHALLENGER, "p2": TARGET} | seats
    return play(case(players, table, variant, **seats), "p1: duel p2")


WON, LOST, TIED = ("Sun", "0"), ("Cross", "0"), ("Sun", "Sun")


def battle(game, attack, defence, dice=WON):
    """Play one battle of the duel; nobody responds."""
    return play(
        game, f"p1: lay {attack}", f"p2: lay {defence}", "pass*", *(f"roll {face}" for face in dice), "pass*"
    )


def three_battles(game, *ends):
    """Play the battles of a duel one after the other, each with its dice."""
    lays = (("F5", "W4"), ("F4", "W3"), ("F3", "W2"))
    for (attack, defence), dice in zip(lays, ends, strict=False):
        battle(game, attack, defence, dice)
    return game


# What a duel needs, and how long it goes


def test_TW_DUEL_1_a_duel_needs_a_stake_and_a_target_with_an_object():
    poor = case(p1="hand F5", p2=TARGET)
    assert refused(poor, "duel p2") == "TW-DUEL-1"
    bare = case(p1=CHALLENGER, p2="hand W4")
    assert refused(bare, "duel p2") == "TW-DUEL-1"
    assert refused(case(p1="hand cat; ornicles 1", p2=TARGET), "duel p2") == "TW-BAT-1"
    assert refused(case(p1=CHALLENGER, p2=TARGET), "duel p1") == "TW-BAT-1"

    game = duel()
    assert (ornicles(game), game.table.staked_ornicles) == ([0, 0], 1)
    assert cited(game, "TW-DUEL-1", "TW-DUEL-2") == ["TW-DUEL-1 stake mage", "TW-DUEL-2 battle mage"]


def test_TW_DUEL_1_nobody_supports_a_duel():
    game = duel(players="FWL", p3="hand L1 W1 F1; entourage F3 W3; ornicles 3")
    play(game, "p1: lay F5", "p2: lay W4", "p1: roll 0", "p2: roll 0")
    assert "support" not in [entry.kind for entry in game.transcript]


def test_TW_DUEL_2_all_three_battles_are_fought():
    game = three_battles(duel(), WON, WON)
    assert asks(game) == "p1 attack"
    battle(game, "F3", "W2", LOST)
    assert asks(game) == "p1 take_object"
    assert sentences_of_rule(game, "TW-DUEL-2") == [
        f"Battle {n} of 3 of the duel: the Mage attacks the Witch." for n in (1, 2, 3)
    ]
    assert sentences_of_rule(game, "TW-DUEL-3")[0].startswith("The Mage wins the duel 2 to 1")


def test_TW_DUEL_2_in_a_variant_it_stops_when_decided():
    game = three_battles(duel(variant="box stop_when_decided=true"), WON, WON)
    assert asks(game) == "p1 take_object"
    assert cited(game, "TW-DUEL-2")[-1] == "TW-DUEL-2 decided"
    game = three_battles(duel(variant="box stop_when_decided=true"), LOST, LOST)
    assert asks(game) == "p2 draw"
    game = three_battles(duel(variant="box stop_when_decided=true"), WON, LOST)
    assert asks(game) == "p1 attack"


# Ties


@pytest.mark.parametrize("ends", [(WON, LOST, TIED), (WON, TIED, TIED), (TIED, TIED, TIED)])
def test_TW_DUEL_3_without_two_wins_the_stake_returns_and_nothing_is_taken(ends):
    game = three_battles(duel(), *ends)
    assert cited(game, "TW-DUEL-3") == ["TW-DUEL-3 undecided mage"]
    assert asks(game) == "p2 draw"
    assert ornicles(game) == [1 + ends.count(WON), ends.count(LOST)]
    assert objects(game, "p2") == "boots,hat"
    assert game.table.staked_ornicles == 0


@pytest.mark.parametrize("ends", [(LOST, LOST, LOST), (WON, LOST, LOST), (LOST, TIED, LOST)])
def test_TW_DUEL_3_two_wins_of_the_defender_take_the_stake(ends):
    game = three_battles(duel(), *ends)
    assert cited(game, "TW-DUEL-3") == ["TW-DUEL-3 lost mage"]
    assert ornicles(game) == [ends.count(WON), 1 + ends.count(LOST)]
    assert objects(game, "p2") == "boots,hat"


def test_TW_DUEL_3_in_a_variant_the_defender_keeps_the_stake_of_an_undecided_duel():
    game = three_battles(duel(variant="box duel_stake=defender"), TIED, TIED, TIED)
    assert ornicles(game) == [0, 1]
    assert asks(game) == "p2 draw"


# Reward and cards of the single battles


def test_TW_BAT_18_each_battle_pays_its_own_ornicle():
    game = three_battles(duel(), WON, LOST, WON)
    play(game, "p1: take hat")
    assert ornicles(game) == [1 + 2, 1]
    assert cited(game, "TW-BAT-18") == [f"TW-BAT-18 won {name}" for name in ("mage", "witch", "mage")]


def test_TW_DUEL_2_in_a_variant_they_pay_none():
    game = three_battles(duel(variant="box duel_ornicles=false"), WON, LOST, WON)
    play(game, "p1: take hat")
    assert ornicles(game) == [1, 0]
    assert cited(game, "TW-BAT-18") == []


def test_TW_TURN_2_spent_cards_are_gone_survivors_are_back_and_empty_hands_are_refilled():
    game = duel(p1="hand F5; entourage F3; ornicles 1", p2="hand W4 cat; entourage W2 W3; objects hat")
    battle(game, "F5 + F3", "W4 + W2", ("4", "0"))
    assert results(game) == [("attacker", (12, 6))]
    assert (entourage(game, "p1"), entourage(game, "p2")) == ("F3", "W3")
    assert discard(game) == "creature W2 spell F5 spell W4"
    assert asks(game) == "p1 draw"
    play(game, "p1: draw spell F1", "p2: draw creature A1", "p2: draw spell A1")
    assert discard(game) == "creature A1 creature W2 spell F5 spell W4"
    assert refused(game, "lay F5") == "TW-BAT-1"
    play(game, "p1: lay F1 + F3", "p2: lay A1", "pass*", "roll 0", "roll 0", "pass*")
    assert results(game)[-1] == ("attacker", (4, 1))


# Hat and Shamrock


REROLLERS = {
    "p1": "hand F5 F4 F3 F2; ornicles 1; objects shamrock",
    "p2": "hand W4 W3 W2 W1; objects hat",
}


def test_TW_BAT_14_shamrock_for_the_challenger_hat_for_the_other_once_in_every_battle():
    game = duel(**REROLLERS)
    for attack, defence in (("F5", "W4"), ("F4", "W3")):
        play(game, f"p1: lay {attack}", f"p2: lay {defence}", "roll -4", "roll 4")
        assert refused(game, "hat") == "TW-POW-hat"
        play(game, "p1: shamrock", "p1: roll 0")
        assert refused(game, "shamrock") == "TW-POW-shamrock"
        play(game, "p2: hat", "p2: roll 0")
        assert asks(game) == "p1 respond"
        assert refused(game, "shamrock") == "TW-BAT-14"
        play(game, "pass*")


def test_TW_DUEL_2_in_a_variant_once_in_the_whole_duel():
    game = duel(variant="box duel_reroll=duel", **REROLLERS)
    play(game, "p1: lay F5", "p2: lay W4", "roll -4", "roll 4", "p1: shamrock", "p1: roll 0", "pass*")
    play(game, "p1: lay F4", "p2: lay W3", "roll -4", "roll 4")
    assert refused(game, "shamrock") == "TW-BAT-14"
    play(game, "p1: pass", "p2: hat", "p2: roll 0", "pass*", "p1: lay F3", "p2: lay W2", "roll 0", "roll 0")
    while asks(game) == "p1 respond":
        play(game, "p1: pass")
    assert asks(game) == "p2 respond"
    assert refused(game, "hat") == "TW-BAT-14"


def test_TW_DUEL_2_the_next_duel_has_its_own():
    game = duel(variant="box duel_reroll=duel stop_when_decided=true", **REROLLERS)
    play(game, "p1: lay F5", "p2: lay W4", "roll -4", "roll 4", "p1: shamrock", "p1: roll Sun", "pass*")
    battle(game, "F4", "W3")
    play(game, "p1: take hat", "p2: draw cat", "p2: pass", "p2: draw cat", "p2: draw cat", "p1: draw cat")
    play(game, "p1: attack p2", "p1: lay F3", "p2: lay W2", "roll 0", "roll 0", "p1: shamrock")
    assert asks(game) == "p1 roll"


# A challenger without a spell. Where the refill waits for the own turn, a hand can run out of spells.


WAITING = "box refill_when=turn"


def test_TW_DUEL_2_the_battles_a_challenger_cannot_fight_are_lost():
    game = duel(variant=WAITING, p1="hand F5 cat; ornicles 1")
    battle(game, "F5", "W4")
    assert cited(game, "TW-DUEL-2")[-1] == "TW-DUEL-2 no_spell mage"
    assert sentences_of_rule(game, "TW-DUEL-2")[-1].startswith(
        "The Mage has no spell left and loses the remaining battles (2)"
    )
    assert cited(game, "TW-DUEL-3") == ["TW-DUEL-3 lost mage"]
    assert ornicles(game) == [
        1,
        1,
    ]  # one for the battle won; the stake is gone; nothing for battles not fought
    assert objects(game, "p2") == "boots,hat"


def test_TW_DUEL_3_two_wins_are_enough_even_if_the_third_battle_is_lost_like_that():
    game = duel(variant=WAITING, p1="hand F5 F4 cat; ornicles 1")
    three_battles(game, WON, WON)
    assert asks(game) == "p1 take_object"
    assert sentences_of_rule(game, "TW-DUEL-3")[0].startswith("The Mage wins the duel 2 to 1")


def test_TW_DUEL_2_in_a_variant_the_duel_ends_and_the_stake_returns():
    game = duel(variant=f"{WAITING} duel_no_spell=ends", p1="hand F5 cat; ornicles 1")
    battle(game, "F5", "W4")
    assert cited(game, "TW-DUEL-2")[-1] == "TW-DUEL-2 ends mage"
    assert ornicles(game) == [2, 0]
    assert objects(game, "p2") == "boots,hat"
    assert sentences_of_rule(game, "TW-DUEL-3") == [
        "Neither the Mage nor the Witch won twice (1 to 0): the Mage takes the stake back, "
        "and no object changes hands."
    ]
    game = duel(variant=f"{WAITING} duel_no_spell=ends", p1="hand F5 F4 cat; ornicles 1")
    three_battles(game, WON, WON)
    assert asks(game) == "p1 take_object"  # two battles were won before it ended


# The object and the stake


def test_TW_DUEL_3_the_challenger_picks_any_object_active_or_not_after_the_third_battle():
    game = duel(p2="hand W4 W3 W2 W1; objects boots,bra,hat; aside cup")
    play(game, "p2: keep")
    three_battles(game, WON, WON, WON)
    assert asks(game) == "p1 take_object"
    assert options(game) == ["take boots", "take bra", "take cup", "take hat"]
    assert refused(game, "take socks") == "TW-DUEL-3"
    play(game, "p1: take cup")
    assert (objects(game, "p1"), objects(game, "p2")) == ("cup", "boots,bra,hat")
    assert cited(game, "TW-DUEL-3")[-1] == "TW-DUEL-3 taken mage"
    assert (
        sentences_of_rule(game, "TW-DUEL-3", "de")[-1] == "Der Magier nimmt der Hexe ab: Tasse der Lahmheit."
    )


def test_TW_DUEL_3_in_a_variant_the_defender_or_chance_picks():
    game = three_battles(duel(variant="box duel_object=defender"), WON, WON, WON)
    assert asks(game) == "p2 take_object"
    play(game, "p2: take boots")
    assert (objects(game, "p1"), objects(game, "p2")) == ("boots", "hat")

    game = three_battles(duel(variant="box duel_object=chance"), WON, WON, WON)
    assert asks(game) == "p1 pick_object"
    assert game.question.text("en") == "The Mage: chance picks the object that is taken."
    assert game.roll() in ("boots", "hat")


# TW-DUEL-4, and leaving


def test_TW_DUEL_4_an_object_gained_in_a_duel_stays_aside_until_it_is_over():
    game = duel(p1="hand F5 F4 F3; ornicles 1")
    play(game, "p1: lay F5", "p2: lay W4", "p1: roll Spiral", "p2: roll 0", "pass*")
    play(game, "p1: event take_top_object", "p1: object shamrock", "pass*")
    assert objects(game, "p1") == "|shamrock"
    assert asks(game) == "p1 attack"  # no switch between the battles
    battle(game, "F4", "W3", TIED)
    battle(game, "F3", "W2", TIED)
    play(game, "p1: draw spell F1")
    assert objects(game, "p1") == "shamrock"
    assert cited(game, "TW-DUEL-4") == ["TW-DUEL-4 set_aside mage"]
    assert cited(game, "TW-OBJ-2") == ["TW-OBJ-2 all_active mage"]


def test_TW_LEAVE_1_a_target_who_retires_at_the_challenge_loses_the_duel():
    game = duel(players="FWL", p3="hand L1; objects cup")
    play(game, "p1: lay F5")
    play(game, "p2: retire", "p1: take hat")
    assert players_who_left(game) == ["p2"]
    assert objects(game, "p1") == "hat"
    assert game.table.objects_under_stack == ("boots",)
    assert hand(game, "p2") == ""
    game = battle(duel(players="FWL", p3="hand L1"), "F5", "W4")
    play(game, "p1: lay F4")
    assert refused(game, "retire") == "TW-LEAVE-1"  # only when just named
