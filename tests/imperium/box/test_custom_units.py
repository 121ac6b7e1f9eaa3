"""Custom units in lines: they fight by their numbers, and an invalid file is rejected as a whole."""

from __future__ import annotations

import re
from pathlib import Path

import attrs
import pytest
from imperium.steps_reference import all_agree, triple

from twingkit.core.cards.box_faults import BoxError
from twingkit.core.notation import NotationError
from twingkit.core.play import Game
from twingkit.imperium import (
    Battle,
    CustomUnits,
    battle_game,
    cheapest_fleet,
    load_units,
    notes,
    odds,
    odds_many,
    parse_units,
    rank_policies,
    worth,
)
from twingkit.imperium.battle.custom_units import UnitEntry, custom_units_from_lines

HEAD = 'format = "imperium units 1"\ntitle = {en = "Own", de = "Eigene"}\n'

TWINS = f"""{HEAD}
[[unit]]
id = "corvette"
unit_class = "destroyer"
cost = 1
combat = 9
barrage = "9 (x2)"
[[unit]]
id = "colossus"
unit_class = "dreadnought"
cost = 4
combat = 5
capacity = 1
sustain = true
bombardment = 5
[[unit]]
id = "drone"
unit_class = "fighter"
cost = 0.5
combat = 9
[[unit]]
id = "guard"
unit_class = "infantry"
cost = 0.5
combat = 8
[[unit]]
id = "bastion"
unit_class = "pds"
space_cannon = 6
shield = true
"""
"""Custom units with the numbers of units of the box, under other names."""

SAME = {
    "corvette": "destroyer",
    "colossus": "dreadnought",
    "drone": "fighter",
    "guard": "infantry",
    "bastion": "pds",
}

ODD = f"""{HEAD}
[[unit]]
id = "fighter"
cost = 0.5
combat = 8
sustain = true
[[unit]]
id = "raider+"
unit_class = "cruiser"
cost = 3
combat = 4
dice = 2
barrage = "6 (x3)"
space_cannon = "8 (x2)"
[[unit]]
id = "carrier"
faction = "sol"
cost = 3
combat = 10
capacity = 9
[[unit]]
id = "golem"
unit_class = "infantry"
cost = 2
combat = 3
sustain = true
"""


@pytest.mark.parametrize(
    "line",
    [
        "space: 2 corvette vs 4 drone 1 carrier",
        "space: 1 colossus 2 corvette vs 1 colossus 3 cruiser / sustain=last",
        "space: 3 drone 1 colossus! 1 carrier vs 2 cruiser 1 bastion @ amd",
        "ground: 2 colossus 3 guard vs 3 guard 1 bastion",
        "space: 3 guard 1 flagship 2 corvette @ nekro vs 2 colossus",
    ],
)
def test_a_custom_unit_fights_as_one_of_the_box_with_the_same_numbers(line: str) -> None:
    own = parse_units(TWINS)
    plain = line
    for name, twin in SAME.items():
        plain = plain.replace(name, twin)
    mine, theirs = odds(line, custom_units=own), odds(plain)
    assert triple(mine) == pytest.approx(triple(theirs), abs=1e-12)
    assert mine.mean_resource_losses == pytest.approx(theirs.mean_resource_losses)
    (row,) = odds_many([line], custom_units=own).itertuples()
    assert (row.win, row.tie, row.loss) == pytest.approx(triple(theirs), abs=1e-12)
    assert [note.case for note in notes(Battle.parse(line, custom_units=own))] == [
        note.case for note in notes(plain)
    ]


def test_an_invasion_lands_what_counts_as_ground_forces() -> None:
    own = parse_units(TWINS)
    line = "invasion: 1 carrier 2 colossus 4 guard vs 2 cruiser 2 guard 1 bastion"
    plain = "invasion: 1 carrier 2 dreadnought 4 infantry vs 2 cruiser 2 infantry 1 pds"
    mine, theirs = odds(Battle.parse(line, custom_units=own)), odds(plain)
    assert triple(mine) == pytest.approx(triple(theirs), abs=1e-12)


