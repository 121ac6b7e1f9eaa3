"""Refusals of figures, their descriptions, and that they need neither pandas nor plotly."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest
from charts.samples import FRAMES, SHARES, drawn, each_figure, each_language

from twingkit import charts, ember, imperium, sweep
from twingkit.analyse.charts import wording
from twingkit.analyse.charts.alt_text import figure_kinds_by_name
from twingkit.core.messages import Fault

COLUMNS = ("label", "option", "tie", "y", "chance", "seconds", "win", "saved", "rounds", "attack", "prime")
"""The omitted columns: of each figure the first one."""


@each_figure
@each_language
def test_a_missing_column_is_named_with_what_was_expected(name: str, lang: str) -> None:
    table = figure_kinds_by_name()[name].read(FRAMES[name])
    needed = {"shares": "low", "review": "win", "endgame": "outcome", "duel": "chance", "curves": "x"}
    column = needed.get(name) or next(column for column in COLUMNS if column in table.columns)
    with pytest.raises(Fault) as refused:
        drawn(name, made=FRAMES[name].drop(columns=column))
    message = refused.value.text()
    assert f"charts.{name}" in message
    assert column in message
    assert wording.say(f"column.{column}") in message


@each_figure
def test_an_empty_frame_is_refused(name: str) -> None:
    with pytest.raises(Fault, match="no rows") as refused:
        drawn(name, made=FRAMES[name].iloc[:0])
    assert "keine Zeilen" in refused.value.text("de")


@pytest.mark.parametrize("value", [float("nan"), 1.5, -0.2, "much", None])
def test_a_chance_that_is_none_is_refused_with_its_row(value: object) -> None:
    rows = [{"label": "a", **SHARES}, {"label": "b", **SHARES, "win": value}]
    with pytest.raises(Fault, match=r"charts\.odds: row 2 .*“win”"):
        charts.odds(rows)


@pytest.mark.parametrize("thing", [3, "text", {"win": 1}, [3], None])
def test_what_is_no_frame_is_refused(thing: object) -> None:
    with pytest.raises(Fault, match="expected a DataFrame"):
        charts.odds(thing)


def test_another_theme_or_language_is_refused() -> None:
    with pytest.raises(Fault, match="light, dark, auto"):
        drawn("odds", ground="blue")
    with pytest.raises(Fault, match="'en' or 'de'"):
        drawn("odds", lang="fr")


GRIDS = pd.DataFrame(
    [
        {"defence": defence, "x": x, "y": 3, "series": "a", "win": win}
        for defence, win in (("W4", 0.5), ("W4 & cat", 0.25))
        for x in (1, 2)
    ]
)


@pytest.mark.parametrize("draw", [charts.heat_map, charts.curves])
def test_rows_that_would_cover_each_other_are_refused_with_the_column_that_differs(draw: Any) -> None:
    with pytest.raises(Fault, match=r"draw only one of them; they differ in: defence"):
        draw(GRIDS)
    assert charts.heat_map(GRIDS[GRIDS["defence"] == "W4"]).data


@pytest.mark.parametrize("draw", [charts.heat_map, charts.curves])
def test_equal_places_with_different_numbers_are_refused(draw: Any) -> None:
    row = {"x": 1, "y": 1, "series": "a", "win": 0.5}
    with pytest.raises(Fault, match=r"different numbers \(win\)"):
        draw([row, {**row, "win": 0.25}])
    assert draw([row, row]).data


def test_a_review_of_two_games_is_refused_as_one_curve() -> None:
    row = {"place": 1, "player": "p1", "win": 0.5, "win_best": 0.5, "loss": 0.0}
    with pytest.raises(Fault, match=r"player = p1, place = 1"):
        charts.review([row, {**row, "win": 0.25}])


@pytest.mark.parametrize("draw", [charts.heat_map, charts.curves])
def test_a_sweep_of_three_names_says_how_to_keep_one_value(draw: Any) -> None:
    frame = sweep(
        imperium.odds,
        "space: {n} cruiser vs {m} destroyer {k} fighter",
        {"n": [1, 2], "m": [1, 2], "k": [0, 1]},
    )
    with pytest.raises(Fault, match=r"varies n, m, k: .*frame\[frame\['k'\] == 0\]"):
        draw(frame)
    assert draw(frame[frame["k"] == 0]).data


def test_a_text_is_refused_in_the_column_that_the_frame_has() -> None:
    frame = sweep(lambda a, b: f"{a} {b}", None, {"a": [1, 2], "b": [3, 4]})
    with pytest.raises(Fault, match=r"“1 3” in the column “value”"):
        charts.heat_map(frame)


def test_margins_of_several_battles_without_a_column_that_tells_them_apart_are_refused() -> None:
    rows = [{"margin": 2, "chance": 0.5}, {"margin": 2, "chance": 0.25}, {"margin": -1, "chance": 0.75}]
    with pytest.raises(Fault, match=r"charts\.margins: 2 rows have the same place"):
        charts.margins(rows)


def test_a_creature_that_stands_twice_for_a_number_of_turns_is_refused() -> None:
    rows = [{"creature": "wisp", "chance": 0.5, "turns": 1, "hand": hand} for hand in ("A6", "E6")]
    rows[1]["chance"] = 0.25
    with pytest.raises(Fault, match="they differ in: hand"):
        ember.charts.reach(rows)
