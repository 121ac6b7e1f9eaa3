"""Win-rate changes from many games: what they compare, and their uncertainty."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from long_runs import runs

from twingkit import arena
from twingkit.core.messages import Fault
from twingkit.twing.analysis.win_rates import COMPARED_PROPERTIES, win_rate_effects


@pytest.fixture(scope="module")
def played() -> arena.Results:
    return arena.simulate(60, ["greedy", "random", "random"], seed=5, processes=1)


@pytest.mark.parametrize("by", COMPARED_PROPERTIES)
def test_a_change_is_the_difference_of_two_shares(played, by):
    frame = win_rate_effects(played, by)
    assert len(frame)
    assert np.allclose(frame["change"], frame["share"] - frame["other"])
    assert (frame["low"] <= frame["change"]).all()
    assert (frame["change"] <= frame["high"]).all()
    assert list(frame["change"]) == sorted(frame["change"], reverse=True)
    german = win_rate_effects(played, by, lang="de")
    if by in ("object", "action", "character", "starter"):
        assert (german["label"] != frame["label"]).any()


def test_counted_by_hand_an_object_is_worth_what_its_owners_win(played):
    rows, name = played.seats, "hat"
    had = [row for row in rows.itertuples() if not pd.isna(row.got_hat)]
    others = [row for row in rows.itertuples() if pd.isna(row.got_hat)]
    change = sum(row.won for row in had) / len(had) - sum(row.won for row in others) / len(others)
    frame = win_rate_effects(played, "object").set_index("name")
    assert frame.loc[name, "change"] == pytest.approx(change)
    assert frame.loc[name, "seats"] == len(had)
    assert frame.loc[name, "rules"] == ["TW-POW-hat"]


def test_the_better_player_wins_more_and_the_interval_says_so(played):
    frame = win_rate_effects(played, "policy").set_index("name")
    assert frame.loc["greedy", "low"] > 0 > frame.loc["random", "high"]


@pytest.mark.slow
@pytest.mark.parametrize(("by", "name"), [("object", "socks"), ("policy", "greedy")])
def test_the_standard_error_is_that_of_games_drawn_again(played, by, name):
    """Reference implementation of the formula: resample whole games with replacement."""
    row = win_rate_effects(played, by).set_index("name").loc[name]
    error = (row["high"] - row["low"]) / 2 / 1.959964
    rows, games = played.seats, len(played.games)  # the seats of a game follow one another
    has = (rows["policy"] == name) if by == "policy" else rows[f"got_{name}"].notna()
    had, won = has.to_numpy().reshape(games, 3), rows["won"].to_numpy().reshape(games, 3)

    def change(chosen: np.ndarray) -> float:
        return won[chosen][had[chosen]].mean() - won[chosen][~had[chosen]].mean()

    assert change(np.arange(games)) == pytest.approx(row["change"])
    rng = np.random.default_rng(7)
    changes = [change(rng.integers(0, games, games)) for _ in range(runs(2000, 20_000))]
    assert error == pytest.approx(np.std(changes), rel=0.06)


def test_something_unknown_is_refused_with_what_there_is(played):
    with pytest.raises(Fault, match=r"twing.win_rate_effects: by must be 'object', .* not 'weather'"):
        win_rate_effects(played, "weather")
    with pytest.raises(Fault):
        win_rate_effects(played.seats, by="")


def test_a_frame_without_games_has_no_rows(played):
    assert win_rate_effects(played.seats.iloc[:0], "object").empty
