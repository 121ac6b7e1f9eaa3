"""Every effect in an invasion: what it does in a ground combat or after it, and why it does nothing."""

from __future__ import annotations

import pytest
from invasions import cited_cases, facts, invade, rulings, there, thrown

from twingkit.core.notation import IllegalBattleError
from twingkit.imperium import odds
from twingkit.imperium.battle.players import assumed_answer
from twingkit.imperium.battle.starts import battle_game
from twingkit.imperium.box.effects import effects_by_id, line_effect_ids

# -- combat rolls


def test_IM_ACT_mb_adds_1_in_its_round_only():
    game = invade("2 infantry @ mb vs 2 infantry", "7 1", "1 1")
    assert "IM-ACT-mb played" in cited_cases(game)
    assert there(game, 1) == {"infantry": 1}
    assert thrown(game) == [("infantry", 8)] * 2


def test_IM_ACT_mb_names_the_round_that_it_is_for():
    game = invade("2 infantry @ mb:2 vs 2 infantry")
    assert thrown(game) == [("infantry", 8)] * 2
    game = invade("2 infantry @ mb:2 vs 2 infantry", "1 1", "1 1")
    assert thrown(game) == [("infantry", 7)] * 2


def test_IM_UNIT_fragile_and_unrelenting_change_all_rolls():
    game = invade("1 infantry @ jolnar vs 1 infantry @ sardakk")
    assert thrown(game) == [("infantry", 9)]
    game.answer("roll 1")
    assert thrown(game) == [("infantry", 7)]


def test_IM_TRADE_tekklar_adds_1_and_takes_1_from_sardakk():
    game = invade("1 infantry @ tekklar vs 1 infantry @ sardakk")
    assert thrown(game) == [("infantry", 7)]
    game.answer("roll 1")
    assert thrown(game) == [("infantry", 8)], "+1 of Unrelenting, −1 of the note"


def test_IM_TRADE_tekklar_leaves_other_opponents_alone():
    game = invade("1 infantry @ tekklar vs 1 infantry @ sol", "1")
    assert thrown(game) == [("sol_infantry", 7)]


def test_IM_ACT_fire_team_rerolls_what_missed_once():
    game = invade("3 infantry @ fire_team vs 3 infantry", "8 1 2")
    assert thrown(game) == [("infantry", 8)] * 2
    game.answer("roll 8 3")
    assert "IM-ACT-fire_team rerolled" in cited_cases(game)
    game.answer("roll 1 1 1")
    assert there(game, 1) == {"infantry": 1}
    game.answer("roll 1 1 1")
    assert thrown(game) == [("infantry", 8)], "the defender's turn to roll: the card is gone"


def test_IM_ACT_fire_team_waits_for_a_miss_or_is_not_used():
    game = invade("1 infantry @ fire_team vs 2 infantry", "8", "1 1")
    assert (game.table.round, game.question.step) == (2, "combat")
    assert "IM-ACT-fire_team not_used" in cited_cases(
        invade("1 infantry @ fire_team vs 1 infantry", "8", "1")
    )


def test_IM_AGENDA_crown_of_thalnos_rerolls_infantry_only_and_destroys_who_misses_again():
    game = invade("2 infantry 1 mech @ crown_of_thalnos vs 3 infantry", "8 1 1")
    assert thrown(game) == [("infantry", 8)], "not the mech"
    game.answer("roll 1")
    game.answer("roll 1 1 1")
    assert there(game, 0) == {"infantry": 1, "mech": 1}


# -- Magen Defense Grid


def test_IM_TECH_md_keeps_the_attacker_from_rolling_in_round_1():
    game = invade("3 infantry vs 2 infantry 1 pds @ md", "1")
    assert facts(game, "IM-TECH-md", "no_rolls")["enemy"] == "attacker"
    assert "IM-INV-6 no_dice" not in cited_cases(game)
    assert thrown(game) == [("infantry", 8)] * 2
    game.answer("roll 1 1")
    assert (game.table.round, thrown(game)) == (2, [("infantry", 8)] * 3)


