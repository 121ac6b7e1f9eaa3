"""All figures have the same interface: a frame, then named arguments; any column, panels, named axes, one
default language."""

from __future__ import annotations

import inspect
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context
from functools import wraps
from typing import Any

import pandas as pd
import pytest
from charts.samples import FRAMES, each_figure, function

import twingkit
from twingkit import Distribution, Odds, charts, ember, sweep, twing
from twingkit.analyse.charts import setting
from twingkit.analyse.charts.figure_kind import MAX_PANELS
from twingkit.core import language as core_language
from twingkit.core.messages import Fault

ORDER = ("frame", "value", "x", "y", "colour", "facet", "top", "max_nodes", "lang", "theme")
"""The parameters of figures, in their order."""

ONE_QUANTITY = ("means", "effects", "shares", "margins", "worth", "heat_map", "curves")
WITHOUT_PANELS = ("review", "response_tree")


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"lang": None, "theme": "light", "width": None}.items():
        monkeypatch.setattr(setting._Setting, name, value)
    monkeypatch.setattr(core_language._Default, "lang", "en")


@each_figure
def test_a_figure_takes_a_frame_and_names(name: str) -> None:
    parameters = inspect.signature(function(name)).parameters
    assert list(parameters) == [each for each in ORDER if each in parameters]
    for each, parameter in parameters.items():
        assert (parameter.kind is parameter.KEYWORD_ONLY) == (each != "frame"), each
    assert ("value" in parameters) == (name in ONE_QUANTITY)
    assert ("facet" in parameters) == (name not in WITHOUT_PANELS)


@each_figure
def test_a_figure_that_lacks_its_columns_names_those_that_take_the_frame(name: str) -> None:
    made = pd.DataFrame({"margin": [-1, 2], "chance": [0.25, 0.75]})
    if name == "margins":
        return
    with pytest.raises(
        Fault, match=r"is missing.*Figures that take this frame: .*charts\.margins"
    ) as refused:
        function(name)(made)
    assert "Diese Diagramme können den Frame zeichnen" in refused.value.text("de")


def test_a_frame_of_no_figure_says_so() -> None:
    with pytest.raises(Fault, match="No figure takes this frame"):
        charts.odds(pd.DataFrame({"a": [1]}))


# ---------------------------------------------------------------- panels


PANELLED = [name for name in sorted(FRAMES) if name not in WITHOUT_PANELS]


@pytest.mark.parametrize("name", PANELLED)
def test_panels_have_their_headings_and_share_their_scales(name: str) -> None:
    made = pd.concat([FRAMES[name].assign(case=case) for case in ("one", "two")], ignore_index=True)
    made.attrs = FRAMES[name].attrs
    figure = function(name)(made, facet="case")
    layout = figure.to_plotly_json()["layout"]
    headings = [each["text"] for each in layout["annotations"] if "case: " in each["text"]]
    assert headings == ["<b>case: one</b>", "<b>case: two</b>"]
    assert {trace.yaxis for trace in figure.data} == {"y", "y2"}
    assert layout["xaxis"].get("range") == layout["xaxis2"].get("range")
    (low, high), (low2, high2) = layout["yaxis"]["domain"], layout["yaxis2"]["domain"]
    assert 1 >= high > low > high2 > low2 >= 0
    assert charts.figure_description(figure).count("case: ") == 2
    assert function(name)(made[made["case"] == "one"]).data


def test_panels_of_different_sizes_have_the_same_range() -> None:
    rows = [{"label": "a", "change": 0.1 * n, "low": 0.0, "high": 0.2 * n, "n": n} for n in (3, 1)]
    layout = charts.effects(rows, facet="n").layout
    assert layout.xaxis.range == layout.xaxis2.range
    headings = [each.text for each in layout.annotations if "<b>n: " in each.text]
    assert headings == ["<b>n: 1</b>", "<b>n: 3</b>"], "numbers rise"


def test_too_many_panels_and_a_missing_column_are_refused() -> None:
    rows = [{"label": "a", "win": 0.5, "tie": 0.2, "loss": 0.3, "n": n} for n in range(MAX_PANELS + 1)]
    with pytest.raises(Fault, match=r"draws up to 12 panels, and the column “n” has 13"):
        charts.odds(rows, facet="n")
    assert charts.odds(rows[:MAX_PANELS], facet="n").data
    with pytest.raises(Fault, match="has no column “m”"):
        charts.odds(rows, facet="m")


# ---------------------------------------------------------------- any column


CHOSEN = {
    "means": ({"label": "a", "turns": 4.5, "turns_low": 4.0, "turns_high": 5.0}, "turns"),
    "effects": (
        {"label": "a", "win_change": 0.1, "win_change_low": 0.05, "win_change_high": 0.2},
        "win_change",
    ),
    "shares": ({"label": "a", "win": 0.4, "win_low": 0.3, "win_high": 0.5}, "win"),
    "margins": ({"margin": 1, "likely": 0.5}, "likely"),
    "worth": ({"side": "attacker", "label": "cat", "edge_change": 0.2, "cards": 2.0}, "cards"),
    "heat_map": ({"x": 1, "y": 2, "win": 0.5, "resources": 3.25}, "resources"),
    "curves": ({"x": 1, "series": "a", "win": 0.5, "resources": 3.25}, "resources"),
}