@pytest.mark.parametrize(
    "line",
    [
        "space: 2 fighter 1 raider+ vs 2 destroyer 1 fighter",
        "space: 1 raider+ 1 carrier @ sol vs 2 fighter 1 carrier",
        "space: 2 fighter 1 cruiser / sustain=last vs 1 raider+ @ dh",
        "ground: 2 golem 1 infantry vs 1 golem 2 mech",
    ],
)
def test_odds_of_odd_units_are_those_of_the_walk_through_the_script(line: str) -> None:
    all_agree(Battle.parse(line, custom_units=parse_units(ODD)), 50_000)


def test_a_file_may_change_a_unit_of_the_box_for_all_or_for_one_faction() -> None:
    own = parse_units(ODD)
    assert own.find_with_box("fighter", "naalu") != own.find_with_box("fighter")  # they have one of their own
    assert own.find_with_box("fighter", "sol").combat == 8
    assert (own.find_with_box("carrier", "sol").combat, own.find_with_box("carrier").combat) == (10, 9)
    assert own.find_with_box("raider") is None


def test_a_line_with_custom_units_is_canonical_and_its_record_plays_again() -> None:
    own = parse_units(TWINS)
    battle = Battle.parse("space: 1 colossus! 2 corvette 1 cruiser vs 1 cruiser", custom_units=own)
    assert str(battle) == "space: 1 cruiser 1 colossus! 2 corvette vs 1 cruiser"
    assert Battle.parse(str(battle), custom_units=own) == battle
    game = battle_game(battle, seed=4)
    game.play(lambda game: game.question.default_answer())
    again = Game.replay(game.record)
    assert again.record == game.record
    assert again.result == game.result
    assert any(line.startswith("unit corvette unit_class=destroyer") for line in game.record.splitlines())


def test_analyses_take_a_battle_with_custom_units_and_say_so() -> None:
    own = parse_units(TWINS)
    battle = Battle.parse("space: 1 corvette vs 2 drone 1 carrier", custom_units=own)
    gains = worth(battle, side="attacker").set_index("change")["win_change"]
    assert {"+corvette", "+colossus", "+destroyer"} <= set(gains.index)
    assert gains["+corvette"] == pytest.approx(gains["+destroyer"])
    fleets = cheapest_fleet(battle, "attacker", units=["corvette"], min_win_chance=0.5)
    assert fleets.loc[0, "position"].startswith("space: ")
    assert "corvette" in fleets.loc[0, "position"]
    assert "unit corvette" in fleets.attrs["custom_units"]
    assert rank_policies(
        Battle.parse("space: 1 corvette 1 cruiser / best vs 2 drone", custom_units=own)
    ).tried_policies


WORDS_OF_LINES = (
    "for",
    "first",
    "never",
    "order",
    "sustain",
    "space",
    "retreat",
    "stay",
    "target",
    "unit",
    "x",
)
"""Words that lines, records and answers need and that cannot be unit names."""

FAULTY = [
    ('id = "vs"\nunit_class = "cruiser"', "unit 1, id", "IM-NOTE-1"),
    ('id = "attacker"\nunit_class = "cruiser"', "unit 1, id", "IM-NOTE-1"),
    *((f'id = "{word}"\nunit_class = "cruiser"', "unit 1, id", "IM-NOTE-1") for word in WORDS_OF_LINES),
    ('id = "Big Ship"\nunit_class = "cruiser"', "unit 1, id", "IM-NOTE-1"),
    ('id = "corvette"', "unit 1", "IM-UNIT-1"),
    ('id = "cruiser"\nunit_class = "carrier"', "unit 1, unit_class", "IM-UNIT-1"),
    ('id = "corvette"\nunit_class = "boat"', "unit 1, unit_class", "IM-UNIT-1"),
    ('id = "cruiser"\ncombat = 11', "unit 1, combat", "IM-UNIT-1"),
    ('id = "cruiser"\ncost = 0.3', "unit 1, cost", "IM-UNIT-1"),
    ('id = "cruiser"\ncost = nan', "unit 1, cost", "IM-UNIT-1"),
    ('id = "cruiser"\ncost = true', "unit 1, cost", "IM-UNIT-1"),
    ('id = "cruiser"\ndice = 0', "unit 1, dice", "IM-UNIT-1"),
    ('id = "cruiser"\nbarrage = "9x2"', "unit 1, barrage", "IM-UNIT-8"),
    ('id = "cruiser"\nbarrage = 11', "unit 1, barrage", "IM-UNIT-8"),
    ('id = "cruiser"\nfaction = "klingon"', "unit 1, faction", "IM-UNIT-2"),
    ('id = "cruiser"\nsustain = 1', "unit 1, sustain", ""),
    ('id = "cruiser"\nspeed = 3', "unit 1, speed", ""),
    ('id = "cruiser"\n[[unit]]\nid = "cruiser"', "unit 2", "IM-NOTE-1"),
]


