"""Many battles at once: the same numbers as single calls, every bad line named, all or nothing."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from battles import any_battle, battles
from fresh_python import printed_by
from hypothesis import given
from hypothesis import strategies as st
from twing.chances import GIVEN, triple

from twingkit import twing
from twingkit.analyse.reports.batches import MAX_LISTED, BatchError
from twingkit.core.messages import Fault
from twingkit.core.notation import IllegalBattleError, NotationError
from twingkit.twing.exact_odds import odds_many as batch
from twingkit.twing.exact_odds.best_responses import values as values_module
from twingkit.twing.exact_odds.odds_many import contest_odds, legal_battles, odds_many
from twingkit.twing.exact_odds.variants.contest import battle_contest
from twingkit.twing.notation.battle_line import Battle

LINES = [row["battle"] for row in GIVEN]
CHANCES = ["win", "tie", "loss"]
CRITICALS = ["critical_win", "critical_tie", "critical_loss"]
GOOD, FAR = "F: F5 vs W: W6", "F: F5 & cat*99 vs W: W6 & cat*99"
BAD = ("F: F5 vs", "F: F5 F5 F5 F5 W1 vs W: W6")


@pytest.mark.parametrize("responses", ["none", "best"])
def test_the_given_battles_come_out_as_one_frame(responses):
    frame = odds_many(LINES, responses=responses)
    assert frame.position.tolist() == LINES
    wanted = np.array([row[responses] for row in GIVEN])
    assert frame[CHANCES].to_numpy() == pytest.approx(wanted, abs=1e-9)


@pytest.mark.slow
@given(st.lists(battles(), max_size=8), st.data())
def test_TW_ODDS_1_every_number_is_that_of_the_single_call(found, data):
    given_as = [str(battle) if data.draw(st.booleans()) else battle for battle in found]
    frame = odds_many(given_as)
    assert list(frame.columns) == ["position", *CHANCES, "edge", *CRITICALS, "reason", "refused"]
    assert frame.position.tolist() == [str(battle) for battle in found]
    for row, battle in zip(frame.itertuples(), found, strict=True):
        odds = twing.odds(battle)
        for name in (*CHANCES, "edge", *CRITICALS):
            assert getattr(row, name) == pytest.approx(getattr(odds, name), abs=1e-12)


@given(st.lists(battles(most_held=2), max_size=5))
def test_TW_ODDS_2_every_number_is_that_of_the_single_call(found):
    frame = odds_many(iter(found), responses="best")
    assert list(frame.columns) == ["position", *CHANCES, "edge", "reason", "refused"]
    for row, battle in zip(frame.itertuples(), found, strict=True):
        odds = twing.odds(battle, responses="best")
        assert (row.win, row.tie, row.loss) == pytest.approx(triple(odds), abs=1e-12)
        assert row.edge == pytest.approx(odds.edge, abs=1e-12)


def test_pieces_that_keep_memory_bounded_change_nothing(monkeypatch):
    whole = odds_many([*LINES, BAD[0]], responses="best", errors="column")
    for pieces in (1, 7, len(LINES)):
        monkeypatch.setattr(batch, "BATCH_SIZE", pieces)
        frame = odds_many([*LINES, BAD[0]], responses="best", errors="column")
        pd.testing.assert_frame_equal(frame, whole, rtol=0, atol=1e-12)


@pytest.mark.parametrize("responses", ["none", "best"])
def test_the_index_of_a_series_is_kept(responses):
    index = pd.Index([f"game {number}" for number in range(len(LINES))][::-1], name="which")
    frame = odds_many(pd.Series(LINES, index=index), responses=responses)
    assert frame.index.equals(index)
    assert frame.index.name == "which"
    assert frame.position.tolist() == LINES
    assert frame.win.tolist() == odds_many(LINES, responses=responses).win.tolist()


def test_an_index_that_repeats_itself_is_kept_too():
    frame = odds_many(pd.Series([GOOD, BAD[0], GOOD], index=[7, 7, 7]), errors="column")
    assert frame.index.tolist() == [7, 7, 7]
    assert frame.refused.map(bool).tolist() == [False, True, False]
    assert frame.win.isna().tolist() == [False, True, False]


@pytest.mark.parametrize("responses", ["none", "best"])
def test_no_battle_gives_an_empty_frame_with_its_columns(responses):
    frame = odds_many([], responses=responses)
    assert len(frame) == 0
    assert list(frame.columns) == list(odds_many([GOOD], responses=responses).columns)
    assert (frame.dtypes == odds_many([GOOD], responses=responses).dtypes).all()


def test_one_battle_or_line_counts_as_a_batch_of_one():
    assert odds_many(GOOD).equals(odds_many([GOOD]))
    assert odds_many(Battle.parse(GOOD)).equals(odds_many([GOOD]))


def test_lines_are_shown_as_the_canonical_ones():
    assert odds_many(["F: F3 F5 & trap cat*1 vs W: W6"]).position[0] == "F: F5 F3 & cat trap vs W: W6"


def test_all_bad_battles_are_named_in_one_error():
    with pytest.raises(BatchError) as bad:
        odds_many([GOOD, BAD[0], GOOD, BAD[1], None, FAR], responses="best")
    faults = bad.value.faults
    assert [(fault.index, fault.entry_text) for fault in faults] == [
        (1, BAD[0]),
        (3, BAD[1]),
        (4, "None"),
        (5, FAR),
    ]
    kinds = (NotationError, IllegalBattleError, Fault, twing.BudgetError)
    assert all(isinstance(fault.error, kind) for fault, kind in zip(faults, kinds, strict=True))
    lines = bad.value.text("en").splitlines()
    assert lines[0] == "4 of 6 battles have no odds:"
    assert lines[1].startswith(f"battle 2, {BAD[0]}: ")
    assert "character 6: found a space" in lines[1]
    assert "[TW-BAT-1]" in lines[2]
    assert "not 5" in lines[2]
    assert "Fire and Water are mixed" in lines[2], "all that is wrong with a battle stands in its line"
    assert "not None" in lines[3]
    assert "99 cats" in lines[4]
    assert len(lines) == 5
    german = bad.value.text("de").splitlines()
    assert german[0] == "Für 4 von 6 Kämpfen lassen sich keine Chancen angeben:"
    assert all(one != other for one, other in zip(lines, german, strict=True))


def test_beyond_the_budget_is_no_fault_for_the_dice_alone():
    assert odds_many([FAR]).win[0] == pytest.approx(twing.odds(GOOD).win)


def test_a_long_list_of_faults_is_reported_in_part_and_kept_whole():
    with pytest.raises(BatchError, match="and 80 more") as bad:
        odds_many([BAD[0]] * 100)
    assert len(bad.value.faults) == 100
    assert len(str(bad.value).splitlines()) == MAX_LISTED + 2


def test_a_stranger_s_text_stays_short_and_on_its_line():
    with pytest.raises(BatchError) as bad:
        odds_many(["F: F5\nvs" + "x" * 5000])
    assert len(str(bad.value).splitlines()) == 2
    assert len(str(bad.value)) < 500


@pytest.mark.parametrize("lang", ["en", "de"])
def test_with_a_column_for_problems_every_row_stays(lang):
    given_as = [GOOD, BAD[0], float("nan"), FAR, Battle.parse(GOOD)]
    frame = odds_many(given_as, responses="best", errors="column")
    assert frame.position.tolist() == [GOOD, BAD[0], "nan", FAR, GOOD]
    assert frame.refused.map(bool).tolist() == [False, True, True, True, False]
    assert frame.win.isna().tolist() == [False, True, True, True, False]
    assert frame.win[0] == frame.win[4] == pytest.approx(twing.odds(GOOD, responses="best").win)
    assert "TW-ODDS-2" in frame.refused[3]
    with pytest.raises(BatchError) as bad:
        legal_battles(given_as)
    assert frame.refused[1] == bad.value.faults[0].reason_line()


@given(st.lists(any_battle, max_size=6))
def test_a_battle_has_odds_or_a_problem_as_its_own_check_says(found):
    frame = odds_many(found, errors="column")
    for row, battle in zip(frame.itertuples(), found, strict=True):
        assert bool(row.refused) == bool(battle.problems()) == bool(np.isnan(row.win))
        for problem in battle.problems():
            assert problem.text("en") in row.refused


def test_other_words_for_responses_and_errors_are_refused():
    with pytest.raises(ValueError, match="'none', 'each' or 'best', not 'some'"):
        odds_many([GOOD], responses="some")
    with pytest.raises(Fault, match="'raise' or 'column', not 'skip'"):
        odds_many([GOOD], errors="skip")


@pytest.mark.parametrize("responses", ["none", "best"])
def test_without_numpy_the_numbers_of_contests_are_the_same(monkeypatch, responses):
    contests = [battle_contest(Battle.parse(line)) for line in LINES[:12]]
    fast = [triple(odds) for odds in contest_odds(contests, responses)]
    monkeypatch.setattr(values_module, "find_spec", lambda name: None)
    plain = [triple(odds) for odds in contest_odds(contests, responses)]
    assert np.array(plain) == pytest.approx(np.array(fast), abs=1e-12)
    assert contest_odds(contests, responses)[0].rule == {"none": "TW-ODDS-1", "best": "TW-ODDS-2"}[responses]


@pytest.mark.parametrize("numpy", [True, False])
def test_beyond_the_budget_no_contest_is_solved(monkeypatch, numpy):
    if not numpy:
        monkeypatch.setattr(values_module, "find_spec", lambda name: None)
    with pytest.raises(twing.BudgetError):
        contest_odds([battle_contest(Battle.parse(line)) for line in (GOOD, FAR)], "best")


def test_a_frame_says_what_it_is_of():
    frame = odds_many([GOOD, BAD[0]], errors="column")
    assert frame.attrs.pop("columns")
    assert frame.attrs == {"responses": "none", "rules": ["TW-ODDS-1"]}


ANALYSES = ("worth", "worth_spread", "own_element", "changes", "battle_distributions")


def test_the_analyses_are_imported_without_numpy_and_pandas():
    exact = ("odds_many", "given_dice", "endgame_odds")
    names = [f"exact_odds.{name}" for name in exact] + [f"analysis.{name}" for name in ANALYSES]
    imports = "; ".join(f"import twingkit.twing.{name}" for name in names)
    code = f"import sys; {imports}; assert not {{'numpy', 'pandas', 'plotly'}} & set(sys.modules)"
    printed_by(code)
