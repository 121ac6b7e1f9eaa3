"""The margins by which a battle is won, with their chances, for one battle and for many."""

from __future__ import annotations

import pandas as pd
import pytest
from battles import battles
from hypothesis import given
from hypothesis import strategies as st

from twingkit import twing
from twingkit.analyse.reports.batches import BatchError
from twingkit.twing.analysis.battle_distributions import margins
from twingkit.twing.exact_odds.variants.contest import battle_contest
from twingkit.twing.notation.battle_line import Battle
from twingkit.twing.rules.cards import FACES

LINES = ["F: F5 F3 + F4 vs W: W6 W4", "F: F5 vs W: shield W4"]


def counted(battle: Battle) -> dict[int, float]:
    """Reference implementation: count all pairs of faces one by one; uncancelled symbols are not margins."""
    attack, defence = battle_contest(battle).profiles
    found: dict[int, float] = {}
    for one in FACES:
        for two in FACES if defence.rolls_die else (0,):
            results = [
                0 if face == twing.SPIRAL else side.face_result(face)
                for side, face in ((attack, one), (defence, two))
            ]
            if not {*results} & {twing.SUN, twing.CROSS}:
                points = battle.attacker.lay.power - battle.defender.lay.power + results[0] - results[1]
                found[points] = found.get(points, 0.0) + 1 / (144 if defence.rolls_die else 12)
    return found


@given(battles())
def test_TW_BAT_17_margins_are_those_of_all_rolls(battle):
    frame = margins(battle)
    assert dict(zip(frame.margin, frame.chance, strict=True)) == pytest.approx(counted(battle), abs=1e-12)
    assert frame.margin.is_monotonic_increasing


@given(st.lists(battles(), min_size=1, max_size=5))
def test_margins_and_criticals_of_every_battle_add_up_to_its_odds(found):
    frame = margins(found)
    assert list(frame.columns) == ["position", "margin", "chance"]
    assert list(dict.fromkeys(frame.position)) == list(dict.fromkeys(str(battle) for battle in found))
    for line, rows in frame.groupby("position"):
        odds, criticals = twing.odds(line), frame.attrs["criticals"][line]
        assert rows.chance[rows.margin > 0].sum() + criticals["win"] == pytest.approx(odds.win)
        assert rows.chance[rows.margin == 0].sum() + criticals["tie"] == pytest.approx(odds.tie)
        assert rows.chance[rows.margin < 0].sum() + criticals["loss"] == pytest.approx(odds.loss)


def test_one_battle_tells_its_criticals_at_once():
    odds, attrs = twing.odds(LINES[1]), margins(LINES[1]).attrs
    assert attrs["position"] == LINES[1]
    for name in ("critical_win", "critical_tie", "critical_loss"):
        assert attrs[name] == pytest.approx(getattr(odds, name))
        assert name not in margins(LINES).attrs


def test_equal_battles_are_listed_once():
    assert margins([LINES[0], Battle.parse(LINES[0]), "F: F3 F5 + F4 vs W: W4 W6"]).equals(margins(LINES[0]))


def test_a_series_of_lines_is_read():
    assert margins(pd.Series(LINES)).equals(margins(LINES))


def test_no_battle_gives_an_empty_frame():
    frame = margins([])
    assert len(frame) == 0
    assert list(frame.columns) == ["position", "margin", "chance"]


def test_bad_battles_are_refused():
    with pytest.raises(twing.NotationError):
        margins("F: F5 vs")
    with pytest.raises(BatchError, match="battle 2, F: F5 vs:"):
        margins([LINES[0], "F: F5 vs"])