def test_IM_TECH_md_can_be_named_for_a_later_round():
    game = invade("1 infantry vs 1 infantry 1 pds @ md:2", "1", "1", "1")
    assert (game.table.round, game.question.player) == (2, 1)


# -- Valkyrie Particle Weave


def test_IM_TECH_vpw_makes_a_hit_for_the_hits_of_the_other_side():
    game = invade("2 infantry @ sardakk,vpw vs 2 infantry", "1 1", "8 8")
    assert "IM-TECH-vpw hit_back" in cited_cases(game)
    assert there(game, 1) == {"infantry": 1}, "one hit, however many the other side made"


def test_IM_TECH_vpw_adds_to_own_hits():
    game = invade("2 infantry @ sardakk,vpw vs 2 infantry", "7 1", "8 1")
    assert there(game, 1) == {}
    assert game.result.winner == 0


def test_IM_TECH_vpw_does_nothing_if_the_other_side_misses():
    game = invade("2 infantry @ sardakk,vpw vs 2 infantry", "1 1", "7 7")
    assert "IM-TECH-vpw nothing_no_hit" in cited_cases(game)
    assert there(game, 1) == {"infantry": 2}


def test_IM_TECH_vpw_answers_dice_only_not_the_weave_of_the_other_side():
    game = invade("2 infantry @ sardakk,vpw vs 2 infantry @ sardakk,vpw", "7 1", "1 1")
    assert (there(game, 0), there(game, 1)) == ({"infantry": 1}, {"infantry": 1})


def test_IM_TECH_vpw_answers_even_without_rolls_of_its_own():
    game = invade("2 infantry @ sardakk,vpw vs 2 infantry 1 pds @ md", "1", "8 1")
    assert there(game, 1) == {"infantry": 1}


# -- Indoctrination


def test_IM_UNIT_indoctrination_replaces_one_infantry_of_the_other_side():
    game = invade("2 infantry @ yin,indoctrination vs 3 infantry")
    assert "IM-UNIT-indoctrination replaced" in cited_cases(game)
    assert (there(game, 0), there(game, 1)) == ({"infantry": 3}, {"infantry": 2})


def test_IM_UNIT_indoctrination_takes_the_plain_kind_first_and_another_if_wanted():
    line = "2 infantry+ @ yin,indoctrination vs 2 infantry 2 infantry+"
    assert there(invade(line), 1) == {"infantry": 1, "infantry+": 2}
    assert there(invade(line, target="infantry+"), 1) == {"infantry": 2, "infantry+": 1}
    assert there(invade(line), 0) == {"infantry+": 3}, "of the kind that its own line has"


def test_IM_UNIT_indoctrination_brings_infantry_even_to_a_line_without():
    game = invade("1 mech @ yin,indoctrination vs 2 infantry")
    assert there(game, 0) == {"infantry": 1, "mech": 1}


def test_IM_UNIT_indoctrination_works_for_a_defender_and_can_end_the_combat():
    game = invade("1 infantry vs 1 mech @ yin,indoctrination")
    assert game.over
    assert game.result.winner == 1
    assert there(game, 1) == {"infantry": 1, "mech": 1}


def test_IM_UNIT_indoctrination_is_no_loss_and_no_gain_in_resources():
    game = invade("1 infantry @ yin,indoctrination vs 2 infantry", "8 1", "8")
    assert game.over
    assert there(game, 0) == {"infantry": 1}
    assert (game.result.losses(0), game.result.losses(1)) == (0.5, 0.5)


# -- the start of the combat


def in_order(game):
    """Return the effects that acted at the start of the combat, in order."""
    acted = ("IM-UNIT-indoctrination", "IM-TRADE-greyfire_omega", "IM-TECH-md_omega")
    return [" ".join(ruling.split()[:2]) for ruling in cited_cases(game) if ruling.startswith(acted)]


