"""Losses in a space battle: Direct Hit, Courageous to the End, repairs, the flagship of the Yin."""

from __future__ import annotations

import pytest
from imperium.space_table import Faces, play_out

from twingkit.imperium import odds
from twingkit.imperium.battle.rules.questions import PlayEffect

# -- Direct Hit


def test_IM_ACT_dh_destroys_the_dearest_that_sustained() -> None:
    battle = play_out("space: 3 cruiser @ dh vs 1 dreadnought 1 warsun", (10, 10, 1), 1)
    assert battle.ships(1) == {"dreadnought": (0, 1)}
    assert battle.cases("IM-ACT-dh") == ["hit"]


def test_IM_ACT_dh_leaves_alone_who_did_not_sustain_in_this_step() -> None:
    battle = play_out("space: 3 cruiser @ dh:2 vs 2 dreadnought", (10, 10, 1), 1, 1, 1)
    assert battle.ships(1) == {"dreadnought": (0, 2)}
    assert battle.cases("IM-ACT-dh") == ["nothing_none_sustained"]


def test_IM_UNIT_dreadnought2_is_immune_to_direct_hit() -> None:
    battle = play_out("space: 1 cruiser @ dh vs 1 dreadnought+", 10, 1)
    assert battle.ships(1) == {"dreadnought+": (0, 1)}
    assert battle.cases("IM-UNIT-dreadnought2") == ["immune"]
    mixed = play_out("space: 2 cruiser @ dh vs 1 dreadnought+ 1 dreadnought", 10, 1)
    assert mixed.ships(1) == {"dreadnought+": (0, 1)}


def test_IM_ACT_dh_a_card_destroys_one_ship() -> None:
    line = "space: 3 cruiser @ {} vs 3 dreadnought"
    dice: tuple[Faces, ...] = ((10, 10, 1), 1)
    assert play_out(line.format("dh"), *dice).ships(1) == {"dreadnought": (1, 1)}
    for both in ("dh*2", "dh,dh:1", "dh*3:1"):
        battle = play_out(line.format(both), *dice)
        assert battle.ships(1) == {"dreadnought": (1, 0)}
        assert battle.cases("IM-ACT-dh") == ["hit", "hit"]


def test_IM_ACT_dh_the_second_card_waits_for_a_second_ship() -> None:
    battle = play_out("space: 3 cruiser @ dh*2 vs 3 dreadnought", (10, 1, 1), 1, (10, 1, 1), 1)
    assert battle.ships(1) == {"dreadnought": (1, 0)}
    assert battle.cases("IM-ACT-dh") == ["hit", "hit"]


# -- Courageous to the End


def test_IM_ACT_courageous_at_the_best_value_among_the_lost() -> None:
    battle = play_out("space: 1 fighter 1 cruiser @ courageous vs 9 fighter", 1, 10, (7, 6))
    assert battle.throws[2] == (0, "courageous", ((2, 7),))
    assert battle.ships(1) == {"fighter": (8, 0)}
    assert battle.cases("IM-ACT-courageous") == ["rolled", "destroyed"]


def test_IM_ACT_courageous_takes_no_modifiers_and_cannot_be_sustained() -> None:
    battle = play_out("space: 1 cruiser @ jolnar,courageous vs 2 dreadnought", 1, 10, 7)
    assert battle.throws[2][2] == ((2, 7),)
    assert battle.ships(1) == {}
    assert battle.cases("IM-SPACE-10") == ["nobody"]


@pytest.mark.parametrize(
    ("line", "dice", "shots"),
    [
        ("space: 2 cruiser @ mentak vs 2 carrier @ courageous", ((10, 1),), (2, 9)),
        ("space: 3 carrier @ asc vs 2 cruiser @ courageous", (), (2, 7)),
        ("space: 2 destroyer vs 2 fighter 2 carrier @ courageous", ((10, 1, 1, 1),), (2, 9)),
        ("space: 2 cruiser @ ghost,ds vs 2 cruiser @ courageous", (), (2, 7)),
        ("space: 2 cruiser @ yin,courageous,ic vs 2 carrier", (), (2, 7)),
        ("space: 1 destroyer 1 cruiser @ yin,devotion vs 2 carrier @ courageous", (1, 1), (2, 9)),
    ],
)
def test_IM_ACT_courageous_counts_ships_lost_to_abilities(
    line: str, dice: tuple[Faces, ...], shots: tuple[int, int]
) -> None:
    battle = play_out(line, *dice, 10)
    assert battle.cases("IM-ACT-courageous") == ["rolled", "destroyed"]
    assert battle.throws[-1][1:] == ("courageous", (shots,))


