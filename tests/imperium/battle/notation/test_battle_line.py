"""The battle line of fleets: canonical form, strict parsing, and every rule that a typed battle can break."""

from __future__ import annotations

from contextlib import suppress

import line_reading
import pytest
from fleets import any_fleets, fleets
from hypothesis import example, given
from hypothesis import strategies as st

from twingkit import imperium
from twingkit.core.notation import IllegalBattleError, NotationError
from twingkit.imperium.battle.notation.assimilated import faction_unit_upgrades
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.box.effects import effects_by_id, line_effect_ids
from twingkit.imperium.box.units import find_unit

LINES = (
    "space: 6 fighter 2 cruiser 3 dreadnought vs 4 fighter 1 carrier 2 warsun",
    "ground: 3 dreadnought 3 infantry vs 3 infantry 1 pds",
    "space: 2 cruiser+ @ sol,amd,mb:2 / order=carriers-first sustain=last vs 4 fighter @ nebula",
    "space: 1 flagship @ ghost / best vs 1 warsun / order=default sustain=never",
)


@pytest.mark.parametrize("line", LINES)
def test_canonical_lines_print_as_they_are(line):
    assert str(Battle.parse(line)) == line


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("space: 1 pds 2 warsun 3 fighter vs 1 carrier", "space: 3 fighter 2 warsun 1 pds vs 1 carrier"),
        ("space: 1 cruiser+ 2 cruiser vs 1 carrier", "space: 2 cruiser 1 cruiser+ vs 1 carrier"),
        ("ground: 1 mech 2 infantry vs 1 pds 1 infantry", "ground: 2 infantry 1 mech vs 1 infantry 1 pds"),
        ("space: 1 cruiser @ sol,ps,amd vs 1 carrier", "space: 1 cruiser @ sol,amd,ps vs 1 carrier"),
        (
            "space: 1 carrier+ @ nekro,y=l1z1x.dreadnought,x=sol.carrier,x89,amd vs 1 carrier",
            "space: 1 carrier+ @ nekro,amd,x89,x=sol.carrier,y=l1z1x.dreadnought vs 1 carrier",
        ),
        ("space: 1 cruiser @ mb:1 vs 1 carrier", "space: 1 cruiser @ mb vs 1 carrier"),
        ("space: 1 cruiser @ mb:2,mb:1 vs 1 carrier", "space: 1 cruiser @ mb,mb:2 vs 1 carrier"),
        ("space: 1 cruiser @ sh:1 vs 1 carrier", "space: 1 cruiser @ sh:1 vs 1 carrier"),
        ("space: 1 cruiser @ jolnar,fragile vs 1 carrier", "space: 1 cruiser @ jolnar vs 1 carrier"),
        (
            "space: 1 cruiser / order=default sustain=first vs 1 carrier / sustain=last",
            "space: 1 cruiser vs 1 carrier / order=default sustain=last",
        ),
        (
            "space: 1 cruiser / order=carriers-first vs 1 carrier / order=fighter,destroyer,carrier",
            "space: 1 cruiser / order=carriers-first sustain=first "
            "vs 1 carrier / order=carriers-first sustain=first",
        ),
        (
            "space: 1 cruiser / order=warsun vs 1 carrier",
            "space: 1 cruiser / order=warsun,fighter,destroyer,cruiser,carrier,dreadnought,flagship "
            "sustain=first vs 1 carrier",
        ),
    ],
)
def test_IM_NOTE_1_any_order_is_read_and_the_canonical_one_is_printed(typed, canonical):
    assert str(Battle.parse(typed)) == canonical


@given(any_fleets())
def test_printing_and_reading_is_a_fixed_point(battle):
    line_reading.prints_and_reads(battle)


@given(fleets())
def test_legal_battles_have_no_problems(battle):
    assert battle.problems() == []
    assert battle.check() is battle


SIGNS = [*" @/:,=+-_129", "space: ", "ground: ", " vs ", "cruiser", "warsun", "sol", "mb", "order=", "best"]


@given(st.lists(st.sampled_from(SIGNS), max_size=14).map("".join) | st.text(max_size=60))
@example("space: 1 cruiser @ ")
@example("space: 1 cruiser / ")
def test_a_line_is_read_whole_or_not_at_all(line):
    line_reading.is_read_whole_or_not_at_all(Battle, line)


@given(fleets(), st.data())
def test_a_line_with_one_sign_changed_is_an_error_or_is_read_whole(battle, data):
    line = str(battle)
    place = data.draw(st.integers(0, len(line) - 1))
    damaged = line[:place] + data.draw(st.sampled_from(["", *"x0 9@/,:+"])) + line[place + 1 :]
    with suppress(NotationError):
        read = Battle.parse(damaged)
        assert Battle.parse(str(read)) == read


