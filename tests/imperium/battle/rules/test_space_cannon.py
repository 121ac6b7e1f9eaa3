"""Space Cannon before a battle, and what changes it (IM-SPACE-2, IM-UNIT-6)."""

from __future__ import annotations

import pytest
from fleets import mean_lost
from imperium.space_table import play_out

from twingkit.imperium import odds


def test_IM_SPACE_2_attacker_fires_first_and_losses_count_before_the_defender_fires() -> None:
    battle = play_out("space: 1 cruiser 2 pds vs 1 cruiser 1 pds", (6, 1), 6)
    assert [throw[:2] for throw in battle.throws] == [(0, "space_cannon"), (1, "space_cannon")]
    assert battle.facts("IM-SPACE-2", "rolled")["hits"] == 1
    assert battle.cases("IM-SPACE-1") == ["nobody"]
    assert battle.cases("IM-SPACE-10") == ["nobody"]
    assert battle.over


def test_IM_SPACE_2_a_five_misses_and_a_six_hits() -> None:
    assert play_out("space: 1 cruiser vs 1 cruiser 1 pds", 5).ships(0) == {"cruiser": (1, 0)}
    assert play_out("space: 1 cruiser vs 1 cruiser 1 pds", 6).ships(0) == {}


def test_IM_SPACE_2_a_ship_may_sustain_and_hits_beyond_the_last_are_lost() -> None:
    battle = play_out("space: 1 dreadnought vs 3 pds", 10)
    assert battle.facts("IM-UNIT-3", "sustained")["n"] == 1
    assert battle.facts("IM-SPACE-2", "excess")["n"] == 1
    assert battle.ships(0) == {}


def test_IM_SPACE_2_holds_fire_without_a_ship_to_hit() -> None:
    battle = play_out("space: 1 cruiser 1 pds vs 1 pds", 1)
    assert battle.cases("IM-SPACE-2") == ["no_target", "rolled"]
    assert battle.facts("IM-SPACE-10", "alone")["side"] == "attacker"


def test_IM_SPACE_2_xxcha_flagship_fires_three_dice_at_five() -> None:
    battle = play_out("space: 1 flagship @ xxcha vs 4 fighter", (5, 5, 4))
    assert battle.throws[0] == (0, "space_cannon", ((3, 5),))
    assert battle.ships(1) == {"fighter": (2, 0)}


def test_IM_TECH_ps_adds_a_die_to_the_best_unit() -> None:
    battle = play_out("space: 2 cruiser vs 1 fighter 2 pds 1 pds+ @ ps", 1)
    assert battle.throws[0] == (1, "space_cannon", ((2, 6), (2, 5)))
    assert battle.cases("IM-TECH-ps") == ["cannon"]


def test_IM_TECH_amd_takes_one_from_each_die() -> None:
    line = "space: 1 cruiser @ amd vs 1 cruiser 1 pds"
    assert play_out(line, 6).ships(0) == {"cruiser": (1, 0)}
    assert play_out(line, 7).ships(0) == {}
    assert play_out(line, 7).cases("IM-TECH-amd") == ["cannon"]


def test_IM_TECH_gls_hits_go_to_non_fighters_first() -> None:
    line = "space: 2 fighter 1 cruiser vs 1 cruiser 2 pds"
    assert play_out(line, (6, 1)).ships(0) == {"fighter": (1, 0), "cruiser": (1, 0)}
    aimed = play_out(f"{line} @ gls", (6, 1))
    assert aimed.ships(0) == {"fighter": (2, 0)}
    assert aimed.cases("IM-TECH-gls") == ["cannon"]


def test_IM_TECH_gls_takes_fighters_when_no_other_ship_is_left() -> None:
    assert play_out("space: 2 fighter 1 cruiser vs 1 cruiser 2 pds @ gls", 6).ships(0) == {"fighter": (1, 0)}


@pytest.mark.parametrize(("effects", "hits"), [("experimental", 5), ("experimental,ps", 5)])
def test_IM_ACT_experimental_fires_three_dice_at_five(effects: str, hits: int) -> None:
    battle = play_out(f"space: 9 fighter vs 1 cruiser @ {effects}", hits)
    count = 3 + effects.count("ps")
    assert battle.throws[0] == (1, "space_cannon", ((count, hits),))
    assert battle.ships(0) == {"fighter": (9 - count, 0)}
    assert battle.cases("IM-ACT-experimental") == ["cannon"]


def test_IM_ACT_experimental_is_deflected_too() -> None:
    assert play_out("space: 9 fighter @ amd vs 1 cruiser @ experimental", 5).ships(0) == {"fighter": (9, 0)}


def test_IM_ACT_mjets_cancels_one_hit() -> None:
    battle = play_out("space: 4 fighter @ mjets vs 1 cruiser 2 pds", 6)
    assert battle.ships(0) == {"fighter": (3, 0)}
    assert battle.cases("IM-ACT-mjets") == ["cancelled"]


