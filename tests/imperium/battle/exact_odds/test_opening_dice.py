"""Openings that consist of dice and policies only: the shortcut gives the same result as walking their
steps."""

from __future__ import annotations

import pytest
from fleets import fleets, policies
from hypothesis import given, settings
from hypothesis import strategies as st
from imperium.plain_battle import plain_odds
from imperium.steps_reference import WalkedChain, agree, same_chances
from long_runs import runs

from twingkit.core.messages import Fault
from twingkit.imperium import Battle, effects_by_id, odds_many
from twingkit.imperium.battle.exact_odds.chain import BattleMarkovChain
from twingkit.imperium.battle.exact_odds.opening_dice import has_dice_only_opening
from twingkit.imperium.battle.exact_odds.optimum import optimal_odds
from twingkit.imperium.battle.notation.side import Side
from twingkit.imperium.battle.rules.force import Fight
from twingkit.imperium.battle.rules.losses.loss_order import LossPolicy

SHIPS = ("fighter", "fighter+", "destroyer", "destroyer+", "cruiser", "carrier", "dreadnought", "warsun")
LANDING = ("infantry", "infantry+", "mech")
BOMBERS = ("dreadnought", "dreadnought+", "warsun")
CANNONS = ("pds", "pds+")

DICE = (
    "space: 1 fighter 1 destroyer 1 pds @ ps,gls vs 2 fighter 1 dreadnought 1 pds @ amd,experimental",
    "space: 2 destroyer 2 fighter 1 pds vs 1 flagship 1 fighter @ jolnar / sustain=last",
    "space: 2 dreadnought 1 fighter @ letnev,nes vs 2 destroyer+ 2 pds+",
    "space: 2 warsun @ schematics vs 1 destroyer 2 pds+",
    "space: 1 flagship 2 fighter @ xxcha vs 1 destroyer 1 fighter 2 pds",
    "space: 2 destroyer @ da vs 2 dreadnought 2 fighter 1 pds",
    "space: 2 destroyer @ mb:2 vs 1 dreadnought 2 fighter 1 pds @ dh:1",
    "space: 1 flagship 2 fighter @ winnu vs 2 destroyer 1 fighter",
    "space: 1 flagship 2 fighter @ l1z1x vs 2 destroyer 1 fighter 1 pds",
    "space: 2 fighter 1 dreadnought @ sh:2 vs 2 destroyer 1 pds @ emergency:2",
    "space: 3 fighter 1 destroyer 1 carrier / order=carrier sustain=first vs 2 destroyer 2 pds",
    "space: 2 destroyer vs 2 fighter",
    "space: 1 infantry vs 2 fighter 1 pds",
    "space: 1 destroyer 3 pds+ vs 1 fighter",
    "ground: 1 warsun 2 infantry @ conventions vs 2 infantry 1 pds",
    "ground: 2 dreadnought 2 infantry @ letnev,l4,ps vs 1 mech 1 infantry 1 pds",
    "ground: 1 flagship 2 dreadnought 2 infantry @ letnev vs 2 infantry 1 pds @ dxa",
    "ground: 2 dreadnought 1 infantry @ l1z1x,amd vs 2 infantry 1 mech",
    "ground: 2 fighter 1 flagship 1 infantry @ naalu vs 1 infantry 2 pds / sustain=never",
    "ground: 2 dreadnought 1 infantry vs 2 pds",
    "ground: 3 infantry vs 2 infantry 1 pds @ md:2",
)
"""Battles with nothing but dice before the first combat rolls."""

FIRST_ROUND = (
    "space: 2 fighter 1 dreadnought @ sh:1 vs 2 destroyer 1 pds",
    "space: 2 fighter 1 dreadnought @ courageous vs 2 destroyer 1 pds",
    "space: 2 destroyer 1 pds @ mb vs 3 fighter 1 carrier",
    "space: 2 destroyer @ s_retreat vs 2 fighter 1 dreadnought 1 pds",
    "space: 1 flagship 1 fighter @ letnev vs 1 destroyer 2 pds",
    "space: 2 destroyer vs 2 fighter 1 dreadnought 1 pds @ emergency",
    "ground: 1 dreadnought 2 infantry vs 2 infantry 1 pds @ md",
)
"""Battles with nothing but dice in the opening, but something at the start of the first round."""

WALKED = (
    "space: 2 destroyer @ mjets vs 2 fighter 1 pds",
    "space: 2 dreadnought vs 1 destroyer 2 pds @ dh",
    "space: 1 flagship 1 destroyer @ yin vs 2 fighter 1 pds",
    "space: 1 flagship 1 infantry @ nekro vs 2 fighter 1 pds",
    "space: 2 destroyer @ asc vs 2 fighter 1 pds",
    "space: 1 cruiser 1 flagship @ mentak vs 2 fighter 1 destroyer 1 dreadnought",
    "space: 2 destroyer vs 2 fighter @ naalu,foresight",
    "ground: 1 dreadnought 2 infantry @ x89 vs 2 infantry 1 mech",
    "ground: 1 dreadnought 2 infantry @ disable vs 2 infantry 1 pds",
    "ground: 1 warsun 2 infantry vs 2 infantry 1 pds @ bunker",
    "ground: 1 infantry @ yin,indoctrination vs 2 infantry 1 pds",
    "ground: 2 infantry vs 2 infantry 1 pds @ parley",
)
"""Battles with more than dice in the opening."""


def both_ways(battle):
    """Return the course of a battle, and that of the same battle with all steps walked."""
    return tuple(chain(Fight.from_battle(battle)) for chain in (BattleMarkovChain, WalkedChain))