@pytest.mark.parametrize("name", CHOSEN)
def test_any_column_of_numbers_is_drawn(name: str) -> None:
    row, column = CHOSEN[name]
    figure = function(name)([row], value=column)
    drawn = str(figure.to_plotly_json())
    number = float(row[column])
    assert str(number) in drawn or str(100 * number) in drawn or f"{number:g}" in drawn
    assert charts.figure_description(figure, lang="de").strip()
    with pytest.raises(Fault, match="has no column “nothing”"):
        function(name)([row], value="nothing")
    with pytest.raises(Fault, match="row 1"):
        function(name)([{**row, column: "much"}], value=column)


def test_the_interval_of_a_chosen_column_is_drawn() -> None:
    row, column = CHOSEN["shares"]
    dots = charts.shares([row], value=column).data[0]
    assert list(dots.error_x.array) == pytest.approx([10])
    assert "Chance to win" in charts.shares([row], value=column).layout.title.text


def test_numbers_of_a_heat_map_are_coloured_from_the_lowest_to_the_highest() -> None:
    rows = [{"x": n, "y": 1, "lost": lost} for n, lost in enumerate((2.0, 6.0, 4.0))]
    cells, written = charts.heat_map(rows, value="lost").data
    assert list(cells.z[0]) == [0.5, 1.0, 0.75]
    assert list(cells.colorbar.ticktext) == ["2", "4", "6"]
    assert list(written.text) == ["2", "6", "4"]
    rows[0]["lost"] = -6.0
    assert list(charts.heat_map(rows, value="lost").data[0].z[0]) == pytest.approx([0.0, 1.0, 10 / 12])


def test_a_chosen_edge_is_written_in_points() -> None:
    frame = sweep(twing.odds, "F: F{a} vs W: W{d}", {"a": [4, 5], "d": [5, 6]})
    assert charts.heat_map(frame, value="edge").data[1].text[0].startswith(("−", "+"))
    losses = charts.heat_map(frame, value="loss")
    assert "Chance to lose" in losses.layout.title.text
    assert losses.data[0].z[0][0] == frame["loss"][0]


def test_a_missing_or_unfit_axis_is_named_with_what_is_expected() -> None:
    frame = twing.worth("F: F5 vs W: W6", ["+cat"])
    with pytest.raises(Fault, match=r"has no column “chnge”.*did you mean 'change'"):
        charts.heat_map(frame, x="chnge")
    with pytest.raises(Fault, match=r"x needs a column of numbers, and row 1 has “\+cat” in “change”"):
        charts.curves(frame, x="change")
    with pytest.raises(Fault, match=r"needs two names that vary, and this frame varies a;.* x= and y="):
        charts.heat_map(sweep(twing.odds, "F: F{a} vs W: W6", {"a": [4, 5]}))
    with pytest.raises(Fault, match=r"“edge_change” is missing.* The frame has: label, win\."):
        charts.worth(frame[["label", "win"]])


def test_a_sweep_draws_the_chance_to_win_in_both_figures() -> None:
    frame = sweep(twing.odds, "F: F{a} vs W: W{d}", {"a": [4, 5], "d": [5, 6]})
    assert f"{100 * frame['win'][0]:.1f}%" in charts.figure_description(charts.curves(frame))
    assert charts.heat_map(frame).data[1].text[0].strip("%") == f"{100 * frame['win'][0]:.0f}"


# ---------------------------------------------------------------- axes of sweeps


@pytest.fixture(scope="module")
def three() -> pd.DataFrame:
    return sweep(lambda a, b, c: a * b * c / 100, None, {"a": [1, 2], "b": [3, 4, 5], "c": [1, 2]})


def test_three_names_of_a_sweep_are_two_axes_and_panels(three: pd.DataFrame) -> None:
    for draw, named in (
        (charts.heat_map, {"x": "a", "y": "b"}),
        (charts.heat_map, {"facet": "c"}),
        (charts.curves, {"x": "b", "colour": "a"}),
        (charts.curves, {"facet": "c"}),
    ):
        figure = draw(three, **named)
        headings = [each.text for each in figure.layout.annotations if "c: " in each.text]
        assert headings == ["<b>c: 1</b>", "<b>c: 2</b>"], named
    with pytest.raises(Fault, match="not clear where each of them belongs"):
        charts.heat_map(three, x="a")
    with pytest.raises(Fault, match="has no column “d”"):
        charts.heat_map(three, x="d", y="a")


