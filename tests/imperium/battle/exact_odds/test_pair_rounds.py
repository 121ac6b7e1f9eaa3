"""Rounds in which both forces affect each other (`first_memoryless_round`): pairs give the same result as the
walk."""

from __future__ import annotations

import pytest
from imperium.steps_reference import agree

from twingkit.imperium import Battle
from twingkit.imperium.battle.exact_odds.chain import BattleMarkovChain
from twingkit.imperium.battle.exact_odds.independence import first_memoryless_round, first_separable_round
from twingkit.imperium.battle.rules.force import Fight

FLAGSHIPS = ("l1z1x", "winnu", "mentak", "yin", "nekro")

LINES = (
    "space: 1 flagship 1 dreadnought @ l1z1x vs 2 fighter 1 cruiser 1 dreadnought",
    "space: 1 flagship 1 dreadnought @ l1z1x vs 2 fighter 1 cruiser / order=default sustain=last",
    "space: 1 flagship 1 fighter @ l1z1x vs 1 flagship 1 fighter @ winnu",
    "space: 1 flagship 2 fighter @ winnu vs 1 destroyer 2 cruiser @ sh:1",
    "space: 1 flagship 1 cruiser @ winnu,mb:2 vs 1 fighter 1 dreadnought @ letnev,munitions",
    "space: 1 flagship 1 cruiser 1 pds @ mentak vs 1 dreadnought 1 warsun",
    "space: 1 flagship 1 cruiser @ mentak vs 1 flagship 1 dreadnought @ mentak",
    "space: 1 flagship 1 dreadnought @ yin vs 1 fighter 1 cruiser 1 dreadnought",
    "space: 1 flagship @ yin,courageous:1 vs 1 flagship 1 cruiser 1 pds @ yin",
    "space: 1 flagship 1 infantry 1 mech @ nekro vs 1 flagship 1 cruiser @ l1z1x",
    "space: 1 flagship 1 mech! 1 cruiser @ nekro / order=cruiser sustain=risk vs 1 flagship @ mentak",
)


@pytest.mark.parametrize("line", LINES)
def test_IM_UNIT_13_flagships_that_tie_the_sides_do_so_by_the_steps(line):
    agree(Battle.parse(line).check())


@pytest.mark.parametrize("faction", FLAGSHIPS)
def test_IM_UNIT_13_flagships_tie_only_what_both_forces_are(faction):
    line = f"space: 1 flagship 1 infantry 1 cruiser @ {faction} vs 1 fighter 1 dreadnought"
    fight = Fight.from_battle(Battle.parse(line))
    fleet, (own, other) = fight.rosters[0], fight.starting_forces()
    own = fleet.combat_force() if faction == "nekro" else own
    assert first_separable_round(fight, (own, other)) is None
    assert first_memoryless_round(fight, (own, other)) == 1
    repaired = Fight.from_battle(Battle.parse(f"{line} @ da"))
    assert first_memoryless_round(repaired, (own, other)) is None


def test_IM_ODDS_1_pairs_of_large_fleets_are_never_walked():
    """A walk through a step for every pair of forces would take some hundred times as long."""
    line = "space: 1 flagship 3 dreadnought 2 cruiser 5 fighter @ l1z1x vs 2 warsun 1 dreadnought 6 fighter"
    chain = BattleMarkovChain(Fight.from_battle(Battle.parse(line)), max_walks=20_000)
    assert sum(chain.end_chances.values()) == pytest.approx(1, abs=1e-12)
