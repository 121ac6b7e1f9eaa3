"""Runs compared with each other: means, differences, first players, and their uncertainty."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from twing.analysis.played_games import greedy_and_random_games

from twingkit import arena
from twingkit.core.messages import Fault
from twingkit.odds.shares import wilson_interval
from twingkit.twing.analysis.comparison import (
    GAME_MEASURES,
    MIN_GAMES,
    differences_from_baseline,
    first_player_win_rates,
    mean_by_run,
    measure_per_game,
    percentile_table,
    student_factor,
)
from twingkit.twing.tally import ACTION_WORDS


@pytest.fixture(scope="module")
def runs() -> dict[str, arena.Results]:
    three = arena.simulate(40, ["greedy", "random"], "box price=3", seed=5, processes=1)
    return {"five": greedy_and_random_games(), "three": three}


@pytest.mark.parametrize("measure", GAME_MEASURES)
def test_a_measure_is_one_number_for_each_game(runs, measure):
    values = measure_per_game(runs["five"], measure)
    assert len(values) == 40
    assert list(values.index) == list(runs["five"].games["seed"])
    assert values.ge(0).all()
    assert values.sum() > 0 or measure == "retire"


def test_measures_count_what_the_games_say(runs):
    games, seats = runs["five"].games, runs["five"].seats
    assert measure_per_game(runs["five"], "buy").tolist() == seats.groupby("game")["buy"].sum().tolist()
    every = seats[list(ACTION_WORDS)].sum(axis=1).groupby(seats["game"]).sum()
    assert measure_per_game(seats, "actions").tolist() == every.tolist()
    began = [float(game.winner == game.starter) for game in games.itertuples()]
    assert measure_per_game(seats, "starter_won").tolist() == began
    got = seats.filter(regex="^got_").notna().sum(axis=1).groupby(seats["game"]).sum()
    assert measure_per_game(seats, "objects").tolist() == got.tolist()
    for measure, column in (("turns", "rounds"), ("answers", "answers"), ("battles", "battles")):
        assert measure_per_game(seats, measure).tolist() == games[column].tolist()


def test_TW_PLAY_2_a_draw_is_won_by_no_starter():
    seats = arena.simulate(12, ["random"] * 4, "box turn_limit=100", seed=1, processes=1).seats
    assert measure_per_game(seats.assign(won=0), "starter_won").sum() == 0


def test_a_mean_stands_in_the_middle_of_its_interval(runs):
    frame = mean_by_run(runs, "turns").set_index("label")
    turns = runs["five"].games["rounds"].astype(float)
    row = frame.loc["five"]
    assert row["mean"] == pytest.approx(turns.mean())
    assert row["error"] == pytest.approx(turns.std() / math.sqrt(40))
    assert row["high"] - row["mean"] == pytest.approx(2.0227 * row["error"], rel=1e-3)
    assert row["mean"] - row["low"] == pytest.approx(row["high"] - row["mean"])
    assert list(frame.index) == ["five", "three"]


def test_runs_of_the_same_seed_are_compared_game_by_game(runs):
    row = differences_from_baseline(runs, "turns").iloc[0]
    apart = runs["three"].games["rounds"].astype(float) - runs["five"].games["rounds"].astype(float)
    assert row["paired"]
    assert row["change"] == pytest.approx(apart.mean())
    assert row["error"] == pytest.approx(apart.std() / math.sqrt(40))
    turned = differences_from_baseline(runs, "turns", baseline="three").iloc[0]
    assert turned["change"] == pytest.approx(-row["change"])
    assert turned["error"] == pytest.approx(row["error"])


def test_runs_of_other_seeds_are_compared_as_wholes(runs):
    other = {"five": runs["five"], "fewer": runs["five"].seats.head(2 * 20)}
    row = differences_from_baseline(other, "turns").iloc[0]
    assert not row["paired"]
    one, two = mean_by_run(other, "turns")["error"]
    assert row["error"] == pytest.approx(math.hypot(one, two))


def test_a_run_is_no_different_from_itself(runs):
    row = differences_from_baseline({"one": runs["five"], "same": runs["five"]}, "answers").iloc[0]
    assert (row["change"], row["low"], row["high"]) == (0, 0, 0)


def test_the_order_of_the_games_does_not_matter(runs):
    seats = runs["three"].seats
    turned = {"five": runs["five"], "three": seats.iloc[::-1].reset_index(drop=True)}
    assert differences_from_baseline(turned).iloc[0]["change"] == pytest.approx(
        differences_from_baseline(runs).iloc[0]["change"]
    )
    assert differences_from_baseline(turned).iloc[0]["error"] == pytest.approx(
        differences_from_baseline(runs).iloc[0]["error"]
    )


def test_TW_SET_4_the_starter_has_one_row_for_each_run(runs):
    frame = first_player_win_rates(runs).set_index("label")
    for name, results in runs.items():
        won = sum(game.winner == game.starter for game in results.games.itertuples())
        row = frame.loc[name]
        assert (row["won"], row["games"], row["fair_share"]) == (won, 40, 0.5)
        assert (row["low"], row["high"]) == wilson_interval(won, 40)
        assert row["sure"] == (not row["low"] <= 0.5 <= row["high"])


def test_intervals_hold_the_truth_as_often_as_they_say():
    rng = np.random.default_rng(3)
    held = 0
    told = {"seed": range(12), "player": "p1", "won": 1, "starter": 1}
    for _ in range(600):
        drawn = pd.DataFrame({"rounds": rng.normal(50, 10, 12), **told})
        row = mean_by_run({"a": drawn}).iloc[0]
        held += row["low"] <= 50 <= row["high"]
    assert 0.92 < held / 600 < 0.98


@pytest.mark.parametrize(
    ("freedom", "expected"), [(4, 2.7764), (5, 2.5706), (10, 2.2281), (29, 2.0452), (100, 1.9840)]
)
def test_students_quantiles_are_those_of_the_tables(freedom, expected):
    assert student_factor(0.95, freedom) == pytest.approx(expected, rel=0.005)


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=40))
def test_a_spread_is_in_order_and_between_the_least_and_the_most(values):
    row = percentile_table({"a": values}).iloc[0]
    places = [row[name] for name in ("p5", "p25", "median", "p75", "p95")]
    assert places == sorted(places)
    slack = 1e-9 * (1 + max(map(abs, values)))
    assert min(values) - slack <= places[0]
    assert places[-1] <= max(values) + slack
    assert min(values) - slack <= row["mean"] <= max(values) + slack
    assert row["count"] == len(values)


def test_what_cannot_be_compared_is_refused_with_what_there_is(runs):
    with pytest.raises(Fault, match="turns, answers"):
        mean_by_run(runs, "minutes")
    with pytest.raises(Fault, match="no run"):
        mean_by_run({})
    with pytest.raises(Fault, match="five, three"):
        differences_from_baseline(runs, baseline="four")
    with pytest.raises(Fault, match=f"at least {MIN_GAMES}"):
        mean_by_run({"few": runs["five"].seats.head(2 * (MIN_GAMES - 1))})
    with pytest.raises(Fault, match="has no numbers"):
        percentile_table({"none": []})
