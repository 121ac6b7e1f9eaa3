"""Ground combat: its rounds, its end, and the order of the steps of a whole invasion."""

from __future__ import annotations

import pytest
from invasions import cited_cases, facts, invade, there, thrown

from twingkit.imperium import odds, odds_many, optimal_odds
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.rules.force import Fight
from twingkit.imperium.battle.rules.ground.bombardment import harrow
from twingkit.imperium.battle.rules.ground.ground_combat import (
    ending,
    opening,
    round_steps,
    units_that_may_return,
)
from twingkit.imperium.battle.rules.losses.combat_hits import assign_hits
from twingkit.imperium.battle.rules.round_start import start_round


def test_IM_INV_5_there_is_a_combat_only_if_both_have_ground_forces():
    assert "IM-INV-5 begins" in cited_cases(invade("1 infantry vs 1 infantry"))
    game = invade("1 infantry vs 1 cruiser")
    assert "IM-INV-5 no_combat" in cited_cases(game)
    assert (game.over, game.result.winner) == (True, 0)


def test_IM_INV_5_nobody_on_either_side_is_a_tie():
    game = invade("1 cruiser vs 1 cruiser")
    assert (game.over, game.result.winner) == (True, None)
    assert "IM-INV-8 nobody" in cited_cases(game)


def test_IM_INV_5_rounds_follow_until_a_side_has_none_left():
    game = invade("2 infantry vs 2 infantry", "1 1", "1 1", "8 1", "1 1", "8 1", "1")
    assert cited_cases(game).count("IM-INV-5 round") == 2
    assert (game.result.winner, game.result.rounds) == (0, 3)
    assert there(game, 0) == {"infantry": 2}


def test_IM_INV_6_each_ground_force_rolls_one_die_and_pds_none():
    game = invade("1 infantry 1 infantry+ 1 mech vs 1 infantry 2 pds", "1 1")
    assert thrown(game) == [("infantry", 8), ("infantry+", 7), ("mech", 6)]
    game.answer("roll 1 1 1")
    assert thrown(game) == [("infantry", 8)]


def test_IM_INV_7_both_sides_lose_at_the_same_time():
    game = invade("1 infantry vs 1 infantry", "8", "8")
    assert (game.result.winner, game.result.rounds) == (None, 1)
    assert game.result.losses(0) == game.result.losses(1) == 0.5


def test_IM_INV_7_infantry_is_lost_before_its_upgrade_and_mechs_sustain_first():
    game = invade("1 infantry 1 infantry+ 1 mech vs 3 infantry", "1 1 1", "8 8 1")
    assert there(game, 0) == {"infantry+": 1, "mech!": 1}


def test_IM_ODDS_2_with_sustain_last_the_infantry_goes_first():
    game = invade("1 infantry 1 mech / sustain=last vs 3 infantry", "1 1", "8 1 1")
    assert there(game, 0) == {"mech": 1}


def test_IM_INV_7_a_player_may_assign_hits_differently():
    game = invade("1 infantry 1 mech vs 3 infantry", "1 1", "8 1 1", assign="mech")
    assert there(game, 0) == {"infantry": 1}


def test_IM_INV_8_the_attacker_takes_the_planet_and_its_structures_fall():
    game = invade("2 infantry vs 1 infantry 2 pds", "1 1", "8 1", "1")
    assert facts(game, "IM-INV-8", "taken_structures")["n"] == 2
    assert game.result.losses(1) == 0.5, "structures are no losses"
    assert "IM-INV-8 taken" in cited_cases(invade("2 infantry vs 1 infantry", "8 1", "1"))


def test_IM_INV_8_an_undefeated_defender_keeps_the_planet():
    assert "IM-INV-8 kept" in cited_cases(invade("1 infantry vs 2 infantry", "1", "8 1"))


