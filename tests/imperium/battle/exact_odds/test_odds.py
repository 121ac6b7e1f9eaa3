"""Exact odds: the known numbers, a reference for plain battles, and how the odds are composed."""

from __future__ import annotations

import json
from pathlib import Path

import attrs
import pytest
from fleets import fleets, mean_lost, policies
from hypothesis import given, settings
from hypothesis import strategies as st
from imperium.plain_battle import plain_odds
from imperium.steps_reference import triple
from long_runs import runs

from twingkit.core.messages import Fault
from twingkit.imperium import Battle, IllegalBattleError, NotationError, Side, odds
from twingkit.imperium.battle.exact_odds.odds import fight_odds
from twingkit.imperium.battle.rules.force import Fight

GIVEN = json.loads(Path(__file__).with_name("battles.json").read_text(encoding="utf-8"))


@st.composite
def plain_sides(draw, kind):
    names = {
        "space": ("fighter", "destroyer", "cruiser", "carrier", "dreadnought", "warsun", "fighter+", "pds"),
        "ground": ("infantry", "infantry+", "mech", "dreadnought", "pds"),
    }[kind]
    units = draw(st.dictionaries(st.sampled_from(names), st.integers(1, 3), min_size=1, max_size=3))
    return Side(units, policy=draw(policies))


@st.composite
def plain_battles(draw):
    kind = draw(st.sampled_from(("space", "ground")))
    return Battle(kind, draw(plain_sides(kind)), draw(plain_sides(kind)))


@pytest.mark.parametrize("row", GIVEN, ids=lambda row: row["battle"])
def test_IM_ODDS_1_the_given_battles_come_out(row):
    assert triple(odds(row["battle"])) == pytest.approx(row["odds"], abs=1e-9)


@given(plain_battles())
def test_IM_ODDS_1_plain_battles_agree_with_their_twin(battle):
    assert triple(odds(battle)) == pytest.approx(plain_odds(battle), abs=1e-12)


@given(fleets(most=2, kinds=2))
@settings(max_examples=runs(20, 200))
def test_IM_ODDS_1_win_tie_and_loss_add_up_to_one(battle):
    found = odds(battle, budget=3600)  # a busy machine may estimate much more than the work takes
    assert sum(triple(found)) == pytest.approx(1, abs=1e-12)
    assert sum(found.end_chances.values()) == pytest.approx(1, abs=1e-12)
    assert found.rounds.total == pytest.approx(1, abs=1e-12)
    assert found.rounds.mean() == pytest.approx(found.mean_rounds, abs=1e-9)


@given(st.data())
def test_IM_ODDS_1_a_space_battle_without_effects_has_no_better_side(data):
    """The attacker's Space Cannon comes first, so only battles without any are symmetric."""
    kinds = [
        {name: n for name, n in data.draw(plain_sides("space")).units if name != "pds"} or {"cruiser": 1}
        for _ in (0, 1)
    ]
    battle = Battle("space", Side(kinds[0]), Side(kinds[1]))
    assert triple(odds(battle.swapped())) == pytest.approx(triple(odds(battle).for_defender()), abs=1e-12)


@given(plain_battles(), st.data())
def test_IM_ODDS_2_one_more_unit_never_hurts_where_nothing_but_dice_counts(battle, data):
    """With the same policy a side with one unit more keeps, after any hits, at least what it would have
    kept."""
    kind = {"space": ("fighter", "cruiser", "dreadnought"), "ground": ("infantry", "mech")}[battle.kind]
    name = data.draw(st.sampled_from(kind))
    own = dict(battle.attacker.units)
    more = attrs.evolve(
        battle, attacker=attrs.evolve(battle.attacker, units={**own, name: own.get(name, 0) + 1})
    )
    assert odds(more).win >= odds(battle).win - 1e-12
    assert odds(more).loss <= odds(battle).loss + 1e-12


def test_IM_ODDS_1_the_mean_of_a_duel_of_two_cruisers():
    """Each hits with 0.4: a round decides with 1 − 0.36, and both sides are equally likely to win it."""
    found = odds("space: 1 cruiser vs 1 cruiser")
    assert triple(found) == pytest.approx((0.24 / 0.64, 0.16 / 0.64, 0.24 / 0.64), abs=1e-15)
    assert found.mean_rounds == pytest.approx(1 / 0.64, abs=1e-12)
    assert found.rounds[1] == pytest.approx(0.64)
    assert found.rounds[2] == pytest.approx(0.36 * 0.64)
    assert found.mean_resource_losses == pytest.approx((2 * 0.4 / 0.64, 2 * 0.4 / 0.64))


