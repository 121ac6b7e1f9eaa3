"""The start of a space battle (IM-SPACE-3)."""

from __future__ import annotations

import pytest
from imperium.space_table import Played, play_out

from twingkit.imperium import odds, rank_policies
from twingkit.imperium.battle.rules.questions import PlayEffect
from twingkit.imperium.battle.rules.target import ChooseTarget


def test_IM_TECH_asc_with_three_non_fighter_ships() -> None:
    battle = play_out("space: 2 fighter 3 cruiser @ asc vs 2 fighter 1 carrier 1 dreadnought")
    assert battle.ships(1) == {"fighter": (2, 0), "dreadnought": (1, 0)}
    assert battle.cases("IM-TECH-asc") == ["fires", "destroyed"]


def test_IM_TECH_asc_with_two_non_fighter_ships() -> None:
    battle = play_out("space: 9 fighter 2 cruiser @ asc vs 1 cruiser")
    assert battle.ships(1) == {"cruiser": (1, 0)}
    assert battle.cases("IM-TECH-asc") == ["nothing_too_few"]
    assert battle.facts("IM-TECH-asc", "nothing_too_few")["n"] == 2


def test_IM_TECH_asc_takes_a_damaged_ship_of_a_kind_first() -> None:
    battle = play_out("space: 3 cruiser 1 pds @ asc vs 2 dreadnought", 6)
    assert battle.ships(1) == {"dreadnought": (1, 0)}


def test_IM_SPACE_3_the_attackers_cannon_counts_before_the_defenders() -> None:
    battle = play_out("space: 3 cruiser @ asc vs 3 cruiser @ asc")
    assert (battle.ships(0), battle.ships(1)) == ({"cruiser": (3, 0)}, {"cruiser": (2, 0)})
    assert battle.cases("IM-TECH-asc") == ["fires", "destroyed", "nothing_too_few"]


def test_IM_TECH_asc_the_owner_may_choose_another_ship() -> None:
    def carrier_stays(question: object) -> int | None:
        return question.roster_indices[-1] if isinstance(question, ChooseTarget) else None

    battle = play_out("space: 3 cruiser @ asc vs 1 carrier 1 dreadnought", answer=carrier_stays)
    assert battle.ships(1) == {"carrier": (1, 0)}
    assert battle.asked[0].player == 1


def test_IM_UNIT_ambush_two_best_ships_roll_unmodified() -> None:
    battle = play_out("space: 2 destroyer 1 cruiser 1 cruiser+ @ mentak vs 4 fighter @ nebula", (6, 7))
    assert battle.throws[0] == (0, "ambush", ((1, 6), (1, 7)))
    assert battle.ships(1) == {"fighter": (2, 0)}
    assert battle.cases("IM-UNIT-ambush") == ["rolled", "destroyed"]


def test_IM_UNIT_ambush_one_ship_rolls_one_die_and_may_be_sustained() -> None:
    battle = play_out("space: 1 destroyer @ mentak vs 1 dreadnought", 9)
    assert battle.throws[0] == (0, "ambush", ((1, 9),))
    assert battle.ships(1) == {"dreadnought": (0, 1)}
    assert play_out("space: 1 destroyer @ mentak vs 1 dreadnought", 8).ships(1) == {"dreadnought": (1, 0)}


def test_IM_TECH_ic_gives_up_a_destroyer_for_a_non_fighter_hit() -> None:
    battle = play_out("space: 1 destroyer 1 destroyer+ 1 cruiser @ yin,ic vs 3 fighter 1 cruiser")
    assert battle.ships(0) == {"destroyer+": (1, 0), "cruiser": (1, 0)}
    assert battle.ships(1) == {"fighter": (3, 0)}
    assert battle.cases("IM-TECH-ic") == ["given_up", "destroyed"]


def test_IM_TECH_ic_takes_a_cruiser_and_then_a_fighter() -> None:
    battle = play_out("space: 2 cruiser @ yin,ic vs 3 fighter")
    assert (battle.ships(0), battle.ships(1)) == ({"cruiser": (1, 0)}, {"fighter": (2, 0)})


def test_IM_TECH_ds_destroys_the_dearest_that_cannot_sustain() -> None:
    battle = play_out("space: 1 cruiser @ ghost,ds vs 1 cruiser 1 carrier 1 dreadnought")
    assert battle.ships(1) == {"cruiser": (1, 0), "dreadnought": (1, 0)}
    assert battle.cases("IM-TECH-ds") == ["hit", "destroyed"]


