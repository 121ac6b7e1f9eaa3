"""Hits in a space battle: assigned, sustained, and cancelled by Shields Holding."""

from __future__ import annotations

import pytest
from imperium.space_table import play_out

from twingkit.imperium.battle.rules.questions import AssignHits


def test_IM_SPACE_7_both_sides_lose_at_once() -> None:
    battle = play_out("space: 1 cruiser vs 1 cruiser", 10, 10)
    assert battle.ships(0) == battle.ships(1) == {}
    assert battle.cases("IM-SPACE-7") == ["destroyed", "destroyed"]
    assert battle.cases("IM-SPACE-10") == ["nobody"]


def test_IM_SPACE_7_hits_beyond_the_last_ship_are_lost() -> None:
    battle = play_out("space: 1 warsun vs 1 cruiser", 10, 1)
    assert battle.facts("IM-SPACE-7", "excess")["n"] == 2


@pytest.mark.parametrize(
    ("policy", "left"),
    [
        ("", {"fighter": (1, 0), "dreadnought": (0, 1)}),
        (" / sustain=last", {"dreadnought": (0, 1)}),
        (" / sustain=never", {"dreadnought": (1, 0)}),
    ],
)
def test_IM_UNIT_3_the_policy_says_when_damage_is_sustained(
    policy: str, left: dict[str, tuple[int, int]]
) -> None:
    hits = (10, 10) if "last" in policy else (10, 1)
    units = "1 fighter 1 dreadnought"
    battle = play_out(f"space: 2 cruiser vs {units}{policy}", hits, 1)
    assert battle.ships(1) == left


def test_IM_SPACE_7_a_person_may_assign_hits_differently() -> None:
    def last_kind(question: object) -> object:
        return question.parse_answer("assign dreadnought") if isinstance(question, AssignHits) else None

    battle = play_out("space: 1 cruiser vs 1 fighter 1 dreadnought", 10, 1, answer=last_kind)
    assert battle.ships(1) == {"fighter": (1, 0)}


def test_IM_SPACE_7_is_not_asked_where_nothing_can_be_chosen() -> None:
    battle = play_out("space: 1 cruiser vs 2 cruiser", 10, 1)
    assert not any(isinstance(question, AssignHits) for question in battle.asked)


def test_IM_UNIT_mentak_flagship_still_bars_in_the_step_in_which_it_falls() -> None:
    line = "space: 1 flagship @ mentak / sustain=never vs 2 dreadnought"
    battle = play_out(line, (10, 1), 10)
    assert battle.ships(0) == {}
    assert battle.ships(1) == {"dreadnought": (1, 0)}
    assert battle.cases("IM-UNIT-mentak_flagship") == ["barred"]


def test_IM_UNIT_mentak_flagship_gone_others_sustain_again() -> None:
    line = "space: 1 flagship 1 carrier @ mentak / order=flagship sustain=never vs 2 dreadnought"
    battle = play_out(line, 1, (10, 1), 10, 1)
    assert battle.ships(1) == {"dreadnought": (1, 1)}


def test_IM_UNIT_mentak_flagship_bars_mechs_that_fight_as_ships() -> None:
    line = "space: 1 flagship @ mentak vs 1 flagship 2 mech @ nekro"
    battle = play_out(line, (10, 10), 1)
    assert battle.cases("IM-UNIT-3") == []
    assert list(battle.ships(1).values()) == [(1, 0)]
    barred = battle.facts("IM-UNIT-mentak_flagship", "barred")["units"]
    assert {unit.unit_class for unit in barred} == {"flagship", "mech"}
    without = play_out(line.replace("flagship @ mentak", "warsun @ mentak"), (10, 10, 1), 1)
    assert without.cases("IM-UNIT-3") == ["sustained"]


def test_IM_AGENDA_schematics_keeps_war_suns_of_both_sides_from_sustaining() -> None:
    battle = play_out("space: 1 warsun @ schematics vs 1 warsun", 10, 10)
    assert battle.ships(0) == battle.ships(1) == {}
    assert battle.cases("IM-AGENDA-schematics") == ["barred", "barred"]


def test_IM_TECH_nes_one_sustain_cancels_two_hits() -> None:
    battle = play_out("space: 1 dreadnought @ letnev,nes vs 2 cruiser", 1, 10)
    assert battle.ships(0) == {"dreadnought": (0, 1)}
    assert battle.cases("IM-TECH-nes") == ["cancelled"]


def test_IM_TECH_nes_with_a_single_hit() -> None:
    battle = play_out("space: 1 dreadnought @ letnev,nes vs 2 cruiser", 1, (10, 1))
    assert battle.ships(0) == {"dreadnought": (0, 1)}
    assert battle.cases("IM-TECH-nes") == ["nothing_single_hit"]