def compare(battle):
    fast, slow = both_ways(battle)
    same_chances(fast.after_opening, slow.after_opening)
    same_chances(fast.after_rounds(1), slow.after_rounds(1))
    agree(battle, slow)


@st.composite
def plain_battles(draw, most=2):
    """Return a battle without effects in which units fire before the rounds, with any policies."""
    kind = draw(st.sampled_from(("space", "ground")))
    sides = []
    for role in ("attacker", "defender"):
        if kind == "space":
            names, others = SHIPS, CANNONS
        else:
            names, others = LANDING, BOMBERS if role == "attacker" else CANNONS
        units = draw(st.dictionaries(st.sampled_from(names), st.integers(1, most), min_size=1, max_size=3))
        units |= draw(st.dictionaries(st.sampled_from(others), st.integers(1, 2), max_size=2))
        sides.append(Side(units, policy=draw(policies | st.just(LossPolicy()))))
    return Battle(kind, *sides)


@given(plain_battles())
@settings(max_examples=runs(16, 300))
def test_IM_ODDS_1_a_plain_opening_is_that_of_its_steps(battle):
    compare(battle)
    fast, _ = both_ways(battle)
    assert sum(fast.end_chances.values()) == pytest.approx(1.0, abs=1e-12)
    assert fast.walk.walks == 0


@given(st.lists(plain_battles(most=3), min_size=1, max_size=6))
def test_IM_ODDS_1_a_batch_begins_its_rounds_as_the_rules_say(battles):
    """Many battles in one call, against a reference that knows only the rules and applies hit after hit."""
    frame = odds_many(battles)
    for row, battle in zip(frame.itertuples(), battles, strict=True):
        assert (row.win, row.tie, row.loss) == pytest.approx(plain_odds(battle), abs=1e-12)


@given(fleets(most=2, kinds=2))
def test_IM_ODDS_1_any_opening_is_that_of_its_steps(battle):
    fast, slow = both_ways(battle)
    same_chances(fast.after_opening, slow.after_opening)
    fought = {
        situation: chance for situation, chance in slow.after_opening.items() if situation.both_sides_remain
    }
    same_chances(fast.walk.before_combat_rolls(fought, 1), slow.walk.before_combat_rolls(fought, 1))


@pytest.mark.parametrize("line", DICE)
def test_IM_SPACE_2_what_needs_only_dice_is_not_walked(line):
    battle = Battle.parse(line).check()
    fight = Fight.from_battle(battle)
    assert all(has_dice_only_opening(roster, n) for roster in fight.rosters for n in (0, 1))
    compare(battle)
    fast, _ = both_ways(battle)
    fast.walk.before_combat_rolls(
        {
            situation: chance
            for situation, chance in fast.after_opening.items()
            if situation.both_sides_remain
        },
        1,
    )
    assert fast.walk.walks == 0


@pytest.mark.parametrize("line", FIRST_ROUND)
def test_IM_SPACE_4_what_a_round_starts_with_is_walked(line):
    battle = Battle.parse(line).check()
    rosters = Fight.from_battle(battle).rosters
    assert all(has_dice_only_opening(roster, 0) for roster in rosters)
    assert not all(has_dice_only_opening(roster, 1) for roster in rosters)
    compare(battle)


@pytest.mark.parametrize("line", WALKED)
def test_IM_SPACE_3_what_does_more_than_roll_is_walked(line):
    battle = Battle.parse(line).check()
    fast, slow = both_ways(battle)
    assert not all(has_dice_only_opening(roster, 0) for roster in fast.fight.rosters)
    same_chances(fast.end_chances, slow.end_chances)
    assert fast.walk.walks > 0


def test_IM_SPACE_4_barrages_that_leave_nobody_are_a_round():
    """Four dice that hit on 9 or more against one fighter: it is gone with 1 − 0.8⁴ before any combat
    roll."""
    course = BattleMarkovChain(Fight.from_battle(Battle.parse("space: 2 destroyer vs 1 fighter")))
    over, open_ = next(iter(course.round_chances()))
    assert not over
    assert len(open_) == 1
    ((_, (cases, others)),) = (
        (chance, parts) for chance, *parts in course.walk.opening_dice.before_combat_rolls()
    )
    assert list(cases.values()) == [1.0]
    assert {force.size: part for force, part in others.items()} == pytest.approx({1: 0.4096, 0: 0.5904})
    slow = WalkedChain(course.fight)
    assert course.mean_rounds == pytest.approx(slow.mean_rounds, abs=1e-12)
    assert course.mean_rounds > 1


def test_what_does_more_in_an_opening_than_dice_and_policies_is_known():
    assert {effect.hook for effect in effects_by_id().values() if effect.scope.opening == "more"} == {
        "ambush", "cancel_cannon_hit", "destroy_at_start", "give_up_for_hit", "chosen_hit", "swap_infantry",
        "kill_infantry", "bombardment_penalty", "disable", "no_landing", "send_away", "leave_before",
        "no_battle", "destroy_all", "bar_sustain", "ground_forces_as_ships", "repair_all", "no_rolls",
        "leave", "destroy_sustained", "repair_itself", "hit_at_start",
    }  # fmt: skip


def test_IM_ODDS_6_an_invasion_has_no_optimum():
    with pytest.raises(Fault, match="two battles") as found:
        optimal_odds("invasion: 1 cruiser 1 carrier 1 infantry vs 1 infantry")
    assert "space:" in str(found.value)
    assert "Invasion" in found.value.text("de")
    assert "IM-ODDS-6" in found.value.text("de")
