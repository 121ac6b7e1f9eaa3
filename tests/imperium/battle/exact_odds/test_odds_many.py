"""Many battles at once: the numbers of single calls, in order, and one error for all bad lines."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from fleets import fleets
from hypothesis import given
from hypothesis import strategies as st

from twingkit.analyse.reports.batches import BatchError
from twingkit.core.messages import Fault
from twingkit.imperium import Battle, odds, odds_many
from twingkit.imperium.battle.exact_odds.chances_many import chances_many
from twingkit.imperium.battle.exact_odds.units_only_sides import units_only_side

GIVEN = json.loads(Path(__file__).with_name("battles.json").read_text(encoding="utf-8"))
LINES = [row["battle"] for row in GIVEN]
MEDIUM = "space: {} fighter {} cruiser {} dreadnought vs {} fighter 1 carrier 2 warsun"


def test_IM_ODDS_1_the_given_battles_come_out_together():
    frame = odds_many(LINES)
    assert list(frame.columns) == ["position", "win", "tie", "loss", "edge", "reason", "refused"]
    numbers = frame[["win", "tie", "loss"]].to_numpy()
    assert np.abs(numbers - [row["odds"] for row in GIVEN]).max() < 1e-9
    assert list(frame.position) == [str(Battle.parse(line)) for line in LINES]
    assert frame.attrs.pop("columns")
    assert frame.attrs == {"rules": ["IM-ODDS-1"]}


@given(st.lists(fleets(most=2, kinds=2), min_size=1, max_size=4))
def test_IM_ODDS_1_every_row_is_the_single_call(battles):
    frame = odds_many(battles)
    for row, battle in zip(frame.itertuples(), battles, strict=True):
        found = odds(battle)
        assert (row.win, row.tie, row.loss) == pytest.approx((found.win, found.tie, found.loss), abs=1e-12)
        assert row.edge == pytest.approx(found.edge, abs=1e-12)


def test_IM_ODDS_1_battles_of_all_shapes_go_together():
    """Return lines with branching ladders and straight ones, long and short, and a side with nothing that
    fights."""
    lines = [
        "space: 3 destroyer 2 dreadnought vs 3 fighter 1 dreadnought",
        "space: 1 fighter vs 1 fighter",
        "space: 1 infantry vs 1 cruiser",
        "space: 1 infantry vs 1 infantry",
        "space: 1 cruiser vs 2 infantry",
        "ground: 2 infantry vs 2 pds",
        "space: 2 dreadnought @ letnev,nes vs 2 cruiser",
        "space: 20 fighter vs 20 fighter",
        "space: 2 destroyer 2 fighter 2 dreadnought 1 pds vs 4 fighter 1 destroyer 1 dreadnought 1 pds",
        "space: 2 dreadnought @ mb:2 vs 2 cruiser 1 carrier",
    ]
    frame = odds_many(lines)
    for row, line in zip(frame.itertuples(), lines, strict=True):
        found = odds(line)
        assert (row.win, row.tie, row.loss) == pytest.approx((found.win, found.tie, found.loss), abs=1e-12)


def test_IM_ODDS_3_best_is_told_as_the_policy_it_stands_for():
    line = "space: 2 fighter 2 cruiser 2 carrier / best vs 1 cruiser 2 dreadnought"
    frame = odds_many([line])
    assert "order=carriers-first" in frame.position[0]
    assert frame.win[0] == pytest.approx(odds(line).win)


def test_bad_lines_are_all_named():
    bad = ["space: 1 cruiser vs 1 cruiser", "space: 1 cruiser", "space: 1 flagship vs 1 carrier", 7]
    with pytest.raises(BatchError) as found:
        odds_many(bad)
    assert [fault.index for fault in found.value.faults] == [1, 2, 3]
    assert "battle 3" in str(found.value)
    assert "IM-UNIT-13" in str(found.value)
    frame = odds_many(bad, errors="column", lang="de")
    assert list(frame.win.isna()) == [False, True, True, True]
    assert frame.refused[0] == ""
    assert "IM-UNIT-13" in frame.refused[2]
    assert "erwartet" in frame.refused[1]
    assert list(frame.position) == list(map(str, bad))
    with pytest.raises(Fault, match="errors must be"):
        odds_many(bad, errors="ignore")


def test_the_index_of_a_series_is_kept_and_one_battle_is_a_batch_of_one():
    series = pd.Series(LINES[:2], index=["a", "b"])
    assert list(odds_many(series).index) == ["a", "b"]
    assert len(odds_many(LINES[0])) == 1
    assert len(odds_many(Battle.parse(LINES[0]))) == 1
    assert len(odds_many([])) == 0


def test_without_numpy_the_numbers_are_the_same(monkeypatch):
    battles = [Battle.parse(line) for line in LINES[:6]]
    with_numpy = chances_many(battles)
    monkeypatch.setattr("twingkit.imperium.battle.exact_odds.chances_many.find_spec", lambda name: None)
    assert importlib.util.find_spec("numpy") is not None
    for one, other in zip(chances_many(battles), with_numpy, strict=True):
        assert one == pytest.approx(other, abs=1e-12)


@pytest.mark.parametrize(
    ("line", "quiet"),
    [
        ("space: 3 fighter 1 warsun vs 1 carrier", True),
        ("space: 3 fighter 1 pds vs 1 carrier", False),
        ("space: 1 cruiser @ mentak vs 1 carrier", False),
        ("space: 1 cruiser @ sol vs 1 carrier", True),
        ("space: 1 flagship @ winnu vs 1 carrier", False),
        ("space: 1 cruiser @ mb vs 1 carrier", False),
        ("ground: 1 dreadnought 1 infantry vs 1 infantry", False),
        ("ground: 1 carrier 1 infantry vs 1 infantry", True),
    ],
)
def test_sides_that_do_nothing_but_fight_rounds_are_shared(line, quiet):
    battle = Battle.parse(line)
    plain = units_only_side(battle.kind, 0, battle.attacker)
    assert (plain is not None and plain.has_no_opening) is quiet


def test_a_chance_of_0_has_a_reason_and_no_other_has_one():
    some = ["space: 1 cruiser vs 2 pds", "ground: nothing vs 1 infantry", "space: 99 warsun vs 1 fighter"]
    frame = odds_many([*LINES, *some, "space: 1 cruiser vs 1 flagship"], errors="column", lang="de")
    zero = (frame[["win", "tie", "loss"]] < 1e-12).any(axis=1)
    assert zero.any()
    assert ((frame.reason != "") == zero).all()


def test_IM_SPACE_10_a_reason_says_who_has_nobody_in_the_fight_and_which_effect_ends_it():
    frame = odds_many(
        [
            "space: 1 cruiser vs 2 pds",
            "ground: 2 dreadnought vs 1 infantry",
            "ground: 3 infantry vs 1 infantry @ parley",
            "space: 10 dreadnought vs 1 fighter",
        ]
    )
    ships, ground, parley, rare = frame.reason
    assert ships == "No loss: the defender has no ship in the battle [IM-SPACE-10]."
    assert ground == "No win: the attacker has no ground force in the battle [IM-INV-9]."
    assert parley.count("with Parley") == 2
    assert "IM-ACT-parley" in parley
    assert frame.loss[3] > 0
    assert "at most one battle in a trillion" in rare
