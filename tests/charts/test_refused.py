"""What figures refuse, what they describe, and that they need neither pandas nor plotly."""

from __future__ import annotations

import pytest
from charts.samples import FRAMES, SHARES, drawn, each_figure, each_language

from twingkit import charts
from twingkit.charts import wording
from twingkit.charts.alt_text import kinds
from twingkit.messages import Fault

COLUMNS = ("label", "lay", "tie", "y", "chance", "seconds", "win", "saved", "turns", "attack", "prime")
"""The columns that are left out: of each figure the first that it has."""


@each_figure
@each_language
def test_a_missing_column_is_named_with_what_was_expected(name: str, lang: str) -> None:
    table = kinds()[name].read(FRAMES[name])
    needed = {"shares": "low", "review": "win", "endgame": "outcome", "duel": "chance", "curves": "x"}
    column = needed.get(name) or next(column for column in COLUMNS if column in table.columns)
    with pytest.raises(Fault) as refused:
        drawn(name, made=FRAMES[name].drop(columns=column))
    told = refused.value.text(lang)
    assert f"charts.{name}" in told
    assert column in told
    assert wording.say(f"column.{column}", lang) in told


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
    with pytest.raises(Fault, match="en, de"):
        drawn("odds", lang="fr")
