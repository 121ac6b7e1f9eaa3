"""Bombardment, the shield of the planet, and what happens at the start of an invasion."""

from __future__ import annotations

import pytest
from invasions import cited_cases, facts, invade, rulings, there, thrown

from twingkit.imperium import odds


def test_IM_INV_1_all_ships_with_bombardment_fire_before_the_landing():
    game = invade("1 warsun 2 dreadnought 1 cruiser 2 infantry vs 3 infantry")
    assert thrown(game) == [("dreadnought", 5)] * 2 + [("warsun", 3)] * 3
    assert "IM-INV-3 landed" not in cited_cases(game)


def test_IM_INV_1_the_hits_destroy_ground_forces_of_the_defender():
    game = invade("2 dreadnought 2 infantry vs 3 infantry", "5 4")
    assert facts(game, "IM-INV-1", "rolled")["hits"] == 1
    assert facts(game, "IM-INV-1", "destroyed")["side"] == "defender"
    assert there(game, 1) == {"infantry": 2}
    assert there(game, 0) == {"infantry": 2}


def test_IM_INV_1_hits_that_find_nobody_are_lost():
    game = invade("2 dreadnought 1 infantry vs 1 infantry", "10 9")
    assert facts(game, "IM-INV-1", "excess")["n"] == 1
    assert game.result.winner == 0


def test_IM_INV_1_no_ship_with_the_ability_no_bombardment():
    game = invade("3 cruiser 1 carrier 2 infantry vs 1 infantry")
    assert "IM-INV-1 no_ships" in cited_cases(game)
    assert game.question.step == "combat"


def test_IM_INV_1_nobody_on_the_planet_nobody_to_bombard():
    game = invade("1 dreadnought 1 infantry vs 1 cruiser")
    assert "IM-INV-1 nobody" in cited_cases(game)
    assert game.over


def test_IM_INV_1_ships_of_the_defender_bombard_nobody():
    game = invade("1 infantry vs 2 warsun 1 infantry")
    assert game.question.step == "combat"


def test_IM_UNIT_3_a_mech_may_sustain_a_hit_of_the_bombardment():
    game = invade("1 dreadnought 1 infantry vs 1 mech 1 infantry", "9")
    assert "IM-UNIT-3 sustained" in cited_cases(game)
    assert there(game, 1) == {"infantry": 1, "mech!": 1}


def test_IM_UNIT_3_with_sustain_never_the_infantry_goes_first():
    game = invade("1 dreadnought 1 infantry vs 1 mech 1 infantry / sustain=never", "9")
    assert there(game, 1) == {"mech": 1}


def test_IM_UNIT_8_modifiers_of_combat_rolls_leave_the_bombardment_alone():
    for side in ("sol,mb,tekklar", "jolnar,mb"):
        game = invade(f"1 warsun 1 infantry @ {side} vs 1 infantry")
        assert thrown(game) == [("warsun", 3)] * 3


def test_IM_UNIT_5_the_sardakk_dreadnought_bombards_with_two_dice():
    game = invade("1 dreadnought 1 infantry @ sardakk vs 1 infantry")
    assert thrown(game) == [("sardakk_dreadnought", 4)] * 2


@pytest.mark.parametrize("pds", ["1 pds", "1 pds+", "2 pds"])
def test_IM_INV_2_a_shield_keeps_the_bombardment_off(pds):
    game = invade(f"2 dreadnought 2 infantry vs 1 infantry {pds}")
    assert "IM-INV-2 shield" in cited_cases(game)
    assert game.question.step == "space_cannon"


def test_IM_INV_2_pds_of_the_attacker_shield_nobody():
    game = invade("1 dreadnought 1 infantry 1 pds vs 1 infantry")
    assert game.question.step == "bombardment"


def test_IM_UNIT_warsun_lifts_the_shield_for_all_ships():
    game = invade("1 warsun 1 dreadnought 1 infantry vs 1 infantry 1 pds")
    assert "IM-UNIT-warsun lifted" in cited_cases(game)
    assert thrown(game) == [("dreadnought", 5)] + [("warsun", 3)] * 3


def test_IM_UNIT_warsun_of_muaat_lifts_the_shield_too():
    for name in ("warsun", "warsun+"):
        game = invade(f"1 {name} 1 infantry @ muaat vs 1 infantry 1 pds")
        assert "IM-UNIT-warsun lifted" in cited_cases(game)
        assert game.question.step == "bombardment"


def test_IM_UNIT_warsun_of_the_defender_lifts_nothing():
    assert "IM-INV-2 shield" in cited_cases(invade("1 dreadnought 1 infantry vs 1 infantry 1 pds 1 warsun"))