@pytest.mark.parametrize(
    ("line", "side", "position", "token"),
    [
        ("", "", 0, ""),
        ("sea: 1 cruiser vs 1 carrier", "", 0, "sea:"),
        ("space:1 cruiser vs 1 carrier", "", 6, "1"),
        ("space: cruiser vs 1 carrier", "attacker", 7, "cruiser"),
        ("space: 0 cruiser vs 1 carrier", "attacker", 7, "0"),
        ("space: 01 cruiser vs 1 carrier", "attacker", 7, "01"),
        ("space: 100 cruiser vs 1 carrier", "attacker", 7, "100"),
        ("space: 1 cruisers vs 1 carrier", "attacker", 9, "cruisers"),
        ("space: 1 Cruiser vs 1 carrier", "attacker", 9, "Cruiser"),
        ("space: 1 cruiser++ vs 1 carrier", "attacker", 17, "+"),
        ("space: 1  cruiser vs 1 carrier", "attacker", 9, " "),
        ("space: 1 cruiser 1 cruiser vs 1 carrier", "attacker", 19, "cruiser"),
        ("space: 1 cruiser @ vs 1 carrier", "attacker", 19, "vs"),
        ("space: 1 cruiser @ amd,sol vs 1 carrier", "attacker", 23, "sol"),
        ("space: 1 cruiser @ sol,yin vs 1 carrier", "attacker", 23, "yin"),
        ("space: 1 cruiser @ amd, ps vs 1 carrier", "attacker", 23, " "),
        ("space: 1 cruiser @ amd,amd vs 1 carrier", "attacker", 23, "amd"),
        ("space: 1 cruiser @ amdx vs 1 carrier", "attacker", 19, "amdx"),
        ("space: 1 cruiser @ amd:2 vs 1 carrier", "attacker", 22, ":2"),
        ("space: 1 cruiser @ mb:0 vs 1 carrier", "attacker", 22, "0"),
        ("space: 1 cruiser @ mb:100 vs 1 carrier", "attacker", 22, "100"),
        ("space: 1 cruiser @ mb,mb:1 vs 1 carrier", "attacker", 22, "mb:1"),
        ("space: 1 fighter @ f_prototype:2 vs 1 carrier", "attacker", 31, "2"),
        ("space: 1 cruiser / worst vs 1 carrier", "attacker", 19, "worst"),
        ("space: 1 cruiser / sustain=maybe vs 1 carrier", "attacker", 27, "maybe"),
        ("space: 1 cruiser / order=pds vs 1 carrier", "attacker", 25, "pds"),
        ("space: 1 cruiser / order=cruiser,cruiser vs 1 carrier", "attacker", 33, "cruiser"),
        ("space: 1 cruiser", "attacker", 16, ""),
        ("space: 1 cruiser vs ", "defender", 20, ""),
        ("space: 1 cruiser vs 1 carrier ", "defender", 30, ""),
        ("space: 1 cruiser vs 1 carrier vs 1 carrier", "defender", 29, " "),
    ],
)
def test_a_bad_line_names_side_token_and_place(line, side, position, token):
    fault = line_reading.fault_of(Battle, line)
    assert (fault.side, fault.position, fault.token.split(" ")[0]) == (side, position, token.split(" ")[0])


@pytest.mark.parametrize("typed", line_effect_ids())
def test_a_mistyped_effect_is_offered_the_nearest(typed):
    with pytest.raises(NotationError, match=r"did you mean \w+\?|such as"):
        Battle.parse(f"space: 1 cruiser @ {typed}x vs 1 carrier")


@pytest.mark.parametrize("long", ["space: 1 cruiser " * 200, "s" * 10_000])
def test_a_line_over_1000_characters_gets_one_short_error(long):
    line_reading.gets_one_short_error(Battle, long)