def test_IM_TECH_ic_the_ship_given_up_sets_off_last_shots() -> None:
    battle = play_out("space: 1 destroyer 1 carrier @ yin,courageous,ic vs 1 fighter 2 carrier", (9, 8))
    assert battle.cases("IM-ACT-courageous") == ["rolled", "destroyed"]
    assert battle.throws[0][1:] == ("courageous", ((2, 9),))
    assert battle.ships(1) == {"carrier": (1, 0)}
    assert odds("space: 1 destroyer 1 carrier @ yin,ic vs 2 carrier").win < (
        odds("space: 1 destroyer 1 carrier @ yin,courageous,ic vs 2 carrier").win
    )


def test_IM_ACT_courageous_is_not_played_when_ground_forces_join() -> None:
    battle = play_out("space: 2 cruiser vs 1 flagship 3 infantry @ nekro,courageous")
    assert battle.cases("IM-UNIT-nekro_flagship") == ["fights"]
    assert battle.throws == ()


def test_IM_ACT_courageous_works_for_the_last_ship_too() -> None:
    battle = play_out("space: 3 carrier @ asc vs 1 cruiser @ courageous", (7, 6))
    assert battle.ships(0) == {"carrier": (2, 0)}
    assert battle.cases("IM-SPACE-10") == ["won"]


def test_IM_ACT_courageous_not_for_what_space_cannon_destroys() -> None:
    battle = play_out("space: 1 warsun 1 pds vs 2 cruiser @ courageous", 10, 1, 1)
    assert battle.cases("IM-ACT-courageous") == []


def test_IM_ACT_courageous_comes_after_the_barrages_of_both_sides() -> None:
    line = "space: 2 fighter 1 destroyer vs 2 fighter 1 destroyer @ courageous / order=destroyer"
    battle = play_out(line, (10, 1), (9, 9), (9, 1))
    assert [step for _, step, _ in battle.throws[:3]] == ["barrage", "barrage", "courageous"]
    assert battle.ships(0) == {}
    assert battle.ships(1) == {"fighter": (1, 0), "destroyer": (1, 0)}


def test_IM_ACT_courageous_of_the_second_round_lets_the_barrage_pass() -> None:
    battle = play_out("space: 1 destroyer vs 2 fighter 1 carrier @ courageous:2", (10, 1), 1, 1, 10, 1, 10)
    assert battle.cases("IM-ACT-courageous") == ["rolled", "destroyed"]
    assert battle.table.round == 2


def test_IM_ACT_courageous_waits_for_a_loss() -> None:
    battle = play_out("space: 2 fighter @ courageous vs 1 cruiser", 1, 1, 1, 10, 1)
    assert [throw[1] for throw in battle.throws][-1] == "courageous"
    assert battle.cases("IM-ACT-courageous") == ["rolled"]


# -- repairs


def test_IM_TECH_da_repairs_the_dearest_that_did_not_sustain_now() -> None:
    line = "space: 1 dreadnought 1 warsun @ da vs 2 cruiser 2 pds"
    battle = play_out(line, 6, 1, 1)
    assert battle.ships(0) == {"dreadnought": (0, 1), "warsun": (1, 0)}
    assert battle.cases("IM-TECH-da") == ["repaired"]


def test_IM_TECH_da_leaves_what_sustained_in_this_round() -> None:
    battle = play_out("space: 2 dreadnought @ da vs 1 cruiser", 1, 10, 1, 1)
    assert battle.cases("IM-TECH-da") == ["nothing_just_damaged", "repaired"]
    assert battle.ships(0) == {"dreadnought": (2, 0)}


