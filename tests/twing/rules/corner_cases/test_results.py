"""Corner cases: criticals, rewards, and the cards after a battle."""

from __future__ import annotations

import pytest
from twing.cases import (
    asks,
    cited,
    entourage,
    options,
    ornicles,
    play,
    refused,
    results,
)
from twing.rules.corner_cases.dice_lines import LAID, battle

# Critical results


def test_TW_VAR_9_at_once_leaves_no_time_to_respond():
    seats = {"p1": "hand A5 cat", "p2": "hand L5 miromon"}
    game = battle(*LAID, "roll Sun", "roll 0", variant="criticals=at_once", **seats)
    assert refused(game, "cat") == "TW-VAR-9"
    play(game, "p1: pass", "p2: pass")
    assert results(game) == [("attacker", None)]
    assert "TW-VAR-9 at_once" in cited(game)
    late = battle(*LAID, "roll 0", "roll 0", "p1: cat", "roll Cross", variant="criticals=at_once", **seats)
    play(late, "p2: pass")
    assert results(late) == [("defender", None)]


def test_TW_VAR_9_at_once_comes_after_miromon_and_before_the_cats():
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


def test_TW_VAR_9_a_sun_that_the_bra_makes_0_decides_nothing_at_once():
    seats = {"p1": "hand A5 cat", "p2": "hand L5; objects bra"}
    game = battle(*LAID, "roll Sun", "roll 0", variant="criticals=at_once", **seats)
    assert asks(game) == "p1 respond"


def test_both_critical_points_lets_the_points_decide():
    seats = {"p1": "hand A5", "p2": "hand L4"}
    game = battle("lay A5", "lay L4", *["roll Sun"] * 2, variant="both_critical=points", **seats)
    assert results(game) == [("attacker", (5, 4))]
    mixed = battle("lay A5", "lay L4", "roll Cross", "roll Sun", variant="both_critical=points", **seats)
    assert results(mixed) == [("defender", None)]


# Shields and rewards


@pytest.mark.parametrize("face", ["Sun", "Cross"])
def test_shield_criticals_false_lets_a_shield_ignore_them(face):
    seats = {"p1": "hand A5", "p2": "entourage L4"}
    game = battle("lay A5", "lay shield L4", f"roll {face}", variant="shield_criticals=false", **seats)
    assert results(game) == [("attacker", (5, 4))]
    assert "TW-BAT-16 shield_ignores mage" in cited(game)


# Creatures of the own element


@pytest.mark.parametrize("lay", ["lay W1 + W1", "lay shield W1"])
def test_TW_VAR_19_own_creatures_battle_saves_a_defenders_own_creatures(lay):
    seats = {"p1": "hand F1", "p2": "hand W1; entourage W1"}
    game = battle("lay F1", lay, "roll Sun", variant="own_creatures=battle", **seats)
    play(game, "roll 0") if asks(game) == "p2 roll" else play(game, "pass*")
    assert entourage(game, "p2") == "W1"
    assert "TW-VAR-19 home witch" in cited(game)


def test_own_home_spells_asks_for_own_spells_too():
    seats = {"p1": "hand A5; entourage A1 F1; objects teddy", "p2": "hand L5"}
    game = battle("lay A5 + A1 F1", "lay L5", "roll Cross", "roll 0", variant="own_home=spells", **seats)
    assert entourage(game, "p1") == ""


# Ties


@pytest.mark.parametrize("face", ["0", "Sun", "Cross"])
def test_ties_defender_makes_every_tie_a_win_of_the_defence(face):
    seats = {"p1": "hand A5; entourage A1", "p2": "hand L5; entourage L1"}
    laid = ("lay A5 + A1", "lay L5 + L1")
    game = battle(*laid, *[f"roll {face}"] * 2, variant="ties=defender", **seats)
    assert results(game)[0][0] == "defender"
    assert (entourage(game, "p1"), entourage(game, "p2"), ornicles(game)) == ("", "L1", [0, 1])