def test_IM_INV_5_an_ability_that_cannot_act_yet_acts_once_the_other_side_has_changed_the_forces():
    """One infantry is too few for Greyfire Ω; Indoctrination makes it two."""
    game = invade("3 infantry @ greyfire_omega vs 1 infantry @ yin,indoctrination")
    assert in_order(game) == ["IM-UNIT-indoctrination replaced", "IM-TRADE-greyfire_omega replaced"]
    assert (there(game, 0), there(game, 1)) == ({"infantry": 3}, {"infantry": 1})


def test_IM_INV_5_both_pass_one_after_the_other_and_what_never_could_act_says_why():
    game = invade("3 infantry @ greyfire_omega vs 1 infantry @ yin,indoctrination", indoctrination="pass")
    assert in_order(game)[-1] == "IM-TRADE-greyfire_omega nothing_too_few"
    assert (there(game, 0), there(game, 1)) == ({"infantry": 3}, {"infantry": 1})


def test_IM_INV_5_a_side_takes_what_changes_units_before_what_hits():
    game = invade("3 infantry vs 1 infantry 1 pds @ greyfire_omega,md_omega", "1")
    assert in_order(game)[:2] == ["IM-TRADE-greyfire_omega replaced", "IM-TECH-md_omega hit"]
    assert (there(game, 0), there(game, 1)) == ({"infantry": 1}, {"infantry": 2})


def test_IM_INV_5_a_side_without_a_choice_keeps_its_order_though_the_first_cannot_act():
    """Greyfire Ω finds only one infantry; the structures hit it, and the combat is over."""
    game = invade("1 infantry vs 1 infantry 1 pds @ greyfire_omega,md_omega", "1")
    assert in_order(game) == [
        "IM-TECH-md_omega hit",
        "IM-TECH-md_omega destroyed",
        "IM-TRADE-greyfire_omega nothing_over",
    ]


def test_IM_INV_5_the_odds_have_the_abilities_in_turns():
    found = odds("ground: 3 infantry @ greyfire_omega vs 1 infantry @ yin,indoctrination")
    assert found.win == pytest.approx(0.982177772872, abs=1e-12)


# -- repairs


def test_IM_TECH_da_repairs_a_mech_damaged_before_this_round():
    game = invade("1 dreadnought 3 infantry vs 1 mech 2 infantry @ da", "9", "1 1 1", "1 1 1")
    assert "IM-TECH-da repaired" in cited_cases(game)
    assert there(game, 1) == {"mech": 1, "infantry": 2}


def test_IM_TECH_da_leaves_what_sustained_in_this_round():
    game = invade("3 infantry vs 1 mech 2 infantry @ da", "8 1 1", "1 1 1")
    assert "IM-TECH-da nothing_just_damaged" in cited_cases(game)
    assert there(game, 1) == {"infantry": 2, "mech!": 1}


def test_IM_ACT_emergency_repairs_at_the_start_of_the_first_round_with_damage():
    game = invade("1 dreadnought 3 infantry vs 2 mech @ emergency", "9")
    assert "IM-ACT-emergency repaired" in cited_cases(game)
    assert there(game, 1) == {"mech": 2}


def test_IM_TECH_nes_cancels_two_hits_with_one_mech():
    game = invade("3 infantry vs 1 mech 2 infantry @ letnev,nes", "8 8 1", "1 1 1")
    assert "IM-TECH-nes cancelled" in cited_cases(game)
    assert there(game, 1) == {"infantry": 2, "mech!": 1}


# -- after the combat


def test_IM_TECH_dxa_adds_an_infantry_to_the_winner_of_a_combat():
    game = invade("2 infantry @ dxa vs 1 infantry", "8 1", "8")
    assert "IM-TECH-dxa added" in cited_cases(game)
    assert there(game, 0) == {"infantry": 2}
    assert game.result.losses(0) == 0.5, "the one that was lost stays lost"


def test_IM_TECH_dxa_works_for_a_defender_and_without_infantry_in_the_line():
    assert there(invade("1 infantry vs 1 mech @ dxa", "1", "6"), 1) == {"infantry": 1, "mech": 1}