def test_IM_TECH_da_what_sustained_in_this_round_is_lost_first_and_the_other_repaired() -> None:
    battle = play_out("space: 2 dreadnought @ da vs 2 cruiser", 1, (10, 1), 1, 10)
    assert battle.cases("IM-TECH-da") == ["nothing_just_damaged", "repaired"]
    assert battle.ships(0) == {"dreadnought": (1, 0)}


def test_IM_TECH_da_repairs_what_a_direct_hit_has_left() -> None:
    battle = play_out("space: 2 dreadnought @ da vs 2 cruiser @ dh:2", 1, (10, 1), 1, (10, 1))
    assert battle.cases("IM-ACT-dh") == ["hit"]
    assert battle.ships(0) == {"dreadnought": (1, 0)}


@pytest.mark.parametrize(("effect", "left"), [("", {}), (" @ da", {"dreadnought": (1, 0)})])
def test_IM_TECH_da_leaves_nothing_that_just_sustained_for_a_direct_hit(
    effect: str, left: dict[str, tuple[int, int]]
) -> None:
    line = f"space: 2 dreadnought{effect} vs 2 cruiser @ dh:2"
    assert play_out(line, 1, (10, 1), 1, 10).ships(0) == left


def test_IM_TECH_da_is_not_asked() -> None:
    battle = play_out("space: 2 dreadnought @ da vs 2 cruiser", 1, (10, 1), 1, 1)
    assert battle.ships(0) == {"dreadnought": (2, 0)}
    assert not any(isinstance(question, PlayEffect) for question in battle.asked)


def test_IM_ACT_emergency_at_the_start_of_the_first_round_with_damage() -> None:
    battle = play_out("space: 2 dreadnought @ emergency vs 2 cruiser", 1, 10, 1, 1)
    assert battle.ships(0) == {"dreadnought": (2, 0)}
    assert battle.cases("IM-ACT-emergency") == ["repaired"]


def test_IM_ACT_emergency_repairs_damage_of_space_cannon() -> None:
    battle = play_out("space: 1 dreadnought @ emergency vs 1 cruiser 1 pds", 6, 1, 1)
    assert battle.ships(0) == {"dreadnought": (1, 0)}


def test_IM_UNIT_letnev_flagship_is_repaired_every_round() -> None:
    battle = play_out("space: 1 flagship @ letnev vs 1 cruiser", 1, 10, 1, 10, 1, 10)
    assert battle.ships(0) == {"flagship": (1, 0)}
    assert battle.cases("IM-UNIT-letnev_flagship") == ["nothing_whole", "repaired", "repaired", "repaired"]


# -- the flagship of the Yin


def test_IM_UNIT_yin_flagship_takes_all_ships_with_it() -> None:
    battle = play_out(
        "space: 1 flagship 4 fighter @ yin / order=flagship sustain=never vs 3 warsun", 1, (10, *[1] * 8)
    )
    assert battle.ships(0) == battle.ships(1) == {}
    assert battle.cases("IM-UNIT-yin_flagship") == ["exploded", "exploded"]
    assert battle.cases("IM-SPACE-10") == ["nobody"]


def test_IM_UNIT_yin_flagship_damaged_does_not_explode() -> None:
    battle = play_out("space: 1 flagship @ yin vs 1 cruiser", 1, 10)
    assert battle.ships(0) == {"flagship": (0, 1)}
    assert not battle.cases("IM-UNIT-yin_flagship")


def test_IM_UNIT_yin_flagship_explodes_in_space_cannon_and_by_direct_hit() -> None:
    battle = play_out("space: 1 flagship @ yin vs 1 cruiser 2 pds", 6)
    assert battle.ships(1) == {}
    assert battle.cases("IM-UNIT-yin_flagship") == ["exploded_none", "exploded"]
    hit = play_out("space: 1 flagship @ yin vs 1 cruiser @ dh", 1, 10)
    assert hit.ships(0) == hit.ships(1) == {}
