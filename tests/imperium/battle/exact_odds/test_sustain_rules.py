"""Sustain Damage class by class, and the rule that spares ships from a known Direct Hit (IM-ODDS-2)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from imperium.plain_battle import plain_odds
from imperium.script_walk import odds_agree
from imperium.steps_reference import WALKS, all_agree, triple
from long_runs import runs

from twingkit.imperium import Battle, NotationError, battle_game, odds, rank_policies
from twingkit.imperium.battle.rules.force import Fight
from twingkit.imperium.battle.rules.losses.assign import PendingHits, assign_hits_by_policy
from twingkit.imperium.battle.rules.losses.loss_order import LossPolicy


def lost(line: str, hits: int, n: int = 1) -> tuple[dict[str, int], dict[str, int]]:
    """Return which of the attacker's units sustain damage and which are destroyed by hits of round `n`."""
    fight = Fight.from_battle(Battle.parse(line).check())
    _, taken = assign_hits_by_policy(fight, fight.starting_forces(), 0, PendingHits(unrestricted=hits), n)
    names = [unit.name for unit in fight.rosters[0].units]
    sustained, destroyed = (
        {name: count for name, count in zip(names, counts, strict=True) if count}
        for counts in (taken.sustained, taken.destroyed)
    )
    return sustained, destroyed


# -- notation


@pytest.mark.parametrize(
    "rule", ["risk", "dreadnought", "warsun,dreadnought", "mech,dreadnought", "flagship,warsun,mech"]
)
def test_IM_ODDS_2_the_rule_is_printed_as_it_is_written(rule):
    line = f"space: 1 cruiser / order=default sustain={rule} vs 1 warsun"
    assert str(Battle.parse(line)) == line
    assert str(Battle.parse(line.replace("order=default ", ""))) == line
    assert Battle.parse(line).problems() == []


@pytest.mark.parametrize(
    "rule", ["", "riskk", "dreadnought,", "dreadnought,dreadnought", "pds", "risk,warsun"]
)
def test_IM_ODDS_2_other_rules_cannot_be_read(rule):
    with pytest.raises(NotationError):
        Battle.parse(f"space: 1 cruiser / sustain={rule} vs 1 warsun")


@pytest.mark.parametrize(
    ("side", "problems"),
    [
        ("1 cruiser / sustain=cruiser", [("IM-UNIT-3", "never_sustains")]),
        ("1 carrier / sustain=carrier", [("IM-UNIT-3", "never_sustains")]),
        ("1 carrier+ @ sol / sustain=carrier,warsun", []),
        ("1 cruiser / sustain=infantry,mech,fighter", [("IM-UNIT-3", "never_sustains")] * 2),
        ("1 cruiser / sustain=flagship", []),
    ],
)
def test_IM_UNIT_3_only_classes_that_can_sustain_are_listed(side, problems):
    found = Battle.parse(f"space: {side} vs 1 warsun").problems()
    assert [(problem.rule, problem.case) for problem in found] == problems


# -- effect


BOTH = "space: 2 fighter 2 dreadnought 1 warsun / sustain={} vs 1 cruiser"


@pytest.mark.parametrize(
    ("rule", "hits", "sustained", "destroyed"),
    [
        ("dreadnought,warsun", 1, {"dreadnought": 1}, {}),
        ("dreadnought,warsun", 3, {"dreadnought": 2, "warsun": 1}, {}),
        ("warsun,dreadnought", 2, {"dreadnought": 1, "warsun": 1}, {}),
        ("warsun", 1, {"warsun": 1}, {}),
        ("warsun", 3, {"warsun": 1}, {"fighter": 2}),
        ("warsun", 4, {"warsun": 1, "dreadnought": 1}, {"fighter": 2}),
        ("warsun", 6, {"warsun": 1, "dreadnought": 2}, {"fighter": 2, "dreadnought": 1}),
        ("dreadnought", 4, {"dreadnought": 2}, {"fighter": 2}),
        ("dreadnought", 7, {"dreadnought": 2, "warsun": 1}, {"fighter": 2, "dreadnought": 2}),
        ("mech", 3, {"dreadnought": 1}, {"fighter": 2}),
    ],
)
def test_IM_ODDS_2_named_classes_sustain_first_and_others_where_they_would_be_destroyed(
    rule, hits, sustained, destroyed
):
    assert lost(BOTH.format(rule), hits) == (sustained, destroyed)


