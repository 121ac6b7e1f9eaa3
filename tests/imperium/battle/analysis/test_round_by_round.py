"""The state after every round, for lines of every kind, against the walked steps and the odds of the whole
battle."""

from __future__ import annotations

import pytest
from fleets import fleets
from hypothesis import example, given, settings
from imperium.steps_reference import WalkedChain
from long_runs import runs

from twingkit.core.notation import ROLES
from twingkit.imperium import Battle, odds, odds_by_round, round_table
from twingkit.imperium.battle.rules.force import Fight

PLAIN = (
    "space: 2 cruiser vs 1 dreadnought",
    "space: 1 fighter 1 dreadnought! 1 carrier vs 1 warsun / sustain=never",
    "space: 1 fighter 2 dreadnought / sustain=mech vs 2 cruiser 1 dreadnought!",
    "ground: 2 infantry 1 mech! vs 2 infantry 1 mech",
)
RICH = (
    "space: 2 destroyer 1 dreadnought @ da vs 2 fighter 1 dreadnought! 1 pds @ dh",
    "space: 1 cruiser 1 fighter @ mb:2 vs 1 dreadnought @ emergency",
    "ground: 1 dreadnought 2 infantry @ yin,indoctrination vs 2 infantry 1 pds",
    "ground: 2 fighter 1 flagship 1 infantry @ naalu vs 2 infantry",
    "invasion: 1 dreadnought 1 carrier 3 infantry 1 mech! vs 1 cruiser 1 mech 1 pds",
    "invasion: 1 carrier 2 infantry vs 1 pds",
    "invasion: 2 cruiser 1 infantry vs 1 dreadnought 1 infantry",
)


@pytest.mark.parametrize("line", PLAIN + RICH)
def test_the_chances_of_a_row_add_up_and_the_last_row_is_the_whole_battle(line):
    battle = Battle.parse(line)
    rows = odds_by_round(battle, 99)
    for row in rows:
        assert row.goes_on + row.win + row.tie + row.loss == pytest.approx(1)
    whole = odds(battle)
    assert (rows[-1].win, rows[-1].tie, rows[-1].loss) == pytest.approx(
        (whole.win, whole.tie, whole.loss), abs=1e-9
    )
    for phase in ("space", "ground"):
        numbers = [row.round for row in rows if row.phase == phase]
        assert numbers == list(range(len(numbers)))


@example(Battle.parse(PLAIN[2]))
@given(fleets(most=2, kinds=2))
@settings(max_examples=runs(7, 150))
def test_any_battle_goes_on_as_its_odds_say(battle):
    found = odds(battle)
    for row in odds_by_round(battle, 3):
        after = found.after_rounds(row.round)
        for index in (0, 1):
            counts = sum(chance * state[index].size for state, chance in after.items())
            hurt = sum(chance * sum(state[index].damaged) for state, chance in after.items())
            # a win may bring one more unit (IM-TECH-dxa)
            assert row.mean_units_and_damaged(ROLES[index])[0] == pytest.approx(
                counts, abs=1e-9
            ) or battle.sides[index].has("dxa")
            assert row.mean_units_and_damaged(ROLES[index])[1] == pytest.approx(hurt, abs=1e-9)


@pytest.mark.parametrize("line", PLAIN + RICH[:4])
def test_the_fast_rounds_are_those_of_the_steps(line):
    slow = WalkedChain(Fight.from_battle(Battle.parse(line))).round_chances()
    for row, (_, open_) in zip(odds_by_round(line, 3), slow, strict=False):
        assert row.goes_on == pytest.approx(sum(open_.values()), abs=1e-12)


def test_IM_ODDS_6_the_rounds_on_the_ground_are_those_of_all_landings():
    line = "invasion: 1 dreadnought 1 carrier 3 infantry 1 mech! vs 1 cruiser 1 mech 1 pds"
    found = odds(line)
    ground = [row for row in odds_by_round(line, 2) if row.phase == "ground"]
    landed = {
        landing.battle: odds_by_round(landing.battle, 2)
        for landing in found.landings
        if landing.ground_force_count
    }
    for n, row in enumerate(ground):
        goes_on = sum(
            landing.chance * landed[landing.battle][min(n, len(landed[landing.battle]) - 1)].goes_on
            for landing in found.landings
            if landing.ground_force_count
        )
        assert row.goes_on == pytest.approx(goes_on, abs=1e-12)
        assert row.loss >= 1 - found.space_odds.win - 1e-12, "who has not won in space has lost"
    space = [row for row in odds_by_round(line, 99) if row.phase == "space"]
    assert space[-1].win == pytest.approx(found.space_odds.win)


def test_a_battle_that_nobody_can_fight_has_one_row():
    rows = odds_by_round("space: 1 infantry vs 1 cruiser", 5)
    assert [(row.round, row.loss, row.goes_on) for row in rows] == [(0, 1.0, 0.0)]


def test_without_a_number_rounds_end_where_few_battles_go_on():
    rows = odds_by_round("space: 2 cruiser vs 1 dreadnought")
    assert rows[-1].goes_on <= 0.001 < rows[-2].goes_on


@pytest.mark.parametrize("rounds", [0, -1, 100])
def test_a_wrong_number_of_rounds_is_refused(rounds):
    with pytest.raises(ValueError, match="1 to 99"):
        odds_by_round("space: 1 cruiser vs 1 cruiser", rounds)


@pytest.mark.parametrize("line", PLAIN + RICH)
def test_the_table_says_the_same(line):
    frame = round_table(line, 3)
    rows = odds_by_round(line, 3)
    assert frame["goes_on"].tolist() == [row.goes_on for row in rows]
    assert frame["phase"].tolist() == [row.phase for row in rows]
    for index, role in enumerate(("attacker", "defender")):
        others = (f"{role}_units", f"{role}_damaged")
        kinds = [
            name
            for name in frame
            if name.startswith(f"{role}_") and not name.endswith("_damaged") and name not in others
        ]
        total = frame[kinds].sum(axis=1) if kinds else 0.0 * frame["goes_on"]
        assert total.tolist() == pytest.approx([row.mean_units_and_damaged(ROLES[index])[0] for row in rows])
        assert frame[f"{role}_damaged"].tolist() == [
            row.mean_units_and_damaged(ROLES[index])[1] for row in rows
        ]
    assert frame.attrs["position"] == str(Battle.parse(line))
