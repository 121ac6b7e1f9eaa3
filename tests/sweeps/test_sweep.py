"""Sweeps: the answers of the analysis itself for every combination, stored cell by cell."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest

from twingkit import charts, ember, imajica, imperium, sweep, twing
from twingkit.analyse.sweeps.batches import batch_function_of
from twingkit.analyse.sweeps.gaps import LineTemplate
from twingkit.core.language import in_language
from twingkit.core.messages import Fault

LINE = "space: {n} cruiser 1 carrier vs {m} destroyer"


def test_every_cell_is_the_answer_of_its_line() -> None:
    frame = sweep(imperium.odds, LINE, {"n": range(3), "m": (2, 1)})
    assert frame[["n", "m"]].values.tolist() == [[0, 2], [0, 1], [1, 2], [1, 1], [2, 2], [2, 1]]
    for n, m, win in frame[["n", "m", "win"]].itertuples(index=False):
        fleet = f"{n} cruiser 1 carrier" if n else "1 carrier"
        assert win == pytest.approx(imperium.odds(f"space: {fleet} vs {m} destroyer").win, abs=1e-12)
    assert frame.attrs["parameters"] == {"n": [0, 1, 2], "m": [2, 1]}
    assert set(frame["refused"]) == {""}


SWEEPS = {
    "twing": (
        twing.odds,
        "F: F{a} F3 + {mount}>F3 {& cat*n} vs W: W{d} W4 & trap",
        {"responses": ["none", "best"]},
    ),
    "imperium": (imperium.odds, "space: {n} cruiser {a} carrier vs {d} destroyer {mount}", {}),
}
OVER = {"n": range(3), "a": [1, 2], "d": [2, 5], "mount": ["F4M", "F2M"]}


@pytest.mark.parametrize("game", SWEEPS)
def test_many_lines_at_once_have_the_rows_of_each_alone(game: str) -> None:
    function, line, more = SWEEPS[game]
    over = {**OVER, **more} if game == "twing" else {**OVER, "mount": ["@ mb", "@ nothing"]}

    def alone(battle: str, **named: str) -> object:
        return function(battle, **named)

    together, one_by_one = sweep(function, line, over), sweep(alone, line, over)
    pd.testing.assert_frame_equal(together, one_by_one, rtol=0, atol=1e-12)
    assert 0 < (together["refused"] != "").sum() < len(together)
    assert batch_function_of(function) is not None
    assert batch_function_of(alone) is None


def test_an_argument_that_only_the_function_of_one_line_has_is_asked_one_by_one() -> None:
    frame = sweep(twing.odds, "F: F{n} vs W: W6", {"n": [4, 5]}, exact=True)
    assert frame["win"].tolist() == [float(twing.odds(f"F: F{n} vs W: W6").win) for n in (4, 5)]


def test_a_cell_that_the_rules_refuse_says_why_and_has_no_number() -> None:
    frame = sweep(twing.odds, "F: F5 + {mount}>F{rider} vs W: W6", {"mount": ["F4M"], "rider": [3, 5]})
    assert frame["win"].notna().tolist() == [True, False]
    assert frame.loc[0, "refused"] == ""
    assert "TW-BAT-3" in frame.loc[1, "refused"]


def test_arguments_vary_as_gaps_do_and_a_frame_gives_all_its_rows() -> None:
    frame = sweep(twing.worth, "F: F5 vs W: W{p}", {"p": [3, 6], "responses": ["none", "best"]})
    alone = twing.worth("F: F5 vs W: W6", responses="none")
    part = frame[(frame["p"] == 6) & (frame["responses"] == "none")]
    assert part["change"].tolist() == alone["change"].tolist()
    without = sweep(ember.chance_within, None, {"cost": ["N3"], "turns": [1, 2]}, hand="E5 A12 W6 F8 A6")
    assert without["value"].tolist() == [
        ember.chance_within("E5 A12 W6 F8 A6", "N3", turns=n) for n in (1, 2)
    ]


def test_a_side_of_zero_units_has_odds() -> None:
    frame = sweep(imperium.odds, "space: {n} cruiser vs {m} cruiser", {"n": [0, 1], "m": [0, 1]})
    assert (frame["refused"] == "").all()
    wins = frame[["n", "m", "win", "tie", "loss"]].values.tolist()
    assert wins[:3] == [[0, 0, 0, 1, 0], [0, 1, 0, 0, 1], [1, 0, 1, 0, 0]]


def test_values_without_a_short_text_are_named(tmp_path: Path) -> None:
    named = {"few": {"p2": imajica.RivalHand((), 1)}, "many": {"p2": imajica.RivalHand((), 5)}}
    line = "imajica: p1 active huzzah-aping; p2 active dowd; circle kite-fields"
    deed = "seize kite-fields with huzzah-aping"
    frame = sweep(imajica.can_they_stop, line, {"holdings": named}, deed=deed, out=tmp_path)
    chances = dict(zip(frame["holdings"], frame["chance"], strict=True))
    for name, holdings in named.items():
        assert chances[name] == float(imajica.can_they_stop(line, deed, holdings=holdings).stop_chance)
    again = sweep(imajica.can_they_stop, line, {"holdings": {"few": named["many"]}}, deed=deed, out=tmp_path)
    assert again["chance"].iloc[0] == chances["many"], "a name that means something else is asked anew"


@pytest.mark.parametrize(
    ("line", "values", "filled"),
    [
        ("space: {n} cruiser+ vs {m} destroyer", {"n": 0, "m": 2}, "space: nothing vs 2 destroyer"),
        ("space: 2 cruiser vs {m} destroyer @ amd", {"m": 0}, "space: 2 cruiser vs nothing @ amd"),
        ("F: F5 & cat*{n} trap vs W: W6", {"n": 0}, "F: F5 & trap vs W: W6"),
        ("F: F5 {& cat*n} vs W: W6", {"n": 0}, "F: F5 vs W: W6"),
        ("F: F5 {& cat*n} vs W: W6", {"n": 2}, "F: F5 & cat*2 vs W: W6"),
        ("F: {card} vs W: W{p}", {"card": "F5", "p": 10}, "F: F5 vs W: W10"),
        ("2 cruiser {n} vs {m}", {"n": 0, "m": "1 cruiser"}, "2 cruiser vs 1 cruiser"),
    ],
)
def test_nothing_stands_where_there_are_none(line: str, values: dict[str, object], filled: str) -> None:
    assert LineTemplate.parse(line, list(values)).fill(values) == filled


def test_a_sweep_goes_on_where_it_was_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "kept"
    first = sweep(imperium.odds, LINE, {"n": range(2), "m": [1]}, out=out)
    cells = out / "cells.jsonl"
    cells.write_text(cells.read_text() + '["[2, 1]", [{"wi')  # stopped while it was written
    more = sweep(imperium.odds, LINE, {"n": range(3), "m": [1]}, out=out)
    assert more.head(2).equals(first.head(2))
    assert [json.loads(line)[0] for line in cells.read_text().splitlines()] == ["[0, 1]", "[1, 1]", "[2, 1]"]
    monkeypatch.setattr(
        "twingkit.analyse.sweeps.sweep.compute_cell_rows", lambda *given: 1 / 0
    )  # nothing is computed again
    assert sweep(imperium.odds, LINE, {"n": range(3), "m": [1]}, out=out).equals(more)
    with pytest.raises(Fault, match="another sweep"):
        sweep(imperium.odds, "space: {n} cruiser vs {m} cruiser", {"n": [1], "m": [1]}, out=out)
    with pytest.raises(Fault, match="something other"):
        sweep(imperium.odds, LINE, {"n": [1], "m": [1]}, out=tmp_path)


def seen_in(line: str, *, note: str) -> str:
    """Return an analysis whose cells contain any text."""
    return line + note


def test_a_sweep_with_values_of_several_lines_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = ["a\u2028b", "a\x85b", "a\nb"]
    first = sweep(seen_in, "F: F{n} vs W: W6", {"n": [5], "note": notes}, out=tmp_path)
    monkeypatch.setattr(
        "twingkit.analyse.sweeps.sweep.compute_cell_rows", lambda *given: 1 / 0
    )  # nothing is computed again
    assert sweep(seen_in, "F: F{n} vs W: W6", {"n": [5], "note": notes}, out=tmp_path).equals(first)


@pytest.mark.parametrize("line", ["no json", "5", "[1, 2]", "\x00", '["[0, 1]", '])
def test_a_kept_line_that_is_no_cell_is_refused(tmp_path: Path, line: str) -> None:
    sweep(imperium.odds, LINE, {"n": [1], "m": [1]}, out=tmp_path)
    with (tmp_path / "cells.jsonl").open("a", encoding="utf-8") as cells:
        cells.write(line + "\n")
    with pytest.raises(Fault, match="something other than a sweep"):
        sweep(imperium.odds, LINE, {"n": [1], "m": [1]}, out=tmp_path)


@pytest.mark.slow
def test_several_processes_say_reasons_in_the_language_in_force() -> None:
    line, over = "F: F5 + F4M>F{rider} vs W: W6", {"rider": [3, 5]}
    english = sweep(twing.odds, line, over)
    with in_language("de"):
        one, two = (sweep(twing.odds, line, over, processes=processes) for processes in (1, 2))
    assert one["refused"].tolist() == two["refused"].tolist() != english["refused"].tolist()


def test_several_processes_find_the_same() -> None:
    values = {"n": range(1, 4), "m": range(1, 4)}
    found = (sweep(imperium.odds, LINE, values, processes=processes) for processes in (2, 1))
    pd.testing.assert_frame_equal(*found, rtol=0, atol=1e-12)


@pytest.mark.parametrize(
    ("message", "given"),
    [
        (
            "gaps (p) and nothing varies: pass the values of each name as parameters=",
            {"template": "space: {p} cruiser vs 1 cruiser", "parameters": None, "p": [3, 4]},
        ),
        ("gap 'k'", {"template": "space: {k} cruiser vs 1 cruiser", "parameters": {"n": [1]}}),
        (
            "gap 'n + m'",
            {"template": "space: {n + m} cruiser vs 1 cruiser", "parameters": {"n": [1], "m": [1]}},
        ),
        ("no values for n", {"template": LINE, "parameters": {"n": [], "m": [1]}}),
        (
            "'responses' is neither a gap",
            {"template": LINE, "parameters": {"n": [1], "m": [1]}, "responses": "best"},
        ),
        (
            "cannot find",
            {"function": lambda line: 1, "template": "{n}", "parameters": {"n": [1, 2]}, "processes": 2},
        ),
    ],
)
def test_what_does_not_fit_together_is_refused(message: str, given: dict[str, object]) -> None:
    with pytest.raises(Fault) as refused:
        sweep(**{"function": imperium.odds, **given})
    assert message in str(refused.value)


def test_a_heat_map_draws_two_axes_with_rising_numbers() -> None:
    frame = sweep(imperium.odds, "space: {n} cruiser vs {m} cruiser", {"n": [3, 1], "m": [2, 100]})
    figure = charts.heat_map(frame)
    assert list(figure.layout.xaxis.ticktext) == ["1", "3"]
    assert figure.layout.xaxis.title.text == "n"
    assert list(figure.layout.yaxis.ticktext) == ["2"], (
        "more ships than a line holds are refused, and left out"
    )


def test_a_figure_of_a_sweep_says_its_rules_and_how_the_sides_respond() -> None:
    over = {"a": [3, 4], "d": [5, 6]}
    frame = sweep(twing.odds, "F: F{a} vs W: W{d}", over, responses="best", variant="ties=defender")
    assert (frame.attrs["responses"], frame.attrs["variant"]) == ("best", "ties=defender")
    assert "ties=defender" in charts.figure_description(charts.heat_map(frame))
    assert "variant" not in sweep(twing.odds, "F: F{a} vs W: W{d}", over, variant="box").attrs


def test_a_wrong_value_for_all_cells_is_one_error_and_one_that_varies_a_refusal_of_its_cell() -> None:
    with pytest.raises(Fault, match="worst"):
        sweep(twing.odds, "F: F{n} vs W: W6", {"n": [5, 6]}, responses="worst")
    frame = sweep(twing.odds, "F: F{n} vs W: W6", {"n": [5], "responses": ["none", "worst"]})
    assert [bool(reason) for reason in frame.refused] == [False, True]