def test_IM_TECH_dxa_gives_nothing_to_fighters_alone_who_have_not_won():
    game = invade("1 flagship 1 fighter @ naalu,dxa vs 1 infantry", "8", "1")
    assert "IM-INV-8 fighters_only" in cited_cases(game)
    assert "IM-TECH-dxa nothing_not_won" in cited_cases(game)


@pytest.mark.parametrize(
    "named", ["infantry @ infiltrate vs 1 infantry", "infantry vs 1 infantry @ reparations"]
)
def test_IM_ACT_infiltrate_and_reparations_come_with_the_planet(named):
    rule = "IM-ACT-" + ("infiltrate" if "infiltrate" in named else "reparations")
    assert f"{rule} after_won" in cited_cases(invade(f"1 {named}", "8", "1"))
    assert f"{rule} after_not_won" in cited_cases(invade(f"1 {named}", "1", "8"))
    assert f"{rule} after_not_won" in cited_cases(invade(f"1 {named}", "8", "8"))


def test_IM_AGENDA_shard_of_the_throne_goes_with_a_won_combat_only():
    rule = "IM-AGENDA-shard_of_the_throne"
    line = "1 infantry vs 1 infantry @ shard_of_the_throne"
    assert f"{rule} after_not_won" in cited_cases(invade(line, "8", "1"))
    assert f"{rule} after_won" in cited_cases(invade(line, "1", "8"))


# -- nothing to do, or not wanted