def test_IM_TECH_ds_is_sustained_if_all_can_and_unless_the_policy_is_never() -> None:
    assert play_out("space: 1 cruiser @ ghost,ds vs 1 dreadnought 1 warsun").ships(1) == {
        "dreadnought": (1, 0),
        "warsun": (0, 1),
    }
    assert play_out("space: 1 cruiser @ ghost,ds vs 1 dreadnought 1 warsun / sustain=never").ships(1) == {
        "dreadnought": (1, 0)
    }


def test_IM_TECH_ds_finds_a_damaged_ship_and_a_barred_one() -> None:
    hurt = play_out("space: 1 cruiser 1 pds @ ghost,ds vs 1 cruiser 2 dreadnought", 6)
    assert hurt.ships(1) == {"cruiser": (1, 0), "dreadnought": (1, 0)}
    barred = play_out("space: 1 cruiser @ ghost,ds,schematics vs 1 cruiser 1 warsun")
    assert barred.ships(1) == {"cruiser": (1, 0)}


def test_IM_ACT_dh_after_the_dimensional_splicer() -> None:
    battle = play_out("space: 1 cruiser @ ghost,dh,ds vs 2 warsun")
    assert battle.ships(1) == {"warsun": (1, 0)}


def test_IM_TRADE_greyfire_keeps_the_yin_from_impulse_core() -> None:
    battle = play_out("space: 2 destroyer @ yin,ic vs 1 cruiser @ greyfire")
    assert battle.ships(1) == {"cruiser": (1, 0)}
    assert not battle.cases("IM-TECH-ic")


def test_IM_SPACE_3_what_may_be_used_need_not_be() -> None:
    def never(question: object) -> str | None:
        return "pass" if isinstance(question, PlayEffect) else None

    battle = play_out("space: 2 cruiser @ ghost,ds vs 1 cruiser", answer=never)
    assert battle.ships(1) == {"cruiser": (1, 0)}
    assert battle.cases("IM-TECH-ds") == ["passed"]


def test_IM_UNIT_nekro_flagship_ground_forces_fight_as_ships() -> None:
    battle = play_out("space: 1 flagship 2 infantry @ nekro vs 9 fighter", 1)
    assert battle.throws[0] == (0, "combat", ((2, 8), (2, 9)))
    assert battle.cases("IM-UNIT-nekro_flagship") == ["fights"]


def test_IM_UNIT_nekro_flagship_lost_before_the_battle() -> None:
    line = "space: {} 1 flagship 2 infantry @ nekro / order=flagship vs 1 fighter 2 pds"
    battle = play_out(line.format("1 carrier"), 6)
    assert battle.cases("IM-UNIT-nekro_flagship") == ["nothing_lost"]
    assert battle.cases("IM-UNIT-11") == []
    battle = play_out("space: 1 flagship 2 infantry @ nekro vs 1 fighter 2 pds", 6)
    assert battle.cases("IM-UNIT-11") == ["removed"]
    assert battle.cases("IM-UNIT-nekro_flagship") == ["nothing_no_forces"]
    assert battle.facts("IM-SPACE-10", "alone")["side"] == "defender"


# -- the order of the two sides


def spoken(battle: Played, *rules: str) -> list[tuple[str, str, str]]:
    """Return the rulings of some rules in their order, with their sides."""
    return [
        (rule, case, str(facts.get("side")))
        for rule, case, facts in battle.table.rulings or ()
        if rule in rules and case != "destroyed"
    ]


def test_IM_SPACE_3_the_sides_take_turns_with_one_ability_each() -> None:
    line = "space: 3 cruiser @ mentak,asc vs 1 cruiser 3 dreadnought @ asc"
    battle = play_out(line, (1, 1))
    assert spoken(battle, "IM-TECH-asc", "IM-UNIT-ambush") == [
        ("IM-TECH-asc", "fires", "attacker"),
        ("IM-TECH-asc", "fires", "defender"),
        ("IM-UNIT-ambush", "rolled", "attacker"),
    ]
    assert battle.throws[0][2] == ((2, 7),)
    alone = play_out("space: 3 destroyer @ mentak,asc vs 1 cruiser 2 dreadnought @ asc", (1, 1))
    assert spoken(alone, "IM-TECH-asc")[-1] == ("IM-TECH-asc", "nothing_too_few", "defender")


def test_IM_SPACE_3_what_cannot_be_used_takes_no_turn() -> None:
    line = "space: 2 cruiser @ mentak,asc vs 3 cruiser @ asc"
    battle = play_out(line, (7, 1))  # the Ambush comes first, and leaves the defender two ships
    assert spoken(battle, "IM-TECH-asc", "IM-UNIT-ambush") == [
        ("IM-UNIT-ambush", "rolled", "attacker"),
        ("IM-TECH-asc", "nothing_too_few", "attacker"),
        ("IM-TECH-asc", "nothing_too_few", "defender"),
    ]


