"""Survivors, losses and hits by unit, against the ends of the battle."""

from __future__ import annotations

from math import isclose

import pytest
from fleets import mean_lost

from twingkit.imperium import odds

LINES = [
    "space: 2 cruiser 1 dreadnought vs 2 fighter 1 dreadnought",
    "space: 3 fighter 1 cruiser 2 carrier vs 3 destroyer 1 warsun",
    "space: 1 cruiser 1 dreadnought / order=default sustain=never vs 1 dreadnought",
    "ground: 1 infantry 2 mech vs 3 infantry 1 pds",
]


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("winner", [None, "attacker", "defender"])
def test_survivors_and_losses_are_those_of_the_ends(line, winner):
    found = odds(line)
    left, lost = found.survivors(winner=winner), found.losses(winner=winner)
    assert list(left.columns) == ["side", "unit", "count", "chance", "mean"]
    assert list(lost.columns) == ["side", "unit", "count", "chance", "mean", "resources"]
    assert left.attrs["position"] == line
    assert left.attrs["winner"] == winner
    share = {None: 1.0, "attacker": found.win, "defender": found.loss}[winner]
    assert left.attrs["share"] == pytest.approx(share)
    for side in ("attacker", "defender"):
        assert found.survivors(side, winner=winner).equals(left[left.side == side].reset_index(drop=True))
        assert found.losses(side, winner=winner).equals(lost[lost.side == side].reset_index(drop=True))
        means = dict.fromkeys(left[left.side == side].unit, 0.0)
        for force in found.forces_left(side, winner=winner):
            for name, fresh, hurt in force.units:
                means[name] += force.chance * (fresh + hurt)
        resources = 0.0
        for name, mean in means.items():
            rows = left[(left.side == side) & (left.unit == name)]
            gone = lost[(lost.side == side) & (lost.unit == name)]
            assert rows.chance.sum() == pytest.approx(1)
            assert (rows["count"] * rows.chance).sum() == pytest.approx(mean)
            assert rows["mean"].tolist() == pytest.approx([mean] * len(rows))
            assert gone["mean"].iloc[0] + mean == pytest.approx(rows["count"].max())
            resources += gone["resources"].iloc[0]
        assert resources == pytest.approx(found.resource_loss_distribution(side, winner=winner).mean())


def test_a_side_that_never_wins_has_no_rows():
    found = odds("space: 1 cruiser @ s_retreat vs 3 dreadnought")
    assert found.survivors(winner="defender").empty
    assert found.losses(winner="defender").empty
    assert not found.hits_distribution("attacker", winner="defender")


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("side", ["attacker", "defender"])
def test_IM_UNIT_3_every_hit_that_finds_a_unit_damages_or_destroys_it(line, side):
    found = odds(line)
    taken, sustained = (found.hits_distribution(side, kind) for kind in ("taken", "sustained"))
    assert taken.total == pytest.approx(1)
    assert taken.mean() == pytest.approx(sustained.mean() + sum(mean_lost(found, side).values()))
    if "never" in line and side == "attacker":
        assert isclose(sustained[0], 1)


def test_IM_UNIT_3_a_ship_sustains_once_unless_it_is_repaired():
    found = odds("space: 1 dreadnought vs 1 cruiser")
    whole = sum(
        left.chance for left in found.forces_left("attacker") if left.units == (("dreadnought", 1, 0),)
    )
    sustained = found.hits_distribution("attacker", "sustained")
    assert dict(sustained) == pytest.approx({0: whole, 1: 1 - whole})
    repaired = odds("space: 1 dreadnought @ da vs 1 cruiser").hits_distribution("attacker", "sustained")
    assert repaired[2] > 0
    assert repaired.total == pytest.approx(1)


def test_IM_TECH_nes_one_use_cancels_two_hits():
    hits = odds("space: 1 dreadnought @ letnev,nes vs 2 cruiser").hits_distribution("attacker", "sustained")
    assert set(hits) == {0, 1, 2}


@pytest.mark.parametrize("winner", ["attacker", "defender"])
def test_hits_of_the_battles_that_a_side_wins(winner):
    found = odds("space: 2 cruiser vs 1 dreadnought")
    hits = found.hits_distribution("defender", "taken", winner=winner)
    assert hits.total == pytest.approx(1)
    assert set(hits) == ({2} if winner == "attacker" else {0, 1})


def test_the_odds_are_a_table_of_one_row():
    found = odds("space: 2 cruiser vs 1 dreadnought")
    (row,) = found.frame().to_dict("records")
    assert row == found.chances
    facts = found.frame().attrs
    assert facts["position"] == "space: 2 cruiser vs 1 dreadnought"
    assert (facts["attacker_lost"], facts["defender_lost"]) == found.mean_resource_losses