@pytest.mark.parametrize(
    ("line", "rules"),
    [
        ("space: 1 flagship vs 1 carrier", {"IM-UNIT-13"}),
        ("space: 1 flagship @ sol vs 1 carrier", set()),
        ("space: 1 flagship+ @ sol vs 1 carrier", {"IM-UNIT-2"}),
        ("space: 1 warsun+ vs 1 carrier", {"IM-UNIT-2"}),
        ("space: 1 warsun+ @ muaat vs 1 carrier", set()),
        ("ground: 1 mech+ vs 1 infantry", {"IM-UNIT-2"}),
        ("space: 1 cruiser @ nebula vs 1 carrier", {"IM-MOVE-7"}),
        ("space: 1 cruiser vs 1 carrier @ nebula", set()),
        ("ground: 1 infantry vs 1 infantry @ nebula", {"IM-MOVE-7"}),
        ("space: 1 cruiser @ nes vs 1 carrier", {"IM-TECH-1"}),
        ("space: 1 cruiser @ letnev,nes vs 1 carrier", set()),
        ("space: 1 cruiser @ nekro,nes vs 1 carrier", set()),
        ("space: 1 carrier+ @ nekro,x=sol.carrier vs 1 carrier", set()),
        ("space: 1 carrier+ @ sol,x=sol.carrier vs 1 carrier", {"IM-TECH-vax"}),
        ("space: 1 carrier+ @ x=sol.carrier vs 1 carrier", {"IM-TECH-vax"}),
        ("space: 1 cruiser+ @ nekro,y=sol.cruiser vs 1 carrier", {"IM-TECH-vax"}),
        ("space: 1 pds+ @ nekro,y=xxcha.pds vs 1 carrier", {"IM-TECH-vax"}),
        ("space: 1 carrier @ nekro,x=sol.carrier,y=sol.carrier vs 1 carrier", {"IM-TECH-vax"}),
        ("ground: 1 infantry @ nekro,x=sol.infantry,y=arborec.infantry vs 1 mech", {"IM-TECH-vax"}),
        ("space: 1 cruiser @ nekro,exo2,x=l1z1x.dreadnought vs 1 carrier", {"IM-TECH-vax"}),
        ("space: 1 cruiser @ nekro,exo2,x=sardakk.dreadnought vs 1 carrier", set()),
        ("space: 1 warsun+ @ nekro vs 1 carrier", {"IM-UNIT-2"}),
        ("space: 1 warsun+ @ nekro,x=muaat.warsun vs 1 carrier", set()),
        ("space: 1 cruiser @ sol,munitions vs 1 carrier", {"IM-UNIT-14"}),
        ("space: 1 cruiser @ nekro,munitions vs 1 carrier", {"IM-UNIT-14"}),
        ("space: 1 cruiser @ letnev,war_funding vs 1 carrier", {"IM-TRADE-1"}),
        ("space: 1 cruiser @ sol,war_funding vs 1 carrier", set()),
        ("space: 1 cruiser / best vs 1 carrier / best", {"IM-ODDS-3"}),
        ("space: 1 cruiser @ bunker vs 1 carrier", set()),
        ("space: 9 warsun vs 99 pds", set()),
        (
            "space: 1 flagship @ nebula,nes / best vs 1 mech+ / best",
            {"IM-UNIT-13", "IM-MOVE-7", "IM-TECH-1", "IM-UNIT-2", "IM-ODDS-3"},
        ),
    ],
)
def test_problems_name_every_rule_a_battle_breaks(line, rules):
    battle = Battle.parse(line)
    assert {problem.rule for problem in battle.problems()} == rules
    for problem in battle.problems():
        assert problem.text("en") != problem.text("de")
        assert problem.rule in imperium.rulebook()
        assert problem.rule in str(problem)
    if rules:
        with pytest.raises(IllegalBattleError) as broken:
            imperium.battle_game(line)
        assert {problem.rule for problem in broken.value.problems} == rules


@pytest.mark.parametrize(
    "effect", [each for each in effects_by_id().values() if each.owner], ids=lambda each: each.id
)
def test_IM_UNIT_14_what_belongs_to_a_faction_is_refused_to_another(effect):
    other = "sol" if effect.owner != "sol" else "yin"
    problems = [
        problem.rule
        for faction in (effect.owner, other)
        if effect.id in line_effect_ids()
        for problem in Battle.parse(f"space: 1 cruiser @ {faction},{effect.id} vs 1 carrier").problems()
    ]
    expected = {"promissory": "IM-TRADE-1", "technology": "IM-TECH-1"}.get(effect.source, "IM-UNIT-14")
    assert problems == ([expected] if effect.id in line_effect_ids() else [])


def test_every_effect_has_a_rule_of_its_own():
    for effect in effects_by_id().values():
        assert effect.rule in imperium.rulebook(), effect.id


def test_swapped_exchanges_the_sides():
    assert str(Battle.parse("space: 1 cruiser vs 1 carrier").swapped()) == "space: 1 carrier vs 1 cruiser"