def test_IM_SPACE_3_a_side_may_take_its_own_abilities_in_another_order() -> None:
    def ambush_first(question: object) -> str | None:
        first = isinstance(question, PlayEffect) and question.use.id == "asc" and not thrown
        thrown.append(question)
        return "pass" if first else None

    thrown: list[object] = []
    battle = play_out("space: 3 cruiser @ mentak,asc vs 4 cruiser", (7, 7), answer=ambush_first)
    assert spoken(battle, "IM-TECH-asc", "IM-UNIT-ambush") == [
        ("IM-TECH-asc", "passed", "attacker"),
        ("IM-UNIT-ambush", "rolled", "attacker"),
        ("IM-TECH-asc", "fires", "attacker"),
    ]
    assert battle.ships(1) == {"cruiser": (1, 0)}


def test_IM_SPACE_3_assault_cannon_cannot_be_passed() -> None:
    def never(question: object) -> str | None:
        return "pass" if isinstance(question, PlayEffect) else None

    battle = play_out("space: 3 cruiser @ mentak,asc vs 2 cruiser", answer=never)
    assert battle.ships(1) == {"cruiser": (1, 0)}


def test_IM_UNIT_nekro_flagship_an_attackers_assault_cannon_is_faster() -> None:
    battle = play_out("space: 3 cruiser @ asc vs 2 fighter 1 flagship 3 infantry @ nekro")
    assert battle.ships(1) == {"fighter": (2, 0)}
    assert battle.cases("IM-UNIT-nekro_flagship") == ["nothing_lost"]
    lost = odds("space: 3 cruiser @ asc vs 1 flagship 3 infantry @ nekro")
    assert (lost.win, lost.mean_resource_losses[1]) == (1, 8)


def test_IM_UNIT_nekro_flagship_an_attacking_alastor_takes_one_turn() -> None:
    battle = play_out("space: 1 flagship 3 infantry @ nekro vs 3 cruiser @ asc")
    assert spoken(battle, "IM-TECH-asc", "IM-UNIT-nekro_flagship") == [
        ("IM-UNIT-nekro_flagship", "fights", "attacker"),
        ("IM-TECH-asc", "fires", "defender"),
    ]
    assert sum(whole for whole, _ in battle.ships(0).values()) == 3


def test_IM_UNIT_nekro_flagship_its_ground_forces_count_for_a_later_assault_cannon() -> None:
    battle = play_out("space: 1 flagship 2 infantry @ nekro,asc vs 2 cruiser")
    assert spoken(battle, "IM-TECH-asc", "IM-UNIT-nekro_flagship") == [
        ("IM-UNIT-nekro_flagship", "fights", "attacker"),
        ("IM-TECH-asc", "fires", "attacker"),
    ]
    assert battle.ships(1) == {"cruiser": (1, 0)}


@pytest.mark.parametrize(
    ("order", "left"),
    [
        ("default", {"cruiser": (1, 0), "flagship": (1, 0)}),
        ("cruiser,infantry", {"infantry": (1, 0), "flagship": (1, 0)}),
        ("flagship,infantry", {"cruiser": (1, 0), "infantry": (1, 0)}),
        ("carriers-first", {"cruiser": (1, 0), "flagship": (1, 0)}),
    ],
)
def test_IM_UNIT_nekro_flagship_ground_forces_are_lost_where_the_order_has_them(
    order: str, left: dict[str, tuple[int, int]]
) -> None:
    line = f"space: 1 cruiser 1 flagship 2 infantry @ nekro / order={order} sustain=never vs 2 cruiser"
    assert play_out(line, 1, (10, 10)).ships(0) == left


def test_IM_UNIT_nekro_flagship_effects_on_ships_can_strike_its_ground_forces() -> None:
    line = "space: 3 cruiser @ mentak,asc vs 1 carrier 1 flagship 2 infantry @ nekro / sustain=never"
    battle = play_out(line, (7, 1))  # the flagship joins between the two, and the Ambush finds an infantry
    assert battle.ships(1) == {"infantry": (1, 0), "flagship": (1, 0)}


def test_IM_ODDS_3_the_best_order_puts_ground_forces_where_they_serve() -> None:
    found = rank_policies("space: 2 fighter 1 cruiser 1 flagship 1 mech @ nekro vs 2 cruiser", "attacker")
    orders = {trial.policy.order for trial in found.tried_policies}
    assert len(orders) == 24
    assert found.best.win == max(trial.win for trial in found.tried_policies)
    assert found.best_policy.reorders_ground_forces
