"""Changes of a battle under construction: its line can always be parsed again, and undo reverts
everything."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from long_runs import runs
from widgets.imperium.lab.fleets import FleetLab

from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.notation.side import EffectUse
from twingkit.imperium.box.effects import line_effect_ids
from twingkit.imperium.box.units import BATTLE_CLASSES, faction_ids
from twingkit_widgets.imperium.lab.draft import (
    effect_refusal,
    first_free_round,
    offered_sustain_rules,
    unit_refusal,
    useful_and_idle_classes,
    with_cycled_damage,
    with_effect,
    with_faction,
    with_sides_swapped,
    with_upgrade,
)
from twingkit_widgets.imperium.pictures.scene import can_act
from twingkit_widgets.lab.tab import LabFault

SIDES = st.sampled_from("01")
NAMES = st.sampled_from([f"{name}{sign}" for name in BATTLE_CLASSES for sign in ("", "+")])
ACTS = st.one_of(
    st.tuples(st.sampled_from(("more", "fewer", "none", "hurt")), st.builds("{}:{}".format, SIDES, NAMES)),
    st.tuples(st.just("upgrade"), st.builds("{}:{}".format, SIDES, st.sampled_from(BATTLE_CLASSES))),
    st.tuples(st.just("effect"), st.builds("{}:{}".format, SIDES, st.sampled_from(line_effect_ids()))),
    st.tuples(
        st.just("faction"),
        st.builds(lambda side, name: {side: name}, SIDES, st.sampled_from(("", *faction_ids()))),
    ),
    st.tuples(st.just("kind"), st.sampled_from(("space", "ground"))),
    st.tuples(st.sampled_from(("swap", "undo", "nebula")), st.none()),
    st.tuples(st.just("clear"), SIDES),
)


class Bare(FleetLab):
    """A lab without answers: only building."""

    def start_odds(self) -> None:
        self.last_allowed_odds = None


def test_IM_TECH_dxa_a_kind_of_unit_that_only_a_card_adds_is_shown_without_a_share():
    lab = FleetLab("space: 1 cruiser vs 1 carrier")
    lab.do("effect", "0:dxa")
    lab.do("kind", "ground")
    assert lab.error is None
    tables = str(lab.html)
    infantry = [row for row in tables.split("<tr>") if "tk-fleet-wide" in row and "Infantry</span>" in row]
    assert infantry
    assert all('<td class="tk-number">0.0</td><td class="tk-fleet-wide"></td>' in row for row in infantry)


@pytest.mark.slow
@given(st.lists(ACTS, max_size=12))
@settings(max_examples=runs(25, 200))
def test_whatever_is_built_is_allowed_and_its_line_is_read_again(acts):
    lab = Bare("space: 1 cruiser vs 1 carrier")
    for act, value in acts:
        before = lab.battle
        lab.do(act, value)
        assert lab.error is None or isinstance(lab.error, LabFault), lab.error
        if lab.error or lab.last_refusal:
            assert lab.battle == before
        assert Battle.parse(str(lab.battle)) == lab.battle
        if lab.draft.is_complete:
            assert lab.battle.problems() == []
            assert str(Battle.parse(str(lab.battle))) == str(lab.battle)
    while lab.earlier_drafts:
        lab.do("undo")
    assert str(lab.battle) == "space: 1 cruiser vs 1 carrier"


def test_IM_UNIT_2_upgrading_puts_plain_and_upgraded_units_together():
    battle = Battle.parse("space: 2 cruiser 1 cruiser+ vs nothing")
    assert with_upgrade(battle, 0, "cruiser", True).attacker.units == (("cruiser+", 3),)
    assert with_upgrade(battle, 0, "cruiser", False).attacker.units == (("cruiser", 3),)


def test_IM_UNIT_9_damage_stays_with_units_that_can_have_it():
    battle = Battle.parse("space: 2 carrier+ 1 carrier+! 1 dreadnought! @ sol vs nothing")
    assert with_upgrade(battle, 0, "carrier", False).attacker.units == (("carrier", 3), ("dreadnought!", 1))
    assert with_upgrade(battle, 0, "dreadnought", True).attacker.count_damaged("dreadnought+") == 1
    changed, lost = with_faction(battle, 0, "yin")
    assert str(changed) == "space: 3 carrier+ 1 dreadnought! @ yin vs nothing"
    assert not lost


def test_IM_UNIT_9_units_are_damaged_one_by_one_and_then_none_is():
    battle = Battle.parse("space: 2 dreadnought vs nothing")
    seen = []
    for _ in range(3):
        battle = with_cycled_damage(battle, 0, "dreadnought")
        seen.append(str(battle).removesuffix(" vs nothing"))
    assert seen == ["space: 1 dreadnought 1 dreadnought!", "space: 2 dreadnought!", "space: 2 dreadnought"]
    for name in ("cruiser", "warsun", "flagship"):
        with pytest.raises(LabFault):
            with_cycled_damage(battle, 0, name)


def test_IM_UNIT_3_a_new_faction_keeps_the_classes_that_can_sustain_for_it():
    battle = Battle.parse("space: 1 carrier+ 1 warsun @ sol / sustain=carrier,warsun vs 1 cruiser")
    changed, _ = with_faction(battle, 0, "yin")
    assert str(changed) == "space: 1 carrier+ 1 warsun @ yin / order=default sustain=warsun vs 1 cruiser"
    alone = Battle.parse("space: 1 carrier+ @ sol / sustain=carrier vs 1 cruiser")
    assert str(with_faction(alone, 0, "")[0]) == "space: 1 carrier+ vs 1 cruiser"


def test_IM_ODDS_2_risk_is_offered_where_a_direct_hit_is_known():
    battle = Battle.parse("space: 1 warsun / sustain=warsun,mech vs 1 cruiser @ dh")
    assert offered_sustain_rules(battle, 0) == ["first", "last", "never", "risk", "warsun,mech"]
    assert offered_sustain_rules(battle, 1) == ["first", "last", "never"]


def test_IM_UNIT_13_and_14_what_a_side_cannot_have_names_its_rule():
    battle = Battle.parse("space: 1 cruiser vs 1 cruiser @ yin")
    assert unit_refusal(battle, 0, "flagship").rule == "IM-UNIT-13"
    assert unit_refusal(battle, 1, "flagship") is None
    assert effect_refusal(battle, 0, EffectUse("devotion")).rule == "IM-UNIT-14"
    assert effect_refusal(battle, 0, EffectUse("ic")).rule == "IM-TECH-1"
    assert effect_refusal(battle, 1, EffectUse("greyfire")).rule == "IM-TRADE-1"
    assert effect_refusal(battle, 0, EffectUse("nebula")).rule == "IM-MOVE-7"


def test_a_new_faction_keeps_what_it_can_have():
    battle = Battle.parse("space: 1 flagship 1 warsun+ 2 cruiser+ @ muaat,amd,greyfire vs nothing")
    changed, lost = with_faction(battle, 0, "yin")
    assert str(changed) == "space: 2 cruiser+ 1 flagship 1 warsun @ yin,amd vs nothing"
    assert [each.id for each in lost] == ["greyfire"]


def test_a_card_is_free_for_rounds_that_have_none():
    battle = with_effect(Battle.parse("space: 1 cruiser vs 1 carrier"), 0, "mb", True)
    assert first_free_round(battle.attacker, "mb") == 2
    assert first_free_round(battle.attacker, "f_prototype") is None, "it has one round only"
    assert first_free_round(battle.attacker, "amd") is None, "it is no card"


def test_IM_INV_1_on_a_planet_the_attacker_lands_and_bombards():
    battle = Battle.parse("ground: 1 infantry vs 1 infantry")
    assert useful_and_idle_classes(battle, 0)[0] == ["infantry", "mech", "dreadnought", "warsun"]
    assert useful_and_idle_classes(battle, 1)[0] == ["infantry", "mech", "pds"]


def test_flagships_of_nekro_and_naalu_let_other_units_fight():
    nekro = Battle.parse("space: 1 flagship 2 infantry @ nekro vs 1 carrier")
    assert "infantry" in useful_and_idle_classes(nekro, 0)[0]
    naalu = Battle.parse("ground: 1 flagship 2 fighter @ naalu vs 1 infantry")
    fighter = naalu.attacker.units_with_counts()[0][0]
    assert can_act(fighter, naalu, 0)
    assert not can_act(fighter, with_sides_swapped(naalu), 1)