def test_IM_ODDS_5_losses_are_costs_of_destroyed_units_and_damage_is_free():
    found = odds("space: 1 dreadnought vs 1 fighter @ nebula")
    left = {survivor.text(): survivor.chance for survivor in found.forces_left("attacker")}
    assert set(left) == {"1 dreadnought", "1 dreadnought (1 damaged)", "nothing"}
    assert found.mean_resource_losses[0] == pytest.approx(4 * left["nothing"])
    assert mean_lost(found, "attacker") == pytest.approx({"dreadnought": left["nothing"]})
    assert found.mean_resource_losses[1] == pytest.approx(0.5 * (found.win + found.tie))
    german = [survivor.text("de") for survivor in found.forces_left("attacker")]
    assert "1 Dreadnought (1 beschädigt)" in german
    assert "nichts" in german


def test_IM_ODDS_5_units_that_leave_are_not_lost():
    found = odds("space: 1 cruiser @ s_retreat vs 3 dreadnought")
    assert triple(found) == (0, 1, 0)
    assert found.mean_resource_losses == (0, 0)
    assert found.forces_left("attacker")[0].text() == "1 cruiser"
    assert found.forces_left("defender", winner="defender") == []


def test_IM_ODDS_5_indoctrinated_infantry_is_not_lost():
    found = odds("ground: 1 infantry @ yin,indoctrination vs 1 infantry")
    assert found.win == 1
    assert found.mean_resource_losses == (0, 0)
    assert found.forces_left("attacker")[0].text() == "2 infantry"


def test_IM_TECH_dxa_a_won_combat_leaves_one_infantry_more():
    plain, more = (odds(f"ground: 2 infantry{text} vs 1 infantry") for text in ("", " @ dxa"))
    assert triple(plain) == pytest.approx(triple(more), abs=1e-15)
    texts = [{survivor.text() for survivor in found.forces_left("attacker")} for found in (plain, more)]
    assert texts == [{"2 infantry", "1 infantry", "nothing"}, {"3 infantry", "2 infantry", "nothing"}]
    assert more.mean_resource_losses == pytest.approx(plain.mean_resource_losses)


@given(fleets(most=2, kinds=1), st.integers(0, 6))
def test_IM_SPACE_8_rounds_one_by_one_lead_to_the_ends(battle, n):
    found = odds(battle)
    now = found.after_rounds(n)
    assert sum(now.values()) == pytest.approx(1, abs=1e-12)
    over = sum(
        chance for situation, chance in found.chain.after_rounds(n).items() if not situation.both_sides_remain
    )
    assert over <= 1 + 1e-12
    assert over >= found.rounds.probability(lambda rounds: rounds <= n) - found.standoff_chance - 1e-12


def test_IM_SPACE_8_after_no_round_there_is_what_space_cannon_left():
    found = odds("space: 1 cruiser vs 2 fighter 1 pds+")
    alive = {state[0].size: chance for state, chance in found.after_rounds(0).items()}
    assert alive == pytest.approx({1: 0.4, 0: 0.6})
    assert found.rounds[0] == pytest.approx(0.6)


def test_a_side_is_named_by_its_role():
    found = odds("space: 1 cruiser vs 1 carrier")
    for call in (
        lambda: found.forces_left("both"),
        lambda: found.forces_left(1),
        lambda: found.survivors(winner=0),
        lambda: found.resource_loss_distribution("attacker", winner="nobody"),
        lambda: found.hits_distribution("attacker", "ignored"),
    ):
        with pytest.raises(Fault, match="must be"):
            call()
    with pytest.raises(ValueError, match="at least 0, not -1"):
        found.after_rounds(-1)


def test_bad_battles_are_refused():
    with pytest.raises(NotationError):
        odds("space: 1 cruiser vs")
    with pytest.raises(IllegalBattleError, match="IM-UNIT-13"):
        odds("space: 1 flagship vs 1 carrier")
    with pytest.raises(Fault):
        odds(3)


def test_IM_ODDS_3_best_is_replaced_before_the_battle():
    found = odds("space: 2 cruiser 2 carrier 2 fighter / best vs 2 dreadnought 1 cruiser")
    assert str(found.battle.attacker.policy) == "order=carriers-first sustain=first"
    assert found.win > odds("space: 2 cruiser 2 carrier 2 fighter vs 2 dreadnought 1 cruiser").win


def test_the_odds_of_a_fight_are_those_of_its_battle():
    battle = Battle.parse("ground: 2 infantry vs 1 infantry 1 pds")
    assert triple(fight_odds(Fight.from_battle(battle))) == triple(odds(battle))
