"""Rounds in which the sides are independent (`first_separable_round`): the lattice agrees with the walk."""

from __future__ import annotations

import pytest
from imperium.steps_reference import agree

from twingkit.imperium import Battle, odds
from twingkit.imperium.battle.exact_odds.independence import first_separable_round
from twingkit.imperium.battle.rules.force import Fight

LINES = (
    "space: 1 dreadnought 2 cruiser @ dh*2 vs 2 dreadnought 1 fighter @ dh",
    "space: 2 cruiser @ dh,dh:2 vs 1 dreadnought+ 2 dreadnought @ da",
    "space: 1 warsun 1 fighter @ dh:2 vs 2 dreadnought @ sh:2",
    "space: 2 fighter 1 cruiser @ courageous vs 1 dreadnought 1 cruiser @ dh,sh",
    "space: 1 dreadnought 1 cruiser vs 2 fighter 1 destroyer @ courageous,courageous:2",
    "space: 1 dreadnought 1 cruiser @ courageous vs 2 fighter 1 destroyer @ courageous",
    "space: 1 dreadnought 1 cruiser @ courageous vs 1 dreadnought 1 fighter @ da",
    "space: 2 fighter 1 dreadnought @ courageous:2 vs 2 cruiser @ emergency",
    "space: 3 fighter 1 cruiser @ crown_of_thalnos vs 2 fighter 1 cruiser @ crown_of_thalnos",
    "space: 2 fighter 1 dreadnought @ crown_of_thalnos,da vs 2 fighter 1 dreadnought @ courageous",
    "space: 2 fighter 1 cruiser @ letnev,munitions,crown_of_thalnos vs 1 dreadnought @ nebula",
    "space: 1 flagship 1 dreadnought @ letnev,emergency vs 2 dreadnought @ da",
    "space: 1 flagship 1 fighter @ letnev,nes,da vs 1 flagship 1 cruiser @ letnev,sh",
    "space: 2 dreadnought @ da,sh,emergency / sustain=last vs 1 warsun 1 cruiser @ dh,da / sustain=never",
    "space: 1 flagship 1 dreadnought @ mentak,courageous vs 1 dreadnought 1 fighter @ da",
    "space: 1 dreadnought! 1 dreadnought 1 cruiser @ da,sh / sustain=risk vs 1 warsun! 1 fighter @ dh",
    "space: 1 dreadnought 1 warsun 1 fighter @ da / sustain=warsun vs 2 cruiser 1 fighter @ crown_of_thalnos",
    "space: 1 cruiser 1 fighter @ war_funding_omega,dh vs 1 dreadnought 1 cruiser @ da",
    "space: 2 cruiser @ s_retreat:2,dh vs 1 dreadnought 1 carrier @ da",
    "ground: 2 infantry 1 mech @ crown_of_thalnos,fire_team vs 2 infantry 1 mech @ da",
    "ground: 2 infantry @ fire_team vs 1 mech 1 infantry @ fire_team,emergency",
    "ground: 2 mech @ da,crown_of_thalnos vs 2 mech @ da",
    "space: 3 cruiser @ war_funding vs 1 dreadnought! 1 flagship! @ letnev,emergency",
    "space: 2 dreadnought! @ da,war_funding_omega vs 2 dreadnought! @ da,war_funding",
    "ground: 1 mech! @ yin,indoctrination,da vs 3 infantry @ fire_team",
)


@pytest.mark.parametrize("line", LINES)
def test_IM_ODDS_1_sides_that_move_by_themselves_do_so_by_the_steps(line):
    agree(Battle.parse(line).check())


@pytest.mark.parametrize(
    ("line", "win"),
    [
        ("space: 3 cruiser @ war_funding vs 1 flagship! @ letnev", 0.741798678977),
        ("space: 3 cruiser @ war_funding vs 1 dreadnought! @ emergency", 0.949393296966),
    ],
)
def test_IM_TRADE_war_funding_hits_of_dice_that_fell_again_all_count_against_what_is_repaired(line, win):
    assert odds(line).win == pytest.approx(win, abs=1e-12)
    agree(Battle.parse(line))


def test_IM_ACT_fire_team_hits_of_dice_that_fell_again_all_count_against_a_force_that_has_grown():
    line = "ground: 1 infantry @ yin,indoctrination vs 3 infantry @ fire_team"
    assert odds(line).win == pytest.approx(0.317689231555, abs=1e-12)
    agree(Battle.parse(line))


@pytest.mark.parametrize("card", ["", "sh,", "emergency,"])
def test_IM_TRADE_war_funding_omega_all_dice_fall_anew_whatever_other_card_is_there(card):
    """The defender has no rerolls left: it hits with 0.4, the attacker in the first round with 0.64."""
    line = f"space: 1 cruiser @ {card}war_funding_omega vs 1 cruiser @ war_funding"
    found = odds(line)
    if card == "sh,":
        assert (found.win, found.tie, found.loss) == pytest.approx((0.859375, 0.05625, 0.084375), abs=1e-12)
    else:
        first = 0.64 * 0.6, 0.64 * 0.4, 0.36 * 0.4
        later = 0.24 / 0.64, 0.16 / 0.64, 0.24 / 0.64
        wanted = [part + 0.36 * 0.6 * rest for part, rest in zip(first, later, strict=True)]
        assert (found.win, found.tie, found.loss) == pytest.approx(wanted, abs=1e-12)
    agree(Battle.parse(line))


def test_IM_ACT_courageous_is_followed_with_one_side_that_answers():
    fight = Fight.from_battle(Battle.parse("space: 2 cruiser @ courageous vs 2 cruiser @ courageous"))
    own, other = fight.starting_forces()
    assert first_separable_round(fight, (own, other)) is None
    assert first_separable_round(fight, (own.with_used("courageous"), other)) == 1
    assert first_separable_round(fight, (own, other.with_used("courageous"))) == 1


def test_IM_TECH_da_comes_after_last_shots():
    fight = Fight.from_battle(Battle.parse("space: 2 cruiser @ courageous vs 2 dreadnought @ da"))
    own, other = fight.starting_forces()
    assert first_separable_round(fight, (own, other)) is None
    assert first_separable_round(fight, (own.with_used("courageous"), other)) == 1
