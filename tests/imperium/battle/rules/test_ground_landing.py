"""Landing: who lands, who has to leave, and Space Cannon against the landing force."""

from __future__ import annotations

import pytest
from invasions import cited_cases, facts, invade, there, thrown


def test_IM_INV_3_all_ground_forces_land():
    game = invade("1 carrier 3 infantry 1 mech vs 1 infantry")
    landed = facts(game, "IM-INV-3", "landed")["units"]
    assert [(each.unit.name, each.n) for each in landed] == [("infantry", 3), ("mech", 1)]


def test_IM_INV_3_without_ground_forces_nobody_lands():
    game = invade("2 cruiser vs 1 infantry")
    assert "IM-INV-3 nobody" in cited_cases(game)
    assert game.result.winner == 1


def test_IM_INV_3_fighters_stay_in_space():
    game = invade("3 fighter 1 infantry vs 1 infantry")
    assert facts(game, "IM-INV-3", "fighters_stay")["n"] == 3
    assert there(game, 0) == {"infantry": 1}


def test_IM_UNIT_naalu_flagship_lets_fighters_land_and_they_are_lost_first():
    game = invade("1 flagship 2 fighter 1 infantry @ naalu vs 2 infantry")
    assert facts(game, "IM-UNIT-naalu_flagship", "lands")["n"] == 2
    assert thrown(game) == [("naalu_fighter", 8), ("naalu_fighter", 8), ("infantry", 8)]
    game = invade("1 flagship 2 fighter 1 infantry @ naalu vs 2 infantry", "1 1 1", "8 1")
    assert there(game, 0) == {"fighter": 1, "infantry": 1}


def test_IM_UNIT_naalu_flagship_must_be_there():
    game = invade("2 fighter 1 infantry @ naalu vs 2 infantry")
    assert "IM-INV-3 fighters_stay" in cited_cases(game)
    assert thrown(game) == [("infantry", 8)]


def test_IM_UNIT_naalu_flagship_does_nothing_for_a_defender():
    game = invade("1 infantry vs 1 flagship 2 fighter @ naalu")
    assert game.over
    assert "IM-INV-5 no_combat" in cited_cases(game)


# -- nobody fights


@pytest.mark.parametrize(
    ("named", "rule"),
    [
        ("xxcha,nf", "IM-TECH-nf"),
        ("minister_peace", "IM-AGENDA-minister_peace"),
        ("ceasefire", "IM-TRADE-ceasefire"),
    ],
)
def test_IM_ODDS_1_an_effect_that_ends_the_turn_costs_nothing_and_the_attacker_does_not_win(named, rule):
    game = invade(f"1 warsun 3 infantry @ x89 vs 1 infantry @ {named},bunker")
    assert game.over
    assert f"{rule} no_battle" in cited_cases(game)
    assert "IM-INV-8 kept" in cited_cases(game)
    assert (game.result.winner, game.result.stopping_rule) == (1, rule)
    assert (there(game, 0), there(game, 1)) == ({"infantry": 3}, {"infantry": 1})


def test_IM_ACT_parley_sends_the_landing_force_back_after_the_bombardment():
    game = invade("1 dreadnought 2 infantry vs 2 infantry 1 pds @ parley")
    assert game.over
    assert (game.result.winner, game.result.stopping_rule) == (1, "IM-ACT-parley")
    assert facts(game, "IM-ACT-parley", "returned")["n"] == 2
    assert "IM-INV-4 rolled" not in cited_cases(game)
    bombarded = invade("1 dreadnought 2 infantry vs 2 infantry @ parley", "9")
    assert there(bombarded, 1) == {"infantry": 1}


def test_IM_TRADE_raghs_call_sends_the_forces_of_saar_away_and_they_are_not_lost():
    game = invade("2 infantry @ raghs_call vs 3 infantry @ saar")
    assert game.over
    assert facts(game, "IM-TRADE-raghs_call", "left")["n"] == 3
    assert (game.result.winner, game.result.losses(1)) == (0, 0)


def test_IM_TRADE_raghs_call_leaves_the_pds_which_fire():
    game = invade("2 infantry @ raghs_call vs 3 infantry 2 pds @ saar", "6 6")
    assert "IM-INV-8 nobody" in cited_cases(game)
    assert game.result.winner is None, "nobody is left on the planet"


# -- Space Cannon


def test_IM_INV_4_all_pds_of_the_defender_fire_at_the_landing_force():
    game = invade("3 infantry vs 1 infantry 1 pds 1 pds+")
    assert thrown(game) == [("pds", 6), ("pds+", 5)]
    game.answer("roll 5 5")
    assert facts(game, "IM-INV-4", "rolled")["hits"] == 1
    assert facts(game, "IM-INV-4", "destroyed")["side"] == "attacker"
    assert there(game, 0) == {"infantry": 2}


def test_IM_INV_4_a_landing_mech_may_sustain():
    game = invade("1 infantry 1 mech vs 1 infantry 1 pds", "6")
    assert there(game, 0) == {"infantry": 1, "mech!": 1}


def test_IM_INV_4_it_happens_even_if_nobody_defends_and_can_end_in_a_tie():
    game = invade("1 infantry vs 1 pds", "6")
    assert game.result.winner is None
    assert cited_cases(game)[-1] == "IM-INV-8 nobody"
    assert invade("1 infantry vs 1 pds", "5").result.winner == 0


def test_IM_INV_4_nobody_fires_where_nobody_has_landed():
    assert "IM-INV-4 no_target" in cited_cases(invade("1 cruiser vs 1 infantry 1 pds"))


def test_IM_INV_4_pds_of_the_attacker_and_ships_do_not_fire():
    game = invade("1 infantry 2 pds vs 1 flagship 1 infantry @ xxcha")
    assert "IM-INV-4 no_pds" in cited_cases(game)
    assert game.question.step == "combat"


def test_IM_TECH_ps_gives_the_best_pds_a_die():
    game = invade("3 infantry vs 1 infantry 1 pds 1 pds+ @ ps", "1 1 1")
    assert facts(game, "IM-TECH-ps", "cannon")["side"] == "defender"
    before = invade("3 infantry vs 1 infantry 1 pds 1 pds+ @ ps")
    assert thrown(before) == [("pds", 6), ("pds+", 5), ("pds+", 5)]


def test_IM_TECH_amd_takes_1_from_each_die():
    game = invade("3 infantry @ amd vs 1 infantry 1 pds", "6")
    assert "IM-TECH-amd cannon" in cited_cases(game)
    assert facts(game, "IM-INV-4", "rolled")["hits"] == 0


def test_IM_TECH_l4_silences_the_pds():
    game = invade("2 infantry @ letnev,l4 vs 1 infantry 2 pds")
    assert facts(game, "IM-TECH-l4", "silenced")["n"] == 2
    assert game.question.step == "combat"


def test_IM_TECH_l4_leaves_the_shield():
    assert "IM-INV-2 shield" in cited_cases(
        invade("1 dreadnought 2 infantry @ letnev,l4 vs 1 infantry 2 pds")
    )


def test_IM_ACT_mjets_cancels_one_hit_of_the_space_cannon():
    game = invade("3 infantry @ mjets vs 1 infantry 2 pds", "6 6")
    assert "IM-ACT-mjets cancelled" in cited_cases(game)
    assert there(game, 0) == {"infantry": 2}