@pytest.mark.parametrize(
    ("rule", "why", "line", "rolls"),
    [
        ("IM-ACT-mb", "not_reached", "2 infantry @ mb:2 vs 1 infantry", ("8 1", "1")),
        ("IM-ACT-emergency", "not_used", "1 infantry vs 1 infantry @ emergency", ("8", "1")),
        ("IM-TECH-md", "nothing_no_pds", "1 infantry vs 1 infantry @ md", ()),
        ("IM-TECH-md", "nothing_disabled", "1 infantry @ disable vs 1 infantry 1 pds @ md", ()),
        ("IM-TECH-md", "nothing_lifted", "1 warsun 1 infantry vs 1 infantry 1 pds @ md", ("1 1 1", "1")),
        ("IM-TECH-md", "nothing_lifted", "1 flagship 1 infantry @ letnev vs 1 infantry 1 pds @ md",
         ("1 1 1", "1")),
        ("IM-TECH-md", "role", "1 infantry @ md vs 1 infantry", ()),
        ("IM-UNIT-indoctrination", "nothing_no_infantry", "2 infantry @ yin,indoctrination vs 2 mech", ()),
        ("IM-UNIT-indoctrination", "no_combat", "2 infantry @ yin,indoctrination vs 1 pds", ("1",)),
        ("IM-UNIT-indoctrination", "no_combat", "1 cruiser @ yin,indoctrination vs 2 infantry", ()),
        ("IM-TECH-dxa", "nothing_not_won", "1 infantry @ dxa vs 1 infantry", ("1", "8")),
        ("IM-TECH-dxa", "nothing_not_won", "1 infantry @ dxa vs 1 infantry", ("8", "8")),
        ("IM-TECH-dxa", "no_combat", "1 infantry @ dxa vs 1 cruiser", ()),
        ("IM-TECH-dxa", "no_combat", "1 infantry vs 1 infantry @ dxa,parley", ()),
        ("IM-UNIT-warsun", "nothing_no_shield", "1 warsun 1 infantry vs 1 infantry", ()),
        ("IM-UNIT-letnev_flagship", "nothing_no_shield", "1 flagship 1 infantry @ letnev vs 1 infantry", ()),
        ("IM-TECH-ps", "nothing_no_bombardment", "1 cruiser 1 infantry @ ps vs 1 infantry", ()),
        ("IM-TECH-ps", "nothing_no_bombardment", "1 dreadnought 1 infantry @ ps vs 1 infantry 1 pds", ()),
        ("IM-TECH-ps", "nothing_no_bombardment", "1 dreadnought 1 infantry @ ps vs 1 infantry @ conventions",
         ()),
        ("IM-TECH-ps", "nothing_no_bombardment", "1 dreadnought 1 infantry @ ps vs 1 cruiser", ()),
        ("IM-TECH-ps", "nothing_no_cannon", "3 infantry vs 1 infantry @ ps", ()),
        ("IM-ACT-bunker", "nothing_no_ships", "1 cruiser 1 infantry vs 1 infantry @ bunker", ()),
        ("IM-ACT-bunker", "nothing_conventions",
         "1 dreadnought 1 infantry @ conventions vs 1 infantry @ bunker", ()),
        ("IM-ACT-bunker", "nothing_nobody", "1 dreadnought 1 infantry vs 1 cruiser @ bunker", ()),
        ("IM-ACT-bunker", "nothing_shield", "1 dreadnought 1 infantry vs 1 infantry 1 pds @ bunker", ()),
        ("IM-ACT-bunker", "role", "1 dreadnought 1 infantry @ bunker vs 1 infantry", ()),
        ("IM-ACT-disable", "nothing_no_pds", "1 infantry @ disable vs 1 infantry", ()),
        ("IM-ACT-disable", "role", "1 infantry vs 1 infantry @ disable", ()),
        ("IM-TECH-x89", "nothing_no_ships", "1 cruiser 1 infantry @ x89 vs 2 infantry", ()),
        ("IM-TECH-x89", "nothing_no_infantry", "1 dreadnought 1 infantry @ x89 vs 2 mech", ()),
        ("IM-TECH-x89", "role", "1 dreadnought 1 infantry vs 2 infantry @ x89", ()),
        ("IM-AGENDA-conventions", "nothing_no_ships", "1 cruiser 1 infantry @ conventions vs 1 infantry", ()),
        ("IM-AGENDA-schematics", "nothing_ground", "1 warsun 1 infantry vs 1 infantry @ schematics", ()),
        ("IM-UNIT-harrow", "nothing_no_ships", "1 cruiser 2 infantry @ l1z1x vs 2 infantry", ("1 1",) * 4),
        ("IM-UNIT-harrow", "nothing_conventions",
         "1 dreadnought 2 infantry @ l1z1x vs 2 infantry @ conventions", ("1 1",) * 4),
        ("IM-UNIT-harrow", "nothing_shield", "1 dreadnought 2 infantry @ l1z1x vs 2 infantry 1 pds",
         ("1", *["1 1"] * 4)),
        ("IM-UNIT-naalu_flagship", "nothing_no_fighters", "1 flagship 1 infantry @ naalu vs 2 infantry", ()),
        ("IM-AGENDA-minister_peace", "role", "1 infantry @ minister_peace vs 1 infantry", ()),
        ("IM-ACT-parley", "nothing_nobody_landed", "1 cruiser vs 1 infantry @ parley", ()),
        ("IM-TRADE-raghs_call", "no_opponent", "2 infantry @ raghs_call vs 3 infantry @ sol", ()),
        ("IM-TRADE-raghs_call", "nothing_nobody", "2 infantry @ raghs_call vs 1 pds @ saar", ()),
        ("IM-TRADE-raghs_call", "nothing_nobody_landed", "2 cruiser @ raghs_call vs 1 infantry @ saar", ()),
        ("IM-TRADE-raghs_call", "role", "2 infantry vs 1 infantry @ raghs_call", ()),
        ("IM-TECH-amd", "nothing_no_cannon", "1 infantry @ amd vs 1 infantry", ()),
        ("IM-TECH-amd", "nothing_no_cannon", "1 infantry vs 1 infantry 1 pds @ amd", ()),
        ("IM-TECH-l4", "nothing_no_pds", "2 infantry @ letnev,l4 vs 1 infantry", ()),
        ("IM-TECH-l4", "role", "2 infantry vs 1 infantry 1 pds @ letnev,l4", ()),
        ("IM-ACT-mjets", "nothing_no_hit", "3 infantry @ mjets vs 1 infantry 2 pds", ("5 5",)),
        ("IM-ACT-mjets", "nothing_no_hit", "3 infantry @ mjets vs 1 infantry", ()),
        ("IM-ACT-mjets", "nothing_no_hit", "3 infantry vs 1 infantry 1 pds @ mjets", ("1",)),
    ],
)  # fmt: skip
def test_an_effect_without_an_occasion_is_not_asked_for_and_says_once_why(rule, why, line, rolls):
    game = invade(line, *rolls)
    assert [ruling.case for ruling in rulings(game) if ruling.rule == rule] == [why]
    asked = [getattr(entry.question, "use", None) for entry in game.transcript]
    assert rule not in [use.effect.rule for use in asked if use is not None]


