"""The exact odds equal those of the script: tiny battles played through every face of every die."""

from __future__ import annotations

import pytest
from fleets import fleets
from hypothesis import assume, given, settings
from imperium.script_walk import TooManyDice, odds_agree
from long_runs import runs

from twingkit.imperium import Battle

LINES = (
    "space: 1 cruiser vs 1 cruiser",
    "space: 2 fighter 1 cruiser vs 1 dreadnought",
    "space: 1 dreadnought vs 1 dreadnought / sustain=never",
    "space: 1 cruiser 1 dreadnought vs 2 cruiser / order=dreadnought sustain=last",
    "space: 1 destroyer vs 2 fighter 1 carrier",
    "space: 1 cruiser 1 pds vs 1 cruiser 1 pds+",
    "space: 2 fighter 1 carrier / order=carrier sustain=first vs 1 cruiser 1 pds",
    "space: 1 cruiser @ amd,gls vs 1 fighter 1 cruiser 1 pds @ ps",
    "space: 1 cruiser @ mb vs 1 cruiser @ nebula",
    "space: 1 cruiser @ mb:2 vs 1 dreadnought @ sh",
    "space: 1 destroyer vs 2 fighter 1 cruiser @ sh",
    "space: 1 destroyer 1 cruiser @ mentak vs 2 cruiser @ sh",
    "space: 1 destroyer 1 cruiser @ yin,devotion vs 2 cruiser @ sh:2",
    "space: 2 cruiser @ dh*2 vs 2 dreadnought",
    "space: 1 cruiser @ dh vs 1 dreadnought",
    "space: 1 cruiser 1 destroyer vs 1 dreadnought @ da",
    pytest.param("space: 2 cruiser 1 destroyer vs 2 dreadnought @ da", marks=pytest.mark.soak),  # 20 s
    "space: 1 fighter @ f_prototype vs 1 fighter @ prophecy",
    "space: 1 cruiser @ jolnar vs 1 cruiser @ sardakk",
    "space: 2 cruiser @ letnev,munitions vs 1 dreadnought",
    "space: 1 flagship @ jolnar vs 1 cruiser",
    "space: 1 fighter 1 dreadnought @ letnev,nes / sustain=last vs 2 cruiser",
    "space: 1 flagship @ hacan,hacan_flagship vs 1 cruiser",
    "space: 1 destroyer 1 flagship @ hacan,hacan_flagship vs 2 fighter",
    "space: 1 cruiser @ mentak vs 1 dreadnought",
    "space: 1 destroyer @ yin,ic vs 1 cruiser 1 fighter",
    "space: 1 destroyer 1 cruiser @ yin,ic vs 1 destroyer 1 cruiser @ mentak",
    "space: 1 flagship 1 infantry @ nekro,asc vs 1 cruiser @ mentak",
    "space: 1 cruiser @ courageous vs 2 cruiser",
    "space: 1 destroyer 1 cruiser vs 1 fighter 1 destroyer @ courageous",
    "space: 1 destroyer 1 cruiser @ mentak vs 2 cruiser @ courageous",
    "space: 1 cruiser 1 fighter @ crown_of_thalnos vs 1 cruiser",
    "space: 1 cruiser @ s_retreat:2 vs 1 cruiser",
    "space: 1 cruiser vs 1 infantry",
    "space: 1 carrier+ @ nekro,x=sol.carrier vs 1 dreadnought+ @ nekro,y=l1z1x.dreadnought",
    "space: 1 cruiser @ war_funding_omega vs 1 cruiser @ letnev,munitions",
    "space: 1 cruiser 1 fighter @ crown_of_thalnos,war_funding_omega vs 1 fighter @ war_funding_omega",
    "space: 1 cruiser @ war_funding_omega:2 vs 1 dreadnought @ war_funding",
    "ground: 2 infantry vs 1 infantry 1 pds @ md_omega",
    "ground: 1 mech 1 infantry @ greyfire_omega vs 2 infantry 1 pds @ greyfire_omega,md_omega",
    "ground: 2 infantry vs 2 infantry",
    "ground: 1 dreadnought 2 infantry vs 2 infantry",
    "ground: 1 mech vs 1 infantry 1 pds",
    "ground: 2 infantry @ fire_team vs 1 infantry @ md",
    "ground: 1 infantry @ sardakk,vpw vs 2 infantry",
    "ground: 1 dreadnought 1 infantry @ l1z1x vs 2 infantry",
    "ground: 1 infantry @ tekklar vs 1 mech @ emergency",
)


@pytest.mark.parametrize("line", LINES)
def test_IM_ODDS_1_the_odds_are_those_of_the_script(line):
    odds_agree(Battle.parse(line))


@given(fleets(most=1, kinds=1))
@settings(max_examples=runs(6, 200))
def test_IM_ODDS_1_the_odds_of_any_tiny_battle_are_those_of_the_script(battle):
    try:
        odds_agree(battle)
    except TooManyDice:
        assume(False)
