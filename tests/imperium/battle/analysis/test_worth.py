"""The worth of effects and units: every change against the odds of the battle that it makes."""

from __future__ import annotations

import pandas as pd
import pytest

from twingkit.analyse.reports.batches import BatchError
from twingkit.core.language import in_language
from twingkit.core.messages import Fault
from twingkit.imperium import odds, rulebook
from twingkit.imperium.battle.analysis.invasion import invasion_odds
from twingkit.imperium.battle.analysis.worth import change_worth_rows, worth
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.box.effects import effects_by_id

LINE = "space: 2 cruiser 1 destroyer @ amd,mb vs 1 dreadnought 2 fighter 1 pds"


@pytest.fixture(scope="module")
def rows():
    return change_worth_rows(LINE)


def test_every_row_is_the_battle_that_it_makes(rows):
    whole = odds(LINE)
    for row in rows:
        own = whole if row.side == "attacker" else whole.for_defender()
        assert (row.odds_before.win, row.odds_before.tie) == pytest.approx((own.win, own.tie))
        if row.odds:
            changed = odds(row.changed_battle)
            changed = changed if row.side == "attacker" else changed.for_defender()
            assert row.odds.win == pytest.approx(changed.win, abs=1e-12)
            assert row.win_change == pytest.approx(changed.win - own.win, abs=1e-11)


def test_every_writable_effect_stands_once_for_each_side(rows):
    for side in ("attacker", "defender"):
        ids = [row.change.token[1:] for row in rows if row.side == side and row.change.changed_units is None]
        assert sorted(ids) == sorted(set(ids))
        always = {effect.id for effect in effects_by_id().values() if effect.is_automatic}
        assert set(ids) == set(effects_by_id()) - always


def test_what_a_side_has_is_taken_away(rows):
    taken = {
        row.change.token for row in rows if row.change.token.startswith("-") and not row.change.changed_units
    }
    assert taken == {"-amd", "-mb"}
    morale = next(row for row in rows if row.change.token == "-mb")
    assert morale.win_change < 0
    assert morale.change.rule == "IM-ACT-mb"
    with in_language("de"):
        assert morale.label().startswith("−")


def test_rows_are_ranked_and_refused_ones_come_last(rows):
    sizes = [abs(row.edge_change) for row in rows if row.odds]
    assert sizes == pytest.approx(sorted(sizes, reverse=True), abs=1e-11)
    assert [row.odds is None for row in rows] == sorted(row.odds is None for row in rows)
    assert {row.why.rule for row in rows if row.odds is None} <= {"IM-TECH-1", "IM-UNIT-14", "IM-MOVE-7"}


@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_row_says_why(rows, lang):
    for row in rows:
        reason = row.reason()
        assert len(reason) > 20
        assert "{" not in reason + row.label()
        assert row.change.rule in rulebook()
    bunker = next(row for row in rows if row.change.token == "+bunker" and row.side == "defender")
    assert bunker.why.case == "phase"
    assert bunker.win_change == 0


def test_units_more_less_and_upgraded(rows):
    found = {(row.side, row.change.token): row for row in rows}
    assert found["attacker", "+cruiser"].win_change > 0
    assert found["attacker", "-cruiser"].win_change < 0
    assert str(found["attacker", "cruiser>cruiser+"].changed_battle).startswith(
        "space: 1 destroyer 2 cruiser+"
    )
    assert found["attacker", "+cruiser"].per_resource == pytest.approx(
        found["attacker", "+cruiser"].win_change / 2
    )
    assert found["defender", "+pds"].per_resource != found["defender", "+pds"].per_resource  # nan
    assert ("attacker", "+infantry") not in found


def test_a_last_unit_is_not_taken_away():
    assert not any(row.change.token == "-warsun" for row in change_worth_rows("space: 1 warsun vs 1 cruiser"))


def test_one_side_alone():
    assert set(worth(LINE, side="defender").side) == {"defender"}
    with pytest.raises(Fault):
        worth(LINE, side="nobody")


def test_the_frame_ranks_and_leaves_out_what_is_refused(rows):
    frame = worth(LINE, lang="de")
    assert frame["rank"].tolist() == list(range(1, len(frame) + 1))
    assert len(frame) == len([row for row in rows if row.odds])
    assert set(frame.refused) == {""}
    assert frame.attrs["base"]["win"] == pytest.approx(odds(LINE).win)
    assert frame.attrs["position"] == str(Battle.parse(LINE))
    assert frame[frame.change == "-mb"].rules.tolist() == [["IM-ACT-mb"]]


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ("+2 fighter", "space: 2 fighter 1 destroyer 2 cruiser @ amd,mb"),
        ("-2 cruiser", "space: 1 destroyer @ amd,mb"),
        ("cruiser>cruiser+", "space: 1 destroyer 2 cruiser+ @ amd,mb"),
        ("destroyer>cruiser", "space: 3 cruiser @ amd,mb"),
        ("cruiser>dreadnought", "space: 1 destroyer 1 cruiser 1 dreadnought @ amd,mb"),
        ("-amd", "space: 1 destroyer 2 cruiser @ mb"),
        ("+cr2", "space: 1 destroyer 2 cruiser+ @ amd,mb"),
    ],
)
def test_a_named_change_makes_this_battle(change, line):
    whole = f"{line} vs 1 dreadnought 2 fighter 1 pds"
    frame = worth(LINE, [change], side="attacker")
    assert frame["changed_position"].tolist() == [str(Battle.parse(whole))]
    assert frame["win"].tolist() == pytest.approx([odds(whole).win], abs=1e-12)
    assert frame["win_before"].tolist() == pytest.approx([odds(LINE).win])


