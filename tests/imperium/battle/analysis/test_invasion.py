"""Invasions: a space battle, what its winner can land, and the fight for the planet."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twingkit.core.messages import Fault
from twingkit.core.notation import IllegalBattleError, NotationError
from twingkit.core.slices import finish
from twingkit.imperium import odds, odds_by_round
from twingkit.imperium.battle.analysis.invasion import (
    invasion_stage_table,
    landing_force_table,
    odds_of_legal_battles_in_slices,
)
from twingkit.imperium.battle.exact_odds.chain import BattleMarkovChain
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.rules.force import Fight
from twingkit.imperium.battle.rules.space.survivors import survivors

LINE = "invasion: 2 dreadnought 1 carrier 4 infantry vs 2 cruiser 2 infantry 1 pds"


def test_the_line_is_read_printed_and_checked():
    typed = "invasion: 4 infantry 1 carrier 2 dreadnought @ amd vs 1 pds 2 infantry 2 cruiser @ nebula"
    battle = Battle.parse(typed)
    canonical = "invasion: 1 carrier 2 dreadnought 4 infantry @ amd vs 2 cruiser 2 infantry 1 pds @ nebula"
    assert str(battle) == canonical
    assert str(Battle.parse(canonical)) == canonical
    assert not battle.problems()
    assert str(battle.space_battle).startswith(
        "space: 1 carrier 2 dreadnought 4 infantry @ amd vs 2 cruiser 1 pds"
    )
    on_attacker = Battle.parse("invasion: 1 carrier @ nebula vs 1 infantry")
    assert [problem.rule for problem in on_attacker.problems()] == ["IM-MOVE-7"]
    with pytest.raises(NotationError, match="invasion"):
        Battle.parse("invade: 1 carrier vs 1 infantry")


def test_IM_ODDS_6_stages_compose_as_by_hand():
    """One dreadnought with one infantry: it lands whenever the ship survives, whatever else happens."""
    found = odds("invasion: 1 dreadnought 1 infantry vs 2 fighter 1 infantry")
    space = odds("space: 1 dreadnought vs 2 fighter")
    ground = odds("ground: 1 dreadnought 1 infantry vs 1 infantry")
    assert found.space_odds.win == pytest.approx(space.win)
    assert found.win == pytest.approx(space.win * ground.win)
    assert found.tie == pytest.approx(space.win * ground.tie)
    assert found.loss == pytest.approx(1 - found.win - found.tie)
    assert found.ground_odds_given_landing.win == pytest.approx(ground.win)


def test_IM_ODDS_6_who_is_left_alone_by_a_skilled_retreat_lands_without_having_won():
    """Space Cannon hits the carrier with 0.5; the defender's ships leave, and the surviving troops land."""
    line = "invasion: 1 carrier 2 infantry vs 1 cruiser 2 infantry 1 pds @ s_retreat"
    found = odds(line)
    ground = odds("ground: 2 infantry vs 2 infantry 1 pds")
    assert (found.space_odds.win, found.space_odds.tie, found.space_odds.loss) == pytest.approx((0, 0.5, 0.5))
    assert found.landing_chance == pytest.approx(0.5)
    assert (found.win, found.tie) == pytest.approx((0.5 * ground.win, 0.5 * ground.tie))
    assert (found.ground_odds_given_landing.win, found.ground_odds_given_landing.loss) == pytest.approx(
        (ground.win, ground.loss)
    )
    assert invasion_stage_table(line).chance.to_list() == pytest.approx([0.5] * 4 + [0.5 * ground.win])
    assert odds_by_round(line)[-1].loss == pytest.approx(found.loss, abs=0.002)


def test_IM_ODDS_6_an_attacker_who_leaves_lands_nothing():
    found = odds("invasion: 1 carrier 2 infantry @ s_retreat vs 1 cruiser 1 infantry")
    assert (found.space_odds.tie, found.landing_chance, found.loss) == (1, 0, 1)
    assert found.landings == ()


def test_IM_UNIT_11_what_has_no_room_is_lost():
    """Of two ships that die cruiser first, only the carrier can hold anything."""
    line = "invasion: 1 cruiser 1 carrier 6 infantry vs 1 dreadnought 3 infantry"
    space = odds("space: 1 cruiser 1 carrier vs 1 dreadnought")
    assert {survivor.units for survivor in space.forces_left("attacker")} == {
        (),
        (("carrier", 1, 0),),
        (("cruiser", 1, 0), ("carrier", 1, 0)),
    }
    found = odds(line)
    assert dict(found.force_counts_given_landing) == pytest.approx({4: 1.0})
    four = odds("ground: 4 infantry vs 3 infantry")
    assert found.win == pytest.approx(space.win * four.win)
    cruisers = odds("invasion: 2 cruiser 2 infantry vs 1 infantry")
    assert (cruisers.space_odds.win, cruisers.win, cruisers.loss) == (1, 0, 1)