@pytest.mark.parametrize(("entry", "place", "rule"), FAULTY)
def test_a_fault_of_a_file_is_named_with_its_line_its_place_and_its_rule(
    entry: str, place: str, rule: str
) -> None:
    with pytest.raises(BoxError) as broken:
        parse_units(f"{HEAD}[[unit]]\n{entry}\n", "mine.toml")
    (fault,) = broken.value.faults
    assert (fault.location, fault.rule) == (place, rule)
    assert fault.line_number is not None
    assert fault.text("en") != fault.text("de")


def test_all_faults_of_a_file_are_named_at_once_and_nothing_of_it_is_used(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(HEAD + "".join(f"[[unit]]\n{entry}\n" for entry, *_ in FAULTY[:9]), encoding="utf-8")
    with pytest.raises(BoxError) as broken:
        odds("space: 1 cruiser vs 1 cruiser", custom_units=file)
    assert {fault.location.partition(",")[0] for fault in broken.value.faults} == {
        f"unit {n}" for n in range(1, 10)
    }
    assert str(broken.value).startswith(f"{file}: Line 4, unit 1, id: ")
    with pytest.raises(BoxError, match=r"\.toml"):
        load_units(tmp_path / "mine.csv")


def test_the_file_of_the_documentation_is_read_and_every_key_is_explained_there() -> None:
    page = Path(__file__).parents[3].joinpath("docs", "imperium-notation.md").read_text(encoding="utf-8")
    section = page.partition("## Your own units")[2].partition("\n## ")[0]
    own = parse_units(section.partition("```toml\n")[2].partition("```")[0])
    assert own.names == ("corvette", "cruiser")
    explained = set(re.findall(r"`(\w+)`", "".join(re.findall(r"^\|([^|]*)\|", section, re.MULTILINE))))
    assert explained == {field.name for field in attrs.fields(UnitEntry)} - {"assumed"}


def test_a_line_that_names_a_unit_that_no_file_has_is_told_which_there_are() -> None:
    own: CustomUnits = parse_units(TWINS)
    with pytest.raises(NotationError, match=r"character 10.*corvette, colossus, drone, guard, bastion"):
        odds("space: 2 corvete vs 1 cruiser", custom_units=own)
    with pytest.raises(NotationError, match="character 10"):
        odds("space: 2 corvette vs 1 cruiser")


@pytest.mark.parametrize("name", ["Fast corvette", "50% | fast; a=b", "Zähe Ü 工", "%41"])
def test_lines_of_records_and_links_keep_the_names_of_units(name: str) -> None:
    text = (
        f'{HEAD}[[unit]]\nid = "corvette"\nunit_class = "destroyer"\nname = {{en = "{name}", de = "{name}!"}}'
    )
    own = parse_units(text)
    [line] = own.record_lines()
    back = custom_units_from_lines(line.split("; "))
    assert back == own
    assert back is not None
    assert dict(back.entries[0].name) == {"en": name, "de": f"{name}!"}


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("unit corvette unit_class=destroyer name.en=a", "name.de: The key de is missing"),
        ("unit corvette unit_class=destroyer name.xx=a name.en=a name.de=a", "no key"),
        ("unit corvette unit_class=destroyer name.en= name.de=a", "not empty"),
    ],
)
def test_a_name_in_a_line_that_is_none_is_refused(line: str, why: str) -> None:
    with pytest.raises(BoxError, match=why):
        custom_units_from_lines([line])