def test_IM_UNIT_letnev_flagship_lifts_the_shield_and_bombards_with_three_dice():
    game = invade("1 flagship 1 infantry @ letnev vs 1 infantry 1 pds")
    assert "IM-UNIT-letnev_flagship lifted" in cited_cases(game)
    assert thrown(game) == [("letnev_flagship", 5)] * 3


def test_IM_UNIT_13_other_flagships_lift_no_shield():
    game = invade("1 flagship 1 dreadnought 1 infantry @ sol vs 1 infantry 1 pds")
    assert "IM-INV-2 shield" in cited_cases(game)


# -- effects


def test_IM_TECH_ps_gives_the_bombardment_of_the_best_unit_a_die():
    game = invade("1 warsun 2 dreadnought 1 infantry @ ps vs 1 infantry", "1 1 1 1 1 1")
    assert "IM-TECH-ps bombardment" in cited_cases(game)
    before = invade("1 warsun 2 dreadnought 1 infantry @ ps vs 1 infantry")
    assert thrown(before) == [("dreadnought", 5)] * 2 + [("warsun", 3)] * 4


def test_IM_TECH_ps_of_the_defender_adds_nothing_to_the_bombardment():
    game = invade("1 dreadnought 1 infantry vs 1 infantry @ ps")
    assert thrown(game) == [("dreadnought", 5)]


def test_IM_ACT_bunker_takes_4_from_each_die():
    game = invade("1 warsun 1 dreadnought 1 infantry vs 1 infantry @ bunker", "8 7 6 5")
    assert facts(game, "IM-ACT-bunker", "holds")["n"] == -4
    assert facts(game, "IM-INV-1", "rolled")["hits"] == 1, "the war sun needs a 7 now, the dreadnought a 9"


def test_IM_ACT_disable_takes_shield_and_cannon_from_the_pds():
    game = invade("1 dreadnought 1 infantry @ disable vs 2 infantry 2 pds", "1")
    assert facts(game, "IM-ACT-disable", "disabled")["n"] == 2
    assert "IM-INV-2 shield" not in cited_cases(game)
    assert "IM-ACT-disable silenced" in cited_cases(game)
    assert game.question.step == "combat"


def test_IM_TECH_x89_destroys_all_infantry_but_no_mech():
    game = invade("1 dreadnought 1 infantry @ x89 vs 2 infantry 1 infantry+ 1 mech", "1")
    assert facts(game, "IM-TECH-x89", "destroyed")["n"] == 3
    assert there(game, 1) == {"mech": 1}


def test_IM_TECH_x89_works_behind_a_shield_and_before_the_bombardment():
    game = invade("1 dreadnought 1 infantry @ x89 vs 2 infantry 1 pds", "1")
    cited = cited_cases(game)
    assert cited.index("IM-TECH-x89 destroyed") < cited.index("IM-INV-1 nobody")
    assert game.result.winner == 0


@pytest.mark.parametrize("sides", ["@ conventions vs 1 infantry", "vs 1 infantry @ conventions"])
def test_IM_AGENDA_conventions_forbid_the_bombardment_whoever_names_them(sides):
    game = invade(f"1 warsun 1 infantry {sides}")
    assert "IM-AGENDA-conventions holds" in cited_cases(game)
    assert game.question.step == "combat"


# -- Harrow


def test_IM_UNIT_harrow_bombards_again_at_the_end_of_a_round():
    game = invade("2 dreadnought 2 infantry @ l1z1x vs 3 infantry", "1 1", "1 1", "1 1 1")
    assert game.question.step == "bombardment"
    assert thrown(game) == [("l1z1x_dreadnought", 5)] * 2
    game.answer("roll 9 9")
    assert facts(game, "IM-UNIT-harrow", "rolled")["hits"] == 2
    assert there(game, 1) == {"infantry": 1}
    assert (game.table.round, game.question.step) == (2, "combat")


def test_IM_UNIT_harrow_can_end_the_combat():
    game = invade("1 dreadnought 1 infantry @ l1z1x vs 1 infantry", "1", "1", "1", "9")
    assert (game.result.winner, game.result.rounds) == (0, 1)


def test_IM_UNIT_harrow_needs_somebody_to_bombard():
    game = invade("1 dreadnought 1 infantry @ l1z1x vs 1 infantry", "1", "9", "1")
    assert game.over
    assert "IM-UNIT-harrow rolled" not in cited_cases(game)