def test_IM_ODDS_2_of_a_class_that_is_not_named_the_plain_kind_sustains_where_it_comes_to_it():
    line = "space: 1 dreadnought 1 dreadnought+ 1 warsun / sustain=warsun vs 1 cruiser"
    assert lost(line, 2) == ({"dreadnought": 1, "warsun": 1}, {})
    assert lost(line, 3) == ({"dreadnought": 1, "warsun": 1}, {"dreadnought": 1})


def test_IM_TECH_nes_two_hits_are_cancelled_together_by_the_class_that_is_named_first():
    line = "space: 1 fighter 1 dreadnought 1 warsun @ letnev,nes / sustain=warsun vs 1 cruiser"
    assert lost(line, 2) == ({"warsun": 1}, {})
    assert lost(line, 4) == ({"dreadnought": 1, "warsun": 1}, {})


def test_IM_SPACE_7_hits_on_non_fighter_ships_follow_the_same_order():
    fight = Fight.from_battle(
        Battle.parse("space: 2 fighter 1 cruiser 1 dreadnought / sustain=mech vs 1 cruiser")
    )
    _, taken = assign_hits_by_policy(fight, fight.starting_forces(), 0, PendingHits(nonfighters_only=2))
    assert (taken.sustained, taken.destroyed) == ((0, 0, 1), (0, 1, 0))


@pytest.mark.parametrize(
    ("enemy", "n", "sustained", "destroyed"),
    [
        ("1 cruiser", 1, {"dreadnought": 1}, {}),
        ("1 cruiser @ dh", 1, {}, {"fighter": 1}),
        ("1 cruiser @ dh", 0, {}, {"fighter": 1}),
        ("1 cruiser @ dh:2", 1, {"dreadnought": 1}, {}),
        ("1 cruiser @ dh:2", 2, {}, {"fighter": 1}),
        ("1 cruiser @ dh:2", 3, {"dreadnought": 1}, {}),
    ],
)
def test_IM_ODDS_2_risk_spares_ships_from_a_direct_hit_that_can_come(enemy, n, sustained, destroyed):
    line = f"space: 1 fighter 1 dreadnought / sustain=risk vs {enemy}"
    assert lost(line, 1, n) == (sustained, destroyed)


def test_IM_UNIT_dreadnought2_risk_does_not_spare_what_is_immune():
    line = "space: 1 fighter 1 dreadnought 1 dreadnought+ / sustain=risk vs 1 cruiser @ dh"
    assert lost(line, 2) == ({"dreadnought+": 1}, {"fighter": 1})


def test_IM_ODDS_2_once_the_card_is_played_risk_is_as_first():
    fight = Fight.from_battle(Battle.parse("space: 1 fighter 1 dreadnought / sustain=risk vs 1 cruiser @ dh"))
    own, enemy = fight.starting_forces()
    _, taken = assign_hits_by_policy(fight, (own, enemy.with_used("dh")), 0, PendingHits(unrestricted=1), 1)
    assert taken.sustained == (0, 1)


def test_IM_ODDS_2_a_played_battle_has_the_rule_as_its_stated_answer():
    game = battle_game("space: 1 fighter 1 dreadnought / sustain=risk vs 2 cruiser @ dh")
    for answer in ("stay", "stay", "roll 1 1", "roll 10 1"):
        game.answer(answer)
    assert game.question.format_answer(game.question.default_answer()) == "assign fighter"
    game = battle_game("space: 1 fighter 1 dreadnought 1 warsun / sustain=warsun vs 2 cruiser")
    for answer in ("stay", "stay", "roll 1 1 1 1 1", "roll 10 1"):
        game.answer(answer)
    assert game.question.format_answer(game.question.default_answer()) == "assign warsun damage"


