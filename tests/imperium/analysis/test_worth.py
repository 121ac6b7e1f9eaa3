"""What effects and units are worth: every change against the odds of the battle that it makes."""

from __future__ import annotations

import pytest

from twingkit.imperium import odds, rulebook
from twingkit.imperium.analysis.invasion import invasion_odds
from twingkit.imperium.analysis.one_more import one_more
from twingkit.imperium.analysis.worth import effect_rows, effect_worth, unit_rows, unit_worth
from twingkit.imperium.box.effects import all_effects
from twingkit.imperium.notation.battle_line import Battle
from twingkit.messages import Fault

LINE = "space: 2 cruiser 1 destroyer @ amd,mb vs 1 dreadnought 2 fighter 1 pds"


@pytest.fixture(scope="module")
def rows():
    return effect_rows(LINE)


def test_every_row_is_the_battle_that_it_makes(rows):
    whole = odds(LINE)
    for row in (*rows, *unit_rows(LINE)):
        own = whole if row.side == "attacker" else whole.flipped()
        assert (row.base.win, row.base.tie) == pytest.approx((own.win, own.tie))
        if row.odds:
            changed = odds(row.battle)
            changed = changed if row.side == "attacker" else changed.flipped()
            assert row.odds.win == pytest.approx(changed.win, abs=1e-12)
            assert row.win_change == pytest.approx(changed.win - own.win, abs=1e-11)


def test_every_writable_effect_stands_once_for_each_side(rows):
    for side in ("attacker", "defender"):
        ids = [row.change.token[1:] for row in rows if row.side == side]
        assert sorted(ids) == sorted(set(ids))
        always = {effect.id for effect in all_effects().values() if effect.always}
        assert set(ids) == set(all_effects()) - always


def test_what_a_side_has_is_taken_away(rows):
    taken = {row.change.token for row in rows if row.change.token.startswith("-")}
    assert taken == {"-amd", "-mb"}
    morale = next(row for row in rows if row.change.token == "-mb")
    assert morale.win_change < 0
    assert morale.change.rule == "IM-ACT-mb"
    assert morale.label("de").startswith("−")


def test_rows_are_ranked_and_refused_ones_come_last(rows):
    sizes = [abs(row.edge_change) for row in rows if row.odds]
    assert sizes == pytest.approx(sorted(sizes, reverse=True), abs=1e-11)
    assert [row.odds is None for row in rows] == sorted(row.odds is None for row in rows)
    assert {row.why.rule for row in rows if row.odds is None} <= {"IM-TECH-1", "IM-UNIT-14", "IM-MOVE-7"}


@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_row_says_why(rows, lang):
    for row in (*rows, *unit_rows(LINE)):
        told = row.reason(lang)
        assert len(told) > 20
        assert "{" not in told + row.label(lang)
        assert row.change.rule in rulebook()
    bunker = next(row for row in rows if row.change.token == "+bunker" and row.side == "defender")
    assert bunker.why.case == "phase"
    assert bunker.win_change == 0


def test_units_more_less_and_upgraded():
    found = {(row.side, row.change.token): row for row in unit_rows(LINE)}
    assert found["attacker", "+cruiser"].win_change > 0
    assert found["attacker", "-cruiser"].win_change < 0
    assert str(found["attacker", "cruiser>cruiser+"].battle).startswith("space: 1 destroyer 2 cruiser+")
    assert found["attacker", "+cruiser"].per_resource == pytest.approx(
        found["attacker", "+cruiser"].win_change / 2
    )
    assert found["defender", "+pds"].per_resource != found["defender", "+pds"].per_resource  # nan
    assert ("attacker", "+infantry") not in found


def test_a_last_unit_is_not_taken_away():
    assert not any(row.change.token == "-warsun" for row in unit_rows("space: 1 warsun vs 1 cruiser"))


def test_one_side_alone():
    assert {row.side for row in effect_rows(LINE, "defender")} == {"defender"}
    with pytest.raises(Fault):
        unit_rows(LINE, "nobody")


def test_the_frame_ranks_and_lists_what_is_refused(rows):
    frame = effect_worth(LINE, lang="de")
    assert frame["rank"].tolist() == list(range(1, len(frame) + 1))
    assert len(frame) + len(frame.attrs["refused"]) == len(rows)
    assert frame.attrs["base"]["win"] == pytest.approx(odds(LINE).win)
    assert frame.attrs["battle"] == str(Battle.parse(LINE))
    assert frame[frame.change == "-mb"].rules.tolist() == ["IM-ACT-mb"]


def test_an_invasion_is_changed_as_a_whole():
    line = "invasion: 1 carrier 2 infantry vs 1 destroyer 1 infantry"
    frame = unit_worth(line, "attacker")
    row = frame[frame.change == "+infantry"].iloc[0]
    more = invasion_odds("invasion: 1 carrier 3 infantry vs 1 destroyer 1 infantry")
    assert row.win == pytest.approx(more.win)
    assert row.per_resource == pytest.approx(row.win_change / 0.5)


def test_one_more_of_what_changes_nothing_has_its_reason():
    frame = one_more("space: 2 cruiser vs 1 dreadnought", "attacker", ["cruiser", "infantry"])
    assert frame["reason"].tolist()[0] == ""
    assert "changes nothing for the attacker here: infantry" in frame["reason"].tolist()[1]
    german = one_more("space: 2 cruiser vs 1 dreadnought", "attacker", ["infantry"], lang="de")
    assert german["reason"][0] != frame["reason"][1]