def chances_of(frame, unit):
    """Return the chance of each number of these units."""
    rows = frame[frame.unit == unit]
    return dict(zip(rows["count"], rows["chance"], strict=True))


def test_IM_ODDS_6_units_of_an_invasion_are_those_of_its_two_battles():
    found = odds("invasion: 1 carrier 1 infantry vs 1 fighter 1 infantry")
    space, ground = odds("space: 1 carrier vs 1 fighter"), odds("ground: 1 infantry vs 1 infantry")
    own, enemy = found.survivors("attacker"), found.survivors("defender")
    assert chances_of(own, "carrier") == pytest.approx({0: 1 - space.win, 1: space.win})
    assert chances_of(own, "infantry")[1] == pytest.approx(space.win * ground.win)
    assert chances_of(enemy, "infantry")[1] == pytest.approx(1 - space.win * (ground.win + ground.tie))
    assert chances_of(found.losses("defender", winner="attacker"), "fighter") == {0: 0, 1: pytest.approx(1)}
    assert found.survivors(winner="defender").attrs["share"] == pytest.approx(found.loss)


INVASIONS = [
    "invasion: 2 dreadnought 1 carrier 4 infantry vs 2 cruiser 2 infantry 1 pds",
    "invasion: 1 flagship 4 fighter 1 infantry @ naalu vs 1 fighter 2 infantry",
    "invasion: 2 carrier 3 fighter 4 infantry 1 mech @ yin,dxa vs 1 flagship 2 infantry @ nekro",
    "invasion: 1 flagship 1 carrier 3 infantry @ nekro vs 2 cruiser 1 infantry",
    "invasion: 2 carrier 1 mech! 2 infantry vs 1 destroyer 1 mech",
]


@pytest.mark.parametrize("line", INVASIONS)
def test_IM_ODDS_5_losses_of_an_invasion_add_up_to_its_mean_losses(line):
    found = odds(line)
    for side, mean in (("attacker", found.attacker_losses), ("defender", found.defender_losses)):
        lost, left = found.losses(side), found.survivors(side)
        assert lost.drop_duplicates("unit").resources.sum() == pytest.approx(mean)
        assert lost.groupby("unit").chance.sum().tolist() == pytest.approx([1] * lost.unit.nunique())
        assert "pds" not in set(left.unit)
        assert list(lost.unit.unique()) == list(left.unit.unique())


@pytest.mark.parametrize("effects", ["yin,dxa", "yin", "sol"])
def test_IM_ODDS_5_a_gained_infantry_is_no_negative_loss(effects):
    alone = odds(f"ground: 3 infantry @ {effects} vs 3 infantry")
    after_space = odds(f"invasion: 1 carrier 3 infantry @ {effects} vs 3 infantry")
    assert (after_space.attacker_losses, after_space.defender_losses) == pytest.approx(
        alone.mean_resource_losses
    )


def test_IM_UNIT_11_units_without_room_are_lost():
    lost = odds("invasion: 2 carrier 8 infantry vs 3 fighter 1 infantry").losses(
        "attacker", winner="attacker"
    )
    one_carrier = chances_of(lost, "carrier")[1]
    infantry = chances_of(lost, "infantry")
    assert one_carrier > 0
    assert sum(infantry[n] for n in range(4, 9)) >= one_carrier
    none = odds("invasion: 1 cruiser 2 infantry vs 1 infantry")
    assert chances_of(none.losses("attacker"), "infantry") == {0: 0, 1: 0, 2: 1}


@pytest.mark.parametrize("kind", ["sustained", "taken"])
def test_IM_ODDS_6_hits_of_an_invasion_are_those_of_its_two_battles(kind):
    found = odds("invasion: 1 warsun 2 mech vs 1 dreadnought 2 infantry")
    space, ground = odds("space: 1 warsun vs 1 dreadnought"), odds("ground: 1 warsun 2 mech vs 2 infantry")
    for side in ("attacker", "defender"):
        hits = found.hits_distribution(side, kind)
        parts = [part.hits_distribution(side, kind).mean() for part in (space, ground)]
        assert hits.total == pytest.approx(1)
        assert hits.mean() == pytest.approx(parts[0] + space.win * parts[1])
    assert found.hits_distribution("defender", "taken", winner="attacker").quantile(0) == 4
    assert not odds("invasion: 1 cruiser vs 1 infantry").hits_distribution("attacker", winner="attacker")
