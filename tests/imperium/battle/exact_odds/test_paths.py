"""The fast method and the walk through all steps agree wherever the sides are independent."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest
from fleets import DEALT, fleets
from hypothesis import assume, given, settings
from imperium.steps_reference import WALKS, agree, all_agree
from long_runs import runs

from twingkit.imperium import Battle, effects_by_id, faction_ids
from twingkit.imperium.battle.exact_odds.independence import first_independent_round, first_separable_round
from twingkit.imperium.battle.exact_odds.steps_walk import WalkBudgetError
from twingkit.imperium.battle.rules.force import Fight
from twingkit.imperium.box.effects import DependenceBetweenSides

LINES = (
    "space: 2 fighter 1 destroyer 1 dreadnought vs 3 fighter 1 cruiser / sustain=last",
    "space: 1 fighter 1 cruiser 1 pds @ ps,gls vs 2 fighter 1 dreadnought 1 pds @ amd,nebula",
    "space: 2 dreadnought @ letnev,nes vs 1 warsun 1 cruiser",
    "space: 2 fighter 1 carrier / order=carrier sustain=first vs 1 cruiser 1 pds",
    "space: 2 fighter 1 dreadnought @ letnev,nes / order=default sustain=last vs 1 warsun 1 cruiser",
    "space: 1 dreadnought 1 cruiser @ letnev,munitions vs 2 carrier",
    "space: 1 flagship 1 cruiser @ jolnar vs 1 cruiser 1 fighter @ prophecy",
    "space: 1 flagship 2 cruiser @ sardakk vs 1 flagship @ hacan,hacan_flagship",
    "space: 2 cruiser @ mb:2 vs 2 fighter @ f_prototype",
    "space: 2 cruiser @ war_funding:2 vs 1 dreadnought @ sh:1",
    "space: 2 cruiser @ mb,mb:2 vs 1 dreadnought 1 cruiser @ emergency:2",
    "space: 2 cruiser @ s_retreat:3 vs 2 carrier",
    "space: 2 cruiser 1 fighter @ war_funding_omega vs 1 dreadnought 1 fighter @ letnev,munitions",
    *runs(
        [],
        [
            "space: 2 cruiser @ war_funding_omega:2,war_funding"
            " vs 1 flagship 1 fighter @ jolnar,war_funding_omega:2",
            "space: 1 flagship 1 cruiser @ jolnar,war_funding_omega"
            " vs 2 cruiser @ war_funding,war_funding_omega",
        ],
    ),
    "space: 1 cruiser @ war_funding_omega:2,war_funding vs 1 cruiser 1 fighter @ jolnar,war_funding_omega:2",
    "space: 1 flagship @ jolnar,war_funding_omega vs 2 cruiser @ war_funding,war_funding_omega",
    "space: 2 destroyer 1 fighter vs 3 fighter 1 destroyer @ courageous:1",
    "space: 3 cruiser @ asc vs 2 destroyer 1 carrier @ yin,ic",
    "space: 3 cruiser @ mentak,asc vs 3 cruiser 1 fighter @ yin,asc,ic",
    "space: 1 cruiser 1 destroyer @ mentak vs 1 dreadnought @ ghost,ds",
    "ground: 1 dreadnought 2 infantry @ ps vs 2 infantry 1 mech",
    "ground: 1 warsun 2 infantry @ fire_team:2 vs 2 infantry 1 pds @ bunker",
    "ground: 3 infantry vs 2 infantry 1 pds @ md",
    "ground: 3 infantry vs 2 infantry 1 pds @ md:2",
    "ground: 1 infantry @ yin,indoctrination vs 2 infantry @ sardakk",
    "ground: 2 fighter 1 flagship 1 infantry @ naalu vs 2 infantry",
    "ground: 2 infantry @ tekklar vs 1 mech @ jolnar",
)
"""Battles whose sides are independent, at the latest after the named rounds."""

LATER = (
    "space: 2 cruiser @ dh*2 vs 2 dreadnought",
    "space: 2 cruiser 1 fighter @ dh vs 2 dreadnought",
    "space: 2 cruiser 1 fighter @ crown_of_thalnos,war_funding_omega:2 vs 1 cruiser 1 fighter @ courageous",
    "space: 2 cruiser @ courageous vs 2 carrier 1 cruiser",
    "space: 2 cruiser 1 fighter vs 1 dreadnought 1 cruiser @ sh",
    "space: 2 destroyer 1 fighter vs 3 fighter 1 dreadnought @ sh",
    "space: 2 destroyer 1 fighter vs 3 fighter 1 destroyer @ courageous",
    "space: 1 dreadnought 1 cruiser @ emergency vs 2 cruiser",
    "space: 1 flagship 2 fighter @ winnu vs 2 cruiser",
    "space: 1 flagship 1 cruiser @ letnev vs 2 cruiser 1 fighter",
    "space: 1 flagship 1 cruiser @ mentak vs 1 dreadnought 1 fighter",
    "space: 1 flagship 1 fighter @ l1z1x vs 1 dreadnought 2 fighter",
    "space: 1 dreadnought 2 fighter @ da vs 2 cruiser",
    "space: 2 fighter 1 carrier @ crown_of_thalnos vs 1 cruiser 1 carrier",
    "space: 1 destroyer 1 cruiser @ yin,devotion vs 2 cruiser 1 fighter",
    "space: 2 cruiser 1 dreadnought @ dh vs 2 dreadnought @ da",
    "space: 2 cruiser @ sh,sh:2 vs 1 dreadnought 1 cruiser @ emergency,sh:1",
    "space: 1 flagship 1 dreadnought @ letnev,nes,sh vs 2 dreadnought @ da",
    "ground: 1 mech 2 infantry @ fire_team vs 3 infantry",
    "ground: 2 mech @ da vs 2 mech @ emergency",
)
"""Battles whose sides may become independent once a card is used or a unit is gone."""


@pytest.mark.parametrize("line", LINES)
def test_IM_ODDS_1_rounds_that_fall_apart_are_those_of_the_steps(line):
    battle = Battle.parse(line).check()
    fight = Fight.from_battle(battle)
    assert first_independent_round(fight, fight.starting_forces()) is not None
    agree(battle)


@pytest.mark.parametrize("line", LATER)
def test_IM_ODDS_1_rounds_that_fall_apart_later_are_those_of_the_steps(line):
    battle = Battle.parse(line).check()
    fight = Fight.from_battle(battle)
    assert first_independent_round(fight, fight.starting_forces()) is None
    agree(battle)


@given(fleets(most=2, kinds=1, variants=True))
@settings(max_examples=runs(16, 2000), phases=DEALT)
def test_IM_ODDS_1_every_way_agrees_on_any_battle_under_any_variant(battle):
    try:
        all_agree(battle, most=WALKS)
    except WalkBudgetError:
        assume(False)


def test_every_hook_says_what_it_does_to_the_two_sides():
    listed = tomllib.loads(
        files("twingkit.imperium.box").joinpath("effects.toml").read_text(encoding="utf-8")
    )
    assert set(listed["hook"]) == {effect.hook for effect in effects_by_id().values()}
    for hook, entry in listed["hook"].items():
        assert entry["rounds"] in ("nothing", "one side", "one round", "both sides"), hook
        assert entry["opening"] in ("nothing", "dice", "more"), hook
        assert entry["rounds"] != "nothing" or not {"own", "against", "answers"} & set(entry), hook
    assert DependenceBetweenSides().rounds == "both sides"
    assert DependenceBetweenSides().opening == "more"


def test_IM_TECH_da_repairs_are_each_side_s_own_affair():
    fight = Fight.from_battle(
        Battle.parse("space: 2 dreadnought @ da,sh vs 1 flagship 1 dreadnought @ letnev,emergency")
    )
    assert first_independent_round(fight, fight.starting_forces()) is None
    assert first_separable_round(fight, fight.starting_forces()) == 1
    fight = Fight.from_battle(Battle.parse("space: 2 dreadnought @ da vs 1 flagship 1 dreadnought @ mentak"))
    own, enemy = fight.starting_forces()
    assert first_separable_round(fight, (own, enemy)) is None
    assert first_separable_round(fight, (own, enemy.without(fight.rosters[1].flagship_index))) == 1


@pytest.mark.parametrize("faction", faction_ids())
def test_IM_UNIT_13_a_destroyed_flagship_ties_nothing_together(faction):
    fight = Fight.from_battle(
        Battle.parse(f"space: 1 flagship 1 cruiser @ {faction} vs 1 fighter 1 dreadnought")
    )
    own, enemy = fight.starting_forces()
    gone = own.without(fight.rosters[0].flagship_index)
    assert first_independent_round(fight, (gone, enemy)) == 1
    tied = {"mentak", "yin", "l1z1x", "winnu", "letnev"}
    assert (first_independent_round(fight, (own, enemy)) is None) == (faction in tied)