@pytest.mark.parametrize(
    ("faces", "left"),
    [
        ((10, 1, 1), {"fighter": (1, 0), "dreadnought": (1, 0)}),
        ((10, 10, 1), {"fighter": (2, 0), "dreadnought": (0, 1)}),
        ((10, 10, 10), {"fighter": (1, 0), "dreadnought": (0, 1)}),
    ],
)
def test_IM_TECH_nes_sustaining_last_cancels_two_hits_before_a_ship_is_lost(
    faces: tuple[int, ...], left: dict[str, tuple[int, int]]
) -> None:
    line = "space: 2 fighter 1 dreadnought @ letnev,nes / sustain=last vs 3 cruiser"
    assert play_out(line, 1, faces).ships(0) == left


def test_IM_TECH_nes_cancels_hits_on_non_fighters_together_with_others() -> None:
    line = (
        "space: 2 fighter 1 cruiser 1 dreadnought @ letnev,nes / sustain=last vs 1 cruiser 1 flagship @ l1z1x"
    )
    battle = play_out(line, 1, (10, 10, 1))
    assert battle.ships(0) == {"fighter": (2, 0), "cruiser": (1, 0), "dreadnought": (0, 1)}


def test_IM_ACT_sh_cancels_up_to_two_hits() -> None:
    battle = play_out("space: 9 fighter @ sh vs 3 cruiser", 1, 10)
    assert battle.ships(0) == {"fighter": (8, 0)}
    assert battle.facts("IM-ACT-sh", "cancelled")["n"] == 2
    assert (
        play_out("space: 9 fighter @ sh vs 3 cruiser", 1, (10, 1, 1)).facts("IM-ACT-sh", "cancelled")["n"]
        == 1
    )


def test_IM_ACT_sh_waits_for_a_hit_and_is_played_once() -> None:
    battle = play_out("space: 9 fighter @ sh vs 1 cruiser", 1, 1, 1, 10, 1, 10)
    assert battle.ships(0) == {"fighter": (8, 0)}
    assert battle.cases("IM-ACT-sh") == ["cancelled"]


def test_IM_ACT_sh_of_a_round_without_a_hit() -> None:
    battle = play_out("space: 9 fighter @ sh:1 vs 1 cruiser", 1, 1, 1, 10)
    assert battle.ships(0) == {"fighter": (8, 0)}
    assert battle.cases("IM-ACT-sh") == ["nothing_no_hit"]


def test_IM_ACT_sh_cancels_hits_on_non_fighters_first() -> None:
    line = "space: 3 fighter 2 cruiser @ sh vs 1 flagship 1 cruiser @ l1z1x"
    battle = play_out(line, 1, (10, 10, 10))
    assert battle.ships(0) == {"fighter": (2, 0), "cruiser": (2, 0)}


@pytest.mark.parametrize(
    ("line", "dice"),
    [
        ("space: 2 cruiser @ mentak vs 2 carrier @ sh", (10,)),
        ("space: 2 destroyer @ yin,ic vs 2 carrier @ sh", ()),
        ("space: 2 cruiser @ ghost,ds vs 2 carrier @ sh", ()),
        ("space: 1 destroyer vs 2 fighter 2 carrier @ sh", (10,)),
        ("space: 1 destroyer 1 cruiser @ yin,devotion vs 2 carrier @ sh", (1, 1)),
    ],
)
def test_IM_ACT_sh_cancels_hits_of_abilities(line: str, dice: tuple[int, ...]) -> None:
    battle = play_out(line, *dice)
    assert battle.cases("IM-ACT-sh") == ["cancelled"]
    assert battle.ships(1)["carrier"] == (2, 0)
    assert battle.ships(1).get("fighter", (2, 0)) == (2, 0)


def test_IM_ACT_sh_cancels_two_hits_of_a_barrage() -> None:
    battle = play_out("space: 2 destroyer vs 4 fighter 2 carrier @ sh", (10, 10, 10, 1))
    assert battle.facts("IM-ACT-sh", "cancelled")["n"] == 2
    assert battle.ships(1) == {"fighter": (3, 0), "carrier": (2, 0)}


def test_IM_ACT_sh_counts_barrage_hits_before_those_without_a_fighter_are_dropped() -> None:
    battle = play_out("space: 2 destroyer vs 1 fighter 2 carrier @ sh", (10, 10, 10, 1))
    assert battle.facts("IM-ACT-sh", "cancelled")["n"] == 2
    assert battle.ships(1) == {"carrier": (2, 0)}
    battle = play_out("space: 2 destroyer vs 1 fighter 2 carrier @ sh", (10, 10, 1, 1))
    assert battle.ships(1) == {"fighter": (1, 0), "carrier": (2, 0)}


def test_IM_ACT_sh_does_nothing_against_assault_and_space_cannon() -> None:
    battle = play_out("space: 3 cruiser 1 pds @ asc vs 3 carrier @ sh", 10)
    assert battle.ships(1) == {"carrier": (1, 0)}
    assert battle.cases("IM-ACT-sh") == []


def test_IM_ACT_sh_of_a_later_round_lets_the_barrage_pass() -> None:
    battle = play_out("space: 1 destroyer vs 2 fighter 1 carrier @ sh:2", (10, 1), 1, 1, 10, 1)
    assert battle.ships(1) == {"fighter": (1, 0), "carrier": (1, 0)}
    assert battle.cases("IM-ACT-sh") == ["cancelled"]