def test_IM_UNIT_11_fighters_need_room_too_and_are_given_up_first():
    fight = Fight.from_battle(Battle.parse("space: 1 carrier 3 fighter 3 infantry 1 mech vs 1 cruiser"))
    found = survivors(fight, 0, fight.starting_forces()[0])
    assert (found.fighters, found.ground_forces) == ((), (("infantry", 3), ("mech", 1)))
    assert found.lost_without_room == (("fighter", 3),)
    fight = Fight.from_battle(Battle.parse("space: 1 dreadnought 1 infantry+ 2 infantry 1 mech vs 1 cruiser"))
    found = survivors(fight, 0, fight.starting_forces()[0])
    assert (found.ground_forces, found.ship_capacity) == ((("mech", 1),), 1)
    fight = Fight.from_battle(Battle.parse("space: 1 carrier 9 fighter+ 4 infantry vs 1 cruiser"))
    assert not survivors(fight, 0, fight.starting_forces()[0]).lost_without_room


def test_IM_INV_1_only_ships_that_are_left_bombard():
    """The dreadnought is lost before the carrier: troops that land without it land without bombardment."""
    policy = "order=dreadnought sustain=never"
    line = f"invasion: 1 carrier 1 dreadnought 2 infantry / {policy} vs 3 cruiser 2 infantry"
    found = odds(line)
    assert {landing.battle.attacker.count("dreadnought") for landing in found.landings} == {0, 1}
    by_hand = 0.0
    for left in odds(Battle.parse(line).space_battle).forces_left("attacker"):
        units = {name: whole + hurt for name, whole, hurt in left.units}
        if units.get("carrier"):
            ships = f"{units['dreadnought']} dreadnought " if units.get("dreadnought") else ""
            by_hand += left.chance * odds(f"ground: {ships}2 infantry vs 2 infantry").win
    assert found.win == pytest.approx(by_hand)


def test_IM_ODDS_6_nobody_in_space_means_landing_at_once_under_space_cannon():
    found = odds("invasion: 1 carrier 2 infantry vs 2 infantry 1 pds")
    ground = odds("ground: 2 infantry vs 2 infantry 1 pds")
    hit = 0.5  # one die that hits on 6 destroys the only ship
    assert found.space_odds.win == pytest.approx(1 - hit)
    assert found.win == pytest.approx((1 - hit) * ground.win)


def test_IM_ODDS_6_a_planet_without_anybody_is_taken_by_who_lands():
    found = odds("invasion: 1 carrier 1 infantry vs 1 pds")
    assert found.win == pytest.approx(0.5 * 0.5)  # past Space Cannon offence, then defence
    assert found.tie == pytest.approx(0.5 * 0.5)


@pytest.mark.parametrize("card", ["mb", "emergency", "mjets"])
def test_IM_ODDS_6_a_card_used_in_space_is_gone_on_the_ground(card):
    """If space combat leaves the card unused, it works on the ground; if space needs it, it does not."""
    idle = f"invasion: 1 carrier 2 infantry 1 mech @ {card} vs 2 infantry"
    plain = idle.replace("invasion", "ground").replace("1 carrier ", "")
    assert odds(idle).win == pytest.approx(odds(plain).win)
    used = f"invasion: 2 carrier 1 dreadnought 2 infantry @ {card} vs 3 cruiser 2 infantry 2 pds"
    for landing in odds(used).landings:
        held = landing.battle.attacker.has(card)
        assert not held if card == "mb" else True
    whole = BattleMarkovChain(Fight.from_battle(Battle.parse(used).space_battle)).end_chances
    spent = sum(
        chance
        for situation, chance in whole.items()
        if situation.winner == 0 and card in situation.state[0].used_effects
    )
    gone = sum(landing.chance for landing in odds(used).landings if not landing.battle.attacker.has(card))
    assert gone == pytest.approx(spent)
    assert spent > 0


def test_effects_act_in_the_part_they_belong_to():
    base = odds(LINE)
    bunker = odds(f"{LINE} @ bunker")
    assert bunker.space_odds == base.space_odds
    assert odds(LINE.replace("infantry vs", "infantry @ f_prototype vs")).planet_odds == base.planet_odds
    assert odds(LINE.replace("infantry vs", "infantry @ fire_team vs")).win > base.win
    assert odds(f"{LINE} @ parley").win == 0
    assert odds(f"{LINE} @ ceasefire").loss == 1


def test_the_nekro_infantry_of_the_defender_stays_on_its_planet():
    found = odds("invasion: 3 dreadnought 3 infantry vs 1 flagship 4 infantry @ nekro")
    alone = odds("space: 3 dreadnought 3 infantry vs 1 flagship @ nekro")
    assert found.space_odds.win == pytest.approx(alone.win)