@pytest.mark.parametrize(
    ("order", "printed"),
    [
        ("infantry", "infantry,fighter,mech,destroyer,cruiser,carrier,dreadnought,flagship,warsun"),
        (
            "cruiser,mech,fighter",
            "cruiser,mech,fighter,infantry,destroyer,carrier,dreadnought,flagship,warsun",
        ),
        ("cruiser,fighter,infantry,mech", "cruiser,fighter,destroyer,carrier,dreadnought,flagship,warsun"),
        ("fighter,infantry", ""),
    ],
)
def test_IM_UNIT_nekro_flagship_ground_forces_are_named_in_the_order(order, printed):
    line = "space: 1 cruiser 1 flagship 2 infantry 1 mech @ nekro"
    battle = Battle.parse(f"{line} / order={order} vs 1 cruiser")
    assert not battle.problems()
    shown = f" / order={printed} sustain=first" if printed else ""
    assert str(battle) == f"{line}{shown} vs 1 cruiser"
    assert Battle.parse(str(battle)) == battle


@pytest.mark.parametrize(
    "line",
    [
        "space: 1 flagship 1 mech @ sol / order=mech vs 1 cruiser",
        "space: 1 cruiser 1 mech @ nekro / order=mech vs 1 cruiser",
        "ground: 1 flagship 1 mech @ nekro / order=mech vs 1 infantry",
    ],
)
def test_IM_ODDS_2_ground_forces_are_refused_in_an_order_where_they_are_no_ships(line):
    assert [(problem.rule, problem.case) for problem in Battle.parse(line).problems()] == [
        ("IM-ODDS-2", "no_ships")
    ]


@pytest.mark.parametrize(
    "written",
    [
        "x",
        "x=",
        "x=sol",
        "x=foo.carrier",
        "x=sol.boat",
        "x=sol.carrier+",
        "z=sol.carrier",
        "X=sol.carrier",
        "x=sol.carrier:2",
        "x=sol.carrier,sol",
        "x=sol.carrier,x=sol.infantry",
    ],
)
def test_IM_TECH_vax_a_token_names_one_upgrade_of_a_faction(written):
    with pytest.raises(NotationError):
        Battle.parse(f"space: 1 carrier+ @ nekro,{written} vs 1 warsun")


def test_IM_TECH_vax_every_unit_upgrade_of_a_faction_can_be_copied():
    for (faction, unit_class), unit in faction_unit_upgrades().items():
        line = f"ground: 1 infantry 1 {unit_class}+ @ nekro,x={faction}.{unit_class} vs 1 infantry"
        line = line.replace("1 infantry 1 infantry+", "1 infantry+")
        side = Battle.parse(line).check().attacker
        assert side.unit(f"{unit_class}+") == unit
        assert side.find_unit(unit_class) == find_unit(unit_class)
        assert str(Battle.parse(line)) == line or unit_class != "infantry"


@pytest.mark.parametrize("written", ["dh*2:3", "dh:3*2"])
def test_IM_ACT_dh_a_line_says_how_many_cards_there_are(written):
    battle = Battle.parse(f"space: 1 cruiser @ amd,{written},dh vs 1 warsun")
    assert str(battle) == "space: 1 cruiser @ amd,dh,dh*2:3 vs 1 warsun"
    assert [use.copies for use in battle.attacker.effects] == [1, 1, 2]
    assert str(Battle.parse("space: 1 cruiser @ dh*1 vs 1 warsun")) == "space: 1 cruiser @ dh vs 1 warsun"


@pytest.mark.parametrize("written", ["mb*2", "dh,dh*2", "dh*0", "dh*", "asc*2"])
def test_IM_ACT_dh_other_effects_have_no_number(written):
    with pytest.raises(NotationError):
        Battle.parse(f"space: 1 cruiser @ {written} vs 1 warsun")


@pytest.mark.parametrize("line", ["space: nothing vs 2 cruiser", "ground: 2 infantry vs nothing @ sol"])
def test_IM_NOTE_1_a_side_without_units_says_nothing_and_loses(line):
    battle = Battle.parse(line)
    assert str(battle) == line
    assert not battle.problems()
    assert max(imperium.odds(battle).chances.values()) == 1
    assert (imperium.odds(battle).win == 1) == bool(battle.attacker.units)


@pytest.mark.parametrize(
    "line", ["space: vs 2 cruiser", "space: 2 cruiser nothing vs 1 cruiser", "space: nothing2 vs 1 cruiser"]
)
def test_IM_NOTE_1_an_empty_side_must_say_so(line):
    with pytest.raises(NotationError):
        Battle.parse(line)