def test_named_axes_of_a_heat_map_can_be_swapped(three: pd.DataFrame) -> None:
    layout = charts.heat_map(three[three["c"] == 1], x="b").layout
    assert (layout.xaxis.title.text, layout.yaxis.title.text) == ("b", "a")


def test_a_curve_of_numbers_says_its_column(three: pd.DataFrame) -> None:
    figure = charts.curves(three[three["c"] == 1], x="b", colour="a")
    assert [trace.name for trace in figure.data] == ["a = 1", "a = 2"]
    assert figure.layout.xaxis.title.text == "b"


def test_any_frame_has_axes() -> None:
    rows = [{"option": option, "turns": n, "win": 0.1 * n} for option in ("a", "b") for n in (1, 2)]
    assert [trace.name for trace in charts.curves(rows, x="turns", colour="option").data] == ["a", "b"]
    assert len(charts.curves(rows[:2], x="turns").data) == 1
    assert charts.heat_map(rows, x="turns", y="option").layout.yaxis.ticktext == ("a", "b")


# ---------------------------------------------------------------- what a sweep accepts


class Answer:
    """A result with a table."""

    def frame(self, lang: str | None = None) -> pd.DataFrame:
        return pd.DataFrame({"option": ["a"], "rules": [["TW-BAT-1", "TW-BAT-2"]], "refused": [""]})


@pytest.mark.parametrize(
    ("result", "columns"),
    [
        (Odds(0.5, 0.25, 0.25), {"win": 0.5, "tie": 0.25, "loss": 0.25}),
        (0.25, {"value": 0.25}),
        (Distribution({2: 1.0}), {"outcome": 2, "chance": 1.0}),
        (pd.DataFrame({"win": [0.5], "rules": [["TW-BAT-1"]]}), {"win": 0.5, "rules": ["TW-BAT-1"]}),
        (Answer(), {"option": "a", "rules": ["TW-BAT-1", "TW-BAT-2"]}),
    ],
)
def test_a_sweep_takes_every_form_of_a_result(result: Any, columns: dict[str, object]) -> None:
    frame = sweep(lambda whatever: result, "a {n} b", {"n": [1, 2]})
    assert {name: frame[name].iloc[0] for name in columns} == columns
    assert frame.attrs["template"] == "a {n} b"
    assert frame.attrs["parameters"] == {"n": [1, 2]}


def test_a_sweep_keeps_the_refusals_of_its_rows() -> None:
    frame = sweep(lambda n: pd.DataFrame({"win": [0.5], "refused": ["too much"]}), None, {"n": [1]})
    assert frame["refused"].tolist() == ["too much"]


def test_the_template_and_a_parameter_cannot_both_fill_the_first_parameter() -> None:
    with pytest.raises(Fault, match="the template fills 'whatever'"):
        sweep(lambda whatever: 1, "a", {"whatever": [1]})


@pytest.mark.parametrize(
    ("function_of_game", "template", "fixed"),
    [
        (ember.chance_within, "E5 A12 {card}", {"cost": "N3", "turns": 1}),
        (twing.odds, "F: F{card} vs W: W6", {}),
    ],
)
def test_a_template_fills_the_first_parameter_of_any_game(
    function_of_game: Any, template: str, fixed: dict[str, Any]
) -> None:
    cards = ["W6", "A6"] if "E5" in template else [4, 5]
    frame = sweep(function_of_game, template, {"card": cards}, **fixed)
    assert frame["refused"].tolist() == ["", ""]


# ---------------------------------------------------------------- defaults


def outside_of_blocks(check: Any) -> Any:
    """Run a test without a language set, unlike other tests."""

    @wraps(check)
    def single_panel_options() -> None:
        Context().run(check)

    return single_panel_options


@outside_of_blocks
def test_the_default_language_is_that_of_every_analysis_error_and_figure() -> None:
    assert not hasattr(charts, "set_defaults")
    twingkit.set_defaults(lang="de", theme="dark")
    german = twing.margins("F: F5 vs W: W6").attrs["columns"]["margin"]
    assert german == "die Punkte des Angreifers minus die des Verteidigers"
    plain, english = (Distribution({1: 1.0}).frame(lang).attrs["columns"] for lang in (None, "en"))
    assert plain != english
    with pytest.raises(Fault) as refused:
        charts.odds([{"a": 1}])
    assert "fehlt" in str(refused.value)
    meta = charts.odds(Odds(0.5, 0.25, 0.25)).layout.meta["twingkit"]
    assert (meta["lang"], meta["theme"]) == ("de", "dark")
    assert charts.odds(Odds(0.5, 0.25, 0.25), lang="en").layout.meta["twingkit"]["lang"] == "en"


def test_the_default_language_is_that_of_other_threads_but_not_of_a_block_in_another() -> None:
    twingkit.set_defaults(lang="de")
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(core_language.language).result() == "de"
    with core_language.in_language("en"):
        assert core_language.language() == "en"