@pytest.mark.parametrize(
    ("effect", "line", "rolls"),
    [
        ("md", "1 infantry vs 1 infantry 1 pds @ md", ("1",)),
        ("indoctrination", "2 infantry @ yin,indoctrination vs 3 infantry", ()),
        ("bunker", "1 dreadnought 1 infantry vs 1 infantry @ bunker", ()),
        ("disable", "1 dreadnought 1 infantry @ disable vs 2 infantry 2 pds", ()),
        ("x89", "1 dreadnought 1 infantry @ x89 vs 2 infantry", ()),
        ("minister_peace", "1 infantry vs 1 infantry @ minister_peace", ()),
        ("parley", "2 infantry vs 2 infantry @ parley", ()),
        ("mjets", "3 infantry @ mjets vs 1 infantry 2 pds", ("6 6",)),
    ],
)
def test_an_effect_that_may_be_used_need_not_be(effect, line, rolls):
    game = invade(line, *rolls, **{effect: "pass"})
    rule = effects_by_id()[effect].rule
    assert [ruling.case for ruling in rulings(game) if ruling.rule == rule] == ["passed"]
    assert not game.over


# -- all of them

LINES = (
    "1 warsun 2 infantry 1 mech {0} vs 2 infantry 1 mech {1}",
    "1 dreadnought 3 infantry {0} vs 1 infantry 1 pds {1}",
    "1 flagship 1 fighter 1 infantry {0} vs 3 infantry 1 flagship {1}",
    "1 infantry {0} vs 1 pds {1}",
    "1 carrier 1 infantry {0} vs 1 destroyer {1}",
    "1 cruiser {0} vs 1 infantry {1}",
)


def _named(effect_id: str, flagship: bool) -> str:
    owner = effects_by_id()[effect_id].owner if effects_by_id()[effect_id].source != "promissory" else ""
    faction = owner or ("xxcha" if flagship else "")
    return "@ " + ",".join(filter(None, (faction, effect_id)))


@pytest.mark.parametrize("effect_id", [each for each in line_effect_ids() if each != "nebula"])
def test_each_effect_says_what_it_did_or_why_it_did_nothing(effect_id):
    """In every invasion, for either side: an effect that says nothing leaves readers guessing."""
    effect = effects_by_id()[effect_id]
    for line in LINES:
        for index in (0, 1):
            other = "@ xxcha" if "flagship" in line else ""
            named = [other, other]
            named[index] = _named(effect_id, "flagship" in line)
            text = " ".join(f"ground: {line.format(*named)}".split())
            game = battle_game(text, seed=7).play(assumed_answer)
            cited = {ruling.rule for ruling in rulings(game)}
            if effect.is_automatic and (effect_id == "ambush" or "IM-INV-5 begins" not in cited_cases(game)):
                continue  # what a faction always has is not in the line, and says nothing without a combat
            if not (effect_id == "harrow" and index):
                assert effect.rule in cited, text


def test_MOVE_7_a_nebula_cannot_stand_in_a_line_of_the_ground():
    with pytest.raises(IllegalBattleError) as caught:
        battle_game("ground: 1 infantry vs 1 infantry @ nebula")
    assert "IM-MOVE-7" in str(caught.value)