# -- the odds


WALKED = (
    "space: 1 fighter 1 dreadnought / sustain=risk vs 1 cruiser @ dh",
    "space: 1 fighter 1 dreadnought / sustain=risk vs 1 dreadnought @ dh:2 / sustain=risk",
    "space: 1 fighter 1 dreadnought+ / sustain=risk vs 2 cruiser @ dh*2",
    "space: 1 cruiser 1 dreadnought / sustain=mech vs 1 dreadnought 1 cruiser",
    "ground: 1 mech 1 infantry / sustain=mech vs 1 mech 1 infantry / sustain=dreadnought",
)
LINES = (
    *WALKED,
    "space: 2 fighter 1 dreadnought 1 warsun / sustain=warsun vs 2 dreadnought! 1 warsun / sustain=risk",
    "space: 2 fighter 1 dreadnought 1 warsun! / sustain=dreadnought vs 2 dreadnought @ da",
    "space: 1 fighter 2 dreadnought @ letnev,nes / sustain=mech vs 2 dreadnought 1 cruiser @ emergency",
    "space: 2 fighter 2 dreadnought / sustain=risk vs 1 warsun 1 fighter @ dh:1",
    "space: 1 dreadnought 1 cruiser / sustain=risk vs 2 dreadnought 1 pds @ dh,da / sustain=dreadnought",
    "space: 1 flagship 2 mech 1 cruiser @ nekro / sustain=mech vs 1 warsun 1 fighter / sustain=risk",
    "space: 2 dreadnought / sustain=risk vs 1 destroyer 1 cruiser @ yin,devotion,dh",
)


@pytest.mark.parametrize("line", WALKED)
def test_IM_ODDS_2_the_odds_are_those_of_the_script(line):
    odds_agree(Battle.parse(line))


@pytest.mark.parametrize("line", LINES)
def test_IM_ODDS_2_the_fast_ways_say_what_the_steps_say(line):
    all_agree(Battle.parse(line), WALKS)


@st.composite
def fleets_by_class(draw):
    """Return a battle without effects in which classes sustain damage in an order."""
    sides = []
    for _ in range(2):
        names = ("fighter", "cruiser", "dreadnought", "dreadnought!", "dreadnought+", "warsun")
        units = {name: draw(st.integers(0, 2)) for name in names}
        units["cruiser"] += not any(units.values())
        named = draw(st.lists(st.sampled_from(("dreadnought", "warsun", "mech")), min_size=1, unique=True))
        fleet = " ".join(f"{n} {name}" for name, n in units.items() if n)
        sides.append(f"{fleet} / sustain={','.join(named)}")
    return Battle.parse(f"space: {' vs '.join(sides)}")


@given(fleets_by_class())
@settings(max_examples=runs(8, 80))
def test_IM_ODDS_2_odds_class_by_class_are_those_of_a_list_of_units(battle):
    assert triple(odds(battle)) == pytest.approx(plain_odds(battle), abs=1e-12)


def test_IM_ODDS_2_all_classes_named_in_the_usual_order_are_as_first():
    line = "space: 2 fighter 2 dreadnought 1 warsun{} vs 2 warsun 1 dreadnought"
    rules = [f" / sustain={rule}" for rule in ("first", "dreadnought,warsun", "dreadnought,flagship,warsun")]
    assert len({triple(odds(line.format(rule))) for rule in rules}) == 1


def test_IM_ODDS_3_best_compares_first_last_and_never_alone():
    found = rank_policies("space: 1 fighter 2 dreadnought / sustain=risk vs 1 warsun @ dh", "attacker")
    assert {tried.policy.sustain for tried in found.tried_policies} == {"first", "last", "never"}
    assert found.default.policy == LossPolicy()
