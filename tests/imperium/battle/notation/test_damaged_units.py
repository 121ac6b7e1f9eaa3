"""Units that are damaged when the battle begins: their notation, and which units cannot be damaged."""

from __future__ import annotations

import pytest

from twingkit.core.links import line_from_link_value, to_link_value
from twingkit.imperium import Battle, IllegalBattleError, NotationError, all_unit_kinds, notes, odds
from twingkit.imperium.box.units import BATTLE_CLASSES


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("1 dreadnought! 3 dreadnought", "3 dreadnought 1 dreadnought!"),
        ("1 dreadnought+! 1 dreadnought! 2 dreadnought+ 1 dreadnought", None),
        ("2 warsun! 1 fighter", "1 fighter 2 warsun!"),
    ],
)
def test_IM_UNIT_9_a_damaged_unit_stands_after_the_whole_ones_of_its_kind(typed, canonical):
    canonical = canonical or "1 dreadnought 1 dreadnought! 2 dreadnought+ 1 dreadnought+!"
    battle = Battle.parse(f"space: {typed} vs 1 cruiser")
    assert str(battle) == f"space: {canonical} vs 1 cruiser"
    assert Battle.parse(str(battle)) == battle
    assert battle.problems() == []


def test_IM_UNIT_9_damaged_units_are_counted_with_the_whole_ones():
    side = Battle.parse("space: 3 dreadnought 1 dreadnought! 1 warsun! vs 1 cruiser").attacker
    assert [(kind.name, n) for kind, n in side.units_with_counts()] == [("dreadnought", 4), ("warsun", 1)]
    assert (side.count("warsun"), side.count_damaged("warsun"), side.cost) == (1, 1, 4 * 4 + 12)


@pytest.mark.parametrize(
    "line", ["1 dreadnought!! vs", "1 dreadnought!+ vs", "1! dreadnought vs", "1 !mech vs"]
)
def test_IM_UNIT_9_the_sign_stands_once_and_last(line):
    with pytest.raises(NotationError):
        Battle.parse(f"space: {line} 1 cruiser")


FIGHTING = [unit for unit in all_unit_kinds() if unit.unit_class in BATTLE_CLASSES]
"""All units except space docks, which a battle line does not name."""


@pytest.mark.parametrize("unit", FIGHTING, ids=lambda unit: unit.id)
def test_IM_UNIT_3_only_who_can_sustain_can_be_damaged(unit):
    faction = f" @ {unit.faction}" if unit.faction else ""
    battle = Battle.parse(f"space: 1 {unit.name}!{faction} vs 1 cruiser")
    problems = [(problem.rule, problem.case) for problem in battle.problems()]
    if unit.name == "flagship" or unit.can_sustain_damage:
        assert problems == []
    else:
        assert problems == [("IM-UNIT-3", "cannot_be_damaged")]
        with pytest.raises(IllegalBattleError, match=r"\[IM-UNIT-3\]"):
            odds(battle)


def test_IM_UNIT_3_the_refusal_says_who_and_what():
    (problem,) = Battle.parse("space: 1 cruiser vs 1 carrier!").problems()
    assert "defender" in problem.text()
    assert "carrier" in problem.text()
    assert "Verteidigers" in problem.text("de")
    assert not Battle.parse("space: 1 cruiser vs 1 carrier+! @ sol").problems()


def test_IM_UNIT_10_and_11_notes_count_damaged_units():
    found = [
        note.rule for note in notes(Battle.parse("space: 2 warsun 1 warsun! vs 1 dreadnought! 2 fighter"))
    ]
    assert found == ["IM-UNIT-10", "IM-UNIT-11"]


@pytest.mark.parametrize(
    "line", ["space: 1 cruiser vs 1 warsun 1 dreadnought+!", "ground: 1 mech! vs 1 mech!"]
)
def test_IM_NOTE_1_a_link_carries_damaged_units_and_does_not_end_with_their_sign(line):
    link = to_link_value(line)
    assert "!" not in link
    assert line_from_link_value(link) == line


def test_IM_ODDS_6_an_invasion_keeps_the_damage_of_ships_in_space_and_of_mechs_on_the_planet():
    battle = Battle.parse("invasion: 1 dreadnought! 1 mech! vs 1 warsun! 1 mech 1 mech! 1 pds")
    assert str(battle.space_battle) == "space: 1 dreadnought! 1 mech! vs 1 warsun! 1 pds"