@pytest.mark.parametrize("change", ["", "cruiser", "+dog", "+2 mb", "crusier>cruiser", "+2 st"])
def test_a_text_that_is_no_change_raises(change):
    with pytest.raises(Fault) as bad:
        worth(LINE, ["+cruiser", change], side="attacker")
    assert bad.value.text("de") != bad.value.text("en")


def test_similar_names_are_told():
    with pytest.raises(Fault, match=r"did you mean cruiser"):
        worth(LINE, ["+crusier"])


@pytest.mark.parametrize(
    ("change", "kind", "rules"),
    [
        ("+mb", "action", []),
        ("-sh", "action", []),
        ("-3 cruiser", "unit", []),
        ("+98 cruiser", "unit", []),
        ("fighter>dreadnought", "unit", []),
        ("+dn2", "upgrade", []),
        ("-cr2", "upgrade", []),
        ("+ac2", "upgrade", []),
        ("+flagship", "unit", []),
        ("+nes", "technology", ["IM-TECH-1"]),
        ("+nm", "technology", ["IM-TECH-nm"]),
        ("+st", "technology", ["IM-TECH-st"]),
    ],
)
def test_a_change_that_a_side_cannot_have_is_a_row_without_numbers(change, kind, rules):
    frame = worth(LINE, [change, "+cruiser"], side="attacker")
    assert frame.change.tolist() == ["+cruiser", change]
    assert frame["rank"].tolist() == [1, 2]
    row = frame.loc[1]
    assert (row.kind, row.rules, row.reason, row.changed_position) == (kind, rules, "", "")
    assert row.refused.endswith(".")
    assert (
        row[["win_before", "win", "edge", "win_change", "edge_change", "cost", "per_resource"]].isna().all()
    )
    german = worth(LINE, [change], side="attacker", lang="de")
    assert german.refused.tolist() != [row.refused]


def test_many_battles_have_the_rows_of_each_alone():
    lines = [LINE, "space: 3 cruiser vs 2 dreadnought"]
    frame = worth(lines, ["+cruiser", "-cruiser"])
    alone = pd.concat([worth(line, ["+cruiser", "-cruiser"]) for line in lines])
    pd.testing.assert_frame_equal(frame, alone.reset_index(drop=True), rtol=0, atol=1e-9)
    with pytest.raises(BatchError) as found:
        worth([LINE, "space: 1 cruiser vs 1 flagship"], ["+cruiser"])
    assert [fault.index for fault in found.value.faults] == [1]


def test_an_invasion_is_changed_as_a_whole():
    line = "invasion: 1 carrier 2 infantry vs 1 destroyer 1 infantry"
    frame = worth(line, ["+infantry"], side="attacker")
    row = frame[frame.change == "+infantry"].iloc[0]
    more = invasion_odds("invasion: 1 carrier 3 infantry vs 1 destroyer 1 infantry")
    assert row.win == pytest.approx(more.win)
    assert row.per_resource == pytest.approx(row.win_change / 0.5)


def test_a_unit_that_changes_nothing_has_its_reason():
    frame = worth("space: 2 cruiser vs 1 dreadnought", ["+cruiser", "+infantry"], side="attacker").set_index(
        "change"
    )
    assert frame.loc["+infantry", "win_change"] == 0
    assert "changes nothing for the attacker here: infantry" in frame.loc["+infantry", "reason"]
    german = worth("space: 2 cruiser vs 1 dreadnought", ["+infantry"], side="attacker", lang="de")
    assert german.loc[0, "reason"] != frame.loc["+infantry", "reason"]


def test_several_units_are_named_and_their_gain_is_counted_for_each_resource():
    frame = worth(LINE, ["+2 pds", "+2 cruiser"], side="defender", lang="de").set_index("change")
    assert frame.loc["+2 cruiser", "label"] == "+ 2 × Kreuzer"
    assert frame.loc["+2 cruiser", "cost"] == 4
    assert frame.loc["+2 cruiser", "per_resource"] == pytest.approx(frame.loc["+2 cruiser", "win_change"] / 4)
    assert frame.loc["+2 pds"].isna()["per_resource"]


def test_IM_TECH_3_an_upgrade_is_named_by_its_technology():
    frame = worth(
        "space: 2 carrier 1 cruiser @ sol vs 1 dreadnought", ["+ac2", "+cr2", "+da"], side="attacker"
    )
    assert dict(zip(frame.change, frame.kind, strict=True)) == {
        "+ac2": "upgrade",
        "+cr2": "upgrade",
        "+da": "technology",
    }
    (other,) = worth("space: 2 carrier @ sol vs 1 dreadnought", ["+cv2"], side="attacker").itertuples()
    assert "another faction" in other.refused
    (back,) = worth("space: 2 cruiser+ vs 1 dreadnought", ["-cr2"], side="attacker").itertuples()
    assert back.changed_position == "space: 2 cruiser vs 1 dreadnought"
    assert back.win_change < 0


def test_the_columns_are_those_of_all_games():
    frame = worth(LINE, ["+cr2"], side="attacker")
    assert list(frame.columns) == [
        *("position", "side", "change", "kind", "label", "changed_position", "win_before", "edge_before"),
        *("win", "tie", "loss", "edge", "win_change", "edge_change", "cost", "per_resource"),
        *("rules", "reason", "refused", "rank"),
    ]