def test_IM_UNIT_naalu_flagship_fighters_alone_cannot_hold_the_planet():
    game = invade("1 flagship 1 fighter @ naalu,dxa vs 1 infantry @ shard_of_the_throne", "8", "1")
    assert "IM-INV-8 fighters_only" in cited_cases(game)
    assert "IM-TECH-dxa nothing_not_won" in cited_cases(game)
    assert game.result.winner is None
    assert game.result.losses(0) == 0
    held = invade("1 flagship 1 fighter 1 infantry @ naalu vs 1 infantry", "8 1", "8")
    assert "IM-INV-8 taken" in cited_cases(held)
    assert held.result.winner == 0


def test_IM_UNIT_naalu_flagship_fighters_that_nobody_meets_win_nothing_either():
    game = invade("1 flagship 2 fighter @ naalu vs 1 pds", "1")
    assert "IM-INV-8 fighters_only" in cited_cases(game)
    assert game.result.winner is None


def test_IM_UNIT_naalu_flagship_fighters_alone_are_a_draw_in_the_odds():
    line = "ground: 1 flagship 1 fighter @ naalu vs 1 infantry"
    found = odds(line)  # the fighter hits on 8 or more, and so does the infantry
    assert (found.win, found.tie, found.loss) == pytest.approx((0, 0.3 / 0.51, 0.21 / 0.51), abs=1e-12)
    assert odds_many([line]).tie[0] == pytest.approx(found.tie, abs=1e-12)
    assert optimal_odds(line).win == 0
    whole = odds("invasion: 1 flagship 1 fighter @ naalu vs 1 infantry")
    assert (whole.win, whole.tie) == pytest.approx((0, found.tie), abs=1e-12)


# -- the whole chapter


def test_a_step_is_played_only_where_a_side_has_what_it_is_for():
    plain = Fight.from_battle(Battle.parse("ground: 1 infantry vs 1 infantry"))
    rich = Fight.from_battle(
        Battle.parse("ground: 1 infantry @ l1z1x,emergency,mb vs 1 infantry @ sardakk,md,vpw")
    )
    steps = round_steps(rich, 1)
    assert steps[0] is start_round
    assert steps[-2:] == (assign_hits, harrow)
    assert len(round_steps(plain, 1)) == 3
    assert len(steps) == 6
    assert [step.__name__ for step in ending(plain)] == ["dacxive_animators", "settle_planet_control"]
    assert "bombardment" in [step.__name__ for step in opening(plain)]


# -- units that come back


@pytest.mark.parametrize(
    ("line", "name", "needed", "expected"),
    [
        ("1 infantry vs 3 infantry+", "infantry+", 6, (1, 5)),
        ("1 infantry vs 3 infantry+ @ sol", "infantry+", 5, (1, 8)),
        ("1 infantry vs 3 infantry+ @ arborec", "infantry+", 6, (1, 5)),
    ],
)
def test_IM_UNIT_infantry2_reports_how_many_are_expected_back(line, name, needed, expected):
    fight = Fight.from_battle(Battle.parse(f"ground: {line}"))
    attacker, defender = fight.starting_forces()
    (row,) = units_that_may_return(fight, (attacker, defender.without(0, 3)), 1)
    assert (row[0].name, row[1], row[2]) == (name, 3, needed)
    assert (3 * (11 - needed) // 10, 3 * (11 - needed) % 10) == expected
    assert units_that_may_return(fight, (attacker, defender), 1) == ()


def test_IM_UNIT_infantry2_counts_losses_of_every_kind():
    game = invade("1 dreadnought 2 infantry vs 2 infantry+", "9", "8 1", "1")
    found = facts(game, "IM-UNIT-infantry2", "returning")
    assert (found["units"][0].n, found["whole"], found["tenth"], found["needed"]) == (2, 1, 0, 6)


def test_IM_UNIT_infantry2_says_so_if_none_is_lost():
    assert "IM-UNIT-infantry2 nothing_none_lost" in cited_cases(invade("1 infantry+ vs 1 infantry", "7", "1"))
    assert not any("infantry2" in each for each in cited_cases(invade("1 infantry vs 1 infantry", "8", "1")))