def test_the_naalu_fighters_land_with_their_flagship():
    found = odds("invasion: 1 flagship 4 fighter 1 infantry @ naalu vs 2 infantry")
    assert [str(landing.battle) for landing in found.landings] == [
        "ground: 4 fighter 1 flagship 1 infantry @ naalu vs 2 infantry"
    ]


@given(
    st.integers(1, 3),
    st.integers(0, 3),
    st.integers(0, 4),
    st.sampled_from(["", "1 destroyer ", "2 fighter 1 cruiser "]),
    st.integers(1, 3),
)
def test_chances_and_losses_hold_together(ships, fighters, infantry, enemy, defending):
    fleet = f"{fighters} fighter " if fighters else ""
    landing = f" {infantry} infantry" if infantry else ""
    found = odds(f"invasion: {fleet}{ships} carrier{landing} vs {enemy}{defending} infantry")
    assert found.win + found.tie + found.loss == pytest.approx(1)
    assert sum(each.chance for each in found.landings) == pytest.approx(found.space_odds.win)
    assert all(each.ground_force_count <= min(infantry, 4 * ships) for each in found.landings)
    assert found.win <= found.space_odds.win + 1e-12
    for index, (lost, side) in enumerate(
        zip((found.attacker_losses, found.defender_losses), found.battle.sides, strict=True)
    ):
        assert found.space_losses[index] - 1e-12 <= lost <= side.cost + 1e-9


def test_the_tables_say_the_same_as_the_odds():
    found = odds(LINE)
    frame = invasion_stage_table(LINE, lang="de")
    assert frame.stage.tolist() == ["cannon", "space", "bombardment", "landing", "ground"]
    won = found.space_odds.win
    assert frame.chance.tolist() == pytest.approx([1, won, won, won, found.win])
    assert frame.label[4] == "der Planet ist erobert"
    assert frame.own_lost[4] == pytest.approx(found.attacker_losses)
    assert frame.attrs["win"] == found.win
    landings = landing_force_table(LINE)
    assert landings.chance.sum() == pytest.approx(found.space_odds.win)
    assert (landings.chance * landings.win).sum() == pytest.approx(found.win)
    assert landings.chance.is_monotonic_decreasing


def test_IM_ODDS_6_forces_and_losses_of_each_stage_as_by_hand():
    """A PDS hits with 0.5, first the carrier, then one of two infantry; nobody fights in space."""
    frame = invasion_stage_table("invasion: 1 carrier 2 infantry vs 2 infantry 1 pds").set_index("stage")
    assert frame.takes_place.to_dict() == {
        "cannon": True,
        "space": True,
        "bombardment": False,
        "landing": True,
        "ground": True,
    }
    assert frame.given["cannon"] == frame.chance["landing"] == 0.5
    assert frame.forces[["cannon", "space", "bombardment", "landing"]].tolist() == [2, 2, 2, 1.5]
    carrier, infantry = 3, 0.5
    aboard = 0.5 * (carrier + 2 * infantry)
    assert frame.own_lost[:4].tolist() == pytest.approx([aboard] * 3 + [aboard + 0.25 * infantry])
    bombarded = invasion_stage_table("invasion: 1 dreadnought 1 infantry vs 2 infantry")
    assert bombarded.enemy_lost.tolist()[:4] == pytest.approx([0, 0, 0.6 * infantry, 0.6 * infantry])
    assert bombarded.own_lost.is_monotonic_increasing
    never = invasion_stage_table("invasion: 1 carrier 1 infantry @ s_retreat vs 1 cruiser 1 infantry")
    assert never.chance.tolist() == [1, 0, 0, 0, 0]
    assert never.given.isna().tolist() == [False, False, True, True, True]


def test_odds_of_battles_of_all_kinds():
    lines = ("space: 2 cruiser vs 1 dreadnought", LINE, "ground: 2 infantry vs 1 infantry", LINE)
    found = finish(odds_of_legal_battles_in_slices([Battle.parse(line) for line in lines]))
    assert found[0].win == pytest.approx(odds(lines[0]).win)
    assert found[1] == found[3] == odds(LINE).planet_odds
    assert found[2].win == pytest.approx(odds(lines[2]).win)


def test_IM_ODDS_3_best_is_worked_out_for_the_whole_invasion():
    """Keeping the carrier matters only on the ground: in space it would be lost before the cruisers."""
    line = "invasion: 2 cruiser 1 carrier 4 infantry{} vs 2 cruiser 3 infantry"
    best = odds(line.format(" / best"))
    assert best.win >= max(
        odds(line.format(policy)).win for policy in ("", " / order=carriers-first sustain=first")
    )


@pytest.mark.parametrize("lang", ["en", "de"])
def test_other_lines_are_refused(lang):
    with pytest.raises(Fault) as caught:
        invasion_stage_table("space: 1 cruiser vs 1 cruiser", lang=lang)
    assert "invasion:" in caught.value.text()
    with pytest.raises(IllegalBattleError):
        odds("invasion: 1 flagship vs 1 infantry")