@pytest.mark.parametrize(("die", "winner"), [("9", None), ("1", 1)])
def test_IM_UNIT_harrow_comes_in_the_round_that_takes_the_last_attacker_too(die, winner):
    game = invade("1 dreadnought 1 infantry @ l1z1x vs 1 infantry", "1", "1", "9", die)
    assert game.over
    assert facts(game, "IM-UNIT-harrow", "rolled")["hits"] == (die == "9")
    assert (game.result.winner, game.result.rounds) == (winner, 1)


def test_IM_UNIT_harrow_in_the_last_round_is_in_the_odds():
    found = odds("ground: 1 dreadnought 1 infantry @ l1z1x vs 1 infantry")
    # Bombardment and every Harrow: 6 tenths; both infantries: 3 tenths.
    miss, none = 0.4, 0.4 * 0.7 * 0.7
    tie = miss * (0.3 * 0.3 + 0.7 * 0.3 * 0.6) / (1 - none)
    loss = miss * 0.7 * 0.3 * 0.4 / (1 - none)
    assert (found.tie, found.loss) == pytest.approx((tie, loss), abs=1e-12)


def test_IM_UNIT_harrow_of_a_defender_does_nothing():
    game = invade("1 infantry vs 1 dreadnought 1 infantry @ l1z1x", "1", "1")
    assert (game.table.round, game.question.step) == (2, "combat")


def test_IM_UNIT_harrow_takes_what_holds_for_bombardment():
    line = "1 dreadnought 1 infantry @ l1z1x,ps vs 2 infantry @ bunker"
    game = invade(line, "1 1", "1", "1 1")
    assert thrown(game) == [("l1z1x_dreadnought", 9)] * 2
    game.answer("roll 1 9")
    assert there(game, 1) == {"infantry": 1}


def test_IM_UNIT_harrow_goes_through_a_shield_that_is_disabled():
    game = invade("1 dreadnought 1 infantry @ l1z1x,disable vs 1 infantry 1 pds", "1", "1", "1")
    assert game.question.step == "bombardment"


# -- Greyfire


def test_IM_TRADE_greyfire_takes_what_is_the_faction_s_and_leaves_what_anybody_may_have():
    game = invade("2 infantry @ greyfire vs 1 infantry 1 pds @ yin,indoctrination,md", "1")
    lost = facts(game, "IM-TRADE-greyfire", "suppresses")["effects"]
    assert [effect.id for effect in lost] == ["indoctrination"]
    assert not any(ruling.startswith("IM-UNIT-indoctrination") for ruling in cited_cases(game))
    assert there(game, 0) == {"infantry": 2}
    assert "IM-TECH-md no_rolls" in cited_cases(game)


@pytest.mark.parametrize(
    ("effect", "taken"), [("ic", True), ("devotion", True), ("asc", False), ("da", False)]
)
def test_IM_TRADE_greyfire_in_the_odds(effect, taken):
    units = "2 destroyer 1 cruiser 1 dreadnought"
    line = "space: 3 cruiser{} vs {} @ yin{}"
    greyfire, without, used = (
        odds(line.format(note, units, own))
        for note, own in ((" @ greyfire", f",{effect}"), ("", ""), ("", f",{effect}"))
    )
    assert used.win != pytest.approx(without.win)
    assert greyfire.win == pytest.approx((without if taken else used).win, abs=1e-12)


def test_IM_TRADE_greyfire_leaves_cards_and_units_alone():
    game = invade("1 dreadnought 2 infantry @ greyfire vs 1 infantry @ yin,bunker")
    assert "IM-TRADE-greyfire nothing_to_suppress" in cited_cases(game)
    assert "IM-ACT-bunker holds" in cited_cases(game)


def test_IM_TRADE_greyfire_is_of_no_use_against_another_faction():
    game = invade("2 infantry @ greyfire vs 1 infantry 1 pds @ sol,md", "1")
    assert "IM-TRADE-greyfire no_opponent" in cited_cases(game)
    assert "IM-TECH-md no_rolls" in cited_cases(game)


def test_every_ruling_of_the_bombardment_is_said_in_both_languages():
    game = invade("1 dreadnought 1 infantry @ l1z1x,ps vs 2 infantry @ bunker", "1 10")
    english = [ruling.text("en") for ruling in rulings(game)]
    german = [ruling.text("de") for ruling in rulings(game)]
    assert "The attacker bombards the planet: Super Dreadnought I (9+) 1, 10. Hits: 1." in english
    assert "Der Verteidiger spielt „Bunker“: −4 auf Bombardement-Würfe in dieser Invasion." in german
