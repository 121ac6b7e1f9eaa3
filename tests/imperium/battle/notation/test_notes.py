"""Notes on a line: positions beyond the box and parts without effect; they never refuse a line."""

from __future__ import annotations

import pytest
from fleets import fleets
from hypothesis import given

from twingkit.imperium import Battle, notes, rulebook
from twingkit.imperium.battle.notation.notes import PIECE_LIMITS


def found(line: str) -> set[tuple[str, str]]:
    return {(note.rule, note.case) for note in notes(Battle.parse(line).check())}


def test_a_line_from_the_box_has_no_notes():
    assert found("space: 4 fighter 1 carrier 2 cruiser vs 1 dreadnought 2 pds @ nebula") == set()
    assert found("ground: 2 dreadnought 3 infantry @ x89 vs 3 infantry @ bunker") == set()


@pytest.mark.parametrize("more", ["", " / best"])
def test_IM_INV_2_ships_that_a_planetary_shield_stops(more):
    stopped = {("IM-INV-2", "idle")}
    assert found(f"ground: 2 dreadnought 3 infantry{more} vs 3 infantry 1 pds") == stopped
    assert found(f"ground: 2 dreadnought 3 infantry @ disable{more} vs 3 infantry 1 pds") == set()
    assert found(f"ground: 2 dreadnought 1 warsun 3 infantry{more} vs 3 infantry 1 pds") == set()


@pytest.mark.parametrize(("name", "limit"), PIECE_LIMITS.items())
def test_IM_UNIT_10_more_than_the_box_has(name, limit):
    sol = " @ sol" if name == "flagship" else ""
    assert found(f"space: {limit} {name}{sol} vs 1 cruiser") == set()
    (note,) = notes(Battle.parse(f"space: 1 cruiser vs {limit + 1} {name}{sol}"))
    assert (note.rule, note.case) == ("IM-UNIT-10", "limit")
    assert note.facts == {"side": "defender", "unit": name, "n": limit + 1, "m": limit}


def test_IM_UNIT_10_upgrades_are_the_same_pieces():
    assert found("space: 5 cruiser 4 cruiser+ vs 1 cruiser") == {("IM-UNIT-10", "limit")}
    assert found("space: 9 fighter+ 99 infantry @ nekro vs 1 cruiser") >= {("IM-SPACE-1", "idle")}


def test_IM_UNIT_10_a_planet_holds_two_pds():
    assert found("ground: 1 infantry vs 3 pds") == {("IM-UNIT-10", "planet")}
    assert found("space: 1 cruiser vs 3 pds") == set()


@pytest.mark.parametrize(
    ("units", "fits"),
    [
        ("4 fighter 1 carrier", True),
        ("5 fighter 1 carrier", False),
        ("6 fighter 1 carrier+", True),
        ("1 fighter 1 cruiser", False),
        ("1 fighter 1 cruiser+", True),
        ("9 fighter+ 1 cruiser", True),
        ("6 fighter 1 warsun", True),
        ("2 fighter", False),
    ],
)
def test_IM_UNIT_11_fighters_need_room(units, fits):
    assert (("IM-UNIT-11", "capacity") in found(f"space: {units} vs 1 cruiser")) is not fits


def test_IM_UNIT_11_ground_forces_need_room_as_well():
    (note,) = notes(Battle.parse("space: 3 fighter 1 carrier 4 infantry @ nekro vs 1 cruiser"))[:1]
    assert (note.rule, note.facts["n"], note.facts["m"]) == ("IM-UNIT-11", 7, 4)
    assert found("ground: 9 infantry vs 1 infantry") == set(), "carriers need not stand in the line"
    assert found("invasion: 1 carrier 4 infantry vs 1 cruiser 9 infantry") == set()
    assert found("invasion: 1 carrier 5 infantry vs 1 cruiser") == {("IM-UNIT-11", "capacity")}


def test_IM_UNIT_12_a_mech_is_marked():
    assert found("ground: 1 mech vs 1 infantry") == {("IM-UNIT-12", "later")}


def test_IM_SPACE_1_ground_forces_take_no_part_in_space():
    assert ("IM-SPACE-1", "idle") in found("space: 1 carrier 2 infantry vs 1 cruiser")
    assert ("IM-SPACE-1", "idle") not in found("space: 1 flagship 2 infantry @ nekro vs 1 cruiser")
    assert ("IM-SPACE-1", "idle") in found("space: 1 flagship 2 infantry @ sol vs 1 cruiser")


def test_IM_INV_ships_that_do_nothing_on_the_ground():
    assert found("ground: 1 carrier 2 infantry vs 1 infantry") == {("IM-INV-1", "idle")}
    assert found("ground: 1 warsun 2 infantry vs 1 infantry") == set()
    assert found("ground: 2 infantry vs 1 infantry 1 warsun") == {("IM-INV-5", "idle_ships")}
    assert found("ground: 2 infantry 1 pds vs 1 infantry") == {("IM-INV-4", "idle")}
    assert found("ground: 2 fighter 1 flagship @ naalu vs 1 infantry") == set()
    assert found("ground: 2 fighter 1 infantry @ naalu vs 1 infantry") == {("IM-INV-1", "idle")}


@pytest.mark.parametrize(
    ("line", "rule", "case"),
    [
        ("space: 1 cruiser @ experimental vs 1 cruiser", "IM-ACT-experimental", "role"),
        ("ground: 1 infantry vs 1 infantry @ x89", "IM-TECH-x89", "role"),
        ("ground: 1 infantry @ sh vs 1 infantry", "IM-ACT-sh", "phase"),
        ("space: 1 cruiser vs 1 cruiser @ bunker", "IM-ACT-bunker", "phase"),
        ("space: 1 cruiser @ greyfire vs 1 destroyer @ yin,ic", "IM-TECH-ic", "suppressed"),
        ("space: 1 cruiser @ greyfire vs 1 destroyer @ sol", "IM-TRADE-greyfire", "no_opponent"),
        ("space: 1 cruiser @ hacan,hacan_flagship vs 1 cruiser", "IM-UNIT-hacan_flagship", "no_unit"),
    ],
)
def test_an_effect_that_does_nothing_says_so_by_its_own_rule(line, rule, case):
    assert found(line) == {(rule, case)}


def test_IM_TECH_vax_a_copied_upgrade_without_a_unit_and_too_many_of_them():
    line = "space: 1 {} @ nekro,{}x=sol.carrier vs 1 cruiser"
    assert found(line.format("carrier+", "nes,")) == set()
    assert found(line.format("carrier", "")) == {("IM-TECH-vax", "no_unit")}
    assert found(line.format("carrier+", "ds,nes,")) == {("IM-TECH-vax", "tokens")}
    ships = "space: 1 carrier+ 1 dreadnought+ @ nekro,exo2,x=sol.carrier,y=sardakk.dreadnought vs 1 cruiser"
    assert found(ships) == set()


def test_in_an_invasion_effects_of_both_battles_have_their_use():
    line = "invasion: 1 carrier 2 infantry @ sh,x89 vs 1 cruiser 1 infantry @ bunker"
    assert found(line) == set()


@given(fleets())
def test_every_note_is_a_sentence_in_both_languages(battle):
    for note in notes(battle):
        assert note.rule in rulebook()
        assert note.text("en") != note.text("de")
        assert "{" not in note.text("en") + note.text("de")