def test_IM_UNIT_8_combat_modifiers_leave_space_cannon_alone() -> None:
    battle = play_out("space: 1 cruiser vs 1 cruiser 1 pds @ sardakk,nebula", 5)
    assert battle.ships(0) == {"cruiser": (1, 0)}


def test_IM_UNIT_mentak_flagship_bars_sustaining_against_space_cannon() -> None:
    battle = play_out("space: 1 dreadnought vs 1 flagship 1 pds @ mentak", 6)
    assert battle.ships(0) == {}
    assert battle.cases("IM-UNIT-mentak_flagship") == ["barred"]


def test_IM_ACT_dh_after_space_cannon() -> None:
    battle = play_out("space: 2 dreadnought vs 1 cruiser 1 pds @ dh", 6)
    assert battle.ships(0) == {"dreadnought": (1, 0)}
    assert battle.cases("IM-ACT-dh") == ["hit"]


# -- room after Space Cannon


def test_IM_UNIT_11_what_a_lost_carrier_held_is_removed_before_the_battle() -> None:
    line = "space: 4 fighter 1 cruiser 1 carrier / order=carrier vs 1 cruiser 1 pds"
    battle = play_out(line, 6)
    assert battle.ships(0) == {"cruiser": (1, 0)}
    assert battle.cases("IM-UNIT-11") == ["removed"]
    assert [(fact.unit.name, fact.n) for fact in battle.facts("IM-UNIT-11", "removed")["units"]] == [
        ("fighter", 4)
    ]


def test_IM_UNIT_11_what_exceeded_the_room_in_the_line_stays() -> None:
    line = "space: 6 fighter 1 cruiser 1 carrier / order=carrier vs 1 cruiser 1 pds"
    assert play_out(line, 6).ships(0) == {"fighter": (2, 0), "cruiser": (1, 0)}
    assert play_out(line, 1).ships(0)["fighter"] == (6, 0)
    assert play_out("space: 6 fighter 1 cruiser vs 1 cruiser 1 pds", 6).ships(0)["fighter"] == (5, 0)


def test_IM_UNIT_11_an_upgraded_fighter_needs_no_room() -> None:
    line = "space: 4 fighter+ 1 carrier / order=carrier vs 1 cruiser 1 pds"
    assert play_out(line, 6).ships(0) == {"fighter+": (4, 0)}


def test_IM_UNIT_11_a_side_without_room_for_its_last_fighters_has_no_battle() -> None:
    line = "space: 3 fighter 1 carrier @ salvage / order=carrier vs 1 cruiser 1 pds @ salvage"
    battle = play_out(line, 6)
    assert battle.over
    assert battle.cases("IM-SPACE-1") == ["nobody"]
    assert battle.cases("IM-SPACE-10") == ["alone"]
    assert battle.cases("IM-ACT-salvage") == ["after_not_won", "after_not_won"]


def test_IM_UNIT_11_room_lost_in_the_battle_is_not_looked_at() -> None:
    line = "space: 4 fighter 1 cruiser 1 carrier / order=carrier vs 1 cruiser"
    assert play_out(line, 1, 10).ships(0) == {"fighter": (4, 0), "cruiser": (1, 0)}


def test_IM_UNIT_11_ground_forces_go_after_the_fighters() -> None:
    fleet = "1 fighter 1 carrier 1 flagship 6 infantry @ nekro / order=carrier sustain=never"
    line = f"space: {fleet} vs 1 cruiser 1 pds"
    battle = play_out(line, 6, 1)
    assert battle.ships(0) == {"flagship": (1, 0), "infantry": (3, 0)}
    assert battle.throws[1][2] == ((3, 8), (2, 9))
    named = line.replace("order=carrier", "order=carrier,infantry,fighter")
    assert play_out(named, 6, 1).ships(0) == {"fighter": (1, 0), "flagship": (1, 0), "infantry": (2, 0)}


def test_IM_ODDS_5_ground_forces_of_the_alastor_removed_for_want_of_room_are_lost() -> None:
    line = "space: 1 carrier 1 flagship 4 infantry @ nekro / order={} sustain=never vs 1 pds"
    assert odds(line.format("carrier")).mean_resource_losses[0] == pytest.approx(0.5 * (3 + 0.5))
    assert odds(line.format("flagship")).mean_resource_losses[0] == pytest.approx(0.5 * 8)
    fleet = odds("space: 1 flagship 2 infantry @ nekro / sustain=never vs 1 pds")
    assert fleet.mean_resource_losses[0] == pytest.approx(0.5 * (8 + 2 * 0.5))
    assert mean_lost(fleet, "attacker")["infantry"] == pytest.approx(1.0)


def test_IM_UNIT_11_removed_units_are_lost() -> None:
    found = odds("space: 4 fighter 1 carrier / order=carrier vs 2 pds")
    assert found.mean_resource_losses[0] == pytest.approx(0.75 * (3 + 4 * 0.5))
    assert (found.win, found.tie) == pytest.approx((0.25, 0.75))
